/** Tax returns: pages → forms by their marks, filled-in amounts → lines by their numbers. */
import type { Atom } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Figure, Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { Owner, ReadForm, TaxReading } from '../../model/tax.ts'
import { columnMiddles, columnOf } from './columns.ts'
import type { TaxForm } from '../../model/tax-forms.ts'
import { TAX_FORMS } from '../../model/tax-forms.ts'
import type { FormMark } from './identify-form.ts'
import { identifyForm } from './identify-form.ts'
import { boxedLines } from './boxed-lines.ts'
import type { LineFinder } from './line-keys.ts'
import { lineFinder } from './line-keys.ts'
import { readK1Owner } from './owners.ts'
import type { FormRow } from './row-values.ts'
import { toFormRow } from './row-values.ts'

interface OpenForm {
  readonly mark: FormMark
  readonly pages: Page[]
}

interface Found {
  readonly form: string
  readonly key: string
  readonly figure: Figure
}

/** A schedule inside a form begins with its name. */
const INNER_HEADING = /^Schedule [A-Z](?:-\d)?\b/i

export function readTaxReturn(pages: readonly Page[]): TaxReading {
  const forms: ReadForm[] = []
  const leftovers: Leftover[] = []
  for (const open of splitForms(pages)) {
    const read = readForm(open)
    forms.push(...read.forms)
    leftovers.push(...read.leftovers)
  }
  const owners = forms.flatMap((form) => form.owner ?? [])
  return {
    kind: pages.find((page) => page.kind === 'ocr')?.kind ?? pages[0]?.kind ?? 'digital',
    pages: [...new Set(pages.map((page) => page.number))],
    forms,
    owners: resolveOwners(owners),
    leftovers,
  }
}

/** A page with another mark, or with the same one and a title, begins another form. */
function splitForms(pages: readonly Page[]): OpenForm[] {
  const open: OpenForm[] = []
  for (const page of pages) {
    const mark = identifyForm(page)
    const last = open.at(-1)
    const goesOn = last !== undefined && (mark === null || (mark.form === last.mark.form && !mark.first))
    if (goesOn) last.pages.push(page)
    else if (mark !== null) open.push({ mark, pages: [page] })
  }
  return open
}

function readForm({ mark, pages }: OpenForm): { forms: ReadForm[]; leftovers: Leftover[] } {
  const found: Found[] = []
  const leftovers: Leftover[] = []
  const { described } = mark
  if (described !== null) {
    const inner = TAX_FORMS.filter((form) => form.heading !== null && form.mark.source === described.mark.source)
    for (const page of pages) {
      const read = isK1(described) ? boxedLines(page, described) : readPage(page, described, inner)
      found.push(...read.found)
      leftovers.push(...read.leftovers)
    }
  }
  const base = { taxYear: mark.year, pages: pages.map((page) => page.number), source: mark.source }
  const names = [...new Set([mark.form, ...found.map((one) => one.form)])]
  const owner = described !== null && isK1(described) ? readK1Owner(pages, described.form) : null
  return {
    forms: names.map((form) => ({ ...base, form, owner, lines: linesOf(found.filter((one) => one.form === form)) })),
    leftovers,
  }
}

function isK1(form: TaxForm): boolean {
  return form.form.startsWith('Schedule K-1')
}

/** The first amount of a line is the line's; a second one is nobody's. */
function linesOf(found: readonly Found[]): Map<string, Figure> {
  const lines = new Map<string, Figure>()
  for (const { key, figure } of found) if (!lines.has(key)) lines.set(key, figure)
  return lines
}

function readPage(page: Page, main: TaxForm, inner: readonly TaxForm[]): { found: Found[]; leftovers: Leftover[] } {
  const found: Found[] = []
  const leftovers: Leftover[] = []
  const seen: Row[] = []
  let finder: LineFinder | null = lineFinder(main)
  let above: FormRow | null = null
  for (const row of pageToRows(page)) {
    const text = rowText(row)
    if (inner.length > 0 && INNER_HEADING.test(text)) {
      const begun = inner.find((form) => form.heading?.test(text) === true)
      finder = begun === undefined ? null : lineFinder(begun)
    }
    seen.push(row)
    if (finder === null) continue
    const { form } = finder
    const filled = toFormRow(row, new Set(form.lines.map((line) => line.key)))
    const middles = form.columns === undefined ? [] : columnMiddles(form, seen)
    for (const position of filled.values) {
      const atom = filled.atoms[position]
      if (atom === undefined) continue
      const line = finder.find(filled, position, above)
      const columned = line !== null && form.columns !== undefined && (form.columned ?? /^/).test(line.key)
      const column = columned ? columnOf(form, middles, atom) : ''
      if (line === null || column === null) leftovers.push(...leftoverOf(atom, page))
      else found.push({ form: form.form, key: `${line.key}${column}`, figure: figureOf(atom, page) })
    }
    above = filled
  }
  return { found, leftovers }
}

export function figureOf(atom: Atom, page: Page): Figure {
  const { number } = atom
  if (number === null) throw new Error('a figure needs a number')
  return { value: number.cents, decimals: number.decimals, page: page.number, box: atom.box, text: atom.text }
}

/** Sums that the form itself prints are no leftovers; what somebody wrote into a field is. */
function leftoverOf(atom: Atom, page: Page): Leftover[] {
  const written = atom.words.some((word) => word.field !== undefined)
  const loose = atom.number?.marked === true && atom.number.digits > 2 && page.kind !== 'ocr'
  if (!written && !loose) return []
  return [{ page: page.number, box: atom.box, text: atom.text, reason: 'unplaced', column: null }]
}

/** One owner may stand on several K-1s; the name as first printed stands for all of them. */
function resolveOwners(owners: readonly Owner[]): Owner[] {
  const known = new Map<string, Owner>()
  for (const owner of owners) {
    const key = owner.name.toLowerCase().replace(/[^a-z]+/g, '')
    if (!known.has(key)) known.set(key, owner)
  }
  return [...known.values()]
}
