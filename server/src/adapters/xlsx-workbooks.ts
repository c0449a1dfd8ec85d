/**
 * Workbooks as XLSX: how each kind of cell looks, notes, links, formats that turn red, panes and print set-up. All text
 * is written as text: whatever a document prints, it is no formula.
 */
import { writeXlsx } from 'hucre'
import type { Cell as WrittenCell, CellStyle as WrittenStyle, ConditionalRule, NamedRange, WriteSheet } from 'hucre'
import type { WorkbookWriter } from '../domain/deps.ts'
import { CHECK_WORDS } from '../engine/model/workbook.ts'
import { columnLetters, quotedSheet } from '../lib/sheet-address.ts'
import type { Cell, CellFormat, CellStyle, DefinedName, Sheet, Workbook } from '../engine/model/workbook.ts'

const FONT = { name: 'Calibri', size: 10 } as const
/** Negatives in brackets, nothing as a dash, figures of all signs flush. */
const NUMBER_FORMATS: Readonly<Record<Exclude<CellFormat, 'text'>, string>> = {
  money: '_(#,##0.00_);_((#,##0.00);_("–"??_);_(@_)',
  ratio: '0.0000"x"_);(0.0000"x")',
  percent: '0.00"%"_);(0.00"%")',
  days: '#,##0.0_);(#,##0.0)',
  integer: '0',
}

/** Words at the right end where figures do. */
const FLUSH_TEXT = '@_)'

const INK = {
  printed: '1F4E9E',
  derived: '000000',
  given: '7F4F00',
  quiet: '6B7280',
  head: 'FFFFFF',
  title: '1F2A44',
} as const
const FILL = { head: '1F2A44', section: 'E3E8F1' } as const
const ALARM = {
  [CHECK_WORDS.failed]: { font: '9C0006', fill: 'FFC7CE' },
  [CHECK_WORDS.open]: { font: '7F6000', fill: 'FFEB9C' },
  [CHECK_WORDS.proved]: { font: '006100', fill: 'C6EFCE' },
} as const
const WHOLE_ROW = { font: '9C0006', fill: 'FDECEC' } as const

/** Of the title and the line about it, in points. */
const ROW_HEIGHTS = [24, 16] as const
const LINE_HEIGHT = 13

/** What a cell of a spreadsheet may hold. */
const LONGEST_TEXT = 32_767
const LONGEST_NOTE = 2_000

export class XlsxWorkbooks implements WorkbookWriter {
  async write(workbook: Workbook): Promise<Uint8Array> {
    return writeXlsx({
      sheets: workbook.sheets.map(toSheet),
      namedRanges: [...workbook.names.map(toRange), ...workbook.sheets.flatMap(printedRanges)],
      properties: { title: workbook.title, creator: 'Tieout', created: workbook.madeAt, modified: workbook.madeAt },
      defaultFont: FONT,
    })
  }
}

function toRange({ name, sheet, cell }: DefinedName): NamedRange {
  return { name, range: `${quotedSheet(sheet)}!${cell}` }
}

/**
 * What is printed: the columns of the sheet, not what text runs over their edge; and the rows that stay in sight on every
 * page. Named here, because the library's own way leaves out the quotation marks that names with spaces need.
 */
function printedRanges({ name, frozen, rows, widths }: Sheet): NamedRange[] {
  const last = `$${columnLetters(widths.length - 1)}$${rows.length}`
  return [
    { name: '_xlnm.Print_Area', range: `${quotedSheet(name)}!$A$1:${last}`, scope: name },
    { name: '_xlnm.Print_Titles', range: `${quotedSheet(name)}!$1:$${frozen.rows}`, scope: name },
  ]
}

function toSheet(sheet: Sheet): WriteSheet {
  const cells = new Map<string, Partial<WrittenCell>>()
  for (const [row, of] of sheet.rows.entries())
    for (const [column, cell] of of.entries()) if (cell) cells.set(`${row},${column}`, toCell(cell, column > 0))
  const { rows: frozen, columns } = sheet.frozen
  const lastColumn = columnLetters(sheet.widths.length - 1)
  return {
    name: sheet.name,
    columns: sheet.widths.map((width) => ({ width })),
    rows: sheet.rows.map((row) => row.map((cell) => (cell ? valueOf(cell) : null))),
    cells,
    conditionalRules: rulesOf(sheet, lastColumn),
    ...(sheet.hasFilter && { autoFilter: { range: `A${frozen}:${lastColumn}${sheet.rows.length}` } }),
    rowDefs: heightsOf(sheet),
    freezePane: { rows: frozen, columns },
    view: { showGridLines: false },
    pageSetup: {
      paperSize: 'letter',
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      margins: { top: 0.75, bottom: 0.65, left: 0.5, right: 0.5, header: 0.3, footer: 0.3 },
    },
    headerFooter: {
      oddHeader: `&L&"Calibri,Bold"&9${plainHeading(sheet.heading)}&R&9&A`,
      oddFooter: '&L&9Every printed figure names its page in a note&R&9Page &P of &N',
    },
  }
}

