/** Which sample a test upload is answered with: by its slug when one was named, else by words of the file name. */
import type { DocumentClass } from '../../engine/model/classification.ts'
import { CATEGORIES } from '../documents/categories.ts'
import type { Category } from '../documents/categories.ts'

/** Words of a file name that point to a class; the first that fits decides. */
const FILE_NAME_WORDS: readonly (readonly [DocumentClass, RegExp])[] = [
  ['profit-loss', /\b(profit|p ?& ?l|pnl|income statement)\b/],
  ['balance-sheet', /\bbalance\b/],
  ['cash-flow', /\bcash ?flow\b/],
  ['bank-statement', /\b(bank|checking|savings)\b/],
  ['tax-return', /\b(tax|1040|1065|1120s?|k ?1)\b/],
  ['personal-financial-statement', /\b(personal financial|pfs)\b/],
  ['debt-schedule', /\bdebt\b/],
  ['ar-aging', /\b(ar|receivables?)\b/],
  ['ap-aging', /\b(ap|payables?)\b/],
]

/** The words that begin the slugs of a category's samples: its report type in the singular. */
function slugOf(of: DocumentClass): string {
  return CATEGORIES[of].reportType.replace(/s$/, '')
}

export function sampleCategory(sampleDocument: string | null, fileName: string): Category {
  const words = fileName
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replaceAll(/[_\-.\s]+/g, ' ')
  const found =
    sampleDocument === null
      ? FILE_NAME_WORDS.find(([, pattern]) => pattern.test(words))
      : FILE_NAME_WORDS.find(([of]) => sampleDocument === slugOf(of) || sampleDocument.startsWith(`${slugOf(of)}-`))
  return CATEGORIES[found?.[0] ?? 'other']
}
