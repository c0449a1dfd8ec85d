/**
 * One seed → one tax form, drawn as the official ones are laid out: number, caption, leaders, the number again, the box.
 * Amounts are random where the form asks for them and computed where it says how; as fields, flattened, or scanned.
 */
import PDFDocument from 'pdfkit'
import type { TaxForm } from '../../server/src/engine/model/tax-forms.ts'
import { TAX_FORMS } from '../../server/src/engine/model/tax-forms.ts'
import type { Box } from '../../server/src/engine/model/page.ts'
import { centsOf, formatCents } from '../../server/src/lib/money.ts'
import type { GeneratedFile, TruthRow } from '../tables/truth.ts'
import { NAME_ENDS, NAME_STARTS } from './names.ts'
import { Random } from './random.ts'

const MISPRINT_SHARE = 0.05
const LEFT = 40
const RIGHT = 572
const BOX_WIDTH = 82
const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))
/** Which forms make one return: the first, and what is printed inside or behind it. */
const RETURNS: readonly (readonly string[])[] = [
  ['Form 1040', 'Schedule 1 (Form 1040)', 'Schedule C (Form 1040)', 'Schedule SE (Form 1040)'],
  ['Form 1040', 'Schedule D (Form 1040)', 'Schedule E (Form 1040)'],
  ['Form 1065', 'Schedule K (Form 1065)', 'Schedule L (Form 1065)', 'Schedule K-1 (Form 1065)'],
  ['Form 1120', 'Schedule L (Form 1120)'],
  ['Form 1120-S', 'Schedule K (Form 1120-S)', 'Schedule L (Form 1120-S)', 'Schedule K-1 (Form 1120-S)'],
  ['Form 4562'],
  ['Form 4797'],
  ['Form 8995'],
  ['Schedule C (Form 1040)'],
]

type Lines = Map<string, bigint>

export async function generateTaxReturn(seed: number, scan: boolean): Promise<GeneratedFile> {
  const random = new Random(seed * 29 + 3)
  const names = random.pick(RETURNS)
  const year = 2020 + random.between(0, 5)
  const fields = !scan && random.chance(0.5)
  const misprinted = random.chance(MISPRINT_SHARE)
  const pencil = new FormPencil(year, fields, random)
  const rows: TruthRow[] = []
  for (const [index, name] of names.entries()) {
    const form = TAX_FORMS.find((one) => one.form === name)
    if (form === undefined) throw new Error(`no form ${name}`)
    const lines = fill(form, random)
    if (misprinted && index === 0) misprint(form, lines)
    const places = name.startsWith('Schedule K-1') ? pencil.drawK1(form, lines) : pencil.draw(form, lines)
    for (const [key, value] of lines) {
      const place = places.get(key)
      rows.push({
        label: `${name} ${key}`,
        values: [formatCents(centsOf(value))],
        ...(place ? { page: place.page, boxes: [place.box] } : {}),
      })
    }
  }
  return {
    truth: {
      name: `${names[0] ?? ''}-${fields ? 'fields' : 'flat'}-${seed}`,
      class: 'tax-return',
      columns: [''],
      rows,
      keyed: true,
      facts: { tax_year: String(year) },
      misprinted,
    },
    bytes: await pencil.finish(),
    extension: 'pdf',
  }
}

