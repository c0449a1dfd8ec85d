/** Entries → accounts: which account each belongs to, what opens and closes it, and what every sum is a sum of. */
import type { Cents } from '../../../lib/money.ts'
import type { PrintedDay } from '../../layout/printed-day.ts'
import type { BankAccount, BankTotal, BankTransaction, Direction, MonthTotal } from '../../model/bank.ts'
import type { Figure } from '../../model/extraction.ts'
import type { Moved } from './directions.ts'
import { directionsOf } from './directions.ts'
import type { Entry, Money, Movement } from './entries.ts'
import { figureOf } from './entries.ts'
import type { DayContext } from './resolve-days.ts'
import { resolveDay } from './resolve-days.ts'

type BalanceEntry = Extract<Entry, { kind: 'balance' }>
type TotalEntry = Extract<Entry, { kind: 'total' }>

interface Draft {
  number: string | null
  period: { start: string | null; end: string } | null
  readonly movements: Movement[]
  readonly balances: { entry: BalanceEntry; after: number }[]
  readonly totals: { entry: TotalEntry; from: number; to: number }[]
  readonly daily: { day: PrintedDay; money: Money }[]
  listed: Money | null
  /** Where the list that is open began, and where the last one ended. */
  from: number
  closedAt: number
}

export interface Facts {
  readonly holder: string | null
  readonly bank: string | null
  readonly days: DayContext
}

/** Two periods are two statements when the second begins where the first ends. */
const OVERLAP_DAYS = 3
const DAY_MS = 86_400_000

export function assembleAccounts(entries: Iterable<Entry>, facts: Facts): BankAccount[] {
  const drafts = collect(entries)
  return drafts.filter(hasContent).map((draft) => toAccount(draft, facts))
}

function collect(entries: Iterable<Entry>): Draft[] {
  const drafts: Draft[] = []
  let period: Draft['period'] = null
  /** Of the statement that is being read; a later statement of the same account is another one. */
  let current: Draft[] = []
  let open = newDraft(null, null)
  current.push(open)
  drafts.push(open)
  const turnTo = (number: string | null): void => {
    const known = current.find((draft) => draft.number === number)
    open = known ?? newDraft(number, period)
    if (known === undefined) {
      current.push(open)
      drafts.push(open)
    }
  }
  for (const entry of entries) {
    switch (entry.kind) {
      case 'account':
        if (open.number === null && !current.some((draft) => draft.number === entry.number)) open.number = entry.number
        else if (!entry.isIban && open.number !== entry.number) turnTo(entry.number)
        break
      case 'period':
        if (period !== null && follows(entry, period) && current.some((draft) => draft.movements.length > 0)) {
          period = { start: entry.start, end: entry.end }
          current = []
          turnTo(open.number)
        } else period ??= { start: entry.start, end: entry.end }
        open.period ??= period
        break
      case 'listed': {
        const known = current.find((draft) => draft.number === entry.number)
        if (known) known.listed ??= entry.money
        else {
          const listed = newDraft(entry.number, period)
          listed.listed = entry.money
          current.push(listed)
          drafts.push(listed)
        }
        break
      }
      default:
        add(open, entry)
    }
  }
  return drafts
}

function newDraft(number: string | null, period: Draft['period']): Draft {
  return { number, period, movements: [], balances: [], totals: [], daily: [], listed: null, from: 0, closedAt: -1 }
}

function hasContent(draft: Draft): boolean {
  return draft.movements.length > 0 || draft.balances.length > 0 || draft.listed !== null
}

function follows(next: { start: string }, period: { end: string }): boolean {
  return Date.parse(next.start) >= Date.parse(period.end) - OVERLAP_DAYS * DAY_MS
}

function add(draft: Draft, entry: Exclude<Entry, { kind: 'account' | 'period' | 'listed' }>): void {
  switch (entry.kind) {
    case 'section':
      draft.from = draft.movements.length
      break
    case 'movement':
      if (draft.closedAt === draft.movements.length) draft.from = draft.movements.length
      draft.movements.push(entry.movement)
      break
    case 'balance':
      draft.balances.push({ entry, after: draft.movements.length })
      break
    case 'total':
      draft.totals.push({ entry, from: draft.from, to: draft.movements.length - 1 })
      if (entry.below) draft.closedAt = draft.movements.length
      break
    case 'daily':
      draft.daily.push({ day: entry.day, money: entry.money })
      break
  }
}

function toAccount(draft: Draft, { holder, bank, days }: Facts): BankAccount {
  const stated: DayContext = {
    order: days.order,
    start: draft.period?.start ?? days.start,
    end: draft.period?.end ?? days.end,
  }
  const edges = balancesOf(draft, stated)
  // Balances that bear their days bound the account as well as a stated period does.
  const context: DayContext =
    draft.period !== null || edges.openingDate === null || edges.closingDate === null
      ? stated
      : {
          order: days.order,
          // Where the two contradict each other, the day of the closing balance is nearer to the movements.
          start: edges.openingDate > edges.closingDate ? null : edges.openingDate,
          end: edges.closingDate,
        }
  const moved = directionsOf(draft.movements, edges.opening?.value ?? null)
  const transactions = toTransactions(draft.movements, moved, draft, context)
  return {
    holder,
    bank,
    numberLast4: draft.number,
    periodStart: draft.period?.start ?? edges.openingDate ?? days.start,
    periodEnd: draft.period?.end ?? edges.closingDate ?? days.end,
    opening: edges.opening,
    closing:
      edges.closing ?? lastBalance(transactions) ?? (draft.listed && figureOf(draft.listed, draft.listed.sign ?? 'in')),
    transactions,
    totals: draft.totals.map((total) => toTotal(total, transactions)),
    daily: draft.daily.map(({ day, money }) => ({
      date: resolveDay(day, context),
      figure: figureOf(money, money.sign ?? 'in'),
    })),
    carried: edges.carried,
    months: monthsOf(transactions),
  }
}