/** Of the rows that need more than others. Programs do not all measure wrapped text when they open a file. */
function heightsOf({ rows, widths }: Sheet): Map<number, { height: number }> {
  const heights = new Map<number, { height: number }>(ROW_HEIGHTS.map((height, row) => [row, { height }]))
  for (const [row, cells] of rows.entries()) {
    const lines = cells.map((cell, column) =>
      cell?.style.wrap === true && cell.content.kind === 'text'
        ? Math.ceil(cell.content.text.length / (widths[column] ?? 1))
        : 1,
    )
    const most = Math.max(1, ...lines)
    if (most > 1) heights.set(row, { height: most * LINE_HEIGHT + 2 })
  }
  return heights
}

/** An ampersand begins a code in a printed heading. */
const plainHeading = (words: string): string => words.replaceAll('&', '&&').slice(0, 150)

function valueOf({ content }: Cell): string | number {
  if (content.kind === 'text') return content.text.slice(0, LONGEST_TEXT)
  if (content.kind === 'number') return Number(content.value)
  return content.isText ? content.result : Number(content.result)
}

function toCell(cell: Cell, isSetOff: boolean): Partial<WrittenCell> {
  const { content, note, link } = cell
  const value = valueOf(cell)
  return {
    value,
    type: content.kind === 'formula' ? 'formula' : content.kind === 'number' ? 'number' : 'string',
    style: styleOf(cell.style, { isLink: link !== null && content.kind === 'text', isSetOff }),
    ...(content.kind === 'formula' && { formula: content.formula, formulaResult: value }),
    ...(note !== null && { comment: { author: 'Tieout', text: note.slice(0, LONGEST_NOTE) } }),
    ...(link?.kind === 'outside' && { hyperlink: { target: link.url } }),
    ...(link?.kind === 'inside' && { hyperlink: { target: '', location: `${quotedSheet(link.sheet)}!${link.cell}` } }),
  }
}

/** Text behind a column of figures is set off from them. */
function styleOf(
  { role, format, bold, indent, ruled, wrap, align }: CellStyle,
  { isLink, isSetOff }: { readonly isLink: boolean; readonly isSetOff: boolean },
): WrittenStyle {
  const side = align ?? (format === 'text' ? 'left' : 'right')
  const depth = indent ?? (isSetOff && side === 'left' ? 1 : 0)
  const color = role in INK ? INK[role as keyof typeof INK] : undefined
  const fill = role in FILL ? FILL[role as keyof typeof FILL] : undefined
  return {
    font: {
      ...FONT,
      ...(role === 'title' && { size: 15 }),
      ...(role === 'subtitle' && { size: 9, italic: true, color: { rgb: INK.quiet } }),
      ...((bold === true || role === 'title' || role === 'head' || role === 'section') && { bold: true }),
      ...(color !== undefined && { color: { rgb: color } }),
      ...(isLink && { underline: true, color: { rgb: INK.printed } }),
    },
    ...(fill !== undefined && { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: fill } } }),
    ...(ruled === true && { border: { top: { style: 'thin', color: { rgb: '9CA3AF' } } } }),
    alignment: {
      vertical: 'center',
      ...(align !== undefined && { horizontal: align }),
      ...(depth > 0 && { horizontal: 'left', indent: depth }),
      ...(wrap === true && { wrapText: true }),
    },
    ...(format !== 'text' && { numFmt: NUMBER_FORMATS[format] }),
    ...(format === 'text' && side === 'right' && { numFmt: FLUSH_TEXT }),
  }
}

/** The cell of a state shows it by colour, and the row of a failed check is red as a whole. */
function rulesOf({ states }: Sheet, lastColumn: string): ConditionalRule[] {
  if (!states) return []
  const letter = columnLetters(states.column)
  const range = `${letter}${states.firstRow}:${letter}${states.lastRow}`
  const look = ({ font, fill }: { font: string; fill: string }): WrittenStyle => ({
    font: { color: { rgb: font } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: fill }, bgColor: { rgb: fill } },
  })
  const words = Object.entries(ALARM).map(([word, colours], at): ConditionalRule => ({
    type: 'cellIs',
    operator: 'equal',
    priority: at + 1,
    formula: `"${word}"`,
    range,
    style: look(colours),
  }))
  const wholeRow: ConditionalRule = {
    type: 'expression',
    priority: words.length + 1,
    formula: `$${letter}${states.firstRow}="${CHECK_WORDS.failed}"`,
    range: `A${states.firstRow}:${lastColumn}${states.lastRow}`,
    style: look(WHOLE_ROW),
  }
  return [...words, wholeRow]
}
