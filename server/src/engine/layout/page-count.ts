/** `Page 2 of 5`, printed at the top or at the bottom: how a document counts its own pages. */
import type { Page } from '../model/page.ts'
import { pageToRows, rowText } from './rows.ts'

export interface PageCount {
  readonly page: number
  readonly of: number
}

const COUNT =
  /\b(?:page|pg\.?|seite|pagina|blad|página|strana)\s*(?:number|no\.?)?\s*:?\s*(\d{1,4})\s*(?:of|\/|von|van|de|z)\s*(\d{1,4})\b/i
const BARE = /(?:^|\s)(\d{1,4})\s*(?:of|\/)\s*(\d{1,4})$/
/** Rows at either end of the page that may hold it. */
const EDGE_ROWS = 8

export function readPageCount(page: Page): PageCount | null {
  const rows = pageToRows(page)
  const edges = [...rows.slice(0, EDGE_ROWS), ...rows.slice(Math.max(EDGE_ROWS, rows.length - EDGE_ROWS))]
  for (const form of [COUNT, BARE])
    for (const row of edges) {
      const match = form.exec(rowText(row))
      const [number, of] = [Number(match?.[1]), Number(match?.[2])]
      if (match && number >= 1 && number <= of) return { page: number, of }
    }
  return null
}
