/** Every proof in one list: what was expected, what came out, how far apart they may be, and the state, as formulas. */
import { centsOf, formatCents, magnitude, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { cellAddress, columnLetters, quotedSheet } from '../../lib/sheet-address.ts'
import { CHECK_WORDS } from '../model/workbook.ts'
import { figure, formula, text } from './draft.ts'
import type { DraftCell, DraftSheet } from './draft.ts'
import type { Check } from './input.ts'
import { captionOf, HEAD_ROWS, headedSheet, heads, MONEY_WIDTH } from './sheet-parts.ts'

const COLUMNS = {
  company: 0, document: 1, check: 2, about: 3, expected: 4, actual: 5, difference: 6, allowed: 7, state: 8, page: 9, hint: 10,
} as const // prettier-ignore

/** What has failed stands first, then what was not proved. */
const ORDER = ['failed', 'not_proved', 'proved'] as const

export function checksSheet(unsorted: readonly Check[], name: string): DraftSheet {
  const checks = ORDER.flatMap((state) => unsorted.filter((check) => check.state === state))
  return headedSheet({
    name,
    title: 'Checks',
    about: 'Every proof of every document and of the spread. A check that had nothing to test is not proved.',
    head: [
      ...heads(['Company', 'Document', 'Check', 'About'], 'left'),
      ...heads(['Expected', 'Came out', 'Difference', 'Allowed']),
      text('State', { role: 'head', align: 'center' }),
      ...heads(['Page']),
      ...heads(['What to look at'], 'left'),
    ],
    rows: checks.length === 0 ? [[text('There is nothing to check: no document was read.')]] : checks.map(checkRow),
    widths: [26, 18, 24, 48, MONEY_WIDTH, MONEY_WIDTH, MONEY_WIDTH, 11, 13, 7, 52],
    states: { column: COLUMNS.state, firstRow: HEAD_ROWS + 1, lastRow: HEAD_ROWS + Math.max(checks.length, 1) },
    frozenColumns: 0,
    hasFilter: checks.length > 0,
  })
}

function checkRow(check: Check, index: number): (DraftCell | null)[] {
  const row = HEAD_ROWS + index
  const { expected, actual } = check
  const side = (one: Check['expected']): DraftCell | null =>
    one && figure({ value: one.value, unit: 'usd', expression: one.expression })
  return [
    text(check.company ?? ''),
    text(check.document ?? ''),
    text(captionOf(check.name)),
    text(check.about),
    side(expected),
    side(actual),
    differenceOf(check, row),
    check.allowed === null ? null : figure({ value: check.allowed, unit: 'usd' }, { role: 'quiet' }),
    stateOf(check, row),
    check.page === null
      ? null
      : text(String(check.page), {
          role: 'quiet',
          align: 'right',
          link: check.url === null ? null : { kind: 'outside', url: check.url },
        }),
    text(check.hint ?? '', { role: 'quiet', wrap: true }),
  ]
}

const WORDS = { proved: CHECK_WORDS.proved, failed: CHECK_WORDS.failed, not_proved: CHECK_WORDS.open } as const

function residualOf({ expected, actual }: Check): Cents | null {
  const [one, other] = [expected && parseCents(expected.value), actual && parseCents(actual.value)]
  return one === null || other === null ? null : centsOf(one - other)
}

function differenceOf(check: Check, row: number): DraftCell | null {
  const residual = residualOf(check)
  if (residual === null) return null
  const of = `ROUND(${cellAddress(row, COLUMNS.expected)}-${cellAddress(row, COLUMNS.actual)},2)`
  const { style, ...cell } = formula({ formula: of, result: formatCents(residual), isText: false })
  return { ...cell, style: { ...style, format: 'money' } }
}

/** A formula where the numbers alone decide; a check that was not proved for another reason says so whatever they are. */
function stateOf(check: Check, row: number): DraftCell {
  const result = WORDS[check.state]
  const details = { role: 'state', align: 'center', bold: true } as const
  const [residual, allowed] = [residualOf(check), check.allowed === null ? null : parseCents(check.allowed)]
  if (residual === null || allowed === null || check.state === 'not_proved') return text(result, details)
  const holds = magnitude(residual) <= allowed
  if (holds !== (check.state === 'proved')) return text(result, details)
  const [difference, limit] = [cellAddress(row, COLUMNS.difference), cellAddress(row, COLUMNS.allowed)]
  const of = `IF(ABS(${difference})<=${limit},"${CHECK_WORDS.proved}","${CHECK_WORDS.failed}")`
  return formula({ formula: of, result, isText: true }, details)
}

/** How many checks are in a state, as a formula over the list. */
export function countOfState(checks: readonly Check[], state: Check['state'], sheet: string, bold = false): DraftCell {
  const letter = columnLetters(COLUMNS.state)
  const last = HEAD_ROWS + Math.max(checks.length, 1)
  const range = `${quotedSheet(sheet)}!$${letter}$${HEAD_ROWS + 1}:$${letter}$${last}`
  const result = String(checks.filter((check) => check.state === state).length)
  return formula({ formula: `COUNTIF(${range},"${WORDS[state]}")`, result, isText: false }, { bold, align: 'left' })
}
