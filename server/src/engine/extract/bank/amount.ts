/**
 * Amounts as banks print them. A bank's `CR` is money that came in, the opposite of what it means in a ledger, and
 * the flag may be one letter standing apart; so the sign is read here, beside the digits and never out of them.
 */
import type { Cents } from '../../../lib/money.ts'
import { magnitude } from '../../../lib/money.ts'
import { readAmountWord } from '../../layout/amount-word.ts'
import type { Atom } from '../../layout/atoms.ts'
import { rowToAtoms } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import { boxAround } from '../../layout/rows.ts'
import type { Direction } from '../../model/bank.ts'
import type { Box, Word } from '../../model/page.ts'

export interface BankAmount {
  /** Never negative. */
  readonly magnitude: Cents
  /** What the print beside the digits says of the direction: a minus, brackets, a flag; null when it says nothing. */
  readonly sign: Direction | null
  /** The sign is a flag (`CR`, `D`, `K`), which names the direction outright. */
  readonly flagged: boolean
  readonly decimals: number
  /** Marked as money: currency, sign, grouping or decimals. */
  readonly marked: boolean
}

/** One thing in a row: a text, or an amount with all that belongs to it. */
export interface Cell {
  readonly text: string
  readonly box: Box
  readonly size: number
  readonly words: readonly Word[]
  readonly amount: BankAmount | null
  /** Digits that had to be guessed from letters like them; only a column of amounts may believe it. */
  readonly mended: boolean
}

const IN_FLAG = /^(?:cr|c|k|kr|h|haben|credit|kredit|i|in|bij|ha|\+)\.?$/i
const OUT_FLAG = /^(?:dr|d|db|dt|s|soll|debit|debet|o|out|af|ma|-)\.?$/i
/** Letters that may stand right behind the digits. Longer words are texts of their own. */
const NEAR_FLAG = /^(?:CR|DR|DB|Cr\.?|Dr\.?|cr|dr|[CDKHS])$/
const GLUED_FLAG = /^(.*\d)\s?(CR|DR|DB|Cr\.?|Dr\.?|cr|dr|[CDKHS])$/
/** A sign apart from its digits, alone or with the currency: `-`, `-$`, `-CHF`. */
const LEADING_SIGN =
  /^([+−–-])\s?(?:[$€£¥₹]|USD|EUR|GBP|CAD|AUD|INR|SGD|CHF|CZK|PLN|SEK|NOK|DKK|HUF|NZD|HKD|ZAR|JPY|AED|PHP|Rs\.?)?$/
/** Letters that are drawn like digits: on a scan, and where somebody typed over a figure. */
const LOOKALIKES: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', B: '8', S: '5', Z: '2' }
const LIKE_AMOUNT = /^[$£€]?[\dOoIlBSZ]{1,3}(?:[.,]?[\dOoIlBSZ]{3})*[.,][\dOoIlBSZ]{2}$/
const NEAR = 1.5
const CUT_NEAR = 0.6

export function directionOfFlag(text: string): Direction | null {
  const flag = text.trim()
  return IN_FLAG.test(flag) ? 'in' : OUT_FLAG.test(flag) ? 'out' : null
}

/** Null when the text, as a whole, is no amount of money. */
export function readBankAmount(printed: string): BankAmount | null {
  const text = printed.replace(/[−–—]/g, '-').trim()
  const glued = GLUED_FLAG.exec(text)
  const body = glued?.[1] ?? text
  // `.15`: a bank that saves the zero.
  const word = readAmountWord(body.replace(/^\+\s*/, '').replace(/(^|[^\d])\.(\d\d)$/, '$10.$2'))
  if (word === null || word.percent || word.nil) return null
  const flag = glued?.[2] === undefined ? null : directionOfFlag(glued[2])
  return {
    magnitude: magnitude(word.cents),
    sign: flag ?? (/^[^\d]*[-(<]|-\s*$/.test(body) ? 'out' : /^\s*\+/.test(text) ? 'in' : null),
    flagged: flag !== null,
    decimals: word.decimals,
    marked: word.marked || flag !== null,
  }
}

/** A row's words joined to texts and amounts. */
export function rowToCells(row: Row): Cell[] {
  const cells = rowToAtoms(row).map(toCell)
  return joinFlags(joinCuts(cells))
}

function toCell(atom: Atom): Cell {
  const { box, size, words } = atom
  const amount = readBankAmount(atom.text)
  if (amount !== null) return { text: atom.text, box, size, words, amount, mended: false }
  if (LIKE_AMOUNT.test(atom.text) && (atom.text.match(/\d/g) ?? []).length >= 2) {
    const mended = atom.text.replace(/[OoIlBSZ]/g, (letter) => LOOKALIKES[letter] ?? letter)
    return { text: atom.text, box, size, words, amount: readBankAmount(mended), mended: true }
  }
  return { text: atom.text, box, size, words, amount: null, mended: false }
}

/** `120 00` and `2,291.2 9`: one figure whose decimals were set apart. */
function joinCuts(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = []
  for (const cell of cells) {
    const before = joined.at(-1)
    if (before && isRestOf(before, cell)) {
      const text = /[.,]\d?$/.test(before.text) ? `${before.text}${cell.text}` : `${before.text}.${cell.text}`
      joined[joined.length - 1] = { ...together(before, cell), text, amount: readBankAmount(text), mended: true }
    } else joined.push(cell)
  }
  return joined
}

function isRestOf(before: Cell, cell: Cell): boolean {
  if (cell.box[0] - before.box[2] > CUT_NEAR * before.size) return false
  if (/^[$£€]?[1-9]\d{0,2}(?:,\d{3})*$/.test(before.text)) return /^\d\d$/.test(cell.text)
  if (/\d[.,]\d$/.test(before.text)) return /^\d$/.test(cell.text)
  return /^[$£€]?\d[\d,]*\.$/.test(before.text) && /^\d\d$/.test(cell.text)
}

/** Signs before and flags behind an amount, where they stand apart from it. */
function joinFlags(cells: readonly Cell[]): Cell[] {
  const joined: Cell[] = []
  for (const cell of cells) {
    const before = joined.at(-1)
    const near = before !== undefined && cell.box[0] - before.box[2] < NEAR * cell.size
    if (before && near && before.amount !== null && cell.amount === null && NEAR_FLAG.test(cell.text)) {
      joined[joined.length - 1] = flagged(before, cell)
      continue
    }
    const sign = before && near && cell.amount?.sign === null ? LEADING_SIGN.exec(before.text)?.[1] : undefined
    if (before && cell.amount && sign !== undefined) {
      const direction = sign === '+' ? 'in' : 'out'
      joined[joined.length - 1] = {
        ...cell,
        text: `${before.text}${cell.text}`,
        words: [...before.words, ...cell.words],
        amount: { ...cell.amount, sign: direction, marked: true },
      }
    } else joined.push(cell)
  }
  return joined
}

function flagged(amount: Cell, flag: Cell): Cell {
  if (amount.amount === null) return amount
  return {
    ...amount,
    text: `${amount.text} ${flag.text}`,
    words: [...amount.words, ...flag.words],
    amount: { ...amount.amount, sign: directionOfFlag(flag.text), flagged: true, marked: true },
  }
}

function together(a: Cell, b: Cell): Cell {
  return { ...a, box: boxAround([a.box, b.box]), words: [...a.words, ...b.words] }
}
