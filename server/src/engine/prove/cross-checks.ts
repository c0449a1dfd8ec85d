/**
 * Documents of one loan against each other. A difference is a finding with its two addresses and never a verdict: books
 * close on other days than banks, owners draw money, and taxes count otherwise than books. Where a side is missing, or
 * speaks of another day, nothing is tested, and the check says so.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, magnitude, negate } from '../../lib/money.ts'
import { isoDate, lastDayOf } from '../layout/dates.ts'
import type {
  BalanceFacts,
  CheckSide,
  Cited,
  CrossCheck,
  CrossCheckName,
  IncomeFacts,
  LoanFacts,
  Standing,
} from '../model/cross-check.ts'

export function crossChecks(facts: LoanFacts): CrossCheck[] {
  return [
    ...standings('receivables', facts.receivableAgings, facts.balances, (balance) => balance.receivables, 'AR aging'),
    ...standings('payables', facts.payableAgings, facts.balances, (balance) => balance.payables, 'AP aging'),
    ...standings('debt', facts.debtSchedules, facts.balances, (balance) => balance.debt, 'debt schedule'),
    ...standings('cash', joinAccounts(facts.bankClosings), facts.balances, (balance) => balance.cash, 'bank statement'),
    ...equityMovement(facts),
    ...returns(facts),
    ...passThrough(facts),
  ]
}

/** What stands in a document of its own and on the balance sheet of the same day. */
function standings(
  name: CrossCheckName,
  own: readonly Standing[],
  balances: readonly BalanceFacts[],
  lineOf: (balance: BalanceFacts) => readonly Cited[],
  document: string,
): CrossCheck[] {
  const compared = own.flatMap((standing) =>
    balances
      .filter((balance) => balance.date === standing.date && isSameEntity(balance.entity, standing.entity))
      .filter((balance) => lineOf(balance).length > 0)
      .map((balance) => compare(name, standing.date, sideOf(standing.figures), sideOf(lineOf(balance)))),
  )
  if (compared.length > 0) return compared
  const [first] = own
  if (first === undefined) return [missing(name, null, `no ${document} with a total and a date was read`)]
  const reason = balances.some((balance) => lineOf(balance).length > 0)
    ? `no balance sheet is as of ${first.date}, the day of the ${document}`
    : 'no balance sheet states the amount'
  return [missing(name, sideOf(first.figures), reason)]
}

/** A company may keep its cash in several accounts: what they close with on one day counts together. */
function joinAccounts(closings: readonly Standing[]): Standing[] {
  const joined = new Map<string, Standing>()
  for (const closing of closings) {
    const key = `${closing.date} ${closing.entity ?? ''}`
    const before = joined.get(key)
    joined.set(key, before ? { ...before, figures: [...before.figures, ...closing.figures] } : closing)
  }
  return [...joined.values()]
}

/** Equity grows by the net income, less what the owners took and plus what they put in. */
function equityMovement({ incomes, balances }: LoanFacts): CrossCheck[] {
  const compared = incomes.flatMap((income) => {
    const at = (date: string): BalanceFacts | undefined =>
      balances.find((one) => one.date === date && one.equity !== null && isSameEntity(one.entity, income.entity))
    const [end, start] = [at(income.date), at(startOf(income))]
    if (!end?.equity || !start?.equity) return []
    const movement: CheckSide = {
      amount: centsOf(end.equity.amount - start.equity.amount),
      figures: [end.equity, start.equity],
    }
    const check = compare('equity_movement', income.date, sideOf([income.netIncome]), movement)
    const owners = end.ownerMovements.find(
      ({ amount }) => magnitude(amount) === magnitude(check.residual ?? centsOf(0n)),
    )
    const hint = owners ? `'${owners.label}' on the balance sheet is as large as the difference` : check.hint
    return [check.state === 'proved' ? check : { ...check, hint }]
  })
  if (compared.length > 0) return compared
  const [first] = incomes
  if (first === undefined) return [missing('equity_movement', null, 'no net income with a date was read')]
  const reason = `equity is not stated both at ${startOf(first)} and at ${first.date}`
  return [missing('equity_movement', sideOf([first.netIncome]), reason)]
}