/** Whole dollars, as returns are filled in. Lines that the form computes are computed, in its own order. */
function fill(form: TaxForm, random: Random): Lines {
  const lines: Lines = new Map()
  const computed = new Set(form.sums.map((sum) => sum.total))
  for (const { key } of form.lines)
    for (const column of columnsOf(form, key)) {
      const full = `${key}${column}`
      if (computed.has(full) || random.chance(0.35)) continue
      const loss = /loss/i.test(form.lines.find((line) => line.key === key)?.caption ?? '') && random.chance(0.1)
      lines.set(full, BigInt(random.between(20, random.pick([999, 40_000, 900_000]))) * (loss ? -100n : 100n))
    }
  for (const sum of form.sums) {
    const of = (keys: readonly string[]): bigint => keys.reduce((total, key) => total + (lines.get(key) ?? 0n), 0n)
    const parts = [...sum.plus, ...sum.minus].filter((key) => lines.has(key))
    const made = of(sum.plus) - of(sum.minus)
    if (parts.length > 0) lines.set(sum.total, sum.floor && made < 0n ? 0n : made)
  }
  const order = form.lines.flatMap(({ key }) => columnsOf(form, key).map((column) => `${key}${column}`))
  return new Map([...lines].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

function columnsOf(form: TaxForm, key: string): readonly string[] {
  return form.columns !== undefined && (form.columned ?? /^/).test(key) ? form.columns : ['']
}

function misprint(form: TaxForm, lines: Lines): void {
  const total = form.sums.map((sum) => sum.total).find((key) => lines.has(key))
  if (total !== undefined) lines.set(total, (lines.get(total) ?? 0n) + 10_000n)
}

type Places = Map<string, { page: number; box: Box }>

class FormPencil {
  readonly #pdf = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE },
  })
  readonly #chunks: Buffer[] = []
  readonly #ended: Promise<void>
  readonly #year: number
  readonly #fields: boolean
  readonly #random: Random
  #page = 0
  #y = 0

  constructor(year: number, fields: boolean, random: Random) {
    this.#year = year
    this.#fields = fields
    this.#random = random
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#ended = new Promise((resolve) => this.#pdf.on('end', () => resolve()))
  }

  async finish(): Promise<Buffer> {
    this.#pdf.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }

  draw(form: TaxForm, lines: Lines): Places {
    const places: Places = new Map()
    if (form.heading !== null) {
      if (this.#y + form.lines.length * 15 > 740) this.#newPage(form, false)
      this.#text(form.form.replace(/ \(.*/, ''), LEFT, this.#y, 'Helvetica-Bold', 10)
      this.#text(
        form.form.startsWith('Schedule L') ? 'Balance Sheets per Books' : 'Shares of Income, Deductions, Credits',
        LEFT + 90,
        this.#y,
        'Helvetica',
        9,
      )
      this.#y += 16
    } else this.#newPage(form, true)
    if (form.columns !== undefined) this.#columnHeads(form)
    for (const { key, caption } of form.lines) {
      if (this.#y > 740) {
        this.#newPage(form, false)
        if (form.columns !== undefined) this.#columnHeads(form)
      }
      this.#line(form, key, caption, lines, places)
    }
    return places
  }

  #columnHeads(form: TaxForm): void {
    const edges = this.#edges(form)
    for (const [index, name] of (form.columns ?? []).entries())
      this.#text(name, (edges[index] ?? RIGHT) - 45, this.#y, 'Helvetica-Bold', 8)
    this.#y += 13
  }

  /** Right edges of the boxes of a line with columns. */
  #edges(form: TaxForm): number[] {
    const count = form.columns?.length ?? 1
    return Array.from({ length: count }, (_, index) => RIGHT - (count - 1 - index) * (count > 3 ? 70 : BOX_WIDTH))
  }

  #line(form: TaxForm, key: string, caption: string, lines: Lines, places: Places): void {
    const columns = columnsOf(form, key)
    const edges = columns.length > 1 ? this.#edges(form) : [RIGHT]
    const boxLeft = (edges[0] ?? RIGHT) - (columns.length > 3 ? 68 : BOX_WIDTH)
    this.#text(key, LEFT, this.#y, 'Helvetica-Bold', 8)
    const end =
      LEFT + 26 + this.#text(columns.length > 1 ? caption.slice(0, 42) : caption, LEFT + 26, this.#y, 'Helvetica', 8)
    const dots = Math.floor((boxLeft - 40 - end) / 12)
    for (let dot = 0; dot < dots; dot += 1) this.#text('.', end + 8 + dot * 12, this.#y, 'Helvetica', 8)
    this.#text(key, boxLeft - 22, this.#y, 'Helvetica-Bold', 8)
    for (const [index, column] of columns.entries()) {
      const right = edges[index] ?? RIGHT
      const value = lines.get(`${key}${column}`)
      if (value !== undefined)
        places.set(`${key}${column}`, this.#value(value, right - 4, `${form.form} ${key}${column}`))
    }
    this.#y += 14
  }

  #value(value: bigint, right: number, name: string): { page: number; box: Box } {
    const size = value < 0n ? -value : value
    const digits = (size / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',')
    const text = value < 0n ? `(${digits})` : digits
    this.#pdf.font('Courier').fontSize(9)
    const width = this.#pdf.widthOfString(text)
    const box: Box = [right - width, this.#y, right, this.#y + 10]
    if (this.#fields)
      this.#pdf.formText(`${name} ${this.#page}`, right - 74, this.#y - 1, 74, 12, {
        value: text,
        align: 'right',
        fontSize: 9,
      })
    else this.#pdf.text(text, box[0], this.#y, { lineBreak: false })
    return { page: this.#page, box }
  }

  /** Boxes in two columns: number and caption on one row, the amount on the next. */
  drawK1(form: TaxForm, lines: Lines): Places {
    const places: Places = new Map()
    this.#newPage(form, true)
    const holder = form.form.includes('1065') ? 'Partner' : 'Shareholder'
    this.#text(`E   ${holder}'s name, address, city, state, and ZIP code`, LEFT, this.#y, 'Helvetica', 8)
    this.#text(
      `${this.#random.pick(NAME_STARTS)} ${this.#random.pick(NAME_ENDS)} Holdings`,
      LEFT + 8,
      this.#y + 14,
      'Courier',
      9,
    )
    this.#text('J   Profit', LEFT, this.#y + 40, 'Helvetica', 8)
    this.#text('100.00 %', LEFT + 120, this.#y + 40, 'Courier', 9)
    const top = this.#y
    for (const [index, { key, caption }] of form.lines.entries()) {
      const x = 300 + (index % 2) * 140
      this.#y = top + Math.floor(index / 2) * 34
      this.#text(key, x, this.#y, 'Helvetica-Bold', 8)
      this.#text(caption.slice(0, 26), x + 14, this.#y, 'Helvetica', 7)
      const value = lines.get(key)
      this.#y += 14
      if (value !== undefined) places.set(key, this.#value(value, x + 126, `${form.form} ${key}`))
    }
    return places
  }

  #newPage(form: TaxForm, first: boolean): void {
    this.#pdf.addPage()
    if (this.#page === 0 && this.#fields) this.#pdf.initForm()
    this.#page += 1
    const parent = form.heading === null ? form.form : (/\((Form [^)]+)\)/.exec(form.form)?.[1] ?? form.form)
    const mark = parent.startsWith('Form') ? `${parent} (${this.#year})` : `${parent} ${this.#year}`
    if (first) {
      this.#text(parent.replace(/ \(.*/, '').toUpperCase(), LEFT, 30, 'Helvetica-Bold', 14)
      this.#text('Department of the Treasury', LEFT, 50, 'Helvetica', 6)
      this.#text('Internal Revenue Service', LEFT, 58, 'Helvetica', 6)
      this.#text('OMB No. 1545-0074', 480, 32, 'Helvetica', 7)
      this.#text(String(this.#year), 500, 44, 'Helvetica-Bold', 18)
      this.#text('For Paperwork Reduction Act Notice, see instructions.', LEFT, 765, 'Helvetica', 7)
      this.#text(mark, 470, 765, 'Helvetica-Bold', 8)
      this.#y = 80
    } else {
      this.#text(mark, LEFT, 26, 'Helvetica', 8)
      this.#text('Page 2', 540, 26, 'Helvetica-Bold', 8)
      this.#y = 46
    }
  }

  #text(text: string, x: number, y: number, font: string, size: number): number {
    this.#pdf.font(font).fontSize(size).text(text, x, y, { lineBreak: false })
    return this.#pdf.widthOfString(text)
  }
}
