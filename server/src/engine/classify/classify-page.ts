/** One page, judged by its words: how much speaks for each class, and which words did. */
import type { DateOrder } from '../layout/dates.ts'
import { readPeriodHeading } from '../layout/period-heading.ts'
import { readAmountWord } from '../layout/amount-word.ts'
import type { FormMark } from '../layout/form-mark.ts'
import { readFormMark } from '../layout/form-mark.ts'
import type { Row } from '../layout/rows.ts'
import { pageToRows, rowText } from '../layout/rows.ts'
import { STATEMENT_CLASSES } from '../model/extraction.ts'
import type { DocumentClass, Evidence } from '../model/classification.ts'
import type { Page } from '../model/page.ts'
import { CLASS_WORDS } from './vocabulary.ts'

export interface PageVerdict {
  readonly page: Page
  readonly class: DocumentClass
  readonly confidence: number
  readonly evidence: readonly Evidence[]
  /** The title row, when the page bears one. */
  readonly title: string | null
  /** The row that would be its title, had the page enough figures to be a statement of its own. */
  readonly heading: string | null
  /** The dates that the rows around the title name: two reports of one kind differ in them. */
  readonly dates: string
  readonly figureRows: number
  /** Of its rows, how many hold figures: a table is full of them, a letter is not. */
  readonly figureShare: number
  /** What the content alone speaks for most; several when it speaks for them alike, none when it says next to nothing. */
  readonly leanings: readonly DocumentClass[]
  /** Of an official tax form; what such a page holds besides, a balance sheet for instance, decides nothing. */
  readonly mark: FormMark | null
}

