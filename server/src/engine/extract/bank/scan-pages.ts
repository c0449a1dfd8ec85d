/**
 * Printed pages → entries. A statement is read from top to bottom with little memory: the head of the list that is
 * open, the heading it stands under, and where its last row ended. Each page is read once and let go.
 */
import type { PrintedDay } from '../../layout/printed-day.ts'
import type { Row } from '../../layout/rows.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import { accountInText, isIbanText } from './account-number.ts'
import type { Cell } from './amount.ts'
import { balanceOfCaption, directionOfCaption, isCarried, isTotal, sectionOfHeading } from './captions.ts'
import type { ColumnRole, SectionHead } from './captions.ts'
import type { Entry, Money, Movement } from './entries.ts'
import { moneyOf } from './entries.ts'
import { leftoversOf } from './leftovers.ts'
import type { RowDay } from './row-days.ts'
import { bookingDay } from './row-days.ts'
import type { RowFacts } from './row-facts.ts'
import { factsOf, leftOfText, rowInPanel, textOf } from './row-facts.ts'
import { readSummaryRow, type SummaryState } from './summary.ts'
import type { HeadColumn, Panel, TableHead } from './table-head.ts'
import { isNumericRole, readTableHead } from './table-head.ts'

/** Distances in letter heights: between a row and one that goes on with it, and between rows of one list. */
const LINE_GAP = 1.1
const LIST_GAP = 3.2
/** How far, in points, a row's text may begin to the left of its column. */
const TEXT_SLACK_POINTS = 8
const MAX_HEADING_WORDS = 9
/** An amount this far, in letter heights, behind a text is no word of it. */
const APART = 2.5

export class PageScanner {
  #head: TableHead | null = null
  #section: SectionHead | null = null
  /** A heading was met since the last list began. */
  #headed = false
  /** A row of the open list was met on this page: only then may a row without a day of its own go on with it. */
  #anchored = false
  #bottom = 0
  #last: Movement | null = null
  /** Lines, and a day, that wait for the amount below them. */
  #prefix: string[] = []
  #prefixDay: RowDay | null = null
  readonly #summary: SummaryState = { open: false, stack: null }
  /** Rows that every page repeats at the same place. */
  readonly #runningHeads = new Set<string>()
  #entries: Entry[] = []
  #used = new Set<Cell>()
  /** Amounts in rows of a list that no column claims. */
  #doubtful = new Set<Cell>()

  scan(page: Page): { entries: Entry[]; leftovers: Leftover[] } {
    this.#entries = []
    this.#used = new Set()
    this.#doubtful = new Set()
    this.#anchored = false
    this.#last = null
    this.#prefix = []
    this.#prefixDay = null
    const rows = pageToRows(page)
    const seen: RowFacts[] = []
    for (let at = 0; at < rows.length;) {
      const head = readTableHead(rows, at)
      if (head !== null) {
        this.#open(head, rows[at + head.rows - 1])
        at += head.rows
        continue
      }
      let end = at + 1
      while (end < rows.length && readTableHead(rows, end) === null) end += 1
      seen.push(...this.#stretch(rows.slice(at, end)))
      at = end
    }
    return { entries: this.#entries, leftovers: leftoversOf(seen, this.#used, this.#doubtful) }
  }

  #open(head: TableHead, row: Row | undefined): void {
    const isSame = this.#head !== null && headText(this.#head) === headText(head)
    if (!this.#headed && !(isSame && !this.#anchored)) this.#section = null
    const own = sectionOfHeading(headText(head))
    if (own?.kind === 'info') this.#section = own
    this.#headed = false
    this.#head = head
    this.#anchored = true
    this.#bottom = row?.box[3] ?? 0
    this.#last = null
    this.#prefix = []
    this.#prefixDay = null
  }

  #stretch(rows: readonly Row[]): RowFacts[] {
    const panels = this.#head?.panels ?? []
    if (panels.length < 2) {
      const panel = panels[0] ?? null
      const facts = factsOf(rows, panel)
      const takenUp = this.#anchored || panel === null ? -1 : takenUpAt(facts, panel.columns)
      for (const [index, one] of facts.entries()) {
        if (index === takenUp) this.#takeUp(one)
        this.#row(one, panel?.columns ?? [], facts[index + 1] === undefined)
      }
      return facts
    }
    return this.#sideBySide(rows, panels)
  }

  /** A page may go on with the list of the one before it, in the middle of a day and without its head. */
  #takeUp(facts: RowFacts): void {
    this.#anchored = true
    this.#bottom = facts.row.box[1]
  }

