/**
 * Which official form a page belongs to, and of which year, by the marks that such pages print: the running head
 * `Form 1040 (2024) Page 2`, the foot beside `Cat. No.`, the title block beside the OMB number. Cutting a package and
 * reading a return both go by it.
 */
import type { Spot } from '../model/extraction.ts'
import type { Page } from '../model/page.ts'
import type { TaxForm } from '../model/tax-forms.ts'
import { TAX_FORMS } from '../model/tax-forms.ts'
import type { Row } from './rows.ts'
import { pageToRows, rowText } from './rows.ts'

export interface FormMark {
  readonly form: string
  /** Null for an official form that is not described. */
  readonly described: TaxForm | null
  readonly year: number | null
  readonly source: Spot
  /** The page that begins the form rather than one that goes on with it. */
  readonly first: boolean
  readonly role: TaxForm['role']
  /** Last four digits of the taxpayers' numbers in the head of the page: different ones are different taxpayers. */
  readonly taxpayers: ReadonlySet<string>
}

/** Recognition drops spaces and takes brackets for bars: both may be missing. */
const RUNNING_MARK =
  /\b(Schedule\s?(?:[A-Z]{1,2}|\d)(?:\s?-\s?\d)?\s?\(?Form\s?[\d-]{3,7}[A-Z]{0,2}(?:(?: or |, )[\w-]+)*\)?|Form\s?(?:\d{3,4})(?:\s?-\s?[A-Z]{1,2}|S)?)\s?[([{|]?(?:Rev\.? [\w-]{1,9} )?((?:19|20)\d\d)\b\)?/i
const TITLE_SCHEDULE = /\bSCHEDULE\s?([A-Z]{1,2}|\d|K-?1)\b/i
const TITLE_PARENT = /\(Form\s?(1040|1065|1120(?:-?S)?)\b/i
const TITLE_FORM = /\bForm\s?(\d{3,4}(?:-?[A-Z]{1,2})?)\b/i
/** Numbers of the tax office begin with 1545. */
const OFFICIAL = /\bOMB\s?No\W*1545|\bDepartment of the Treasury|\bInternal Revenue Service/i
const BEGINS = /\bOMB\s?No|\bDepartment of the Treasury|\bInternal Revenue Service/i
/** Slips that others fill in about a taxpayer, and forms that ask for something: no part of any return. */
const NO_RETURN = /^(?:Form )?(?:109[4-9]|392[12]|5498|8300|4506|2848|8821|W-?\d)/i
/** Returns that are not described. */
const OTHER_RETURN = /^Form (?:94[0-5]|990|1040|1041|1065|1066|1120|70[69])(?:-?[A-Z]{1,2})?$/i
/** Other offices number their forms too. */
const OTHER_OFFICE = /\b(?:SBA|FDIC|HUD|USDA|FSA|VA)\s+Form\b/i
const TAXPAYER = /(?:\b\d{3}|[Xx*]{3})-(?:\d{2}|[Xx*]{2})-(\d{4})\b|\b(?:\d{2}|[Xx*]{2})-[\dXx*]{3}(\d{4})\b/g
const TITLE_ROWS = 14
const HEAD_ROWS = 3
const FOOT_ROWS = 5
const YEAR = /\b(20[12]\d)\b/
/** Words of other print between two words of a title. */
const TITLE_GAP = 60

const known = new WeakMap<Page, { mark: FormMark | null }>()

/** Null on a page that bears no mark of a form that belongs to a return. */
export function readFormMark(page: Page): FormMark | null {
  const kept = known.get(page) ?? { mark: findMark(page) }
  known.set(page, kept)
  return kept.mark
}

function findMark(page: Page): FormMark | null {
  if (page.kind === 'sheet') return null
  const rows = pageToRows(page)
  const top = rows.slice(0, TITLE_ROWS)
  const found = runningMark(rows) ?? titleMark(top)
  if (found === null || NO_RETURN.test(found.form)) return null
  const described = TAX_FORMS.find((form) => form.heading === null && form.mark.test(found.form)) ?? null
  return {
    form: described?.form ?? found.form,
    described,
    year: found.year,
    source: { page: page.number, box: found.row.box, text: found.text },
    first: top.some((row) => BEGINS.test(rowText(row))),
    role: described?.role ?? (OTHER_RETURN.test(found.form) ? 'return' : 'part'),
    taxpayers: taxpayersIn(top),
  }
}

interface Found {
  readonly form: string
  readonly year: number | null
  readonly row: Row
  readonly text: string
}

/** A running foot stands last and a running head first; what stands between them names other forms. */
function runningMark(rows: readonly Row[]): Found | null {
  for (const row of [...rows.slice(-FOOT_ROWS).reverse(), ...rows.slice(0, HEAD_ROWS)]) {
    const text = rowText(row)
    const match = RUNNING_MARK.exec(text)
    if (match?.[1] === undefined || OTHER_OFFICE.test(text)) continue
    return { form: tidy(match[1]), year: Number(match[2]), row, text: match[0] }
  }
  return null
}

/** Recognition may lose small print; the title is large. */
function titleMark(top: readonly Row[]): Found | null {
  const text = top.map(rowText).join(' ')
  const [row] = top
  if (row === undefined || !OFFICIAL.test(text) || OTHER_OFFICE.test(text)) return null
  const year = YEAR.exec(text)?.[1]
  const base = { year: year === undefined ? null : Number(year), row }
  const titled = TAX_FORMS.find((form) => form.title !== '' && titlePattern(form.title).test(text))
  if (titled !== undefined) return { ...base, form: titled.form, text: titled.title }
  const [schedule, parent] = [TITLE_SCHEDULE.exec(text)?.[1], TITLE_PARENT.exec(text)?.[1]]
  if (schedule !== undefined && parent !== undefined)
    return { ...base, form: tidy(`Schedule ${schedule} (Form ${parent})`), text: `Schedule ${schedule}` }
  const named = TITLE_FORM.exec(text)
  return named?.[1] === undefined ? null : { ...base, form: tidy(`Form ${named[1]}`), text: named[0] }
}

const patterns = new Map<string, RegExp>()

/** The words of a title in their order: rows of unlike height run into each other. */
function titlePattern(title: string): RegExp {
  const kept = patterns.get(title)
  if (kept !== undefined) return kept
  const words = title.split(' ').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('’', "['’`]?"))
  const pattern = new RegExp(String.raw`(?:^|\s|\()${words.join(`[^]{0,${TITLE_GAP}}?`)}`, 'i')
  patterns.set(title, pattern)
  return pattern
}

/** One spelling for all that print and recognition make of a name: `Form1120S` is Form 1120-S. */
function tidy(name: string): string {
  const [, schedule, number] =
    /^Schedule\s?([A-Z\d]{1,2}(?:\s?-\s?\d)?)\s?\(?Form\s?([\d-]+[A-Z]{0,2})/i.exec(name) ?? []
  if (schedule !== undefined && number !== undefined)
    return `Schedule ${schedule.toUpperCase().replace(/\s/g, '').replace(/^K1$/, 'K-1')} (Form ${formNumber(number)})`
  return `Form ${formNumber(name.replace(/^Form\s?/i, ''))}`
}

function formNumber(text: string): string {
  const [, digits = text, letters = ''] = /^(\d+)[\s-]*([A-Za-z]*)/.exec(text) ?? []
  return letters === '' ? digits : `${digits}-${letters.toUpperCase()}`
}

function taxpayersIn(top: readonly Row[]): Set<string> {
  return new Set(top.flatMap((row) => [...rowText(row).matchAll(TAXPAYER)].map((match) => match[1] ?? match[2] ?? '')))
}
