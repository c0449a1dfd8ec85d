/** Tax returns: pages → forms by their marks, filled-in amounts → lines by their numbers. */
import type { Atom } from '../../layout/atoms.ts'
import { negate } from '../../../lib/money.ts'
import type { FormMark } from '../../layout/form-mark.ts'
import { readFormMark } from '../../layout/form-mark.ts'
import type { Figure, Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { ReadForm, TaxReading } from '../../model/tax.ts'
import { TAX_FORMS, editionOf } from '../../model/tax-forms.ts'
import type { TaxForm } from '../../model/tax-forms.ts'
import { readK1Owner, resolveOwners } from './owners.ts'
import type { PlacedValue } from './read-page.ts'
import { readBoxedPage, readFormPage, readUnknownPage } from './read-page.ts'

interface OpenForm {
  readonly mark: FormMark | null
  readonly pages: Page[]
}

export function readTaxReturn(pages: readonly Page[]): TaxReading {
  const read = splitForms(pages).map(readForm)
  const forms = read.flatMap((one) => one.forms)
  return {
    kind: pages.find((page) => page.kind === 'ocr')?.kind ?? pages[0]?.kind ?? 'digital',
    pages: [...new Set(pages.map((page) => page.number))],
    forms,
    owners: resolveOwners(forms.flatMap((form) => form.owner ?? [])),
    leftovers: read.flatMap((one) => one.leftovers),
  }
}

/** A page with another mark, or with the same one and a title, begins another form; one without goes on. */
function splitForms(pages: readonly Page[]): OpenForm[] {
  const open: OpenForm[] = []
  for (const page of pages) {
    const mark = readFormMark(page)
    const last = open.at(-1)
    const goesOn = last !== undefined && (mark === null || (mark.form === last.mark?.form && !mark.first))
    if (goesOn) last.pages.push(page)
    else open.push({ mark, pages: [page] })
  }
  return open
}

function readForm({ mark, pages }: OpenForm): { forms: ReadForm[]; leftovers: Leftover[] } {
  const described = mark?.described ? editionOf(mark.described, mark.year) : null
  const values = pages.flatMap((page) => readValues(page, described, mark?.year ?? null))
  const { lines, leftovers } = settle(values)
  if (mark === null) return { forms: [], leftovers }
  const base = { taxYear: mark.year, pages: pages.map((page) => page.number), source: mark.source }
  const owner = described?.role === 'share' ? readK1Owner(pages, described.form) : null
  const names = [...new Set([mark.form, ...lines.keys()])]
  return {
    forms: names.map((form) => ({ ...base, form, owner, lines: lines.get(form) ?? new Map<string, Figure>() })),
    leftovers,
  }
}

function readValues(page: Page, described: TaxForm | null, year: number | null): PlacedValue[] {
  if (described === null) return readUnknownPage(page)
  if (described.boxed) return readBoxedPage(page, described)
  const inner = TAX_FORMS.filter((form) => form.heading !== null && form.parent === described.form)
  return readFormPage(
    page,
    described,
    inner.map((form) => editionOf(form, year)),
  )
}

/** The first amount of a line is the line's. A second one, and one without a line, are left over: nothing vanishes. */
function settle(values: readonly PlacedValue[]): { lines: Map<string, Map<string, Figure>>; leftovers: Leftover[] } {
  const lines = new Map<string, Map<string, Figure>>()
  const leftovers: Leftover[] = []
  for (const { page, atom, place, reason } of values) {
    const isPrint = place?.form.printed.has(place.key) === true
    const of = place === null || isPrint ? undefined : (lines.get(place.form.form) ?? new Map<string, Figure>())
    if (place === null || of === undefined || of.has(place.key))
      leftovers.push({ page, box: atom.box, text: atom.text, reason: isPrint ? 'outside' : reason, column: null })
    else {
      of.set(place.key, figureOf(atom, page, place.form.bracketed.has(place.key)))
      lines.set(place.form.form, of)
    }
  }
  return { lines, leftovers }
}

/** A box in printed brackets takes off what is written into it, with a sign or without. */
function figureOf(atom: Atom, page: number, bracketed: boolean): Figure {
  const { number } = atom
  if (number === null) throw new Error('a figure needs a number')
  const value = bracketed && number.cents > 0n ? negate(number.cents) : number.cents
  return { value, decimals: number.decimals, page, box: atom.box, text: atom.text }
}