/** The last day before the period; a period of unknown length is taken for a year. */
function startOf({ date, months }: IncomeFacts): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const last = year * 12 + (month - 1) - (months ?? 12)
  const [endYear, endMonth] = [Math.floor(last / 12), (last % 12) + 1]
  return isoDate(endYear, endMonth, lastDayOf(endYear, endMonth))
}

function returns({ incomes, businessReturns }: LoanFacts): CrossCheck[] {
  const yearly = incomes.filter(({ months }) => months === null || months === 12)
  const compared = businessReturns.flatMap((filed) =>
    yearly
      .filter((income) => Number(income.date.slice(0, 4)) === filed.year && isSameEntity(income.entity, filed.entity))
      .map((income) => {
        const check = compare('net_income_return', income.date, sideOf([income.netIncome]), sideOf([filed.netIncome]))
        const taxed = 'the return states taxable income, which counts some of the books otherwise'
        return check.state === 'failed' && !filed.perBooks ? { ...check, hint: taxed } : check
      }),
  )
  if (compared.length > 0) return compared
  const [filed] = businessReturns
  const [income] = yearly
  if (income === undefined) return [missing('net_income_return', null, 'no net income of a whole year was read')]
  const reason =
    filed === undefined
      ? 'no return of the business was read'
      : `the return is of ${filed.year}, the income of another year`
  return [missing('net_income_return', sideOf([income.netIncome]), reason)]
}

/** All K-1s of one owner and year against what the owner's own return takes over from them. */
function passThrough({ k1s, individualReturns }: LoanFacts): CrossCheck[] {
  const compared = individualReturns.flatMap((filed) => {
    const own = k1s.filter(({ person, year }) => year === filed.year && isSamePerson(person, filed.person))
    if (own.length === 0 || filed.figures.length === 0) return []
    const passed = own.flatMap(({ figures }) => figures)
    const check = compare('k1_income', `${filed.year}-12-31`, sideOf(passed), sideOf(filed.figures))
    const hint = 'the owner may have K-1s that are not among the documents'
    return [check.state === 'failed' ? { ...check, hint } : check]
  })
  if (compared.length > 0) return compared
  const [first] = k1s
  if (first === undefined) return [missing('k1_income', null, 'no Schedule K-1 with its owner was read')]
  return [
    missing('k1_income', sideOf(first.figures), `no return of ${first.person} for ${first.year} states K-1 income`),
  ]
}

function isSameEntity(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other
}

/** Joint returns name two people, and a middle name is printed one time and left out the next. */
function isSamePerson(one: string, other: string): boolean {
  const [few, many] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length)
  return (few ?? []).every((word) => word.length < 2 || (many ?? []).includes(word))
}

function sideOf(figures: readonly Cited[]): CheckSide {
  return { amount: centsOf(figures.reduce((sum, figure) => sum + figure.amount, 0n)), figures }
}

/** Printed figures are rounded: each may be off by half of its unit. */
function compare(name: CrossCheckName, date: string, left: CheckSide, right: CheckSide): CrossCheck {
  const residual = centsOf(left.amount - right.amount)
  const figures = [...left.figures, ...right.figures]
  const units = figures.reduce((sum, { unit }) => sum + (unit > 1n ? unit : 0n), 0n)
  const agrees = magnitude(residual) <= units / 2n
  const turned = negate(left.amount) === right.amount
  return {
    name,
    state: agrees ? 'proved' : 'failed',
    date,
    left,
    right,
    residual,
    hint: agrees ? null : turned ? 'the two are the same amount with opposite signs' : differenceHint(name, residual),
  }
}

function differenceHint(name: CrossCheckName, residual: Cents): string {
  const more = residual > 0n ? 'more' : 'less'
  switch (name) {
    case 'cash':
      return `the bank holds ${more} than the books say: payments under way, or accounts without a statement`
    case 'equity_movement':
      return 'owners may have drawn money or put some in'
    case 'debt':
      return `the schedule lists ${more} than the balance sheet's notes and loans`
    default:
      return `the document states ${more} than the other`
  }
}

function missing(name: CrossCheckName, left: CheckSide | null, reason: string): CrossCheck {
  return { name, state: 'not_proved', date: null, left, right: null, residual: null, hint: reason }
}
