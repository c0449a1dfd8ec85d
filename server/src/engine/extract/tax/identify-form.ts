/** Which form a page belongs to, and of which year, by the marks that every page of an official form prints. */
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Spot } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { TaxForm } from '../../model/tax-forms.ts'
import { TAX_FORMS } from '../../model/tax-forms.ts'

export interface FormMark {
  /** Null for an official form that is not described. */
  readonly described: TaxForm | null
  readonly form: string
  readonly year: number | null
  readonly source: Spot
  /** The page that begins the form rather than one that goes on with it. */
  readonly first: boolean
}

/** `Schedule R (Form 1040) 2025`, `Form 8829 (2024)`: the running head or foot. */
const ANY_MARK =
  /\b(?:Schedule [A-Z0-9]{1,2}(?:-\d)? \(Form [\w-]+(?: or [\w-]+)?\)|Form \d{3,4}(?:-[A-Z]{1,2})?) ?\(?(20\d\d)\b\)?/i
/** The title block: `SCHEDULE C`, with `(Form 1040)` below it. */
const SCHEDULE_TITLE = /\bSCHEDULE ([A-Z]{1,2}|\d|K-1)\b/i
const PARENT_TITLE = /\(Form (1040|1065|1120(?:-?S)?)\b/i
const TITLE_ROWS = 12
const OMB = /\bOMB No/i

/** Null on a page that bears no mark of a form. */
export function identifyForm(page: Page): FormMark | null {
  const rows = pageToRows(page)
  const first = rows.slice(0, TITLE_ROWS).some((row) => OMB.test(rowText(row)))
  // A running foot stands last and a running head first; captions between them name other forms.
  for (const row of [...rows].reverse().concat(rows)) {
    const text = rowText(row)
    const match = ANY_MARK.exec(text)
    if (match === null) continue
    const described = TAX_FORMS.find((form) => form.heading === null && form.mark.test(match[0])) ?? null
    const source = { page: page.number, box: row.box, text: match[0] }
    const form = described?.form ?? tidy(match[0])
    return { described, form, year: Number(match[1]), source, first }
  }
  return byTitle(page, first)
}

/** Recognition may lose a foot in small print; the title is large. */
function byTitle(page: Page, first: boolean): FormMark | null {
  const top = pageToRows(page).slice(0, TITLE_ROWS)
  const text = top.map(rowText).join(' ')
  const [schedule, parent] = [SCHEDULE_TITLE.exec(text)?.[1], PARENT_TITLE.exec(text)?.[1]]
  if (schedule === undefined || parent === undefined) return null
  const name = `Schedule ${schedule.toUpperCase()} (Form ${parent.replace(/120S$/, '120-S')})`
  const described = TAX_FORMS.find((form) => form.form === name) ?? null
  const [row] = top
  if (row === undefined) return null
  const year = /\b20\d\d\b/.exec(text)?.[0]
  return {
    described,
    form: name,
    year: year === undefined ? null : Number(year),
    source: { page: page.number, box: row.box, text: name },
    first,
  }
}

function tidy(mark: string): string {
  return mark.replace(/ ?\(?20\d\d\)?$/, '').trim()
}
