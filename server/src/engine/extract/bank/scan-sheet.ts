/**
 * Sheets → entries. A bank's export is a plain table, if one finds its head; without one the cells themselves show
 * what their columns hold.
 */
import type { DayCell } from '../../layout/printed-day.ts'
import { readPrintedDay } from '../../layout/printed-day.ts'
import type { Row } from '../../layout/rows.ts'
import { boxAround, pageToRows, rowText } from '../../layout/rows.ts'
import type { Direction } from '../../model/bank.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page, Word } from '../../model/page.ts'
import { accountInText } from './account-number.ts'
import type { Cell } from './amount.ts'
import { directionOfFlag, readBankAmount } from './amount.ts'
import type { ColumnRole } from './captions.ts'
import { balanceOfCaption, directionOfCaption, isCarried, isTotal, roleOfHead } from './captions.ts'
import type { Entry, Money, Movement } from './entries.ts'
import { moneyOf } from './entries.ts'
import { inferRoles } from './infer-roles.ts'
import { isDateRole, isNumericRole } from './table-head.ts'

/** Of a column's cells, this share must be alike to say what it holds. */
const ALIKE = 0.6
/** Rows that are looked at to tell what the columns of a headless sheet hold. */
const SAMPLE_ROWS = 200
const NAME_HEAD = /^(?:account ?(?:name|holder|owner)|holder|název účtu|název úètu|naam|name)$/i
const OTHER_NAME_HEAD = /tegenpartij|protiú|counter|beneficiary|payee|empfänger/i
const ACCOUNT_HEAD =
  /^(?:account|konto|rekening|účet|úèet|číslo účtu|èíslo úètu|account ?(?:number|no)|kontonummer|rekeningnummer|auftraggeberkonto|iban(?: auftraggeberkonto)?|cuenta)$/i

type Cells = ReadonlyMap<number, Word>

export class SheetScanner {
  #roles: ReadonlyMap<number, ColumnRole> | null = null
  #accountColumn: number | null = null
  #nameColumn: number | null = null
  /** The name in a column of the holder's, as long as every row repeats it. */
  holder: string | null = null
  #last: Movement | null = null
  #account: string | null = null

  scan(page: Page): { entries: Entry[]; leftovers: Leftover[] } {
    const rows = pageToRows(page)
    const entries: Entry[] = []
    const leftovers: Leftover[] = []
    let start = 0
    if (this.#roles === null) {
      const head = rows.findIndex((row) => isSheetHead(cellsOf(row)))
      if (head >= 0) this.#readHead(cellsOf(rows[head] as Row), rows.slice(head + 1, head + 1 + SAMPLE_ROWS))
      else this.#roles = rolesOfCells(rows.slice(0, SAMPLE_ROWS).map(cellsOf))
      start = head + 1
      for (const row of rows.slice(0, Math.max(head, 0))) this.#preamble(row, entries)
    }
    for (const row of rows.slice(start)) this.#row(row, entries, leftovers)
    return { entries, leftovers }
  }