interface Edges {
  readonly opening: Figure | null
  readonly closing: Figure | null
  readonly openingDate: string | null
  readonly closingDate: string | null
  readonly carried: BankAccount['carried']
}

/**
 * The first balance that says so opens, the last that says so closes. Balances carried from page to page do either
 * where nothing better is printed; in between they are milestones.
 */
function balancesOf(draft: Draft, context: DayContext): Edges {
  const dated = draft.balances
    .filter(({ entry }) => entry.which === 'dated')
    .map((one) => ({ one, date: one.entry.day === null ? null : resolveDay(one.entry.day, context) }))
    .filter(({ date }) => date !== null)
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  const ofKind = (which: 'opening' | 'closing'): typeof draft.balances =>
    draft.balances.filter(({ entry }) => entry.which === which)
  const opening =
    ofKind('opening').find(({ entry }) => !entry.carried) ??
    ofKind('opening').find(({ after }) => after === 0) ??
    (dated.length > 1 ? dated[0]?.one : undefined)
  const closing =
    ofKind('closing').find(({ entry }) => !entry.carried) ??
    ofKind('closing').findLast(({ after }) => after === draft.movements.length && after > 0) ??
    (dated.length > 0 ? dated.at(-1)?.one : undefined)
  const dateOf = (one: typeof opening): string | null => (one?.entry.day ? resolveDay(one.entry.day, context) : null)
  return {
    opening: opening ? signed(opening.entry.money) : null,
    closing: closing ? signed(closing.entry.money) : null,
    openingDate: dateOf(opening),
    closingDate: dateOf(closing),
    carried: draft.balances
      .filter((one) => one !== opening && one !== closing && one.entry.which !== 'dated')
      .filter(({ entry }) => entry.carried)
      .map(({ after, entry }) => ({ after, figure: signed(entry.money) })),
  }
}

function signed(money: Money): Figure {
  return figureOf(money, money.sign ?? 'in')
}

function toTransactions(
  movements: readonly Movement[],
  moved: readonly Moved[],
  draft: Draft,
  context: DayContext,
): BankTransaction[] {
  // Rows above the first printed day belong to the day of the balance brought forward.
  const openings = draft.balances.filter(({ after, entry }) => after === 0 && entry.which === 'opening')
  const first = openings.findLast(({ entry }) => entry.day !== null)?.entry.day ?? null
  let date = first === null ? null : resolveDay(first, context)
  return movements.map((movement, index) => {
    const { money, direction } = moved[index] as Moved
    if (movement.day !== null) date = movement.day === 'placeholder' ? null : resolveDay(movement.day, context)
    return {
      date,
      dateSource: movement.daySpot,
      description: movement.texts.join(' ').replace(/\s+/g, ' ').trim(),
      amount: figureOf(money, direction),
      balance: movement.balance === null ? null : signed(movement.balance),
      page: movement.page,
      box: movement.box,
    }
  })
}

function lastBalance(transactions: readonly BankTransaction[]): Figure | null {
  const [first, last] = [transactions[0], transactions.at(-1)]
  if (first === undefined || last === undefined) return null
  // An export that begins with the newest movement ends with the oldest.
  const isReversed = first.date !== null && last.date !== null && first.date > last.date
  return isReversed ? first.balance : (transactions.findLast((one) => one.balance !== null)?.balance ?? null)
}

/** A total under a list sums the list; where that fails and the whole account fits, it sums the account. */
function toTotal({ entry, from, to }: Draft['totals'][number], transactions: readonly BankTransaction[]): BankTotal {
  const direction = entry.direction
  const figure = figureOf(entry.money, direction ?? entry.money.sign ?? 'in')
  if (!entry.below || to < 0) return { label: entry.label, direction, figure, sums: 'summary' }
  const own = sumOf(transactions, from, to, direction)
  const all = sumOf(transactions, 0, to, direction)
  const start = own !== figure.value && all === figure.value ? 0 : from
  return { label: entry.label, direction, figure, sums: { from: start, to } }
}

export function sumOf(
  transactions: readonly BankTransaction[],
  from: number,
  to: number,
  direction: Direction | null,
): Cents {
  let sum = 0n
  for (let index = from; index <= to; index += 1) {
    const value = transactions[index]?.amount.value ?? 0n
    if (direction === null || value < 0n === (direction === 'out')) sum += value
  }
  return sum as Cents
}

/** Money in and out by the month of its day; movements without one are in none. */
export function monthsOf(transactions: readonly BankTransaction[]): MonthTotal[] {
  const months = new Map<string, { moneyIn: bigint; moneyOut: bigint; count: number }>()
  for (const { date, amount } of transactions) {
    if (date === null) continue
    const month = date.slice(0, 7)
    const total = months.get(month) ?? { moneyIn: 0n, moneyOut: 0n, count: 0 }
    if (amount.value < 0n) total.moneyOut += amount.value
    else total.moneyIn += amount.value
    total.count += 1
    months.set(month, total)
  }
  return [...months]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([month, { moneyIn, moneyOut, count }]) => ({
      month,
      moneyIn: moneyIn as Cents,
      moneyOut: moneyOut as Cents,
      count,
    }))
}
