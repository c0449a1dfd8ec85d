/** A personal financial statement on pages: parts side by side or one below the other, schedules, fields or flat text. */
import PDFDocument from 'pdfkit'
import type { Box } from '../../../server/src/engine/model/page.ts'
import type { Random } from '../random.ts'
import type { Affairs, Entry, ScheduleTable } from './content.ts'

export interface PersonalStyle {
  readonly sides: boolean
  readonly fields: boolean
  readonly dollar: 'none' | 'near' | 'apart'
  readonly decimals: boolean
  readonly grouping: boolean
  readonly zero: '0' | '-' | '0.00'
  readonly leaders: boolean
  readonly references: boolean
  /** Totals stand further out than what they add up. */
  readonly outerTotals: boolean
  /** A column beside the amounts that does not count: what it once cost. */
  readonly costColumn: boolean
  readonly font: 'Helvetica' | 'Times-Roman'
  readonly size: number
  readonly pitch: number
  readonly scheduleWord: 'Section' | 'Schedule'
  readonly headings: {
    readonly assets: string
    readonly liabilities: string
    readonly income: string
    readonly contingent: string
  }
}

export interface Place {
  readonly page: number
  readonly box: Box
}

export interface DrawnPersonal {
  readonly bytes: Buffer
  readonly entries: ReadonlyMap<Entry, Place>
  /** By schedule, row (the total behind the rows) and column. */
  readonly cells: ReadonlyMap<string, Place>
}

const [LEFT, RIGHT, TOP, BOTTOM] = [40, 572, 40, 750]
const BOLD = { Helvetica: 'Helvetica-Bold', 'Times-Roman': 'Times-Bold' } as const
const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))

export async function drawPersonal(
  affairs: Affairs,
  style: PersonalStyle,
  head: readonly { readonly text: string; readonly x: number; readonly bold: boolean; readonly field?: boolean }[][],
  random: Random,
): Promise<DrawnPersonal> {
  const pencil = new Pencil(style, random)
  for (const line of head) pencil.head(line)
  const { assets, liabilities, income, contingent, expenses } = affairs
  const { headings } = style
  if (style.sides) {
    pencil.sides([headings.assets, assets], [headings.liabilities, liabilities])
    if (income.length + contingent.length > 0)
      pencil.sides([headings.income, income], [headings.contingent, contingent])
  } else {
    pencil.stack(headings.assets, assets)
    pencil.stack(headings.liabilities, liabilities)
    if (income.length > 0) pencil.stack(headings.income, income)
    if (contingent.length > 0) pencil.stack(headings.contingent, contingent)
  }
  if (expenses.length > 0) pencil.stack('Annual expenditures', expenses)
  for (const [index, schedule] of affairs.schedules.entries()) pencil.schedule(schedule, index)
  pencil.signature()
  return { bytes: await pencil.finish(), entries: pencil.entries, cells: pencil.cells }
}

