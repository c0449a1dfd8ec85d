/** What all sheets share: their first rows, their names, and how pages and captions are written. */
import { text } from './draft.ts'
import type { DraftCell, DraftSheet } from './draft.ts'

type Row = readonly (DraftCell | null)[]

export const CAPTION_WIDTH = 44
export const MONEY_WIDTH = 17

/** A sheet that starts with a title, a line about it, and a head that stays in sight. */
export function headedSheet(of: {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly head: Row
  readonly rows: readonly Row[]
  readonly widths: readonly number[]
  readonly frozenColumns?: number
  readonly states?: DraftSheet['states']
  readonly hasFilter?: boolean
}): DraftSheet {
  return {
    name: of.name,
    widths: of.widths,
    rows: [[text(of.title, { role: 'title' })], [text(of.about, { role: 'subtitle' })], [], of.head, ...of.rows],
    frozen: { rows: HEAD_ROWS, columns: of.frozenColumns ?? 1 },
    heading: of.title,
    states: of.states ?? null,
    hasFilter: of.hasFilter ?? false,
  }
}

/** Rows above the first of a headed sheet. */
export const HEAD_ROWS = 4

export const heads = (words: readonly string[], align: 'left' | 'right' = 'right'): DraftCell[] =>
  words.map((word) => text(word, { role: 'head', align, wrap: true }))

/** A row that names what follows, over the whole width. */
export const sectionRow = (words: string, width: number): Row => [
  text(words, { role: 'section' }),
  ...Array.from({ length: width - 1 }, () => text('', { role: 'section' })),
]

const MOST_NAME = 31

/** Gives sheets names that spreadsheets take, each once. Letters that they do not take become spaces. */
export class SheetNames {
  readonly #taken = new Set<string>()

  take(wanted: string): string {
    const plain = wanted
      .replaceAll(/[[\]:*?/\\'\p{C}]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    for (let turn = 1; ; turn += 1) {
      const tail = turn === 1 ? '' : ` ${turn}`
      // Counted in units of UTF-16, as spreadsheets do, without half a letter at the end.
      const start = plain.slice(0, MOST_NAME - tail.length).replace(/[\uD800-\uDBFF]$/, '')
      const name = `${start.trim() || 'Sheet'}${tail}`
      if (this.#taken.has(name.toLowerCase())) continue
      this.#taken.add(name.toLowerCase())
      return name
    }
  }
}

/** `2`, `2–4, 7`: pages in order, runs of them as such. */
export function pageWords(pages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else runs.push([page, page])
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ')
}

const ACRONYMS: Readonly<Record<string, string>> = {
  ebitda: 'EBITDA', ebit: 'EBIT', ebita: 'EBITA', ebitdar: 'EBITDAR', dscr: 'DSCR', noi: 'NOI', ttm: '(trailing twelve months)',
  dso: 'Days sales outstanding', dio: 'Days inventory outstanding', dpo: 'Days payable outstanding', rma: '(RMA)',
  ltd: 'long-term debt', cogs: 'Cost of goods sold', k1: 'K-1', capex: 'capital expenditures', opex: 'operating expenses',
} // prettier-ignore

/** `debt_service_total` → `Debt service total`. */
export function captionOf(key: string): string {
  const words = key.split('_').map((word) => ACRONYMS[word] ?? word)
  const caption = words.join(' ')
  return caption.charAt(0).toUpperCase() + caption.slice(1)
}
