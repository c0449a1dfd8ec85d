/** A generated statement as PDF bytes, with the place of every figure. */
import PDFDocument from 'pdfkit'
import type { Box } from '../../server/src/engine/model/page.ts'
import type { Generated, PrintedRow } from './generate.ts'

export interface Drawn {
  readonly bytes: Buffer
  /** Per row of the document: its page and the box of each printed cell. */
  readonly places: readonly { page: number; boxes: readonly (Box | null)[] }[]
  readonly width: number
}

const MARGIN = 48
/** Points between baselines, as a multiple of the letter size. */
const LEADING = 1.45
const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))

export function drawStatement(document: Generated): Promise<Drawn> {
  return new Pencil(document).draw()
}

class Pencil {
  readonly #document: Generated
  readonly #pdf: PDFKit.PDFDocument
  readonly #places: { page: number; boxes: readonly (Box | null)[] }[] = []
  readonly #chunks: Buffer[] = []
  #page = 1
  #y = MARGIN

  constructor(document: Generated) {
    this.#document = document
    const wide = document.columns.length > 4
    this.#pdf = new PDFDocument({
      size: 'LETTER',
      layout: wide ? 'landscape' : 'portrait',
      margin: 0,
      autoFirstPage: true,
      info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  async draw(): Promise<Drawn> {
    const ended = new Promise<void>((resolve) => this.#pdf.on('end', () => resolve()))
    const { rows, style } = this.#document
    this.#head()
    if (style.sides) this.#sides(rows)
    else for (const row of rows) this.#row(row, MARGIN, this.#pdf.page.width - MARGIN)
    if (style.footer !== null) this.#text(style.footer, MARGIN, this.#pdf.page.height - MARGIN + 8, false)
    const width = this.#pdf.page.width
    this.#pdf.end()
    await ended
    return { bytes: Buffer.concat(this.#chunks), places: this.#places, width }
  }

  #font(bold: boolean): void {
    const { font, size } = this.#document.style
    const name = {
      Helvetica: ['Helvetica', 'Helvetica-Bold'],
      'Times-Roman': ['Times-Roman', 'Times-Bold'],
      Courier: ['Courier', 'Courier-Bold'],
    }[font]
    this.#pdf.font(name[bold ? 1 : 0] ?? font).fontSize(size)
  }

  #text(text: string, x: number, y: number, bold: boolean): number {
    this.#font(bold)
    this.#pdf.text(text, x, y, { lineBreak: false })
    return this.#pdf.widthOfString(text)
  }

  #width(text: string, bold: boolean): number {
    this.#font(bold)
    return this.#pdf.widthOfString(text)
  }

  #head(): void {
    const { style, head } = this.#document
    for (const line of head) {
      const x = style.title === 'left' ? MARGIN : (this.#pdf.page.width - this.#width(line, true)) / 2
      this.#text(line, x, this.#y, true)
      this.#y += style.size * LEADING
    }
    this.#y += style.size
    if (!style.sides) this.#columnHeads(MARGIN, this.#pdf.page.width - MARGIN)
  }

  /** Right edges of the columns between two margins. */
  #edges(left: number, right: number): number[] {
    const { columns, style } = this.#document
    const width = style.size * (columns.length > 6 ? 9 : style.innerOuter || style.sides ? 8 : 11)
    return columns.map(
      (_, index) => right - (columns.length - 1 - index) * Math.min(width, ((right - left) * 0.75) / columns.length),
    )
  }

