/** A proved bank statement in the words of the interface: the payload that report-data returns. */
import type { BankAccount, BankFinding, BankTotal, BankTransaction, MonthTotal } from '../../engine/model/bank.ts'
import type { Figure } from '../../engine/model/extraction.ts'
import type { Box, Page } from '../../engine/model/page.ts'
import { centsOf, formatCents } from '../../lib/money.ts'
import { commonPayload, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource, PeriodWire, SpotWire } from './payload.ts'
import type { ProvedBankStatement } from './read-bank.ts'

export interface TransactionWire {
  readonly date: string | null
  readonly description: string
  readonly amount: string
  readonly balance: string | null
  readonly page: number
  readonly box: Box
  readonly sources: {
    readonly date: SpotWire | null
    readonly amount: FigureSource
    readonly balance: FigureSource | null
  }
}

export interface MonthWire {
  readonly month: string
  readonly money_in: string
  readonly money_out: string
  readonly net: string
  readonly count: number
}

export interface AccountWire {
  readonly holder: string | null
  readonly bank: string | null
  readonly number_last4: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly opening: FigureSource | null
  readonly closing: FigureSource | null
  readonly transactions: readonly TransactionWire[]
  readonly totals: readonly {
    readonly label: string
    readonly direction: 'in' | 'out' | null
    readonly figure: FigureSource
    /** The transactions under which it stands, first and last; `summary` where it stands apart from any list. */
    readonly sums: BankTotal['sums']
  }[]
  readonly daily_balances: readonly { readonly date: string | null; readonly figure: FigureSource }[]
  /** Balances brought from page to page, each with the number of transactions before it. */
  readonly carried_balances: readonly { readonly after: number; readonly figure: FigureSource }[]
  readonly monthly_totals: readonly MonthWire[]
}

export interface BankPayload extends ExtractionPayload {
  readonly accounts: readonly AccountWire[]
  readonly findings: readonly BankFinding[]
}

/** Everything of the payload but the ids, which only the store knows. */
export function bankPayload(pages: readonly Page[], document: DocumentFacts, proved: ProvedBankStatement): BankPayload {
  const { reading, proofs, findings } = proved
  const common = commonPayload(pages, document)
  const holder = reading.accounts.find((account) => account.holder !== null)?.holder ?? null
  return {
    ...common,
    entity: { ...common.entity, name: holder ?? common.entity.name },
    currency: reading.currency,
    periods: reading.accounts.map(accountPeriod),
    accounts: reading.accounts.map(accountWire),
    proofs: proofs.map(proofWire),
    findings,
    leftovers: reading.leftovers,
  }
}

function accountPeriod({ periodEnd, periodStart, numberLast4 }: BankAccount): PeriodWire {
  return {
    fiscal_year: periodEnd === null ? null : Number(periodEnd.slice(0, 4)),
    period_end: periodEnd,
    label: periodStart === null || periodEnd === null ? numberLast4 : `${periodStart} – ${periodEnd}`,
    months_covered: null,
    scale: 1,
    source: null,
  }
}

function accountWire(account: BankAccount, index: number): AccountWire {
  const at = `accounts.${index}`
  return {
    holder: account.holder,
    bank: account.bank,
    number_last4: account.numberLast4,
    period_start: account.periodStart,
    period_end: account.periodEnd,
    opening: account.opening && figureSource(account.opening, `${at}.opening`),
    closing: account.closing && figureSource(account.closing, `${at}.closing`),
    transactions: account.transactions.map((one, position) => transactionWire(one, `${at}.transactions.${position}`)),
    totals: account.totals.map(({ label, direction, figure, sums }, position) => ({
      label,
      direction,
      figure: figureSource(figure, `${at}.totals.${position}`),
      sums,
    })),
    daily_balances: account.daily.map(({ date, figure }, position) => ({
      date,
      figure: figureSource(figure, `${at}.daily.${position}`),
    })),
    carried_balances: account.carried.map(({ after, figure }, position) => ({
      after,
      figure: figureSource(figure, `${at}.carried.${position}`),
    })),
    monthly_totals: account.months.map(monthWire),
  }
}

function transactionWire(one: BankTransaction, at: string): TransactionWire {
  return {
    date: one.date,
    description: one.description,
    amount: formatCents(one.amount.value),
    balance: one.balance === null ? null : formatCents(one.balance.value),
    page: one.page,
    box: one.box,
    sources: {
      date: one.dateSource,
      amount: figureSource(one.amount, `${at}.amount`),
      balance: one.balance && figureSource(one.balance, `${at}.balance`),
    },
  }
}

export function monthWire({ month, moneyIn, moneyOut, count }: MonthTotal): MonthWire {
  return {
    month,
    money_in: formatCents(moneyIn),
    money_out: formatCents(moneyOut),
    net: formatCents(centsOf(moneyIn + moneyOut)),
    count,
  }
}

function figureSource({ value, page, box, text }: Figure, address: string): FigureSource {
  return { value: formatCents(value), page, box, address, text }
}
