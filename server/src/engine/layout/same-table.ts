/** Whether a page goes on with the table of the page before it: it repeats the heads, or keeps the columns. */
import type { Page } from '../model/page.ts'
import { readAmountWord } from './amount-word.ts'
import { pageToRows, rowText } from './rows.ts'

/** Heads that are repeated stand among the first rows of the next page. */
const HEAD_ROWS = 5
/** A row of heads has so many words at least. */
const LEAST_HEAD_WORDS = 3
/** Amounts of one column end at the same place, within this many points. */
const EDGE_POINTS = 1.5
/** Of the amounts of the next page, this share end where a column of the page before ended. */
const SHARED_EDGES = 0.8
const LEAST_AMOUNTS = 3
/** A place where fewer amounts of a page end is no column. */
const LEAST_IN_COLUMN = 2

export function repeatsHeads(before: Page, next: Page): boolean {
  const known = new Set(pageToRows(before).map(rowText))
  return pageToRows(next)
    .slice(0, HEAD_ROWS)
    .some(
      (row) =>
        row.words.length >= LEAST_HEAD_WORDS &&
        !row.words.some(isAmount) &&
        isTableHead(rowText(row)) &&
        known.has(rowText(row)),
    )
}

const HEAD_WORD =
  /\b(?:date|amount|balance|total|current|due|number|num|type|debit|credit|customer|vendor|creditor|lender|payment)\b/gi

/** Names and titles are repeated on every page of a file, whatever stands below them. */
function isTableHead(text: string): boolean {
  return [...text.matchAll(HEAD_WORD)].length > 1
}

export function keepsColumns(before: Page, next: Page): boolean {
  const columns = edgesOf(before)
  const edges = pageToRows(next).flatMap((row) => row.words.filter(isAmount).map((word) => word.box[2]))
  if (edges.length < LEAST_AMOUNTS) return false
  const shared = edges.filter((edge) => columns.some((column) => Math.abs(column - edge) <= EDGE_POINTS))
  return shared.length >= SHARED_EDGES * edges.length
}

function edgesOf(page: Page): number[] {
  const counts = new Map<number, number>()
  for (const row of pageToRows(page))
    for (const word of row.words.filter(isAmount)) {
      const edge = Math.round(word.box[2])
      counts.set(edge, (counts.get(edge) ?? 0) + 1)
    }
  return [...counts].flatMap(([edge, count]) => (count >= LEAST_IN_COLUMN ? [edge] : []))
}

function isAmount(word: { readonly text: string }): boolean {
  return readAmountWord(word.text)?.marked === true
}
