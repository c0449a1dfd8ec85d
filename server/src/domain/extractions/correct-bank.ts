/**
 * Corrections of a bank statement: an amount or a balance, the day or the description of a movement. What follows from
 * them is made anew: the totals by month, the checks, and the finding about a chain that breaks at one row.
 */
import { monthsOf } from '../../engine/extract/bank/assemble.ts'
import type { BankAccount, BankReading } from '../../engine/model/bank.ts'
import { chainFindings } from '../../engine/prove/bank-chain.ts'
import { proveBankStatement } from '../../engine/prove/prove-bank.ts'
import type { AccountWire, BankPayload, TransactionWire } from './bank-payload.ts'
import { monthWire } from './bank-payload.ts'
import type { Correctable, Reworded, Rewording } from './corrections.ts'
import { restoredFigure, restoredFigureOrNull, rowAt } from './corrections.ts'
import { proofWire } from './payload.ts'

export const correctableBank: Correctable<BankPayload> = { figuresIn: ['accounts'], reword, settle }

function reword(payload: BankPayload, rewording: Rewording): Reworded<BankPayload> | null {
  const [, index] = /^accounts\.(\d{1,4})\./.exec(rewording.address) ?? []
  const at = index === undefined ? null : rowAt(payload.accounts, 'accounts', `accounts.${index}`)
  const reworded = at && rewordAccount(at.row, `accounts.${index ?? ''}`, rewording)
  return reworded && { payload: { ...payload, accounts: at.with(reworded.payload) }, from: reworded.from }
}

function rewordAccount(account: AccountWire, of: string, rewording: Rewording): Reworded<AccountWire> | null {
  const { address, label, date } = rewording
  const movement = rowAt(account.transactions, `${of}.transactions`, address)
  if (movement) {
    const { row } = movement
    const [changed, from] =
      label === undefined ? [{ ...row, date }, row.date] : [{ ...row, description: label }, row.description]
    return { payload: { ...account, transactions: movement.with(changed) }, from }
  }
  const daily = rowAt(account.daily_balances, `${of}.daily`, address)
  if (daily && date !== undefined)
    return { payload: { ...account, daily_balances: daily.with({ ...daily.row, date }) }, from: daily.row.date }
  const total = rowAt(account.totals, `${of}.totals`, address)
  if (total && label !== undefined)
    return { payload: { ...account, totals: total.with({ ...total.row, label }) }, from: total.row.label }
  return null
}

function settle(payload: BankPayload): BankPayload {
  const restored = payload.accounts.map(accountOf)
  const accounts = payload.accounts.map((account, index) => ({
    ...account,
    transactions: account.transactions.map(withFigures),
    monthly_totals: (restored[index]?.months ?? []).map(monthWire),
  }))
  const fromFile = payload.findings.filter(({ code }) => code !== 'chain_broken_once')
  return {
    ...payload,
    accounts,
    proofs: proveBankStatement(readingOf(payload, restored)).map(proofWire),
    findings: [...fromFile, ...chainFindings(restored)],
  }
}

function withFigures(one: TransactionWire): TransactionWire {
  const [amount, balance] = [one.sources.amount.value, one.sources.balance?.value ?? null]
  return one.amount === amount && one.balance === balance ? one : { ...one, amount, balance }
}

function readingOf(payload: BankPayload, accounts: readonly BankAccount[]): BankReading {
  return {
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    currency: payload.currency,
    accounts,
    leftovers: payload.leftovers,
    findings: payload.findings,
  }
}

function accountOf(account: AccountWire): BankAccount {
  const transactions = account.transactions.map(({ date, description, page, box, sources }) => ({
    date,
    dateSource: sources.date,
    description,
    amount: restoredFigure(sources.amount),
    balance: restoredFigureOrNull(sources.balance),
    page,
    box,
  }))
  return {
    holder: account.holder,
    bank: account.bank,
    numberLast4: account.number_last4,
    periodStart: account.period_start,
    periodEnd: account.period_end,
    opening: restoredFigureOrNull(account.opening),
    closing: restoredFigureOrNull(account.closing),
    transactions,
    totals: account.totals.map((total) => ({ ...total, figure: restoredFigure(total.figure) })),
    daily: account.daily_balances.map(({ date, figure }) => ({ date, figure: restoredFigure(figure) })),
    carried: account.carried_balances.map(({ after, figure }) => ({ after, figure: restoredFigure(figure) })),
    months: monthsOf(transactions),
  }
}
