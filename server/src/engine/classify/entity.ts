/** Whose statement it is: the name among the title rows that is neither title, date nor remark. */
import { readPeriodHeading } from '../layout/period-heading.ts'
import type { Row } from '../layout/rows.ts'
import { pageToRows, rowText } from '../layout/rows.ts'
import type { CutDocument } from '../model/classification.ts'
import type { Page } from '../model/page.ts'
import { hasFigure } from './classify-page.ts'
import { CLASS_WORDS } from './vocabulary.ts'

const HEAD_ROWS = 8
/** Forms of companies; a row that bears one is a name before any other. */
const COMPANY =
  /\b(?:inc|incorporated|llc|l\.l\.c|ltd|limited|corp|corporation|co|company|lp|llp|pllc|pc|plc|gmbh|ag|bv|b\.v|nv|pty|foundation|association|trust|partners|partnership|group|holdings|enterprises|services|properties|church|ministries)\b\.?/i
const NO_NAME =
  /\bbasis\b|\baudited\b|\b(?:in|expressed in) (?:thousands|millions)\b|\bamounts?\b|\btotals?\b|\bnotes?\b|\baccounts?$|\btable of contents\b|\bpage \d|\bprinted\b|\bunaudited\b|\bcomparative\b|^(?:description|particulars|assets|income|revenues?|ordinary income.*|current assets|liabilities)$|\bconfidential\b|\bdraft\b|\bcurrency\b|\baddress\b|\bstreet\b|\bsee accompanying\b|^as (?:of|at)\b|^for the\b|\bprepared\b|@|www\./i
const EIN =
  /\b(?:EIN|FEIN|employer identification (?:number|no\.?)|tax id(?:entification)?(?: (?:number|no\.?))?|federal id)\b[\s:#.]*(\d{2}-?\d{7})\b/i
const BARE_EIN = /\b\d{2}-\d{7}\b/

interface Candidate {
  readonly name: string
  readonly row: Row
}

export function readEntity(pages: readonly Page[]): CutDocument['entity'] {
  for (const page of pages) {
    const rows = pageToRows(page)
    const first = rows.findIndex((row) => hasFigure(row))
    const head = rows.slice(0, first < 0 ? HEAD_ROWS : Math.min(first, HEAD_ROWS)).flatMap(namesIn)
    const named = head.find(({ name }) => COMPANY.test(name)) ?? head[0]
    if (named) return { name: named.name, source: { page: page.number, box: named.row.box, text: rowText(named.row) } }
  }
  return null
}

/** A row may join name, title and date by dashes or bars; each part is looked at by itself. */
function namesIn(row: Row): Candidate[] {
  return [rowText(row), ...rowText(row).split(/\s+[-–—|]\s+/)]
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(isName)
    .map((name) => ({ name, row }))
}

function isName(text: string): boolean {
  if (!/\p{L}{2,}/u.test(text) || text.length > 80 || text.split(' ').length > 9) return false
  if (NO_NAME.test(text) || CLASS_WORDS.some((words) => words.titles.test(text))) return false
  const period = readPeriodHeading(text, 'month-first')
  return period === null || (period.year === null && period.months === null && period.day === null)
}

/** The last four digits, where the page says that a number is an EIN, or prints one in its unmistakable form. */
export function readEin(pages: readonly Page[]): string | null {
  for (const page of pages)
    for (const row of pageToRows(page)) {
      const text = rowText(row)
      const found = EIN.exec(text)?.[1] ?? BARE_EIN.exec(text)?.[0]
      if (found !== undefined) return found.slice(-4)
    }
  return null
}
