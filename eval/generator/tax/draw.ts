/** Forms drawn as the official ones are laid out, for those of which there is no blank, and for years without one. */
import PDFDocument from 'pdfkit'
import type { Box } from '../../../server/src/engine/model/page.ts'
import type { TaxForm, TaxTable } from '../../../server/src/engine/model/tax-forms.ts'
import { tableOf } from '../../../server/src/engine/model/tax-forms.ts'
import type { Random } from '../random.ts'
import type { AmountStyle } from './amount-style.ts'
import { writeAmount } from './amount-style.ts'
import type { FilledForm, Lines, ReturnContent } from './content.ts'
import { columnsOf, tableTexts } from './content.ts'

export interface Place {
  readonly page: number
  /** Null where only the page is known. */
  readonly box: Box | null
}
/** Where each line was written: by the position of its form in the return, then by its key. */
export type Places = Map<string, Place>[]

const LEFT = 40
const RIGHT = 572
const BOX_WIDTH = 82
const BOTTOM = 740
const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))
const HALF = 310
/** Where the columns of Form 4562, Sections B and C, begin and end, and what stands over them. */
const PLACED_LEFT = 137
const PLACED_EDGES = [194, 281, 331, 396, 482, RIGHT]
const PLACED_HEADS = [
  'In service',
  'Basis for depreciation',
  'Period',
  'Convention',
  'Method',
  'Depreciation deduction',
]
const SCHEDULE_TITLES: Readonly<Record<string, string>> = {
  'Schedule K': 'Share Items and Their Total Amounts',
  'Schedule L': 'Balance Sheets per Books',
  'Schedule M-1': 'Reconciliation of Income (Loss) per Books With Income (Loss) per Return',
  'Schedule M-2': 'Analysis of Accounts',
}

export async function drawReturn(
  content: ReturnContent,
  options: { fields: boolean; style: AmountStyle; random: Random },
): Promise<{ bytes: Buffer; places: Places }> {
  const pencil = new FormPencil(content, options)
  const places = content.forms.map((filled) => pencil.draw(filled))
  return { bytes: await pencil.finish(), places }
}