  #readHead(cells: Cells, sample: readonly Row[]): void {
    const heads = [...cells].map(([column, word]) => [column, roleOfHead(word.text) ?? 'other'] as const)
    this.#roles = withFlags(preferOne(new Map(heads), sample.map(cellsOf)), sample.map(cellsOf))
    const texts = [...cells].map(([column, word]) => ({ column, text: word.text }))
    // With a column for the other side's name, the plain one is the holder's.
    if (texts.some(({ text }) => OTHER_NAME_HEAD.test(text)))
      this.#nameColumn = texts.find(({ text }) => NAME_HEAD.test(text))?.column ?? null
    this.#accountColumn = [...cells].find(([, word]) => ACCOUNT_HEAD.test(word.text))?.[0] ?? null
  }

  /** Above the head: the account and its balances, a caption and a value each. */
  #preamble(row: Row, entries: Entry[]): void {
    const number = accountInText(rowText(row))
    if (number !== null) entries.push({ kind: 'account', number, isIban: false })
    for (const [index, word] of row.words.entries()) {
      const money = moneyIn(word, row.page)
      const caption = row.words[index - 1]?.text ?? ''
      const which = balanceOfCaption(caption)
      if (money === null || which === null) continue
      entries.push({ kind: 'balance', which, carried: isCarried(caption), day: null, money })
    }
  }

  #row(row: Row, entries: Entry[], leftovers: Leftover[]): void {
    const cells = cellsOf(row)
    const roles = this.#roles ?? new Map<number, ColumnRole>()
    const money = (role: ColumnRole): Money | null => {
      const column = [...roles].find(([at, own]) => own === role && cells.has(at))?.[0]
      const word = column === undefined ? undefined : cells.get(column)
      return word === undefined ? null : moneyIn(word, row.page)
    }
    const amounts = { in: money('in'), out: money('out'), amount: money('amount'), balance: money('balance') }
    const texts = [...cells]
      .filter(([column]) => ['text', 'number'].includes(roles.get(column) ?? 'other') || !roles.has(column))
      .map(([, word]) => word.text)
    const day = dayOf(cells, roles, row.page)
    const moves = amounts.in ?? amounts.out ?? amounts.amount
    const caption = row.words.map((word) => word.text).find((text) => /\p{L}{2,}/u.test(text)) ?? ''
    const which = balanceOfCaption(caption)
    if (which !== null && day === null && (amounts.balance ?? moves) !== null) {
      const figure = (amounts.balance ?? moves) as Money
      entries.push({ kind: 'balance', which, carried: isCarried(caption), day: null, money: figure })
      return
    }
    if (day === null && moves !== null && isTotal(caption)) {
      for (const [role, one] of Object.entries(amounts))
        if (one !== null && role !== 'balance')
          entries.push({
            kind: 'total',
            label: caption,
            direction: roleDirection(role) ?? directionOfCaption(caption),
            below: true,
            money: one,
          })
      return
    }
    if (moves === null || day === null) {
      this.#rest(row, texts, leftovers)
      return
    }
    this.#switchAccount(cells, entries)
    if (this.#nameColumn !== null) this.holder ??= cells.get(this.#nameColumn)?.text ?? null
    const flag = flagOf(cells, roles)
    const movement: Movement = { page: row.page, box: row.box, ...day, texts, ...amounts, flag, section: null }
    entries.push({ kind: 'movement', movement })
    this.#last = movement
  }

  /** A row without a day goes on with the description above it; numbers in it are nobody's. */
  #rest(row: Row, texts: readonly string[], leftovers: Leftover[]): void {
    for (const word of row.words) {
      const amount = readBankAmount(word.text)
      if (amount !== null && amount.marked)
        leftovers.push({ page: row.page, box: word.box, text: word.text, reason: 'unplaced', column: null })
    }
    if (this.#last !== null && texts.length > 0) this.#last.texts.push(...texts)
  }

  /** Exports of several accounts name the account in every row. */
  #switchAccount(cells: Cells, entries: Entry[]): void {
    const word = this.#accountColumn === null ? undefined : cells.get(this.#accountColumn)
    const digits = word?.text.replace(/\/\d{4}$/, '').replace(/\D/g, '') ?? ''
    if (digits.length < 4) return
    const number = digits.slice(-4)
    if (number !== this.#account) entries.push({ kind: 'account', number, isIban: false })
    this.#account = number
  }
}

function cellsOf(row: Row): Cells {
  return new Map(row.words.map((word, index) => [word.column ?? index, word]))
}

function roleDirection(role: string): Direction | null {
  return role === 'in' || role === 'out' ? role : null
}

function moneyIn(word: Word, page: number): Money | null {
  const amount = readBankAmount(word.text)
  if (amount === null) return null
  const cell: Cell = { text: word.text, box: word.box, size: word.size, words: [word], amount, mended: false }
  return moneyOf(cell, page)
}

function isSheetHead(cells: Cells): boolean {
  const texts = [...cells.values()].map((word) => word.text)
  if (texts.some((text) => (readBankAmount(text)?.decimals ?? 0) > 0 || readPrintedDay(text) !== null)) return false
  const roles = texts.map(roleOfHead)
  return (
    roles.some((role) => role !== null && isDateRole(role)) &&
    roles.some((role) => role !== null && isNumericRole(role))
  )
}

