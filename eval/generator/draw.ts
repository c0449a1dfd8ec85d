/** Generated documents as PDF bytes, with the place of every figure. */
import PDFDocument from 'pdfkit'
import type { Box } from '../../server/src/engine/model/page.ts'
import type { Generated, PrintedRow } from './generate.ts'
import { LANGUAGES } from './languages.ts'
import type { Paper, Prose } from './papers.ts'
import type { Style } from './styles.ts'

export interface Place {
  readonly page: number
  readonly boxes: readonly (Box | null)[]
}

export interface Drawn {
  readonly bytes: Buffer
  /** Per row of the document: its page and the box of each printed cell. */
  readonly places: readonly Place[]
  readonly width: number
  readonly height: number
}

export interface DrawnPackage {
  readonly bytes: Buffer
  /** Per part: its pages, from 1, and the places of its rows; a page of text has none. */
  readonly parts: readonly { readonly pages: readonly number[]; readonly places: readonly Place[] }[]
}

const MARGIN = 48
/** Points between baselines, as a multiple of the letter size. */
const LEADING = 1.45
const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))
const PROSE_SIZE = 10.5
const PAPER_SIZE = 8
const FACES: Readonly<Record<Style['font'], readonly [plain: string, bold: string]>> = {
  Helvetica: ['Helvetica', 'Helvetica-Bold'],
  'Times-Roman': ['Times-Roman', 'Times-Bold'],
  Courier: ['Courier', 'Courier-Bold'],
}

export async function drawStatement(document: Generated): Promise<Drawn> {
  const { bytes, parts } = await drawPackage([document])
  const [width, height] = sizeOf(document)
  const places = parts[0]?.places ?? []
  return isLandscape(document) ? { bytes, places, width: height, height: width } : { bytes, places, width, height }
}

/** Several documents, one behind the other, in one file. */
export async function drawPackage(documents: readonly (Generated | Prose | Paper)[]): Promise<DrawnPackage> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  const parts: { pages: number[]; places: readonly Place[] }[] = []
  let page = 0
  for (const document of documents) {
    const places = 'rows' in document ? new Pencil(pdf, document, page).draw() : []
    if ('paragraphs' in document) drawProse(pdf, document)
    if ('table' in document) drawPaper(pdf, document)
    const last = 'rows' in document ? Math.max(...places.map((place) => place.page)) : page + 1
    parts.push({ pages: Array.from({ length: last - page }, (_, index) => page + 1 + index), places })
    page = last
  }
  pdf.end()
  await ended
  return { bytes: Buffer.concat(chunks), parts }
}

function drawPaper(pdf: PDFKit.PDFDocument, { head, columns, table }: Paper): void {
  pdf.addPage({ size: 'LETTER', margin: 0 })
  let y = MARGIN
  pdf.font('Helvetica-Bold').fontSize(PAPER_SIZE + 2)
  for (const line of head) {
    pdf.text(line, MARGIN, y, { lineBreak: false })
    y += (PAPER_SIZE + 2) * LEADING
  }
  y += PAPER_SIZE
  pdf.font('Helvetica').fontSize(PAPER_SIZE)
  for (const row of table) {
    for (const [index, cell] of row.entries()) {
      const [at, isText] = [columns[index] ?? MARGIN, index === 0 || /^[A-Z][a-z]+ [A-Za-z]/.test(cell)]
      pdf.text(cell, isText ? at : at - pdf.widthOfString(cell), y, { lineBreak: false })
    }
    y += PAPER_SIZE * LEADING
  }
}

function drawProse(pdf: PDFKit.PDFDocument, { paragraphs }: Prose): void {
  pdf.addPage({ size: 'LETTER', margin: 72 })
  pdf.font('Times-Roman').fontSize(PROSE_SIZE)
  for (const paragraph of paragraphs) pdf.text(paragraph, { width: pdf.page.width - 144 }).moveDown(0.8)
}

function sizeOf({ style }: Generated): readonly [number, number] {
  return { LETTER: [612, 792], A4: [595.28, 841.89], TABLOID: [792, 1224] }[style.paper] as [number, number]
}

function isLandscape({ style, columns }: Generated): boolean {
  return style.landscape || columns.length > 4
}

class Pencil {
  readonly #document: Generated
  readonly #pdf: PDFKit.PDFDocument
  readonly #places: Place[] = []
  #page: number
  #rowsOnPage = 0
  #y = MARGIN

  constructor(pdf: PDFKit.PDFDocument, document: Generated, pagesBefore: number) {
    this.#document = document
    this.#pdf = pdf
    this.#page = pagesBefore
  }

  draw(): readonly Place[] {
    const { rows, style } = this.#document
    this.#newPage()
    if (style.sides) this.#sides(rows)
    else for (const row of rows) this.#row(row, MARGIN, this.#right())
    return this.#places
  }

