import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Page } from '../../engine/model/page.ts'
import { pagesOfParts, partsOfPages } from './page-parts.ts'

const anyHeight = fc.integer({ min: 0, max: 790 })
const anyPage = fc
  .record({ words: fc.array(anyHeight, { maxLength: 30 }), rules: fc.array(anyHeight, { maxLength: 6 }) })
  .map(({ words, rules }): Page => ({
    number: 1,
    width: 612,
    height: 792,
    kind: 'digital',
    words: words.map((y) => ({ text: `w${y}`, box: [0, y, 10, y + 1], font: null, size: 1, bold: false })),
    rules: rules.map((y) => ({ box: [0, y, 100, y + 0.5] })),
    turned: 0,
    title: null,
    notes: [],
  }))

/** The page between two heights, as the cutter cuts it. */
function sliceOf(page: Page, top: number, bottom: number): Page {
  const within = ({ box }: { box: readonly [number, number, number, number] }): boolean =>
    (box[1] + box[3]) / 2 >= top && (box[1] + box[3]) / 2 < bottom
  return { ...page, words: page.words.filter(within), rules: page.rules.filter(within) }
}

test('a document is found again in the pages of its package, however its pages were cut', () => {
  fc.assert(
    fc.property(anyPage, anyPage, anyHeight, (first, second, cut) => {
      const whole = new Map([
        [1, first],
        [2, { ...second, number: 2 }],
      ])
      for (const pages of [
        [sliceOf(first, 0, cut)],
        [sliceOf(first, cut, 800), { ...second, number: 2 }],
        [sliceOf({ ...second, number: 2 }, cut, cut)],
      ]) {
        const kept = JSON.parse(JSON.stringify(partsOfPages(pages, whole))) as ReturnType<typeof partsOfPages>
        assert.deepEqual(pagesOfParts(kept, whole), pages)
      }
    }),
  )
})
