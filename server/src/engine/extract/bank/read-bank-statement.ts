/** Pages of one bank statement → its accounts. Each page is read once, in order, and only its entries are kept. */
import { dateOrderOf } from '../../layout/dates.ts'
import type { PrintedDay } from '../../layout/printed-day.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import { readCurrency } from '../../layout/scale.ts'
import type { BankReading } from '../../model/bank.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import { finish } from '../../../lib/steps.ts'
import type { Steps } from '../../../lib/steps.ts'
import { assembleAccounts } from './assemble.ts'
import type { Entry } from './entries.ts'
import { readParties } from './parties.ts'
import { endInText, periodInText, type StatementPeriod } from './period.ts'
import { orderOfDays } from './resolve-days.ts'
import { PageScanner } from './scan-pages.ts'
import { SheetScanner } from './scan-sheet.ts'
import { findFindingsInSteps } from './tamper.ts'

/** Pages whose heads are looked at for what holds for all: currency, order of days. */
const HEAD_PAGES = 4
/** Rows at the top of a page that may name its period. */
const PERIOD_ROWS = 30
const CURRENCY_CODE = /\b(USD|EUR|GBP|CAD|AUD|INR|SGD|CHF|CZK|PLN|SEK|NOK|DKK|HUF|NZD|HKD|ZAR|JPY|AED|PHP)\b/
/** Where amounts are in these, months come before days. */
const MONTH_FIRST: ReadonlySet<string | null> = new Set(['USD', 'PHP', null])

export function readBankStatement(pages: readonly Page[]): BankReading {
  return finish(readBankStatementInSteps(pages))
}

/** A step for each page: a year of a busy account has thousands. */
export function* readBankStatementInSteps(pages: readonly Page[]): Steps<BankReading> {
  const heads = pages.slice(0, HEAD_PAGES).flatMap((page) => pageToRows(page).map(rowText))
  const currency = currencyOf(heads)
  const textOrder = dateOrderOf(heads)
  const entries: Entry[] = []
  const leftovers: Leftover[] = []
  const [print, sheet] = [new PageScanner(), new SheetScanner()]
  const periods = new Map<string, StatementPeriod | null>()
  let end: string | null = null
  for (const page of pages) {
    if (page.kind !== 'sheet')
      for (const row of pageToRows(page).slice(0, PERIOD_ROWS)) {
        const text = rowText(row)
        let period = periods.get(text)
        if (period === undefined) {
          period = periodInText(text, textOrder)
          periods.set(text, period)
          end = later(end, endInText(text, textOrder))
        }
        if (period?.start) entries.push({ kind: 'period', start: period.start, end: period.end })
      }
    const scanned = (page.kind === 'sheet' ? sheet : print).scan(page)
    for (const entry of scanned.entries) entries.push(entry)
    for (const leftover of scanned.leftovers) leftovers.push(leftover)
    yield
  }
  const [first] = pages
  const range = firstPeriod(entries)
  const context = { start: range?.start ?? null, end: range?.end ?? end ?? latestDay(entries) }
  const order = orderOfDays(daysOf(entries), MONTH_FIRST.has(currency), context)
  yield
  const parties = readParties(pages)
  const holder = parties.holder ?? sheet.holder
  const accounts = assembleAccounts(entries, { bank: parties.bank, holder, days: { ...context, order } })
  yield
  const findings = yield* findFindingsInSteps(pages, accounts)
  return {
    kind: first?.kind ?? 'digital',
    pages: [...new Set(pages.map((page) => page.number))],
    currency,
    accounts,
    leftovers,
    findings,
  }
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

function currencyOf(texts: readonly string[]): string | null {
  for (const text of texts) {
    const code = CURRENCY_CODE.exec(text)?.[1]
    if (code !== undefined) return code
  }
  for (const text of texts) {
    const sign = readCurrency(text)
    if (sign !== null) return sign
  }
  return null
}

function firstPeriod(entries: readonly Entry[]): { start: string; end: string } | null {
  return entries.find((entry) => entry.kind === 'period') ?? null
}

/** Without a stated period, the latest whole day of the lists stands for the day that the statement was made. */
function latestDay(entries: readonly Entry[]): string | null {
  let latest = 0
  for (const { year, numbers, order } of daysOf(entries)) {
    if (year === null) continue
    const [month, day] = order === 'day-first' ? [numbers[1], numbers[0]] : numbers
    latest = Math.max(latest, year * 10_000 + month * 100 + day)
  }
  if (latest === 0) return null
  const text = String(latest)
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

function* daysOf(entries: Iterable<Entry>): Generator<PrintedDay> {
  for (const entry of entries) {
    if (entry.kind === 'daily') yield entry.day
    else if (entry.kind === 'balance' && entry.day !== null) yield entry.day
    else if (entry.kind === 'movement' && entry.movement.day !== null && entry.movement.day !== 'placeholder')
      yield entry.movement.day
  }
}
