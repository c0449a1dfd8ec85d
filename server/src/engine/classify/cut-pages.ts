/** Pages → documents: where one ends and the next begins, and who each of them is about. */
import { clearDateOrder } from '../layout/dates.ts'
import type { DateOrder } from '../layout/dates.ts'
import { readFormMark } from '../layout/form-mark.ts'
import { readPageCount } from '../layout/page-count.ts'
import { slicePage } from '../layout/page-slice.ts'
import { keepsColumns, repeatsHeads } from '../layout/same-table.ts'
import type { Row } from '../layout/rows.ts'
import { pageToRows, rowText } from '../layout/rows.ts'
import type { CutDocument, DocumentClass } from '../model/classification.ts'
import type { Page } from '../model/page.ts'
import { finish } from '../../lib/steps.ts'
import type { Steps } from '../../lib/steps.ts'
import { readAssurance } from './assurance.ts'
import type { PageVerdict } from './classify-page.ts'
import { CONTINUED, classifyPage, hasFigure, STATEMENTS } from './classify-page.ts'
import { readEin, readEntity } from './entity.ts'
import { readPerson } from './person.ts'
import { bearsEin, continuesReturn, readTaxpayer } from './tax-pages.ts'
import { CLASS_WORDS } from './vocabulary.ts'

/** Rows of figures above a title that make it the title of a second statement on the same page. */
const MIN_ROWS_ABOVE = 4
const MAX_SECOND_TITLE_WORDS = 6
/** A page of a table has figures on at least this share of its rows. */
const TABLE_SHARE = 0.4
/** Documents whose later pages hold figures and no word of what they are. */
const GO_ON_UNTITLED: ReadonlySet<DocumentClass> = new Set([
  ...STATEMENTS,
  'bank-statement',
  'ar-aging',
  'ap-aging',
  'debt-schedule',
])

/** Lists of items, whose later pages may look like movements of a bank. */
const LISTS: ReadonlySet<DocumentClass> = new Set(['ar-aging', 'ap-aging', 'debt-schedule'])
/** What the schedules behind the face of a personal statement look like, taken by themselves. */
const SCHEDULE_LIKE: ReadonlySet<DocumentClass> = new Set(['other', 'debt-schedule'])

export function cutPages(pages: readonly Page[]): CutDocument[] {
  return finish(cutPagesInSteps(pages))
}

/** A step for each page: a package may have thousands. */
export function* cutPagesInSteps(pages: readonly Page[]): Steps<CutDocument[]> {
  const order = yield* orderInSteps(pages)
  const groups: PageVerdict[][] = []
  for (const page of pages) {
    for (const part of splitAtTitles(page)) {
      const verdict = classifyPage(part, order)
      const group = groups.at(-1)
      if (group && continues(group, verdict)) group.push(verdict)
      else groups.push([verdict])
    }
    yield
  }
  const reports = readAssurance(pages, order)
  const documents: CutDocument[] = []
  for (const group of groups) {
    yield
    documents.push(toDocument(group, reports))
  }
  return documents
}

/** Page by page, because the first clear date ends the search. */
function* orderInSteps(pages: readonly Page[]): Steps<DateOrder> {
  for (const page of pages) {
    const order = clearDateOrder(pageToRows(page).map(rowText))
    if (order !== null) return order
    yield
  }
  return 'month-first'
}

/** Two statements may share a page, one below the other: then the second has its own title row amid the figures. */
function splitAtTitles(page: Page): Page[] {
  // Forms hold tables with the titles of statements.
  if (readFormMark(page) !== null) return [page]
  const rows = pageToRows(page)
  const cuts: number[] = []
  let above = 0
  for (const row of rows) {
    if (hasFigure(row)) above += 1
    else if (above >= MIN_ROWS_ABOVE && isSecondTitle(row)) {
      cuts.push(row.box[1] - 1)
      above = 0
    }
  }
  if (cuts.length === 0) return [page]
  const edges = [0, ...cuts, page.height]
  return edges.slice(1).map((bottom, index) => slicePage(page, edges[index] ?? 0, bottom))
}

function isSecondTitle(row: Row): boolean {
  const text = rowText(row)
  if (row.words.length > MAX_SECOND_TITLE_WORDS) return false
  return CLASS_WORDS.some((words) => STATEMENTS.has(words.class) && words.titles.exec(text)?.[0].length === text.length)
}

