/** Part of a page as a page of its own: a second document below the first, a table under its heading. */
import type { Box, Page } from '../model/page.ts'

/** What stands between two heights, in points; a word belongs where its middle is. */
export function slicePage(page: Page, top: number, bottom: number): Page {
  const within = (box: Box): boolean => {
    const middle = (box[1] + box[3]) / 2
    return middle >= top && middle < bottom
  }
  return {
    ...page,
    words: page.words.filter((word) => within(word.box)),
    rules: page.rules.filter((rule) => within(rule.box)),
  }
}
