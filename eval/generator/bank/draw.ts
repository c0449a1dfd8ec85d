/** A generated bank statement as PDF bytes, with the page of every movement in print order. */
import PDFDocument from 'pdfkit'
import type { Account, BankContent, Movement } from './content.ts'
import { printDay, printLongDay, printMagnitude } from './print.ts'
import type { BankStyle, PrintedColumn } from './styles.ts'

export interface DrawnBank {
  readonly bytes: Buffer
  /** Per account, its movements as printed: section by section where the style has sections. */
  readonly printed: readonly (readonly {
    readonly movement: Movement
    readonly balance: bigint | null
    readonly page: number
  }[])[]
  readonly pages: number
}

/** What is printed wrongly on purpose: documents that nothing may call proved. */
export interface Misprint {
  readonly account: number
  readonly row: number
  readonly by: bigint
}

const FIXED_DATE = new Date(Date.UTC(2025, 0, 1))
const MARGIN = 44

export function drawBank(content: BankContent, style: BankStyle, misprint: Misprint | null): Promise<DrawnBank> {
  return new Pencil(content, style, misprint).draw()
}

type Printed = DrawnBank['printed'][number][number]

class Pencil {
  readonly #content: BankContent
  readonly #style: BankStyle
  readonly #misprint: Misprint | null
  readonly #pdf: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []
  #page = 1
  #y = MARGIN
  /** Drawn again on top of every further page of a list. */
  #openHead: readonly PrintedColumn[] | null = null
  #running: bigint | null = null