class Pencil {
  readonly entries = new Map<Entry, Place>()
  readonly cells = new Map<string, Place>()
  readonly #style: PersonalStyle
  readonly #random: Random
  readonly #pdf = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE },
  })
  readonly #chunks: Buffer[] = []
  readonly #ended: Promise<void>
  #page = 1
  #y = TOP
  #fieldCount = 0

  constructor(style: PersonalStyle, random: Random) {
    this.#style = style
    this.#random = random
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#ended = new Promise((resolve) => this.#pdf.on('end', () => resolve()))
    if (style.fields) this.#pdf.font('Helvetica').initForm()
  }

  async finish(): Promise<Buffer> {
    this.#pdf.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }

  head(line: readonly { text: string; x: number; bold: boolean; field?: boolean }[]): void {
    for (const { text, x, bold, field } of line)
      if (field === true && this.#style.fields) this.#field(text, x, 200, 'left')
      else this.#text(text, x, bold)
    this.#y += this.#style.pitch
  }

  sides(left: readonly [string, readonly Entry[]], right: readonly [string, readonly Entry[]]): void {
    const { pitch } = this.#style
    const middle = (LEFT + RIGHT) / 2 + this.#random.between(-6, 6)
    const rows = Math.max(left[1].length, right[1].length)
    this.#room((rows + 2) * pitch)
    this.#y += pitch / 2
    this.#text(left[0], LEFT + this.#random.pick([0, 60]), true)
    this.#text(right[0], middle + 10 + this.#random.pick([0, 60]), true)
    this.#y += pitch
    // Both totals stand at one height, whichever side is longer.
    const at = (entries: readonly Entry[], row: number): Entry | undefined =>
      row === rows - 1 ? entries.at(-1) : row < entries.length - 1 ? entries[row] : undefined
    for (let row = 0; row < rows; row += 1) {
      const [own, other] = [at(left[1], row), at(right[1], row)]
      if (own !== undefined) this.#entry(own, LEFT, middle - 8)
      if (other !== undefined) this.#entry(other, middle + 10, RIGHT)
      this.#y += pitch
    }
  }

  stack(heading: string, entries: readonly Entry[]): void {
    const { pitch } = this.#style
    this.#room(Math.min(entries.length + 2, 8) * pitch)
    this.#y += pitch / 2
    this.#text(heading, LEFT, true)
    if (this.#style.costColumn && entries[0]?.part === 'assets') {
      this.#right('Cost', 430, true)
      this.#right('Market Value', 540, true)
    }
    this.#y += pitch
    for (const entry of entries) {
      this.#room(pitch)
      this.#entry(entry, LEFT + (entry.role === 'item' ? 12 : 0), 540)
      this.#y += pitch
    }
  }

  schedule(schedule: ScheduleTable, index: number): void {
    const { pitch, scheduleWord } = this.#style
    this.#room((schedule.rows.length + 5) * pitch)
    this.#y += pitch
    const number = scheduleWord === 'Section' ? String(index + 2) : ('ABCD'[index] ?? '')
    this.#text(`${scheduleWord} ${number}. ${schedule.title}`, LEFT, true)
    this.#y += pitch * 1.2
    const width = (RIGHT - LEFT) / schedule.columns.length
    const edge = (column: number): number => LEFT + (column + 1) * width - 8
    const lines = schedule.columns.map(({ head }) =>
      head.length > 14 ? [head.slice(0, head.lastIndexOf(' ', 14)), head.slice(head.lastIndexOf(' ', 14) + 1)] : [head],
    )
    const deep = Math.max(...lines.map((one) => one.length))
    for (let row = 0; row < deep; row += 1) {
      for (const [column, { money }] of schedule.columns.entries()) {
        const own = lines[column] ?? []
        const text = own[row - (deep - own.length)]
        if (text === undefined || text === '') continue
        if (money) this.#right(text, edge(column), true)
        else this.#text(text, LEFT + column * width, true)
      }
      this.#y += this.#style.size * 1.15
    }
    this.#y += pitch * 0.3
    for (const [at, row] of [...schedule.rows, ...(schedule.total ? [schedule.total] : [])].entries()) {
      for (const [column, cell] of row.entries()) {
        if (cell === null) continue
        if (typeof cell === 'bigint') this.cells.set(`${index}.${at}.${column}`, this.#amount(cell, edge(column)))
        else if (schedule.columns[column]?.money === true) this.#right(cell, edge(column), false)
        else this.#text(cell, LEFT + column * width, false)
      }
      this.#y += pitch
    }
  }

  signature(): void {
    this.#room(50)
    this.#y += 20
    this.#text('I certify that the statements above are true and complete as of the stated date.', LEFT, false)
    this.#y += 16
    this.#text('Signature ______________________', LEFT, false)
    this.#text('Date ____________', 400, false)
  }

  #entry(entry: Entry, left: number, right: number): void {
    const { leaders, references, outerTotals, costColumn, sides } = this.#style
    const bold =
      entry.role === 'total' || entry.role === 'net_worth' || entry.role === 'balance' || entry.role === 'group'
    const memo = entry.role === 'memo'
    const inset = outerTotals && !sides && entry.role === 'item' ? 85 : 0
    const edge = memo ? left + 130 : right - inset
    const width = this.#text(entry.label, left + (memo ? 20 : 0), bold)
    if (references && entry.role === 'item' && this.#random.chance(0.4))
      this.#text(this.#random.pick(['A', '1', '2', 'B']), edge - 95, false)
    else if (leaders && entry.role === 'item') this.#dots(left + width + 4, edge - 70)
    if (entry.value === null) return
    const place = this.#amount(entry.value, edge)
    this.entries.set(entry, place)
    if (costColumn && !sides && entry.part === 'assets' && entry.role === 'item')
      this.#amount((entry.value / 200n) * 100n, 430)
  }

  #dots(from: number, to: number): void {
    for (let x = from; x < to; x += 9) this.#text('.', x, false)
  }

  #amount(value: bigint, right: number): Place {
    const { dollar, fields, font, size } = this.#style
    const text = this.#print(value)
    const own = dollar === 'near' ? `$${text}` : text
    this.#pdf.font(fields ? 'Helvetica' : font).fontSize(size)
    const width = this.#pdf.widthOfString(own)
    if (dollar === 'apart') this.#text('$', right - 66, false)
    const box: Box = [right - width, this.#y, right, this.#y + size * 1.15]
    if (fields) this.#field(own, right - 60, 60, 'right')
    else this.#right(own, right, false)
    return { page: this.#page, box }
  }

  #field(value: string, x: number, width: number, align: 'left' | 'right'): void {
    this.#fieldCount += 1
    this.#pdf.formText(`f${this.#fieldCount}`, x, this.#y - 1, width, this.#style.size + 4, {
      value,
      align,
      fontSize: this.#style.size,
    })
  }

  #print(value: bigint): string {
    const { decimals, grouping, zero } = this.#style
    if (value === 0n) return zero
    const size = value < 0n ? -value : value
    const whole = (size / 100n).toString()
    const shown = grouping ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
    const text = decimals ? `${shown}.${(size % 100n).toString().padStart(2, '0')}` : shown
    return value < 0n ? `(${text})` : text
  }

  #text(text: string, x: number, bold: boolean): number {
    const { font, size } = this.#style
    this.#pdf
      .font(bold ? BOLD[font] : font)
      .fontSize(size)
      .text(text, x, this.#y, { lineBreak: false })
    return this.#pdf.widthOfString(text)
  }

  #right(text: string, right: number, bold: boolean): void {
    const { font, size } = this.#style
    this.#pdf.font(bold ? BOLD[font] : font).fontSize(size)
    this.#pdf.text(text, right - this.#pdf.widthOfString(text), this.#y, { lineBreak: false })
  }

  #room(height: number): void {
    if (this.#y + height <= BOTTOM) return
    this.#pdf.addPage()
    this.#page += 1
    this.#y = TOP
  }
}