/** A title weighs as much as this many different words of content. */
const TITLE_WEIGHT = 5
const MAX_CONTENT = 7
/** A running head that names an official form outweighs whatever the form contains, a balance sheet for instance. */
const FORM_WEIGHT = 14
/** Less than this is no evidence; a lead smaller than this is no decision. */
const MIN_SCORE = 4
const MIN_LEAD = 2
/** One row of another class stands in many a table: `retirement plan contributions` among expenses. */
const MIN_LEANING = 2
/** Titles stand among the first rows, and are short. */
const TITLE_ROWS = 14
const MIN_TITLE_ROWS = 4
const MAX_TITLE_WORDS = 14
/** Name, title and date in one row, set apart by dashes or bars, take more words than any one of them. */
const MAX_JOINED_TITLE_WORDS = 24
const SEPARATOR = /\s[-–—|]\s/
/** What a further page adds to the title of the first. */
export const CONTINUED = /\(?\bcont(?:inued|'?d)\b\.?\)?|\bpage \d+( of \d+)?/gi
const ABBREVIATED = /\b(?:inc|corp|ltd|assoc|dept|cont|bros)\.$/i
/** A statement has at least this many rows of figures. */
const MIN_FIGURE_ROWS = 2
export const STATEMENTS: ReadonlySet<DocumentClass> = new Set(STATEMENT_CLASSES)

interface Tally {
  readonly class: DocumentClass
  readonly score: number
  readonly content: number
  /** How many rows that content stands in. */
  readonly contentRows: number
  readonly evidence: readonly Evidence[]
  readonly title: Row | null
}

export function classifyPage(page: Page, order: DateOrder): PageVerdict {
  const rows = pageToRows(page)
  const figureRows = rows.filter(hasFigure).length
  const top = titleRows(rows)
  const tallies = CLASS_WORDS.map((words) => tally(words, rows, top, page)).sort((a, b) => b.score - a.score)
  const [best, second] = tallies
  const mostRows = Math.max(...tallies.map((one) => one.contentRows))
  const lead = (best?.score ?? 0) - (second?.score ?? 0)
  const sure =
    best !== undefined &&
    best.score >= MIN_SCORE &&
    lead >= MIN_LEAD &&
    (!STATEMENTS.has(best.class) || figureRows >= MIN_FIGURE_ROWS)
  const mark = readFormMark(page)
  const decided: DocumentClass = sure ? best.class : 'other'
  return {
    page,
    class: mark === null ? decided : 'tax-return',
    confidence: mark !== null ? 1 : sure ? Math.min(1, best.score / (best.score + (second?.score ?? 0))) : 0,
    evidence: mark !== null ? [{ kind: 'title', ...mark.source }] : best && sure ? best.evidence : [],
    title: mark !== null ? mark.form : sure && best.title ? rowText(best.title) : null,
    heading: mark !== null ? mark.form : best?.title ? rowText(best.title) : null,
    mark,
    dates: top
      .map((row) => datesOf(rowText(row), order))
      .filter((text) => text !== '')
      .join(' '),
    figureRows,
    figureShare: rows.length === 0 ? 0 : figureRows / rows.length,
    leanings: tallies
      .filter((one) => one.contentRows >= MIN_LEANING && one.contentRows === mostRows)
      .map((one) => one.class),
  }
}

/** The rows a title may stand in: the first of the page, up to the first figures, and the name of the sheet. */
function titleRows(rows: readonly Row[]): Row[] {
  const first = rows.findIndex((row) => hasFigure(row))
  return rows
    .slice(0, first < 0 ? TITLE_ROWS : Math.max(MIN_TITLE_ROWS, Math.min(TITLE_ROWS, first)))
    .filter((row, index, all) => isShort(row) && !hasFigure(row) && !isProse(row, all[index - 1]))
    .slice(0, TITLE_ROWS)
}

/** A letter names statements without being one: its rows begin or end in the middle of a sentence. */
function isProse(row: Row, before: Row | undefined): boolean {
  const text = rowText(row)
  if (/^\p{Ll}{2,}/u.test(text) || (/\p{Ll}{3,}\.$/u.test(text) && !ABBREVIATED.test(text))) return true
  // A long row without a full stop goes on in the next one.
  return before !== undefined && before.words.length > MAX_TITLE_WORDS && !/[.:)]$/.test(rowText(before))
}

function isShort(row: Row): boolean {
  const { length } = row.words
  return length <= MAX_TITLE_WORDS || (length <= MAX_JOINED_TITLE_WORDS && SEPARATOR.test(rowText(row)))
}

/** Asked of every row by every stage that cuts and names; the answer is kept with the row. */
const figured = new WeakMap<Row, boolean>()

export function hasFigure(row: Row): boolean {
  const known = figured.get(row) ?? holdsFigure(row)
  figured.set(row, known)
  return known
}

/** Thousands apart by a space, at the end of a row: `1 857 616`, `<5 529>`. */
const SPACED_GROUPS = /(?:^|\s)[(<[-]?\d{1,3}(?: \d{3})+(?:,\d\d)?[)>\]-]?$/

function holdsFigure(row: Row): boolean {
  if (SPACED_GROUPS.test(rowText(row))) return true
  return row.words.some((word) => {
    const amount = readAmountWord(word.text)
    return amount !== null && !amount.nil && amount.marked && amount.digits > 1 && !/^\(?\d{1,3}[).,]?$/.test(word.text)
  })
}

function tally(words: (typeof CLASS_WORDS)[number], rows: readonly Row[], top: readonly Row[], page: Page): Tally {
  const evidence: Evidence[] = []
  const title = top.find((row) => words.titles.test(rowText(row))) ?? null
  const sheet = page.title !== null && words.titles.test(page.title)
  if (title) evidence.push({ kind: 'title', page: page.number, box: title.box, text: rowText(title) })
  let content = 0
  const contentRows = new Set<Row>()
  for (const pattern of words.content) {
    const row = rows.find((one) => pattern.test(rowText(one)))
    if (!row) continue
    content += 1
    contentRows.add(row)
    evidence.push({ kind: 'content', page: page.number, box: row.box, text: pattern.exec(rowText(row))?.[0] ?? '' })
  }
  const form = words.form !== undefined && top.some((row) => words.form?.test(rowText(row)) === true)
  const titled = title !== null || sheet || words.shape?.(page) === true
  const score = (form ? FORM_WEIGHT : titled ? TITLE_WEIGHT : 0) + Math.min(content, MAX_CONTENT)
  return { class: words.class, score, content, contentRows: contentRows.size, evidence, title }
}

function datesOf(text: string, order: DateOrder): string {
  const heading = readPeriodHeading(text, order)
  return heading === null || (heading.year === null && heading.month === null)
    ? ''
    : text
        .toLowerCase()
        .replace(CONTINUED, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
}