  /** Lists beside each other: read across or down, whichever keeps the days in order. */
  #sideBySide(rows: readonly Row[], panels: readonly Panel[]): RowFacts[] {
    const lists = panels.map((panel) =>
      factsOf(
        rows.flatMap((row) => rowInPanel(row, panel) ?? []),
        panel,
      ).filter((facts) => facts.days.length > 0),
    )
    const across = rows.flatMap((row) =>
      lists.flatMap((list, index) =>
        list.filter((one) => one.row.words.some((word) => row.words.includes(word))).map((facts) => ({ facts, index })),
      ),
    )
    const down = lists.flatMap((list, index) => list.map((facts) => ({ facts, index })))
    const taken = new Set(down.flatMap(({ facts }) => facts.row.words))
    const rest = rows.filter((row) => !row.words.some((word) => taken.has(word)))
    for (const { facts, index } of inversions(across) < inversions(down) ? across : down)
      this.#row(facts, panels[index]?.columns ?? [], false)
    // Such lists have no descriptions: nothing below them goes on with one.
    this.#anchored = false
    const after = factsOf(rest, null).map((facts) => ({ ...facts, roles: totalIn(facts) }))
    for (const [index, facts] of after.entries()) this.#row(facts, [], index === after.length - 1)
    return [...down.map(({ facts }) => facts), ...after]
  }

  #row(facts: RowFacts, heads: readonly HeadColumn[], endsStretch: boolean): void {
    const text = textOf(facts)
    this.#account(facts.row, facts.cells)
    if (this.#tableRow(facts, heads, text)) {
      this.#bottom = facts.row.box[3]
      return
    }
    if (this.#heading(facts, heads, endsStretch)) return
    if (this.#goesOn(facts, heads)) {
      this.#bottom = facts.row.box[3]
      return
    }
    const found = readSummaryRow(facts, this.#summary)
    for (const entry of found.entries) this.#entries.push(entry)
    for (const cell of found.used) this.#used.add(cell)
    if (found.entries.length > 0 && this.#section?.kind !== 'moves') this.#last = null
  }

  #account(row: Row, cells: readonly Cell[]): void {
    const text = rowText(row)
    const number = accountInText(text)
    if (number === null) return
    const place = `${text}@${Math.round(row.box[1] / 6)}`
    if (this.#runningHeads.has(place)) return
    this.#runningHeads.add(place)
    // With an amount beside it, it is a line of a list: of accounts, or of movements that name other accounts.
    if (cells.some((cell) => (cell.amount?.decimals ?? 0) > 0 && !cell.mended)) return
    this.#entries.push({ kind: 'account', number, isIban: isIbanText(text) })
  }

  /** True when the row is one of the open list. */
  #tableRow(facts: RowFacts, heads: readonly HeadColumn[], text: string): boolean {
    const money = this.#moneyByRole(facts)
    const moves = money.in ?? money.out ?? money.amount
    const day = bookingDay(facts.days, heads)
    if (this.#head === null && (day === null || moves === null || this.#section?.kind === 'info')) return false
    const balance = balanceOfCaption(text)
    const hasMoney = moves !== null || money.balance !== null
    if (hasMoney && balance !== null && text.length < 80 && (moves === null || day === null || startsLikeBalance(text)))
      return this.#balanceRow(facts, text, balance, day?.day ?? null)
    if (day === null && hasMoney && isTotal(text)) return this.#totalRow(facts, text)
    if (this.#section?.kind === 'info' && this.#head !== null) return false
    if (this.#isDaily(heads, money)) return this.#dailyRow(facts)
    if (moves === null) return money.balance !== null && day === null && this.#repeatsBalance(facts, text)
    if (day === null && !this.#mayInherit(facts, heads)) return false
    this.#move(facts, money, day, text)
    return true
  }

  #moneyByRole(facts: RowFacts): Pick<Movement, 'in' | 'out' | 'amount' | 'balance'> {
    const byRole = (role: ColumnRole): Money | null => {
      const cell = facts.cells.find((one) => facts.roles.get(one) === role)
      return cell === undefined ? null : moneyOf(cell, facts.row.page)
    }
    return { in: byRole('in'), out: byRole('out'), amount: byRole('amount'), balance: byRole('balance') }
  }

  #claim(facts: RowFacts): void {
    for (const cell of facts.cells) this.#used.add(cell)
  }

  #move(
    facts: RowFacts,
    money: Pick<Movement, 'in' | 'out' | 'amount' | 'balance'>,
    own: RowDay | null,
    text: string,
  ): void {
    const day = own ?? this.#prefixDay
    const { page, box } = facts.row
    const texts = [...this.#prefix, ...(text === '' ? [] : [text])]
    const movement: Movement = {
      page,
      box,
      day: day?.day ?? null,
      daySpot: day?.spot ?? null,
      texts,
      ...money,
      flag: null,
      section: this.#section?.direction ?? null,
    }
    this.#entries.push({ kind: 'movement', movement })
    this.#last = movement
    this.#prefix = []
    this.#prefixDay = null
    this.#anchored = true
    this.#claim(facts)
  }

  /** A row without a day takes over the one above it: it must follow closely and begin where texts begin. */
  #mayInherit(facts: RowFacts, heads: readonly HeadColumn[]): boolean {
    if (!this.#anchored || facts.row.box[1] - this.#bottom > LIST_GAP * facts.size) return false
    const left = leftOfText(heads)
    return left === null || facts.row.box[0] >= left - TEXT_SLACK_POINTS
  }

  #balanceRow(facts: RowFacts, text: string, which: 'opening' | 'closing' | 'dated', day: unknown): boolean {
    const inBalance = facts.cells.filter((cell) => facts.roles.get(cell) === 'balance')
    const cell = inBalance.at(-1) ?? facts.cells.filter((one) => facts.roles.has(one)).at(-1)
    const money = cell === undefined ? null : moneyOf(cell, facts.row.page)
    if (money === null) return false
    for (const [other, role] of this.#columnsOf(facts))
      if (other !== cell && (role === 'in' || role === 'out')) this.#total(other, facts, text, role)
    this.#entries.push({
      kind: 'balance',
      which: which === 'dated' ? 'closing' : which,
      carried: isCarried(text),
      day: isPrintedDay(day) ? day : null,
      money,
    })
    // The day of a balance brought forward is the day of the undated rows below it.
    this.#anchored = true
    this.#last = null
    this.#claim(facts)
    return true
  }

  #columnsOf(facts: RowFacts): (readonly [Cell, ColumnRole])[] {
    return facts.cells.flatMap((cell) => {
      const role = facts.roles.get(cell)
      return role !== undefined && isNumericRole(role) ? [[cell, role] as const] : []
    })
  }

  #total(cell: Cell, facts: RowFacts, label: string, direction: 'in' | 'out' | null): void {
    const money = moneyOf(cell, facts.row.page)
    if (money !== null) this.#entries.push({ kind: 'total', label, direction, below: true, money })
  }

  #totalRow(facts: RowFacts, text: string): boolean {
    for (const [cell, role] of this.#columnsOf(facts)) {
      if (role === 'balance') continue
      const ofColumn = role === 'in' || role === 'out' ? role : null
      this.#total(cell, facts, text, ofColumn ?? directionOfCaption(text) ?? this.#section?.direction ?? null)
    }
    this.#claim(facts)
    this.#section = null
    this.#headed = false
    this.#anchored = false
    return true
  }

  #isDaily(heads: readonly HeadColumn[], money: Pick<Movement, 'in' | 'out' | 'amount' | 'balance'>): boolean {
    if (this.#section?.kind === 'daily') return true
    const hasMoves = heads.some((head) => head.role === 'in' || head.role === 'out' || head.role === 'amount')
    return heads.length > 0 && !hasMoves && money.balance !== null && heads.length <= 3
  }

  #dailyRow(facts: RowFacts): boolean {
    const day = facts.days[0]?.day
    const cell = facts.cells.find((one) => facts.roles.has(one))
    const money = cell === undefined ? null : moneyOf(cell, facts.row.page)
    if (money === null || !isPrintedDay(day)) return false
    this.#entries.push({ kind: 'daily', day, money })
    this.#claim(facts)
    return true
  }

  /** Templates fill the rest of the page with the last balance; nothing moves there. */
  #repeatsBalance(facts: RowFacts, text: string): boolean {
    if (this.#anchored && (text === '' || /^\W*end of\b/i.test(text))) {
      this.#claim(facts)
      return true
    }
    return false
  }

  #heading(facts: RowFacts, heads: readonly HeadColumn[], endsStretch: boolean): boolean {
    const text = rowText(facts.row)
    if (facts.row.words.length > MAX_HEADING_WORDS || facts.cells.some((cell) => (cell.amount?.decimals ?? 0) > 0))
      return false
    const head = sectionOfHeading(text.replace(/\baccount\b.*$/i, (rest) => (/\d/.test(rest) ? '' : rest)))
    if (head === null || (head.kind === 'moves' && balanceOfCaption(text) !== null)) return false
    const isOpen = this.#head !== null && this.#anchored
    if (isOpen && !endsStretch && !this.#standsOut(facts, heads)) return false
    this.#section = head
    this.#headed = true
    this.#anchored = false
    this.#entries.push({ kind: 'section', head })
    return true
  }

  /** Amid a list, a heading is bold or begins to the left of the texts after a gap. */
  #standsOut(facts: RowFacts, heads: readonly HeadColumn[]): boolean {
    const left = leftOfText(heads)
    const gap = facts.row.box[1] - this.#bottom
    const bold = facts.row.words.every((word) => word.bold) && this.#last !== null
    return bold || (left !== null && facts.row.box[0] < left - TEXT_SLACK_POINTS && gap > 0.5 * facts.size)
  }

  /** True when the row is the next line of a description, or the first of one whose amount stands below. */
  #goesOn(facts: RowFacts, heads: readonly HeadColumn[]): boolean {
    if (this.#head === null || !this.#anchored || this.#section?.kind === 'info') return false
    const gap = facts.row.box[1] - this.#bottom
    const left = leftOfText(heads)
    const day = bookingDay(facts.days, heads)
    if (gap > LIST_GAP * facts.size) return false
    if (day === null && left !== null && facts.row.box[0] < left - TEXT_SLACK_POINTS) return false
    const doubtful = amountApart(facts)
    if (doubtful !== null) {
      this.#doubtful.add(doubtful)
      return false
    }
    const text = rowText(facts.row)
    if (this.#last !== null && gap < LINE_GAP * facts.size && day === null) this.#last.texts.push(text)
    else this.#prefix.push(textOf(facts))
    this.#prefixDay = day ?? this.#prefixDay
    this.#claim(facts)
    return true
  }
}