class FormPencil {
  readonly #pdf = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    autoFirstPage: false,
    info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE },
  })
  readonly #chunks: Buffer[] = []
  readonly #ended: Promise<void>
  readonly #content: ReturnContent
  readonly #fields: boolean
  readonly #style: AmountStyle
  readonly #letters: string
  readonly #random: Random
  #page = 0
  /** Of the form, from 1. */
  #formPage = 0
  #y = 0

  constructor(content: ReturnContent, options: { fields: boolean; style: AmountStyle; random: Random }) {
    this.#content = content
    this.#fields = options.fields
    this.#style = options.style
    this.#random = options.random
    this.#letters = options.random.pick(['Courier', 'Courier', 'Helvetica', 'Times-Roman'])
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#ended = new Promise((resolve) => this.#pdf.on('end', () => resolve()))
  }

  async finish(): Promise<Buffer> {
    this.#pdf.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }

  draw(filled: FilledForm): Map<string, Place> {
    const { form, lines } = filled
    const places = new Map<string, Place>()
    if (form.boxed) this.#shares(filled, places)
    else if (form.heading === null) {
      this.#firstPage(form, filled)
      this.#rows(form, lines, places)
    } else {
      const name = form.form.replace(/ \(.*/, '')
      const twoHalves = /^Schedule M/.test(name) && form.tables.length === 0
      const rows = twoHalves ? Math.ceil(form.lines.length / 2) * 2 : form.lines.length
      if (this.#y + 40 + Math.min(rows, 30) * 14 > BOTTOM) this.#nextPage(form)
      this.#y += 6
      this.#text(name, LEFT, this.#y, 'Helvetica-Bold', 10)
      this.#text(SCHEDULE_TITLES[name] ?? '', LEFT + 90, this.#y, 'Helvetica-Bold', 9)
      this.#y += 16
      if (twoHalves) this.#halves(form, lines, places)
      else this.#rows(form, lines, places)
    }
    return places
  }

  #rows(form: TaxForm, lines: Lines, places: Map<string, Place>): void {
    let before = ''
    let headed: TaxTable | null = null
    for (const { key, caption } of form.lines) {
      const table = tableOf(form, key)
      if (this.#y > BOTTOM) {
        this.#nextPage(form)
        headed = null
      }
      if (table !== null && table !== headed) this.#columnHeads(form, table)
      headed = table ?? headed
      if (table?.heads === undefined) this.#line(form, { key, caption, before }, lines, places)
      else this.#placedRow(form, { key, caption, table, before }, lines, places)
      before = key
    }
  }

  #columnHeads(form: TaxForm, { columns, heads }: TaxTable): void {
    if (heads !== undefined) {
      this.#placedHeads(heads)
      return
    }
    const edges = this.#edges(columns.length)
    for (const [index, name] of columns.entries()) {
      const head = form.form === 'Form 4797' && /^[A-Z]$/.test(name) ? `Property ${name}` : name
      this.#text(head, (edges[index] ?? RIGHT) - (head === name ? 45 : 60), this.#y, 'Helvetica-Bold', 8)
    }
    this.#y += 13
  }

  #placedHeads(heads: readonly string[]): void {
    this.#y += 4
    for (const [index, name] of heads.entries()) {
      const left = (PLACED_EDGES[index - 1] ?? PLACED_LEFT) + 8
      this.#text(`${name} ${PLACED_HEADS[index] ?? ''}`, left, this.#y, 'Helvetica-Bold', 6)
    }
    this.#y += 13
  }

  /** Right edges of the boxes of a line with so many columns. */
  #edges(count: number): number[] {
    return Array.from({ length: count }, (_, index) => RIGHT - (count - 1 - index) * (count > 3 ? 74 : BOX_WIDTH))
  }

  #line(
    form: TaxForm,
    { key, caption, before }: { key: string; caption: string; before: string },
    lines: Lines,
    places: Map<string, Place>,
  ): void {
    const columns = columnsOf(form, key)
    const edges = this.#edges(columns.length)
    const boxLeft = (edges[0] ?? RIGHT) - (columns.length > 3 ? 72 : BOX_WIDTH)
    const led = form.heading !== null && !form.form.startsWith('Schedule K ')
    const number = (text: string): string => text.replace(/[a-z]$/, '')
    const isFollower = /[a-z]$/.test(key) && number(key) === number(before)
    if (isFollower) this.#text(key.slice(-1), LEFT + 12, this.#y, 'Helvetica-Bold', 8)
    else this.#text(key, LEFT, this.#y, 'Helvetica-Bold', 8)
    const shown = columns.length > 1 ? caption.slice(0, 42) : caption
    const end = LEFT + 26 + this.#text(shown, LEFT + 26, this.#y, 'Helvetica', 8)
    const dots = Math.floor((boxLeft - 40 - end) / 12)
    for (let dot = 0; dot < dots; dot += 1) this.#text('.', end + 8 + dot * 12, this.#y, 'Helvetica', 8)
    if (!led) this.#text(key, boxLeft - 22, this.#y, 'Helvetica-Bold', 8)
    for (const [index, column] of columns.entries()) {
      const full = `${key}${column}`
      this.#box(form, full, edges[index] ?? RIGHT, lines, places)
    }
    this.#y += 14
  }

  /** A row of a table that has periods and methods between its amounts, and no number before its boxes. */
  #placedRow(
    form: TaxForm,
    { key, caption, table, before }: { key: string; caption: string; table: TaxTable; before: string },
    lines: Lines,
    places: Map<string, Place>,
  ): void {
    const isSecond = key.endsWith('-2')
    if (!isSecond) {
      const isFollower = key.slice(0, 2) === before.slice(0, 2)
      this.#text(isFollower ? key.slice(2) : key, isFollower ? LEFT + 12 : LEFT, this.#y, 'Helvetica-Bold', 8)
    }
    const words = caption.split(' ')
    const twoRows = form.lines.some((line) => line.key === `${key}-2`)
    const shown = isSecond ? words.slice(-1) : twoRows ? words.slice(0, -1) : words
    this.#text(shown.join(' '), LEFT + 24, this.#y, 'Helvetica', 8)
    const texts = tableTexts(form, lines)
    for (const [index, head] of (table.heads ?? []).entries()) {
      const full = `${key}${head}`
      const right = PLACED_EDGES[index] ?? RIGHT
      const text = texts.get(full)
      if (table.columns.includes(head)) this.#box(form, full, right, lines, places)
      else if (text !== undefined) this.#write(text, right - 10, `${form.form} ${full}`)
    }
    this.#y += 14
  }

  #box(form: TaxForm, key: string, right: number, lines: Lines, places: Map<string, Place>): void {
    const bracketed = form.bracketed.has(key)
    if (bracketed) {
      this.#text('(', right - 66, this.#y, 'Helvetica', 9)
      this.#text(')', right - 4, this.#y, 'Helvetica', 9)
    }
    const value = lines.get(key)
    if (value !== undefined) places.set(key, this.#value(value, right - 6, `${form.form} ${key}`, bracketed))
  }

  #value(value: bigint, right: number, name: string, bracketed: boolean): Place {
    return this.#write(writeAmount(value, this.#style, bracketed), right, name)
  }

  #write(text: string, right: number, name: string): Place {
    this.#pdf.font(this.#letters).fontSize(9)
    const width = this.#pdf.widthOfString(text)
    const box: Box = [right - width, this.#y, right, this.#y + 10]
    if (this.#fields)
      this.#pdf.formText(`${name} ${this.#page} ${Math.round(this.#y)}`, right - 60, this.#y - 1, 60, 12, {
        value: text,
        align: 'right',
        fontSize: 9,
      })
    else this.#pdf.text(text, box[0], this.#y, { lineBreak: false })
    return { page: this.#page, box }
  }

  /** Schedules M: the first lines on the left, the others on the right; captions wrap, the box stands at their end. */
  #halves(form: TaxForm, lines: Lines, places: Map<string, Place>): void {
    const total = form.sums[0]?.total ?? ''
    const cut = form.lines.findIndex((line) => line.key === total) + 1
    const top = this.#y
    let lowest = top
    for (const [at, part] of [form.lines.slice(0, cut), form.lines.slice(cut)].entries()) {
      this.#y = top
      const [left, right] = at === 0 ? [LEFT, HALF - 12] : [HALF, RIGHT]
      let before = ''
      for (const { key, caption } of part) {
        const parent = /^\d+[a-z]$/.test(key) ? key.slice(0, -1) : ''
        const sums = parent !== '' && form.lines.some((line) => line.key === parent)
        if (sums && before !== parent) this.#heading(parent, form, left)
        const closes = part.some((line) => line.key === `${key}a`)
        if (closes) this.#y -= 2
        else this.#text(sums ? key.slice(-1) : key, sums ? left + 8 : left, this.#y, 'Helvetica-Bold', 8)
        const words = closes ? '' : caption.slice(0, 34)
        if (words !== '') this.#text(words, left + 22, this.#y, 'Helvetica', 8)
        const edge = sums ? right - 84 : right
        this.#box(form, key, edge, lines, places)
        before = sums ? parent : key
        this.#y += 14
      }
      lowest = Math.max(lowest, this.#y)
    }
    this.#y = lowest
  }

  #heading(key: string, form: TaxForm, left: number): void {
    const caption = form.lines.find((line) => line.key === key)?.caption ?? ''
    this.#text(key, left, this.#y, 'Helvetica-Bold', 8)
    this.#text(caption.slice(0, 40), left + 22, this.#y, 'Helvetica', 8)
    this.#y += 12
  }

  /** A K-1: who and whose on the left, boxes in two columns on the right, amounts below their captions. */
  #shares({ form, lines, owner }: FilledForm, places: Map<string, Place>): void {
    const holder = form.form.includes('1065') ? 'Partner' : 'Shareholder'
    const entity = form.form.includes('1065') ? 'Partnership' : 'Corporation'
    this.#firstPage(form, null)
    const top = this.#y
    const [first, last] = this.#content.name
    const facts: [string, string][] = [
      [`A   ${entity}’s employer identification number`, this.#content.number],
      [`B   ${entity}’s name, address, city, state, and ZIP code`, `${first} ${last}`],
      [`E   ${holder}’s identifying number`, owner?.number ?? ''],
      [`F   ${holder}’s name, address, city, state, and ZIP code`, owner?.name ?? ''],
    ]
    for (const [caption, text] of facts) {
      this.#text(caption, LEFT, this.#y, 'Helvetica', 7)
      this.#text(text, LEFT + 14, this.#y + 12, this.#letters, 9)
      this.#y += 34
    }
    const percent = ((owner?.percent ?? 0) / 100).toFixed(4)
    this.#text('J   Profit', LEFT, this.#y, 'Helvetica', 8)
    this.#text(`${percent} %`, LEFT + 90, this.#y, this.#letters, 9)
    this.#text(`${percent} %`, LEFT + 170, this.#y, this.#letters, 9)
    const half = Math.ceil(form.lines.length / 2)
    for (const [at, part] of [form.lines.slice(0, half), form.lines.slice(half)].entries()) {
      const left = 306 + at * 136
      this.#y = top
      for (const { key, caption } of part) {
        this.#text(key, left, this.#y, 'Helvetica-Bold', 7)
        this.#text(caption.slice(0, 30), left + 16, this.#y, 'Helvetica', 6.5)
        const own = [...lines.keys()].filter((one) => one === key || new RegExp(`^${key}[A-Z]$`).test(one))
        for (const full of own) {
          this.#y += 11
          const code = full.slice(key.length)
          if (code !== '') this.#text(code, left + 6, this.#y, this.#letters, 8)
          this.#box(form, full, left + 130, lines, places)
        }
        this.#y += own.length === 0 ? 24 : 14
      }
    }
  }

  #firstPage(form: TaxForm, filled: FilledForm | null): void {
    this.#formPage = 0
    this.#addPage()
    const { year, name, number } = this.#content
    this.#text(form.form.replace(/ \(.*/, '').toUpperCase(), LEFT, 30, 'Helvetica-Bold', 14)
    const parent = /\((Form [^)]+)\)/.exec(form.form)?.[0]
    if (parent !== undefined) this.#text(parent, LEFT, 46, 'Helvetica-Bold', 8)
    this.#text(form.title, 190, 32, 'Helvetica-Bold', 11)
    this.#text('Department of the Treasury', LEFT, 58, 'Helvetica', 6)
    this.#text('Internal Revenue Service', LEFT, 66, 'Helvetica', 6)
    this.#text('OMB No. 1545-0074', 480, 32, 'Helvetica', 7)
    this.#text(String(year), 500, 44, 'Helvetica-Bold', 18)
    const foot = this.#random.chance(0.9) ? 'For Paperwork Reduction Act Notice, see instructions.' : ''
    this.#text(foot, LEFT, 765, 'Helvetica', 7)
    this.#text('Cat. No. 11320B', 300, 765, 'Helvetica', 7)
    this.#text(this.#mark(form), 440, 765, 'Helvetica-Bold', 8)
    this.#y = 86
    if (filled === null) return
    const caption = form.role === 'return' ? 'Name' : 'Name(s) shown on return'
    const numbered = form.role === 'return' ? 'Employer identification number' : 'Identifying number'
    this.#text(caption, LEFT, 78, 'Helvetica', 7)
    this.#text(numbered, 440, 78, 'Helvetica', 7)
    this.#text(name.join(' '), LEFT, 88, this.#letters, 9)
    this.#text(number, 440, 88, this.#letters, 9)
    this.#y = 106
  }

  #nextPage(form: TaxForm): void {
    this.#addPage()
    this.#text(this.#mark(form), LEFT, 26, 'Helvetica', 8)
    this.#text(`Page ${this.#formPage}`, 540, 26, 'Helvetica-Bold', 8)
    this.#y = 46
  }

  #addPage(): void {
    this.#pdf.addPage()
    if (this.#page === 0 && this.#fields) this.#pdf.initForm()
    this.#page += 1
    this.#formPage += 1
  }

  #mark(form: TaxForm): string {
    const { year } = this.#content
    return form.parent.startsWith('Form') ? `${form.parent} (${year})` : `${form.parent} ${year}`
  }

  #text(text: string, x: number, y: number, font: string, size: number): number {
    this.#pdf.font(font).fontSize(size).text(text, x, y, { lineBreak: false })
    return this.#pdf.widthOfString(text)
  }
}
