/**
 * What was written into a form, told from what the form prints: field values say so themselves, and what was flattened
 * into the page stands in letters of its own. Recognised pages have no fonts and tell nothing.
 */
import type { Page, Word } from '../model/page.ts'

/** Fonts in which at least this share of the page's words is set print the form; few words are written into one. */
const PRINT_SHARE = 0.12

const known = new WeakMap<Page, ReadonlySet<string>>()

/** Null where the page does not say. */
export function isWritten(word: Word, page: Page): boolean | null {
  if (word.field !== undefined) return true
  if (word.font === null) return null
  const print = known.get(page) ?? printFonts(page)
  known.set(page, print)
  return print.size === 0 ? null : !print.has(family(word.font))
}

/** Families of letters, so that bold print is print; empty where nothing on the page is set in any other. */
function printFonts(page: Page): Set<string> {
  const counts = new Map<string, number>()
  let all = 0
  for (const word of page.words) {
    if (word.font === null || word.field !== undefined || !/\p{L}{2}/u.test(word.text)) continue
    all += 1
    counts.set(family(word.font), (counts.get(family(word.font)) ?? 0) + 1)
  }
  const print = new Set([...counts].filter(([, count]) => count >= PRINT_SHARE * all).map(([font]) => font))
  const isPrint = (word: Word): boolean => word.font === null || print.has(family(word.font))
  return page.words.every(isPrint) ? new Set() : print
}

function family(font: string): string {
  return font
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[-,].*$/, '')
    .replace(/(?:PS)?MT$/, '')
    .toLowerCase()
}
