/**
 * Which part of which pages a document takes up, small enough to be kept with it: two documents may share a page, one
 * above the other. With it a document can be read again from the package's pages without cutting the package again.
 */
import type { Box, Page } from '../../engine/model/page.ts'

export interface PagePart {
  readonly page: number
  /** Middles of the topmost and lowest thing of the part, in points from the top; null when the page is taken whole. */
  readonly between: readonly [top: number, bottom: number] | null
}

const middle = (box: Box): number => (box[1] + box[3]) / 2

/** Given the pages of a document, cut to its part, and the pages of its package by number. */
export function partsOfPages(cut: readonly Page[], whole: ReadonlyMap<number, Page>): PagePart[] {
  return cut.map((page) => {
    const original = whole.get(page.number)
    const isWhole = original?.words.length === page.words.length && original.rules.length === page.rules.length
    if (isWhole) return { page: page.number, between: null }
    return { page: page.number, between: spanOf(page) }
  })
}

/** Holds nothing when the part is empty. A loop, since a sheet may have more cells than a call takes arguments. */
function spanOf(page: Page): [top: number, bottom: number] {
  let span: [number, number] | null = null
  for (const { box } of [...page.words, ...page.rules]) {
    const at = middle(box)
    span = span === null ? [at, at] : [Math.min(span[0], at), Math.max(span[1], at)]
  }
  return span ?? [-1, -1]
}

/** The other way round. A page that is not there is left out. */
export function pagesOfParts(parts: readonly PagePart[], whole: ReadonlyMap<number, Page>): Page[] {
  return parts.flatMap(({ page, between }) => {
    const original = whole.get(page)
    if (original === undefined) return []
    if (between === null) return [original]
    const within = (thing: { readonly box: Box }): boolean =>
      middle(thing.box) >= between[0] && middle(thing.box) <= between[1]
    return [{ ...original, words: original.words.filter(within), rules: original.rules.filter(within) }]
  })
}
