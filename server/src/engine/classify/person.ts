/** Whose personal financial statement it is: the name that is written where the form asks for one. */
import type { CellRow, TableCell } from '../layout/cell-rows.ts'
import { pageToCellRows } from '../layout/cell-rows.ts'
import type { CutDocument } from '../model/classification.ts'
import type { Page } from '../model/page.ts'

const WHO =
  "(?:applicant|borrower|individual|guarantor|owner|principal|client|customer|your|full|legal|print(?:ed)?)(?:['’]?s)?"
/** `Name`, `Applicant's name`, `Name of borrower`; a business's name is asked for with another word before it. */
const LABEL = new RegExp(
  `^(?:(?:${WHO} )*names?(?:\\(s\\))?(?: of (?:the )?${WHO})?(?: \\([^)]*\\))?:?|${WHO}(?::|$))\\s*(.*)$`,
  'i',
)
const PREPARED_FOR = /^(?:prepared for|statement of|for)\s*:?\s+(.+)$/i
/** Words of two to four names, joined for a couple; initials and generations included. */
const PERSON = /^(?:(?:mr|mrs|ms|dr)\.? )?\p{Lu}[\p{L}'’-]*\.?(?: (?:and|&|\p{Lu}[\p{L}'’-]*\.?,?)){1,6}$/u
const NO_PERSON =
  /\b(?:bank|statement|financial|address|phone|business|residence|city|state|zip|date|section|social|security|number|llc|inc|corp|company|ltd|credit union|assets|liabilities|noteholders?|securities|small|administration|form|confidential|total|net worth|schedule|condition|as of)\b/i
/** A value below its label begins about where the label does, in points. */
const BELOW_POINTS = 24

export function isPersonName(text: string): boolean {
  return PERSON.test(text) && !NO_PERSON.test(text)
}

export function readPerson(pages: readonly Page[]): CutDocument['entity'] {
  const rows = pages.flatMap((page) => pageToCellRows(page))
  for (const [index, row] of rows.entries())
    for (const [position, cell] of row.cells.entries()) {
      const found = nameAt(row, position, rows[index + 1])
      if (found !== null)
        return { name: found.name, source: { page: row.page, box: found.cell.box, text: found.cell.text } }
      const titled = PREPARED_FOR.exec(cell.text)?.[1]
      if (titled !== undefined && isPersonName(titled))
        return { name: titled, source: { page: row.page, box: cell.box, text: cell.text } }
    }
  return null
}

function nameAt(row: CellRow, position: number, next: CellRow | undefined): { name: string; cell: TableCell } | null {
  const cell = row.cells[position]
  const match = cell === undefined ? null : LABEL.exec(cell.text)
  if (cell === undefined || match === null) return null
  const [, rest = ''] = match
  if (rest !== '') return isPersonName(rest) ? { name: rest, cell } : null
  const beside = row.cells[position + 1]
  if (beside !== undefined && isPersonName(beside.text)) return { name: beside.text, cell: beside }
  const below = next?.cells.find((one) => Math.abs(one.box[0] - cell.box[0]) < BELOW_POINTS && isPersonName(one.text))
  return below === undefined ? null : { name: below.text, cell: below }
}
