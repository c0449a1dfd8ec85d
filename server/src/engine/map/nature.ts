/** Whether a caption speaks of income or of a cost. */
import type { Caption } from '../chart/caption.ts'

const INCOME_WORDS: ReadonlySet<string> = new Set(['income', 'gain', 'benefit', 'profit', 'earning', 'revenue'])
const COST_WORDS: ReadonlySet<string> = new Set(['expense', 'loss', 'provision', 'cost', 'charge'])

/** What a caption says it is; of 'provision (benefit)' and 'income (expense)' the first word is what prints positive. */
export function natureOf(caption: Caption): 'income' | 'cost' | null {
  const words = caption.stem.replaceAll('income tax', 'tax').split(' ')
  const first = words.find((word) => INCOME_WORDS.has(word) || COST_WORDS.has(word))
  if (first === undefined) return null
  return INCOME_WORDS.has(first) ? 'income' : 'cost'
}