  constructor(content: BankContent, style: BankStyle, misprint: Misprint | null) {
    this.#content = content
    this.#style = style
    this.#misprint = misprint
    this.#pdf = new PDFDocument({
      size: style.currency === 'USD' ? 'LETTER' : 'A4',
      margin: 0,
      bufferPages: true,
      info: { CreationDate: FIXED_DATE, ModDate: FIXED_DATE, Producer: 'Statement Composer' },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  async draw(): Promise<DrawnBank> {
    const ended = new Promise<void>((resolve) => this.#pdf.on('end', () => resolve()))
    this.#pageHead()
    this.#addressee()
    const printed: Printed[][] = []
    for (const [index, account] of this.#content.accounts.entries()) printed.push(this.#account(account, index))
    this.#line(`Please examine this statement and report errors within 30 days. Fees from 1.50 may apply.`, MARGIN)
    this.#footers()
    this.#pdf.end()
    await ended
    return { bytes: Buffer.concat(this.#chunks), printed, pages: this.#page }
  }

  #font(bold: boolean, size = this.#style.size): void {
    const names = {
      Helvetica: ['Helvetica', 'Helvetica-Bold'],
      'Times-Roman': ['Times-Roman', 'Times-Bold'],
      Courier: ['Courier', 'Courier-Bold'],
    }[this.#style.font]
    this.#pdf.font(names[bold ? 1 : 0] ?? 'Helvetica').fontSize(size)
  }

  #put(text: string, x: number, align: 'left' | 'right' = 'left', bold = false): void {
    this.#font(bold)
    const left = align === 'right' ? x - this.#pdf.widthOfString(text) : x
    this.#pdf.text(text, left, this.#y, { lineBreak: false })
  }

  #line(text: string, x: number, bold = false): void {
    this.#room(1)
    this.#put(text, x, 'left', bold)
    this.#next()
  }

  #next(lines = 1): void {
    this.#y += lines * this.#style.size * this.#style.leading
  }

  #x(share: number): number {
    return share * this.#pdf.page.width
  }

  #room(lines: number): void {
    if (this.#y + lines * this.#style.size * this.#style.leading < this.#pdf.page.height - MARGIN - 20) return
    if (this.#style.carried && this.#openHead !== null && this.#running !== null)
      this.#balanceRow('BALANCE CARRIED FORWARD', this.#running, null)
    this.#pdf.addPage()
    this.#page += 1
    this.#y = MARGIN
    this.#pageHead()
    if (this.#openHead !== null && this.#style.repeatHead) this.#head(this.#openHead)
    if (this.#style.carried && this.#openHead !== null && this.#running !== null)
      this.#balanceRow('BALANCE BROUGHT FORWARD', this.#running, null)
  }

  #pageHead(): void {
    const { bank, start, end } = this.#content
    const { period } = this.#style
    this.#font(true, this.#style.size + 4)
    this.#pdf.text(bank, MARGIN, this.#y, { lineBreak: false })
    const title = period === 'iso-range' && this.#style.name.startsWith('de') ? 'Kontoauszug' : 'Account Statement'
    this.#pdf.text(title, this.#x(0.6), this.#y, { lineBreak: false })
    this.#next(1.6)
    const text = {
      range: `Statement period: ${printDay(start, 'DD Mon YYYY')} to ${printDay(end, 'DD Mon YYYY')}`,
      'long-range': `${printLongDay(start)} through ${printLongDay(end)}`,
      'month-end': `Account summary as at ${printDay(end, 'DD/MM/YYYY')}`,
      'iso-range': `${printDay(start, 'DD.MM.YYYY')} - ${printDay(end, 'DD.MM.YYYY')}`,
    }[period]
    this.#put(text, this.#x(0.6))
    this.#next(1.4)
    if (this.#content.accounts.length === 1) {
      this.#put(`Account number: ${this.#content.accounts[0]?.number ?? ''}`, this.#x(0.6))
      this.#next(1.4)
    }
  }

  #addressee(): void {
    for (const text of [this.#content.holder, '1200 Market Street', 'Springfield 62704']) this.#line(text, MARGIN)
    this.#next(2)
  }

  #account(account: Account, index: number): Printed[] {
    const closing = account.movements.reduce((sum, one) => sum + one.amount, account.opening)
    if (this.#content.accounts.length > 1) {
      this.#room(8)
      this.#next()
      this.#line(`${account.product} - Account number ${account.number}`, MARGIN, true)
    }
    this.#summary(account, closing)
    const printed =
      this.#style.layout === 'sections' ? this.#sections(account, index) : this.#table(account, index, closing)
    this.#daily(account)
    this.#next(2)
    return printed
  }

  #money(value: bigint, first = false): string {
    const { symbol, separators, currency } = this.#style
    const sign = { USD: '$', GBP: '£', EUR: '€', CAD: '$', INR: 'Rs.', SGD: '$', CHF: 'CHF ' }[currency] ?? ''
    const digits = printMagnitude(value, separators)
    return symbol === 'all' || (symbol === 'first' && first) ? `${sign}${digits}` : digits
  }

  #signed(value: bigint): string {
    const text = this.#money(value, true)
    if (value >= 0n) return this.#style.symbol === 'apart' ? `${text} €` : text
    return this.#style.sign === 'suffix'
      ? `${text} ${this.#style.flags[0]}`
      : this.#style.symbol === 'apart'
        ? `-${text} €`
        : `-${text}`
  }

  #summary(account: Account, closing: bigint): void {
    const ins = account.movements.filter((one) => one.amount > 0n).reduce((sum, one) => sum + one.amount, 0n)
    const outs = account.movements.filter((one) => one.amount < 0n).reduce((sum, one) => sum + one.amount, 0n)
    const checks = account.movements.filter((one) => one.check !== null).reduce((sum, one) => sum + one.amount, 0n)
    const { summary } = this.#style
    const lines: [string, string][] = [
      ['Beginning Balance', this.#signed(account.opening)],
      ['Deposits and Additions', this.#money(ins)],
      ...(checks === 0n ? [] : [['Checks Paid', `- ${this.#money(checks)}`] as [string, string]]),
      ['Withdrawals, Fees & Charges', `- ${this.#money(outs - checks)}`],
      ['Ending Balance', this.#signed(closing)],
    ]
    if (summary === 'list') {
      this.#room(9)
      this.#line('ACCOUNT SUMMARY', MARGIN, true)
      for (const [caption, text] of lines) {
        this.#put(caption, MARGIN)
        this.#put(text, this.#x(0.6), 'right')
        this.#next()
      }
    } else if (summary === 'stacked') {
      this.#room(4)
      const cells = [
        ['Opening Balance', this.#signed(account.opening)],
        ['Total Credits', this.#money(ins)],
        ['Total Debits', this.#money(outs)],
        ['Closing Balance', this.#signed(closing)],
      ]
      for (const part of [0, 1]) {
        for (const [at, cell] of cells.entries())
          this.#put(cell[part] ?? '', this.#x(0.08 + at * 0.22), 'left', part === 0)
        this.#next()
      }
    } else if (summary === 'dated') {
      this.#room(5)
      for (const [caption, text] of [
        [`Balance as of ${printDay(this.#content.start, 'DD.MM.YYYY')}:`, this.#signed(account.opening)],
        [`Balance as of ${printDay(this.#content.end, 'DD.MM.YYYY')}:`, this.#signed(closing)],
        ['Total incoming:', `${this.#money(ins)} €`],
        ['Total outgoing:', `${this.#money(outs)} €`],
      ]) {
        this.#put(caption ?? '', MARGIN)
        this.#put(text ?? '', this.#x(0.5), 'right')
        this.#next()
      }
    }
    this.#next()
  }

  #head(columns: readonly PrintedColumn[]): void {
    for (const one of columns) {
      const isMoney = ['in', 'out', 'amount', 'balance'].includes(one.role)
      this.#font(true)
      const width = this.#pdf.widthOfString(one.head)
      const shift =
        this.#style.headAlign === 'left'
          ? this.#style.size * 5 - width
          : this.#style.headAlign === 'centre'
            ? (this.#style.size * 5 - width) / 2
            : 0
      this.#put(one.head, this.#x(one.at) - (isMoney ? Math.max(0, shift) : 0), isMoney ? 'right' : 'left', true)
    }
    this.#next()
    if (this.#style.rules)
      this.#pdf
        .lineWidth(0.5)
        .moveTo(MARGIN, this.#y - 2)
        .lineTo(this.#pdf.page.width - MARGIN, this.#y - 2)
        .stroke()
  }

  #table(account: Account, index: number, closing: bigint): Printed[] {
    const { columns, openingRow, closingRow, totalsRow } = this.#style
    this.#room(5)
    this.#head(columns)
    this.#openHead = columns
    this.#running = account.opening
    if (openingRow !== null) this.#balanceRow(openingRow, account.opening, this.#content.start)
    const printed: Printed[] = []
    let balance = account.opening
    for (const [row, movement] of account.movements.entries()) {
      balance += movement.amount
      const next = account.movements[row + 1]
      const shows =
        this.#style.balance === 'every' || (this.#style.balance === 'per-day' && next?.date !== movement.date)
      printed.push(
        this.#movement(movement, {
          balance: shows ? balance : null,
          isNewDay: account.movements[row - 1]?.date !== movement.date,
          wrong: this.#wrong(index, row),
          columns,
          first: row === 0,
        }),
      )
      this.#running = balance
    }
    if (totalsRow !== null) this.#totals(account, totalsRow)
    this.#running = null
    this.#openHead = null
    if (closingRow !== null) this.#balanceRow(closingRow, closing, this.#content.end)
    return printed
  }

  #wrong(account: number, row: number): bigint {
    return this.#misprint?.account === account && this.#misprint.row === row ? this.#misprint.by : 0n
  }

  #balanceRow(caption: string, balance: bigint, date: string | null): void {
    const { columns, day } = this.#style
    const at = (role: string): number => columns.find((one) => one.role === role)?.at ?? columns.at(-1)?.at ?? 0.9
    if (date !== null && this.#style.name !== 'us-combined') this.#put(printDay(date, day), this.#x(at('date')))
    this.#put(caption, this.#x(at('text')))
    this.#put(this.#signed(balance), this.#x(at('balance')), 'right')
    this.#next()
  }

  #totals(account: Account, caption: string): void {
    this.#room(1)
    const at = (role: string): number => this.#style.columns.find((one) => one.role === role)?.at ?? 0.9
    this.#put(caption, this.#x(at('text')), 'left', true)
    for (const role of ['in', 'out'] as const) {
      const own = account.movements.filter((one) => one.amount > 0n === (role === 'in'))
      this.#put(this.#money(own.reduce((sum, one) => sum + one.amount, 0n)), this.#x(at(role)), 'right', true)
    }
    this.#next()
  }

  #movement(
    movement: Movement,
    facts: {
      balance: bigint | null
      isNewDay: boolean
      wrong: bigint
      columns: readonly PrintedColumn[]
      first: boolean
    },
  ): Printed {
    const { wrapBefore, oncePerDay, day } = this.#style
    this.#room(movement.lines.length + 1)
    const textAt = this.#x(facts.columns.find((one) => one.role === 'text')?.at ?? 0.2)
    const lines = [...movement.lines]
    if (wrapBefore)
      while (lines.length > 1) {
        this.#put(lines.shift() ?? '', textAt)
        this.#next(0.85)
      }
    const page = this.#page
    const shown = movement.amount + facts.wrong
    for (const one of facts.columns) {
      if (one.role === 'date' && (!oncePerDay || facts.isNewDay))
        this.#put(printDay(movement.date, day), this.#x(one.at))
      if (one.role === 'valued') this.#put(printDay(movement.date, day === 'D okt' ? 'DD.MM.' : day), this.#x(one.at))
      if (one.role === 'number' && movement.check !== null) this.#put(String(movement.check), this.#x(one.at))
      if (one.role === 'flag') this.#put(this.#style.flags[shown < 0n ? 0 : 1], this.#x(one.at))
      if ((one.role === 'in' && shown > 0n) || (one.role === 'out' && shown < 0n))
        this.#put(this.#money(shown, facts.first), this.#x(one.at), 'right')
      if (one.role === 'amount') this.#put(this.#amount(shown, facts.first), this.#x(one.at), 'right')
      if (one.role === 'balance' && facts.balance !== null)
        this.#put(this.#balanceText(facts.balance), this.#x(one.at), 'right')
    }
    this.#put(lines.shift() ?? '', textAt)
    this.#next(lines.length > 0 ? 0.85 : 1)
    while (lines.length > 0) {
      this.#put(lines.shift() ?? '', textAt)
      this.#next(lines.length > 0 ? 0.85 : 1)
    }
    return { movement: { ...movement, amount: shown }, balance: facts.balance, page }
  }

  #balanceText(value: bigint): string {
    if (this.#style.sign === 'suffix') return `${this.#money(value)} ${this.#style.flags[value < 0n ? 0 : 1]}`
    return value < 0n ? `-${this.#money(value)}` : this.#money(value)
  }

  #amount(value: bigint, first: boolean): string {
    const text = this.#money(value, first)
    const { sign, flags, symbol } = this.#style
    const apart = symbol === 'apart' ? ' €' : ''
    if (sign === 'suffix') return `${text} ${flags[value < 0n ? 0 : 1]}`
    if (value >= 0n || sign === 'none' || sign === 'flag') return text + apart
    if (sign === 'brackets') return `(${text})`
    return sign === 'trailing' ? `${text}-` : `-${text}${apart}`
  }

  #sections(account: Account, index: number): Printed[] {
    const { columns, checks } = this.#style
    const rowsOf = (test: (one: Movement) => boolean): [Movement, number][] =>
      account.movements.flatMap((one, row) => (test(one) ? [[one, row] as [Movement, number]] : []))
    const printed: Printed[] = []
    const section = (title: string, rows: readonly [Movement, number][]): void => {
      if (rows.length === 0) return
      this.#room(5)
      this.#line(title, MARGIN, true)
      const heads = title.startsWith('Deposits')
        ? columns
        : columns.map((one) => (one.head === 'Date Credited' ? { ...one, head: 'Date Paid' } : one))
      this.#head(heads)
      this.#openHead = heads
      for (const [at, [movement, row]] of rows.entries())
        printed.push(
          this.#movement(movement, {
            balance: null,
            isNewDay: true,
            wrong: this.#wrong(index, row),
            columns,
            first: at === 0,
          }),
        )
      this.#openHead = null
      this.#sectionTotal(
        title,
        rows.map(([movement]) => movement),
      )
    }
    section(
      'Deposits and Additions',
      rowsOf((one) => one.amount > 0n),
    )
    if (checks === 'beside')
      printed.push(
        ...this.#checksBeside(
          rowsOf((one) => one.check !== null),
          index,
        ),
      )
    else
      section(
        'Checks Paid',
        rowsOf((one) => one.check !== null),
      )
    section(
      'Other Withdrawals, Fees & Charges',
      rowsOf((one) => one.amount < 0n && one.check === null),
    )
    return printed
  }

