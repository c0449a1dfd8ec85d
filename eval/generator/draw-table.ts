/** A table with heads as PDF bytes, with the place of every cell: what agings and schedules are drawn with. */
import PDFDocument from 'pdfkit'
import type { Box } from '../../server/src/engine/model/page.ts'

export interface DrawnColumn {
  /** One text per head row; wrapped heads have several. */
  readonly head: readonly string[]
  readonly align: 'left' | 'right' | 'center'
  /** Share of the width between the margins. */
  readonly width: number
}

export interface DrawnRow {
  readonly cells: readonly (string | null)[]
  readonly bold: boolean
  /** Steps by which the first cell is indented. */
  readonly indent?: number
  /** The first cell runs over the others. */
  readonly across?: boolean
  readonly ruled?: boolean
}

export interface TableSheet {
  readonly titles: readonly string[]
  readonly titleAlign: 'left' | 'center'
  readonly columns: readonly DrawnColumn[]
  readonly rows: readonly DrawnRow[]
  readonly footer: string | null
  readonly font: 'Helvetica' | 'Times-Roman' | 'Courier'
  readonly size: number
  readonly landscape: boolean
  /** Points between baselines, as a multiple of the letter size. */
  readonly leading: number
  /** Extra room between rows, in letter heights: programs that wrap names leave some. */
  readonly rowGap: number
  readonly repeatHeads: boolean
  readonly ruledGrid: boolean
}

export interface DrawnTable {
  readonly bytes: Buffer
  /** Per row its page and the box of each cell. */
  readonly places: readonly { readonly page: number; readonly boxes: readonly (Box | null)[] }[]
}

const MARGIN = 40
const PADDING = 3
const BOLD = { Helvetica: 'Helvetica-Bold', 'Times-Roman': 'Times-Bold', Courier: 'Courier-Bold' } as const
const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))

export async function drawTable(sheet: TableSheet): Promise<DrawnTable> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    layout: sheet.landscape ? 'landscape' : 'portrait',
    margin: 0,
    info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  const places = new TablePencil(pdf, sheet).draw()
  pdf.end()
  await ended
  return { bytes: Buffer.concat(chunks), places }
}

class TablePencil {
  readonly #pdf: PDFKit.PDFDocument
  readonly #sheet: TableSheet
  readonly #edges: { left: number; right: number }[] = []
  #y = MARGIN
  #page = 1

  constructor(pdf: PDFKit.PDFDocument, sheet: TableSheet) {
    this.#pdf = pdf
    this.#sheet = sheet
    const width = pdf.page.width - 2 * MARGIN
    let left = MARGIN
    for (const column of sheet.columns) {
      this.#edges.push({ left, right: left + column.width * width })
      left += column.width * width
    }
  }

  draw(): DrawnTable['places'] {
    const { titles, titleAlign, rows, size, footer } = this.#sheet
    for (const [index, title] of titles.entries()) {
      this.#font(true, index === 0 ? size + 3 : size + 1)
      const width = this.#pdf.widthOfString(title)
      const x = titleAlign === 'left' ? MARGIN : (this.#pdf.page.width - width) / 2
      this.#pdf.text(title, x, this.#y, { lineBreak: false })
      this.#y += (size + 3) * 1.35
    }
    this.#y += size
    this.#heads()
    const places = rows.map((row) => this.#row(row))
    if (footer !== null) {
      this.#font(false, size - 1)
      this.#pdf.text(footer, MARGIN, this.#pdf.page.height - MARGIN + 10, { lineBreak: false })
    }
    return places
  }

  #font(bold: boolean, size = this.#sheet.size): void {
    this.#pdf.font(bold ? BOLD[this.#sheet.font] : this.#sheet.font).fontSize(size)
  }

  #heads(): void {
    const { columns, size } = this.#sheet
    const rows = Math.max(...columns.map((column) => column.head.length))
    for (let row = 0; row < rows; row += 1) {
      for (const [index, column] of columns.entries()) {
        const text = column.head[row - (rows - column.head.length)]
        if (text !== undefined && text !== '') this.#cell(text, index, true, 0)
      }
      this.#y += size * 1.15
    }
    this.#y += size * 0.5
  }

  #cell(text: string, index: number, bold: boolean, indent: number): Box {
    this.#font(bold)
    const { left, right } = this.#edges[index] ?? { left: 0, right: 0 }
    const width = this.#pdf.widthOfString(text)
    const align = this.#sheet.columns[index]?.align ?? 'left'
    const x =
      align === 'right'
        ? right - PADDING - width
        : align === 'center'
          ? (left + right - width) / 2
          : left + PADDING + indent * this.#sheet.size
    this.#pdf.text(text, x, this.#y, { lineBreak: false })
    return [x, this.#y, x + width, this.#y + this.#sheet.size * 1.15]
  }

  #row(row: DrawnRow): DrawnTable['places'][number] {
    const { size, leading, rowGap, ruledGrid } = this.#sheet
    const wrapped = row.cells.map((cell, index) => (cell === null ? [] : this.#wrap(cell, index, row)))
    const height = Math.max(1, ...wrapped.map((lines) => lines.length)) * size * leading + rowGap * size
    if (this.#y + height > this.#pdf.page.height - MARGIN) this.#newPage()
    const top = this.#y
    if (row.ruled === true || ruledGrid) this.#rule(top - 2)
    const boxes = wrapped.map((lines, index) => {
      let box: Box | null = null
      for (const [at, line] of lines.entries()) {
        this.#y = top + at * size * leading
        const own = this.#cell(line, index, row.bold, index === 0 ? (row.indent ?? 0) : 0)
        box = box === null ? own : [Math.min(box[0], own[0]), box[1], Math.max(box[2], own[2]), own[3]]
      }
      return box
    })
    this.#y = top + height
    return { page: this.#page, boxes }
  }

  #wrap(cell: string, index: number, row: DrawnRow): string[] {
    if (row.across === true) return [cell]
    this.#font(row.bold)
    const { left, right } = this.#edges[index] ?? { left: 0, right: 0 }
    const room = right - left - 2 * PADDING - (index === 0 ? (row.indent ?? 0) * this.#sheet.size : 0)
    const lines: string[] = []
    for (const word of cell.split(' ')) {
      const last = lines.at(-1)
      if (last !== undefined && this.#pdf.widthOfString(`${last} ${word}`) <= room)
        lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  }

  #rule(y: number): void {
    this.#pdf
      .lineWidth(0.4)
      .moveTo(MARGIN, y)
      .lineTo(this.#pdf.page.width - MARGIN, y)
      .stroke()
  }

  #newPage(): void {
    this.#pdf.addPage()
    this.#page += 1
    this.#y = MARGIN
    if (this.#sheet.repeatHeads) this.#heads()
  }
}
