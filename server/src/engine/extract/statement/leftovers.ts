/**
 * Conservation: every number on the pages is a figure, part of a text that is kept, a known artefact, or a leftover.
 * Above and below the table the known artefacts are dates, times, page numbers and the numbers inside sentences.
 */
import type { GridRow } from '../../layout/columns.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Table } from './table.ts'

const PAGE_NUMBER = /^[-–]?\s*(?:page|p\.?|seite|blz\.?)?\s*\d{1,4}\s*(?:(?:of|\/|von|van)\s*\d{1,4})?\s*[-–]?$/i
const DATE_OR_TIME = /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}:\d{2}|\b(?:19|20)\d\d\b/

export function leftoversOfText(table: Table): Leftover[] {
  return [...table.headerRows, ...table.footerRows].flatMap((row) => leftoversOfRow(row))
}

function leftoversOfRow(row: GridRow): Leftover[] {
  const text = row.atoms.flatMap((atom) => atom.words.map((word) => word.text)).join(' ')
  if (PAGE_NUMBER.test(text) || DATE_OR_TIME.test(text)) return []
  // A number in a sentence is read with its sentence; one that is marked as money and stands apart is not.
  return row.atoms.flatMap((atom, index) => {
    if (atom.number === null || !atom.number.marked || atom.number.nil || atom.number.digits < 3) return []
    const before = row.atoms[index - 1]
    const apart = before === undefined || atom.box[0] - before.box[2] > 1.6 * atom.size
    return apart ? [{ page: row.page, box: atom.box, text: atom.text, reason: 'unplaced' as const, column: null }] : []
  })
}