  #sectionTotal(title: string, rows: readonly Movement[]): void {
    this.#room(2)
    this.#put(`Total ${title}`, this.#x(this.#style.columns[0]?.at ?? 0.07), 'left', true)
    const total = rows.reduce((sum, one) => sum + one.amount, 0n)
    const text = `${this.#style.symbol === 'none' ? '' : '$'}${printMagnitude(total, this.#style.separators)}`
    this.#put(
      this.#style.sign === 'minus' && total < 0n ? `-${text}` : text,
      this.#x(this.#style.columns.find((one) => one.role === 'amount')?.at ?? 0.9),
      'right',
      true,
    )
    this.#next(2)
  }

  /** Three lists of checks beside each other, read across. */
  #checksBeside(rows: readonly [Movement, number][], index: number): Printed[] {
    if (rows.length === 0) return []
    const printed: Printed[] = []
    this.#room(6)
    this.#line('Checks Paid', MARGIN, true)
    for (const panel of [0, 1, 2]) {
      const left = 0.07 + panel * 0.3
      this.#put('Date', this.#x(left), 'left', true)
      this.#put('Check #', this.#x(left + 0.1), 'left', true)
      this.#put('Amount', this.#x(left + 0.26), 'right', true)
    }
    this.#next()
    for (let at = 0; at < rows.length; at += 3) {
      this.#room(1)
      for (const [panel, [movement, row]] of rows.slice(at, at + 3).entries()) {
        const left = 0.07 + panel * 0.3
        const shown = movement.amount + this.#wrong(index, row)
        this.#put(printDay(movement.date, this.#style.day), this.#x(left))
        this.#put(String(movement.check), this.#x(left + 0.1))
        this.#put(printMagnitude(shown, this.#style.separators), this.#x(left + 0.26), 'right')
        printed.push({ movement: { ...movement, amount: shown }, balance: null, page: this.#page })
      }
      this.#next()
    }
    this.#sectionTotal(
      'Checks Paid',
      rows.map(([movement]) => movement),
    )
    return printed
  }

  #daily(account: Account): void {
    const { daily, day } = this.#style
    if (daily === 0) return
    const byDay = new Map<string, bigint>()
    let balance = account.opening
    for (const one of [...account.movements].sort((a, b) => a.date.localeCompare(b.date))) {
      balance += one.amount
      byDay.set(one.date, balance)
    }
    const rows = [...byDay]
    this.#room(5)
    this.#line('Daily Ending Balance', MARGIN, true)
    const width = 0.88 / daily
    for (let panel = 0; panel < daily; panel += 1) {
      this.#put('Date', this.#x(0.07 + panel * width), 'left', true)
      this.#put('Amount', this.#x(0.07 + panel * width + Math.min(0.22, width - 0.06)), 'right', true)
    }
    this.#next()
    const height = Math.ceil(rows.length / daily)
    for (let at = 0; at < height; at += 1) {
      this.#room(1)
      for (let panel = 0; panel < daily; panel += 1) {
        const entry = rows[panel * height + at]
        if (entry === undefined) continue
        this.#put(printDay(entry[0], day), this.#x(0.07 + panel * width))
        this.#put(this.#signed(entry[1]), this.#x(0.07 + panel * width + Math.min(0.22, width - 0.06)), 'right')
      }
      this.#next()
    }
  }

  #footers(): void {
    if (this.#style.pageCount === 'none') return
    for (let page = 0; page < this.#page; page += 1) {
      this.#pdf.switchToPage(page)
      this.#y = this.#pdf.page.height - MARGIN + 10
      this.#put(
        this.#style.pageCount === 'of' ? `Page ${page + 1} of ${this.#page}` : `${page + 1}/${this.#page}`,
        this.#x(0.92),
        'right',
      )
    }
  }
}
