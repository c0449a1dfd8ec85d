/** Reads and changes workbooks by other code than wrote them. */
import assert from 'node:assert/strict'
import { read, utils } from '@e965/xlsx'
import type { CellObject, WorkBook } from '@e965/xlsx'
import { zipOf } from './documents/zip.ts'
import { unzip } from './zip.ts'

export const openWorkbook = (bytes: Uint8Array): WorkBook => read(bytes, { cellFormula: true })

export interface PlacedCell {
  /** `Sheet!A1`. */
  readonly at: string
  readonly sheet: string
  readonly row: number
  readonly column: number
  readonly cell: CellObject
}

export function cellsOf(book: WorkBook): PlacedCell[] {
  return book.SheetNames.flatMap((sheet) =>
    Object.entries(book.Sheets[sheet] ?? {})
      .filter(([address]) => !address.startsWith('!'))
      .map(([address, cell]) => {
        const { r, c } = utils.decode_cell(address)
        return { at: `${sheet}!${address}`, sheet, row: r, column: c, cell: cell as CellObject }
      }),
  )
}

export const formulasOf = (book: WorkBook): PlacedCell[] => cellsOf(book).filter(({ cell }) => cell.f !== undefined)

export function rowsOf(book: WorkBook, sheet: string): any[][] {
  const found = book.Sheets[sheet] ?? assert.fail(`no sheet ${sheet}, but ${book.SheetNames.join(', ')}`)
  return utils.sheet_to_json(found, { header: 1, raw: true, defval: null, blankrows: true })
}

function changed(bytes: Uint8Array, change: (name: string, xml: string) => string): Buffer {
  const parts = [...unzip(Buffer.from(bytes))]
  return zipOf(parts.map(([name, data]) => ({ name, data: Buffer.from(change(name, data.toString())) })))
}

/** The same workbook with a wrong result beside every formula: whoever shows others has computed them. */
export function withoutResults(bytes: Uint8Array): Buffer {
  let removed = 0
  const made = changed(bytes, (name, xml) =>
    !/worksheets\/sheet\d+\.xml$/.test(name)
      ? xml
      : xml.replaceAll(/<\/f><v>[^<]*<\/v>/g, () => {
          removed += 1
          return '</f><v>-7</v>'
        }),
  )
  assert.ok(removed > 0, 'there are no formulas')
  return made
}

/** The same workbook with another number in one cell. */
export function withValue(bytes: Uint8Array, part: string, cell: string, value: string): Buffer {
  let isChanged = false
  const made = changed(bytes, (name, xml) =>
    name !== part
      ? xml
      : xml.replace(new RegExp(`(<c r="${cell}"[^>]*>)<v>[^<]*</v>`), (_, opening: string) => {
          isChanged = true
          return `${opening}<v>${value}</v>`
        }),
  )
  assert.ok(isChanged, `${part} has no number at ${cell}`)
  return made
}