/**
 * The first of the rows that stand close above the first dated row of a page, like it under the open head, and bear
 * money; -1 where there is none.
 */
function takenUpAt(facts: readonly RowFacts[], heads: readonly HeadColumn[]): number {
  const hasMoney = (one: RowFacts): boolean => one.cells.some((cell) => isMovement(one.roles.get(cell)))
  const dated = facts.findIndex((one) => bookingDay(one.days, heads) !== null && hasMoney(one))
  const left = leftOfText(heads)
  if (dated < 0 || left === null) return -1
  let first = -1
  for (let index = dated - 1; index >= 0; index -= 1) {
    const [one, below] = [facts[index], facts[index + 1]]
    if (one === undefined || below === undefined) break
    if (one.row.box[0] < left - TEXT_SLACK_POINTS || below.row.box[1] - one.row.box[3] > LINE_GAP * one.size) break
    if (hasMoney(one)) first = index
  }
  return first
}

function isMovement(role: ColumnRole | undefined): boolean {
  return role === 'in' || role === 'out' || role === 'amount'
}

/** The amount of a row that calls itself a total, wherever it stands. */
function totalIn(facts: RowFacts): Map<Cell, ColumnRole> {
  const amount = facts.cells.findLast((cell) => (cell.amount?.decimals ?? 0) > 0)
  const text = facts.cells.map((cell) => cell.text).join(' ')
  return new Map(amount !== undefined && isTotal(text) ? [[amount, 'amount']] : [])
}

/** An amount at the end of a row, apart from its text: more than a word of a description. */
function amountApart(facts: RowFacts): Cell | null {
  const [before, last] = [facts.cells.at(-2), facts.cells.at(-1)]
  if (before === undefined || last === undefined || (last.amount?.decimals ?? 0) === 0) return null
  return last.box[0] - before.box[2] > APART * last.size ? last : null
}

function headText(head: TableHead): string {
  return head.panels.flatMap((panel) => panel.columns.map((column) => column.text)).join(' ')
}

function startsLikeBalance(text: string): boolean {
  return balanceOfCaption(text.split(' ').slice(0, 3).join(' ')) !== null
}

function isPrintedDay(day: unknown): day is PrintedDay {
  return typeof day === 'object' && day !== null
}

/** How often a day lies before the one above it, however its numbers are meant. */
function inversions(list: readonly { facts: RowFacts }[]): number {
  const keys = list.flatMap(({ facts }) => {
    const day = facts.days[0]?.day
    return isPrintedDay(day) ? [(day.year ?? 0) * 10_000 + day.numbers[0] * 100 + day.numbers[1]] : []
  })
  return keys.filter((key, index) => index > 0 && key < (keys[index - 1] ?? 0)).length
}