  #columnHeads(left: number, right: number): void {
    const { columns, style } = this.#document
    const rows = Math.max(...columns.map((column) => column.heads.length))
    const edges = this.#edges(left, right)
    for (let row = 0; row < rows; row += 1) {
      if (row === rows - 1 && style.captionHead !== null) this.#text(style.captionHead, left, this.#y, true)
      for (const [index, column] of columns.entries()) {
        const text = column.heads[column.heads.length - rows + row]
        if (text !== undefined) this.#text(text, (edges[index] ?? right) - this.#width(text, true), this.#y, true)
      }
      if (row === rows - 1 && style.notes) this.#text('Notes', this.#noteEdge(edges), this.#y, true)
      this.#y += style.size * LEADING
    }
    this.#y += style.size * 0.4
  }

  #noteEdge(edges: readonly number[]): number {
    return (edges[0] ?? 0) - 13 * this.#document.style.size
  }

  #row(row: PrintedRow, left: number, right: number): void {
    const { style } = this.#document
    const edges = this.#edges(left, right)
    const x = left + row.depth * style.indent
    const room =
      (style.narrow
        ? left + 26 * style.size
        : (edges[0] ?? right) - 8 * style.size - (style.notes ? 6 * style.size : 0)) - x
    const parts = this.#wrap(row.label, room, row.bold)
    if (this.#y + parts.length * style.size * LEADING > this.#pdf.page.height - MARGIN) this.#newPage()
    for (const part of parts.slice(0, -1)) {
      this.#text(part, x, this.#y, row.bold)
      this.#y += style.size * 1.2
    }
    const last = parts.at(-1) ?? ''
    const end = x + this.#text(last, x, this.#y, row.bold)
    if (row.note !== null) this.#text(row.note, this.#noteEdge(edges) + style.size, this.#y, false)
    const boxes = row.cells.map((cell, index) => (cell === null ? null : this.#cell(cell, edges[index] ?? right, row)))
    if (style.leaders && row.role === 'line' && boxes[0]) this.#leaders(end, boxes[0][0] - style.size * 1.6)
    if (style.rules && row.role === 'total') for (const edge of edges) this.#rule(edge - style.size * 6, edge)
    this.#places.push({ page: this.#page, boxes })
    this.#y += style.size * LEADING
  }

  #cell(text: string, edge: number, row: PrintedRow): Box {
    const { style } = this.#document
    const strong = row.role === 'total' || row.role === 'result'
    // Sums stand in a column further out; the lines in one further in.
    const right = style.innerOuter && !strong ? edge - style.size * 9 : edge
    const hanging = text.endsWith(')') ? this.#width(')', row.bold) : 0
    const x = right - this.#width(text, row.bold) + hanging
    if (style.dollar === 'apart' && strong && text !== '-') this.#text('$', edge - style.size * 7.5, this.#y, row.bold)
    const width = this.#text(text, x, this.#y, row.bold)
    return [x, this.#y, x + width, this.#y + style.size * 1.15]
  }

  #leaders(from: number, to: number): void {
    const dot = this.#width('.', false) * 2
    const count = Math.floor((to - from - 4) / dot)
    if (count > 3) this.#text('. '.repeat(count).trim(), from + 4, this.#y, false)
  }

  #rule(from: number, to: number): void {
    this.#pdf
      .lineWidth(0.5)
      .moveTo(from, this.#y - 1)
      .lineTo(to, this.#y - 1)
      .stroke()
  }

  #wrap(label: string, room: number, bold: boolean): string[] {
    const lines: string[] = []
    for (const word of label.split(' ')) {
      const last = lines.at(-1)
      if (last !== undefined && this.#width(`${last} ${word}`, bold) <= room)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  }

  #newPage(): void {
    this.#pdf.addPage()
    this.#page += 1
    this.#y = MARGIN
    this.#head()
  }

  /** Assets on the left, claims on the right, each with its own rows. */
  #sides(rows: readonly PrintedRow[]): void {
    const middle = this.#pdf.page.width / 2
    const top = this.#y
    for (const side of ['left', 'right'] as const) {
      this.#y = top
      const [left, right] = side === 'left' ? [MARGIN, middle - 10] : [middle + 10, this.#pdf.page.width - MARGIN]
      for (const row of rows.filter((one) => one.side === side)) this.#row(row, left, right)
    }
  }
}
