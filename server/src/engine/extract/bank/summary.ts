/** Rows outside of any list: balances, totals and accounts, each a caption with its amount. */
import type { PrintedDay } from '../../layout/printed-day.ts'
import { readPrintedDay } from '../../layout/printed-day.ts'
import { rowText } from '../../layout/rows.ts'
import { accountInText } from './account-number.ts'
import type { Cell } from './amount.ts'

import { balanceOfCaption, directionOfCaption, isCarried, isTotal } from './captions.ts'
import type { Entry } from './entries.ts'
import { moneyOf } from './entries.ts'
import type { RowFacts } from './row-facts.ts'

export interface SummaryState {
  /** Between the opening balance and the closing one, every caption with an amount is a sum of movements. */
  open: boolean
  /** Captions that stand side by side over their amounts. */
  stack: readonly Caption[] | null
}

interface Caption {
  readonly text: string
  readonly left: number
  readonly right: number
}

/** Captions further apart than this, in letter heights, are two. */
const CAPTION_GAP = 1.1

export function readSummaryRow(facts: RowFacts, state: SummaryState): { entries: Entry[]; used: Cell[] } {
  const entries: Entry[] = []
  const used: Cell[] = []
  const amounts = facts.cells.filter(isMoney)
  if (amounts.length === 0) {
    state.stack = stackOf(facts)
    return { entries, used }
  }
  const captions = isUnder(facts, state.stack) ? state.stack : null
  state.stack = null
  for (const [cell, caption] of captions === null ? captioned(facts.cells) : underCaptions(amounts, captions)) {
    const entry = entryOf(cell, caption, facts, state)
    if (entry === null) continue
    entries.push(entry)
    used.push(cell)
  }
  return { entries, used }
}

function isMoney(cell: Cell): boolean {
  return cell.amount !== null && (cell.amount.decimals > 0 || /[$€£¥₹]/.test(cell.text))
}

function entryOf(cell: Cell, caption: string, facts: RowFacts, state: SummaryState): Entry | null {
  const money = moneyOf(cell, facts.row.page)
  if (money === null) return null
  const which = balanceOfCaption(caption)
  if (which !== null) {
    state.open = which === 'opening' || (which === 'dated' && !state.open)
    return { kind: 'balance', which, carried: isCarried(caption), day: dayIn(caption), money }
  }
  const number = accountInText(caption) ?? accountInText(rowText(facts.row))
  if (number !== null && !state.open) return { kind: 'listed', number, money }
  const direction = directionOfCaption(caption) ?? cell.amount?.sign ?? null
  if (direction === null || !(state.open || isTotal(caption))) return null
  return { kind: 'total', label: caption, direction, below: false, money }
}

/** Each amount with the text before it. */
function captioned(cells: readonly Cell[]): [Cell, string][] {
  const found: [Cell, string][] = []
  let caption: Cell[] = []
  for (const cell of cells) {
    if (!isMoney(cell)) {
      const before = caption.at(-1)
      // A text far to the right of another begins a second caption.
      if (before && cell.box[0] - before.box[2] > 4 * cell.size && cell.amount === null) caption = []
      caption.push(cell)
      continue
    }
    found.push([cell, caption.map((one) => one.text).join(' ')])
    caption = []
  }
  return found
}

/** Several captions stand over a row of amounts; a single one only over an amount that stands alone. */
function isUnder({ cells }: RowFacts, captions: readonly Caption[] | null): boolean {
  return captions !== null && (captions.length > 1 || cells.filter(({ text }) => text !== '=').length === 1)
}

/** A row of captions, one of which announces a balance. */
function stackOf(facts: RowFacts): Caption[] | null {
  const captions: Caption[] = []
  for (const cell of facts.cells) {
    const last = captions.at(-1)
    if (last && cell.box[0] - last.right < CAPTION_GAP * cell.size)
      captions[captions.length - 1] = { text: `${last.text} ${cell.text}`, left: last.left, right: cell.box[2] }
    else captions.push({ text: cell.text, left: cell.box[0], right: cell.box[2] })
  }
  const known = captions.filter(({ text }) => balanceOfCaption(text) !== null)
  return known.length > 0 ? captions : null
}

function underCaptions(amounts: readonly Cell[], captions: readonly Caption[]): [Cell, string][] {
  return amounts.map((cell, index) => {
    if (amounts.length === captions.length) return [cell, captions[index]?.text ?? '']
    const middle = (cell.box[0] + cell.box[2]) / 2
    const [nearest] = [...captions].sort(
      (a, b) => Math.abs((a.left + a.right) / 2 - middle) - Math.abs((b.left + b.right) / 2 - middle),
    )
    return [cell, nearest?.text ?? '']
  })
}

/** The day that a caption names: `Ending Balance on June 5, 2003`. */
function dayIn(caption: string): PrintedDay | null {
  const words = caption.replace(/[:()]/g, ' ').split(/\s+/)
  for (let from = 0; from < words.length; from += 1)
    for (let count = Math.min(4, words.length - from); count > 0; count -= 1) {
      const day = readPrintedDay(words.slice(from, from + count).join(' '))
      if (day !== null && day !== 'placeholder') return day
    }
  return null
}
