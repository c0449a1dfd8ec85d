/** What the head of a report says for all of its columns: period, scale, currency. */
import type { DateOrder } from '../../layout/dates.ts'
import { dateOrderOf } from '../../layout/dates.ts'
import type { PeriodHeading } from '../../layout/period-heading.ts'
import { readPeriodHeading } from '../../layout/period-heading.ts'
import type { Row } from '../../layout/rows.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import { readCurrency, readScale } from '../../layout/scale.ts'
import type { Spot } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'

export interface ReportHeader {
  readonly dateOrder: DateOrder
  readonly period: { readonly heading: PeriodHeading; readonly source: Spot } | null
  readonly scale: { readonly factor: number; readonly source: Spot | null }
  readonly currency: string | null
}

const TITLE =
  /\b(?:balance sheets?|(?:statements?|schedule) of|profit (?:and|&) loss|income statements?|p\s?&\s?l|cash flow (?:statements?|summary|forecast)|trading account|income and expenses?|revenue and expenses?|bilanz|balans|gewinn|winst|operating statement|t-?12|trailing)\b/i
const REMARK =
  /\b(?:accrual|cash|tax|income tax) basis\b|\bbasis\s*:|\bun-?audited\b|\baudited\b|\bcompil(?:ed|ation)\b|\breview(?:ed)? report\b|\bsee (?:accompanying|independent|accountant)|\bcomparative\b|\bconsolidated\b|\brestated\b|\bamounts? (?:in|are)\b|\b(?:expressed|stated) in\b|\bpage \d|\bprepared by\b|\bproperty\s*:|\bfor management\b|\bthrough\b/i
/** Lines that carry the time of printing, not the time reported on. */
const PRINT_TIME = /\d{1,2}:\d{2}|\bprinted\b|\brun date\b|\bgenerated on\b|\bcreated on\b|GMT|UTC/i

/** Given the first page of a document and how many rows of it stand above the table. */
export function readReportHeader(pages: readonly Page[], headTexts: readonly (readonly Row[])[]): ReportHeader {
  const rows = headTexts.flat()
  const all = pages.flatMap((page) => pageToRows(page).map(rowText))
  const dateOrder = dateOrderOf(all)
  return {
    dateOrder,
    period: reportPeriod(rows, dateOrder),
    scale: reportScale(rows),
    currency: firstOf(rows.map(rowText), readCurrency) ?? firstOf(all, readCurrency),
  }
}

/** A row that speaks of the whole report: nothing in it is a head of a column, wherever it stands. */
export function isReportTitle(text: string): boolean {
  return (
    TITLE.test(text) ||
    PRINT_TIME.test(text) ||
    /\bcomparative\b|\bbasis\b|\bamounts? (?:in|are)\b|\b(?:expressed|stated) in\b|\bprepared\b/i.test(text)
  )
}

/** Whether a row above the table belongs to the head of the report rather than to the table. */
export function isHeaderText(text: string, dateOrder: DateOrder): boolean {
  if (TITLE.test(text) || REMARK.test(text) || readScale(text) !== null || PRINT_TIME.test(text)) return true
  const period = readPeriodHeading(text, dateOrder)
  return period !== null && (period.year !== null || period.months !== null || period.day !== null)
}

function reportPeriod(rows: readonly Row[], order: DateOrder): ReportHeader['period'] {
  let best: ReportHeader['period'] = null
  let bestRank = 0
  for (const row of rows) {
    const text = rowText(row)
    const heading = readPeriodHeading(text, order)
    if (heading === null) continue
    const rank = rankOf(heading, text)
    if (rank > bestRank) {
      best = { heading, source: { page: row.page, box: row.box, text } }
      bestRank = rank
    }
  }
  return best
}

/** The fullest statement of time wins: a range or a named duration, then a whole date, then a year. */
function rankOf(heading: PeriodHeading, text: string): number {
  if (heading.year === null && heading.month === null) return 0
  const facts =
    (heading.year === null ? 0 : 4) +
    (heading.month === null ? 0 : 2) +
    (heading.months === null ? 0 : 2) +
    (heading.day === null ? 0 : 1)
  return PRINT_TIME.test(text) ? facts / 10 : facts
}

function reportScale(rows: readonly Row[]): ReportHeader['scale'] {
  for (const row of rows) {
    const text = rowText(row)
    // Units that differ from column to column belong to the columns.
    const scale = /\bEUR\b/.test(text) && /\bT(?:EUR|€)/.test(text) ? null : readScale(text)
    if (scale) return { factor: scale.factor, source: { page: row.page, box: row.box, text: scale.text } }
  }
  return { factor: 1, source: null }
}

function firstOf<T>(texts: readonly string[], read: (text: string) => T | null): T | null {
  for (const text of texts) {
    const found = read(text)
    if (found !== null) return found
  }
  return null
}