  #right(): number {
    return this.#pdf.page.width - MARGIN
  }

  #font(bold: boolean): void {
    const { font, size } = this.#document.style
    this.#pdf.font(FACES[font][bold ? 1 : 0]).fontSize(size)
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

  #newPage(): void {
    const { style } = this.#document
    const first = this.#rowsOnPage === 0
    this.#pdf.addPage({ size: style.paper, layout: isLandscape(this.#document) ? 'landscape' : 'portrait', margin: 0 })
    this.#page += 1
    this.#rowsOnPage = 0
    this.#y = MARGIN
    this.#watermark()
    if (style.footer !== null) this.#text(style.footer, MARGIN, this.#pdf.page.height - MARGIN + 8, false)
    if (first || style.continuation !== 'bare') this.#head(!first && style.continuation === 'continued')
  }

  #watermark(): void {
    const { watermark } = this.#document.style
    if (watermark === 'none') return
    const [x, y] = [this.#pdf.page.width / 2, this.#pdf.page.height / 2]
    this.#pdf.save().font('Helvetica-Bold').fontSize(64).fillColor('#e4e4e4')
    if (watermark === 'slanted') this.#pdf.rotate(-45, { origin: [x, y] })
    this.#pdf
      .text('DRAFT', x - 110, y - 40, { lineBreak: false })
      .restore()
      .fillColor('black')
  }

  #head(continued: boolean): void {
    const { style, head } = this.#document
    for (const [index, line] of head.entries()) {
      const text = continued && index === 0 ? `${line} (continued)` : line
      const x = style.title === 'left' ? MARGIN : (this.#pdf.page.width - this.#width(text, true)) / 2
      this.#text(text, x, this.#y, true)
      this.#y += style.size * LEADING
    }
    this.#y += style.size
    if (!style.sides) this.#columnHeads(MARGIN, this.#right())
  }

  /** Right edges of the columns between two margins. */
  #edges(left: number, right: number): number[] {
    const { columns, style } = this.#document
    const end = style.notes === 'right' ? right - 6 * style.size : right
    const usual = columns.length > 6 ? 9 : style.innerOuter || style.sides ? 8 : 11
    // Courier is wide, and so are amounts with a currency code.
    const wide = style.font === 'Courier' || style.dollar === 'code' ? 13 : usual
    const step = Math.min(style.size * (style.innerOuter ? 19 : wide), ((end - left) * 0.75) / columns.length)
    return columns.map((_, index) => end - (columns.length - 1 - index) * step)
  }

  #columnHeads(left: number, right: number): void {
    const { columns, style } = this.#document
    const rows = Math.max(...columns.map((column) => column.heads.length))
    const edges = this.#edges(left, right)
    const notes = style.language === 'en' ? 'Notes' : LANGUAGES[style.language].notes
    for (let row = 0; row < rows; row += 1) {
      const isLast = row === rows - 1
      if (isLast && style.codes === 'column') this.#text('Code', left, this.#y, true)
      if (isLast && style.captionHead !== null) this.#text(style.captionHead, left + this.#codeWidth(), this.#y, true)
      for (const [index, column] of columns.entries()) {
        const text = column.heads[column.heads.length - rows + row]
        if (text !== undefined) this.#text(text, (edges[index] ?? right) - this.#width(text, true), this.#y, true)
      }
      if (isLast && style.notes !== 'none') this.#text(notes, this.#noteEdge(edges), this.#y, true)
      this.#y += style.size * LEADING
    }
    this.#y += style.size * 0.4
  }

  #codeWidth(): number {
    const { codes, size } = this.#document.style
    return codes === 'column' ? 5 * size : 0
  }

  #noteEdge(edges: readonly number[]): number {
    const { size, notes } = this.#document.style
    return notes === 'right' ? (edges.at(-1) ?? 0) + 2 * size : (edges[0] ?? 0) - 13 * size
  }

  #row(row: PrintedRow, left: number, right: number): void {
    const { style } = this.#document
    const edges = this.#edges(left, right)
    const x = left + this.#codeWidth() + row.depth * style.indent
    const notes = style.notes === 'left' ? 6 * style.size : 0
    const room = (style.narrow ? left + 26 * style.size : (edges[0] ?? right) - 8 * style.size - notes) - x
    const parts = this.#wrap(row.label, room, row.bold)
    const full = this.#y + parts.length * style.size * LEADING > this.#pdf.page.height - MARGIN
    if (full || (style.pageRows !== null && this.#rowsOnPage >= style.pageRows && !style.sides)) this.#newPage()
    this.#rowsOnPage += 1
    for (const part of parts.slice(0, -1)) {
      this.#text(part, x, this.#y, row.bold)
      this.#y += style.size * 1.2
    }
    const end = x + this.#text(parts.at(-1) ?? '', x, this.#y, row.bold)
    if (row.code !== null) this.#text(row.code, left, this.#y, false)
    if (row.note !== null) this.#text(row.note, this.#noteEdge(edges) + style.size * 0.5, this.#y, false)
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
    if (style.dollar === 'apart' && strong && /\d/.test(text) && !text.endsWith('%'))
      this.#text('$', edge - style.size * 7.5, this.#y, row.bold)
    this.#text(text, x, this.#y, row.bold)
    // The place of a figure is that of its digits and signs; a currency beside them is not part of it.
    const amount = text.replace(/^USD | [€$]$/g, '')
    const from = text.startsWith('USD ') ? x + this.#width('USD ', row.bold) : x
    return [from, this.#y, from + this.#width(amount, row.bold), this.#y + style.size * 1.15]
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

  /** Assets on the left, claims on the right, each with its own rows. */
  #sides(rows: readonly PrintedRow[]): void {
    const middle = this.#pdf.page.width / 2
    const top = this.#y
    for (const side of ['left', 'right'] as const) {
      this.#y = top
      const [left, right] = side === 'left' ? [MARGIN, middle - 10] : [middle + 10, this.#right()]
      for (const row of rows.filter((one) => one.side === side)) this.#row(row, left, right)
    }
  }
}
