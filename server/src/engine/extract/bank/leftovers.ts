/**
 * Conservation: every number on the pages is a figure, part of a text that is kept, a known artefact, or a leftover.
 * Known artefacts are days, times, page numbers and the numbers inside sentences.
 */
import { rowText } from '../../layout/rows.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Cell } from './amount.ts'
import type { RowFacts } from './row-facts.ts'

/** A number this far, in letter heights, behind the text before it stands apart. */
const APART = 1.6
const MIN_DIGITS = 3
const PAGE_NUMBER = /^(?:page|p\.?|seite|blz\.?)?\s*\d{1,4}\s*(?:(?:of|\/|von|van)\s*\d{1,4})?$/i

export function leftoversOf(
  rows: readonly RowFacts[],
  used: ReadonlySet<Cell>,
  doubtful: ReadonlySet<Cell>,
): Leftover[] {
  return rows.flatMap((facts) => {
    if (PAGE_NUMBER.test(rowText(facts.row))) return []
    const dated = new Set(facts.days.flatMap((day) => day.words))
    return facts.cells.flatMap((cell, index) => {
      if (used.has(cell) || cell.amount === null || cell.words.some((word) => dated.has(word))) return []
      if (!cell.amount.marked || (cell.text.match(/\d/g) ?? []).length < MIN_DIGITS) return []
      const before = facts.cells[index - 1]
      const apart = before === undefined || cell.box[0] - before.box[2] > APART * cell.size
      if (!apart && cell.amount.decimals === 0) return []
      // A row of a list that could not be read is worse than a number somewhere on the page.
      const reason = doubtful.has(cell) ? 'unplaced' : 'outside'
      return [{ page: facts.row.page, box: cell.box, text: cell.text, reason, column: null } as const]
    })
  })
}
