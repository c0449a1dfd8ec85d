/** Finds the row that the whole statement must walk to, and gives result rows the sign of the result they state. */
import type { Caption } from '../chart/caption.ts'
import type { Amounts } from '../model/mapping.ts'
import { balanceOfSigns } from './amounts.ts'
import type { Sign } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'

/** Rows a statement may end at instead of net income: property statements at the second, pass-through ones at the first. */
const ENDS = new Set(['pretax_income', 'operating_income', 'continuing_operations'])

/** The last net-income row, or the first of those that repeat it; null when the statement prints no result. */
export function findBottomLine(lines: readonly PrintedLine[]): PrintedLine | null {
  const results = lines.filter((line) => line.kind.is === 'subtotal' && line.kind.of === 'net_income')
  const last = results.at(-1)
  if (last) return results.find((line) => sameFigures(line.line.values, last.line.values)) ?? last
  const end = lines.findLast(
    ({ kind }) => kind.is === 'detail' || kind.is === 'subtotal' || kind.is === 'total' || kind.is === 'leading_total',
  )
  return end?.kind.is === 'subtotal' && ENDS.has(end.kind.of) ? end : null
}

const GAIN_WORDS = [
  'income',
  'profit',
  'earning',
  'surplus',
  'gain',
  'increase',
  'excess',
  'margin',
  'change',
  'revenue',
]
const LOSS_WORDS = ['loss', 'deficit', 'decrease', 'deficiency']

/** 'Net loss 20,000' states a result of -20,000: a caption that speaks of loss alone needs no parentheses. */
export function signOfResult(caption: Caption, values: Amounts): Sign {
  const namesLoss = LOSS_WORDS.some((word) => caption.stems.has(word))
  const namesGain = GAIN_WORDS.some((word) => caption.stems.has(word) && !isOnlyTheTax(caption, word))
  const printedPositive = balanceOfSigns([values]) > 0
  return namesLoss && !namesGain && printedPositive ? -1 : 1
}

/** In 'Loss before income taxes' the income is the tax's, not the result's. */
function isOnlyTheTax(caption: Caption, word: string): boolean {
  return word === 'income' && /\bincome tax\b/.test(caption.stem) && !/\bincome\b(?! tax)/.test(caption.stem)
}

function sameFigures(a: Amounts, b: Amounts): boolean {
  return a.every((amount, period) => amount === (b[period] ?? null))
}