function continues(group: readonly PageVerdict[], next: PageVerdict): boolean {
  const [first] = group
  const last = group.at(-1)
  if (!first || !last) return false
  if (last.page.kind === 'sheet' || next.page.kind === 'sheet') return isSameList(first, last, next)
  if (first.class === 'bank-statement' && goesOnCounting(last.page, next.page)) return true
  if (first.class === 'tax-return') return continuesReturn(group, next)
  // Schedules behind the face speak of what a person owns, and of little else.
  if (first.class === 'personal-financial-statement' && next.title === null)
    return (
      next.class === first.class ||
      goesOnCounting(last.page, next.page) ||
      (SCHEDULE_LIKE.has(next.class) && isBehindFace(next))
    )
  if (next.title !== null) return next.class === first.class && sameReport(first, next.title, next.dates)
  if (isLastOf(first, next)) return true
  if (LISTS.has(first.class) && (repeatsHeads(last.page, next.page) || keepsColumns(last.page, next.page))) return true
  if (!GO_ON_UNTITLED.has(first.class)) return next.class === first.class && first.class !== 'other'
  if (next.class === first.class) return true
  // Without a title of its own a page of figures goes on with the statement before it, unless it speaks for another.
  return (
    next.class === 'other' &&
    next.figureShare >= TABLE_SHARE &&
    (next.leanings.length === 0 || next.leanings.includes(first.class)) &&
    next.evidence.length === 0
  )
}

/** The last page may hold little more than the bottom line, under the title and the heads of the first. */
function isLastOf(first: PageVerdict, next: PageVerdict): boolean {
  if (!STATEMENTS.has(first.class) || next.heading === null || next.figureRows === 0) return false
  return sameReport(first, next.heading, next.dates)
}

/** A sheet is one document, except that a bank's export may fill several pages. */
function isSameList(first: PageVerdict, last: PageVerdict, next: PageVerdict): boolean {
  return (
    first.class === 'bank-statement' &&
    next.class === 'bank-statement' &&
    last.page.kind === next.page.kind &&
    last.page.title === next.page.title
  )
}

/** `Page 2 of 4` and then `Page 3 of 4`: the pages themselves say that they belong together. */
function goesOnCounting(last: Page, next: Page): boolean {
  const [before, now] = [readPageCount(last), readPageCount(next)]
  return before !== null && now !== null && before.of === now.of && now.page === before.page + 1
}

/** A page of schedules, or of what is signed: forms number their sections over all of their pages. */
function isBehindFace({ page, leanings }: PageVerdict): boolean {
  if (leanings.includes('personal-financial-statement')) return true
  return pageToRows(page).some((row) =>
    /^(?:section|schedule) (?:\d{1,2}|[a-k])\b|\bI (?:hereby )?certify\b/i.test(rowText(row)),
  )
}

function sameReport(first: PageVerdict, title: string, dates: string): boolean {
  const fold = (text: string | null): string =>
    (text ?? '')
      .toLowerCase()
      .replace(CONTINUED, '')
      .replace(/[^\p{L}]+/gu, '')
  return fold(first.title) === fold(title) && (first.dates === dates || dates === '')
}

function toDocument(group: readonly PageVerdict[], reports: ReturnType<typeof readAssurance>): CutDocument {
  const pages = group.map((verdict) => verdict.page)
  const [first] = group
  const assurance = reports.of(pages)
  const isReturn = first?.class === 'tax-return'
  return {
    class: first?.class ?? 'other',
    confidence: Math.max(...group.map((verdict) => verdict.confidence)),
    evidence: group.flatMap((verdict) => verdict.evidence),
    pageNumbers: [...new Set(pages.map((page) => page.number))],
    pages,
    entity: entityOf(first?.class, pages),
    einLast4: isReturn && !bearsEin(pages) ? null : readEin(pages),
    assurance: assurance.level,
    engagement: assurance.engagement,
  }
}

/** Forms have boxes for names; elsewhere the name stands over the table. */
function entityOf(of: DocumentClass | undefined, pages: readonly Page[]): CutDocument['entity'] {
  if (of === 'tax-return') return readTaxpayer(pages)
  return (of === 'personal-financial-statement' ? readPerson(pages) : null) ?? readEntity(pages)
}