/** One column for each role: exports repeat amounts in other shapes and currencies. */
function preferOne(roles: ReadonlyMap<number, ColumnRole>, rows: readonly Cells[]): Map<number, ColumnRole> {
  const kept = new Map<number, ColumnRole>(roles)
  const columnsOf = (role: ColumnRole): number[] => [...kept].flatMap(([column, own]) => (own === role ? [column] : []))
  const filled = (column: number): number =>
    rows.filter((cells) => readBankAmount(cells.get(column)?.text ?? '') !== null).length
  for (const role of ['amount', 'in', 'out', 'balance'] as const) {
    const [best, ...rest] = columnsOf(role).sort((a, b) => filled(b) - filled(a) || a - b)
    if (best !== undefined && filled(best) === 0) kept.set(best, 'other')
    for (const column of rest) kept.set(column, 'other')
  }
  const [amount] = columnsOf('amount')
  if (amount === undefined) return kept
  // A signed amount that every row has says more than the columns that repeat it.
  const apart = [...columnsOf('in'), ...columnsOf('out')]
  if (filled(amount) >= apart.reduce((sum, column) => sum + filled(column), 0))
    for (const column of apart) kept.set(column, 'other')
  else kept.set(amount, 'other')
  return kept
}

/** A column whose cells are all flags is one, whatever its head says. */
function withFlags(roles: ReadonlyMap<number, ColumnRole>, rows: readonly Cells[]): Map<number, ColumnRole> {
  const kept = new Map(roles)
  const columns = new Set(rows.flatMap((cells) => [...cells.keys()]))
  for (const column of columns) {
    const role = kept.get(column)
    if (role !== undefined && (isNumericRole(role) || isDateRole(role))) continue
    const texts = rows.flatMap((cells) => cells.get(column)?.text ?? [])
    const flags = texts.filter((text) => directionOfFlag(text) !== null)
    if (texts.length > 0 && flags.length > ALIKE * texts.length) kept.set(column, 'flag')
    else if (role === 'flag') kept.set(column, 'other')
  }
  return kept
}

/** What the columns hold when nothing is written over them. */
function rolesOfCells(rows: readonly Cells[]): Map<number, ColumnRole> {
  const columns = [...new Set(rows.flatMap((cells) => [...cells.keys()]))].sort((a, b) => a - b)
  const shareOf = (column: number, test: (text: string) => boolean): number => {
    const texts = rows.flatMap((cells) => cells.get(column)?.text ?? [])
    return texts.length === 0 ? 0 : texts.filter(test).length / texts.length
  }
  const roles = new Map<number, ColumnRole>()
  for (const column of columns)
    if (shareOf(column, (text) => readPrintedDay(text) !== null) > ALIKE) roles.set(column, 'date')
  const money = columns.filter(
    (column) => !roles.has(column) && shareOf(column, (text) => (readBankAmount(text)?.decimals ?? 0) > 0) > ALIKE,
  )
  const table = rows.map((cells) => money.map((column) => readBankAmount(cells.get(column)?.text ?? '')))
  for (const [index, role] of inferRoles(table, money.length).entries()) roles.set(money[index] as number, role)
  for (const column of columns)
    if (!roles.has(column) && shareOf(column, (text) => /\p{L}{3,}|\s/u.test(text)) > ALIKE) roles.set(column, 'text')
  return withFlags(roles, rows)
}

function dayOf(
  cells: Cells,
  roles: ReadonlyMap<number, ColumnRole>,
  page: number,
): Pick<Movement, 'day' | 'daySpot'> | null {
  for (const wanted of ['booked', 'date', 'valued'] as const)
    for (const [column, role] of roles) {
      if (role !== wanted) continue
      const word = cells.get(column)
      const day: DayCell | null = word === undefined ? null : readPrintedDay(word.text)
      if (word !== undefined && day !== null)
        return { day, daySpot: { page, box: boxAround([word.box]), text: word.text } }
    }
  return null
}

/** A flag that says neither is left to whoever sees all rows. */
function flagOf(cells: Cells, roles: ReadonlyMap<number, ColumnRole>): Movement['flag'] {
  for (const [column, role] of roles)
    if (role === 'flag') return directionOfFlag(cells.get(column)?.text ?? '') ?? 'unknown'
  return null
}
