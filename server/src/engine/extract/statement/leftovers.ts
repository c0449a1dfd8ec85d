/**
 * Conservation: every number on the pages is a figure, part of a text that is kept, a known artefact, or a leftover.
 * Above and below the table the known artefacts are dates, times, page numbers and the numbers inside sentences.
 */
import { isArtefactRow } from '../../layout/artefacts.ts'
import type { GridRow } from '../../layout/columns.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Table } from './table.ts'

export function leftoversOfText(table: Table): Leftover[] {
  return [...table.headerRows, ...table.footerRows].flatMap((row) => leftoversOfRow(row))
}

function leftoversOfRow(row: GridRow): Leftover[] {
  const text = row.atoms.flatMap((atom) => atom.words.map((word) => word.text)).join(' ')
  if (isArtefactRow(text)) return []
  // A number in a sentence is read with its sentence; one that is marked as money and stands apart is not.
  return row.atoms.flatMap((atom, index) => {
    if (atom.number === null || !atom.number.marked || atom.number.nil || atom.number.digits < 3) return []
    const before = row.atoms[index - 1]
    const apart = before === undefined || atom.box[0] - before.box[2] > 1.6 * atom.size
    return apart ? [{ page: row.page, box: atom.box, text: atom.text, reason: 'unplaced' as const, column: null }] : []
  })
}
