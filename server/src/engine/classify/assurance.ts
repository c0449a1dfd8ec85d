/**
 * How far somebody vouches for a statement. An accountant's report stands on a page of its own in front of the
 * statements it covers; a statement's own footer or head says the same in a few words. Where nothing is said,
 * nothing is assumed.
 */
import type { DateOrder } from '../layout/dates.ts'
import { findDates, isoDate } from '../layout/dates.ts'
import type { Row } from '../layout/rows.ts'
import { pageToRows, rowText } from '../layout/rows.ts'
import type { AssuranceLevel, Engagement } from '../model/classification.ts'
import type { Page } from '../model/page.ts'

const REPORT_TITLE =
  /\bindependent (?:auditor|accountant|practitioner)['’]?s?['’]?\s*(?:review |compilation )?(?:report|compilation)|\baccountant['’]?s['’]? (?:compilation|review) report\b|\breport of independent/i
/** What a report says of itself, in the wording of the standards. */
const REPORT_LEVELS: readonly (readonly [RegExp, AssuranceLevel])[] = [
  [/\bwe have audited\b|\bin our opinion\b/i, 'audited'],
  [/\bwe have reviewed\b|\ba review (?:includes|is substantially)\b/i, 'reviewed'],
  [
    /\bwe have (?:performed a compilation|compiled)\b|\bcompilation engagement\b|\bdid not audit or review\b/i,
    'compiled',
  ],
]
/** What a statement says of itself. */
const OWN_LEVELS: readonly (readonly [RegExp, AssuranceLevel])[] = [
  [/\bsee (?:accompanying )?(?:independent )?(?:auditor|auditors)['’]?s?['’]? report\b/i, 'audited'],
  [/\bsee (?:accompanying )?(?:independent )?accountant['’]?s['’]? review report\b/i, 'reviewed'],
  [/\bsee (?:accompanying )?(?:independent )?accountant['’]?s['’]? compilation report\b/i, 'compiled'],
  [
    /\b(?:un-?audited|internally prepared|for management (?:use|purposes) only|management use only|prepared by management)\b/i,
    'internally_prepared',
  ],
  [/\b(?:income )?tax basis\b/i, 'tax_basis'],
  [/^\W*audited\W*$/i, 'audited'],
  [/^\W*reviewed\W*$/i, 'reviewed'],
  [/^\W*compiled\W*$/i, 'compiled'],
]
const FIRM =
  /\b(?:CPAs?|LLP|P\.?C\.?|PLLC|certified public accountants?|chartered accountants?|& co(?:mpany)?\b|& associates)\b/i

export interface AssuranceOf {
  /** What is known of the document made of these pages. */
  of(pages: readonly Page[]): { level: AssuranceLevel | null; engagement: Engagement | null }
}

export function readAssurance(pages: readonly Page[], order: DateOrder): AssuranceOf {
  const reports = pages.flatMap((page) => {
    const engagement = readReport(page, order)
    return engagement ? [engagement] : []
  })
  return {
    of(own) {
      const first = Math.min(...own.map((page) => page.number))
      // A report covers the statements behind it, up to the next report.
      const report = reports.findLast((one) => one.source.page < first) ?? null
      return { level: ownLevel(own) ?? report?.level ?? null, engagement: report }
    },
  }
}

function readReport(page: Page, order: DateOrder): Engagement | null {
  const rows = pageToRows(page)
  const title = rows.find((row) => REPORT_TITLE.test(rowText(row)))
  if (!title) return null
  const text = rows.map(rowText).join(' ')
  const level = REPORT_LEVELS.find(([pattern]) => pattern.test(text))?.[1]
  if (level === undefined) return null
  return {
    firm: firmOf(rows),
    level,
    reportDate: dateOf(rows, order),
    source: { page: page.number, box: title.box, text: rowText(title) },
  }
}

/** The firm signs below its report; its letterhead stands above. */
function firmOf(rows: readonly Row[]): string | null {
  const short = rows.filter((row) => row.words.length <= 8 && FIRM.test(rowText(row)))
  return (short.at(-1) && rowText(short.at(-1) as Row)) ?? null
}

function dateOf(rows: readonly Row[], order: DateOrder): string | null {
  for (const row of rows.toReversed()) {
    if (row.words.length > 6) continue
    const [date] = findDates(rowText(row), order)
    if (date === undefined) continue
    const { year, month, day } = date
    if (year !== null && month !== null && day !== null) return isoDate(year, month, day)
  }
  return null
}

function ownLevel(pages: readonly Page[]): AssuranceLevel | null {
  for (const page of pages)
    for (const row of pageToRows(page)) {
      const found = OWN_LEVELS.find(([pattern]) => pattern.test(rowText(row)))
      if (found) return found[1]
    }
  return null
}
