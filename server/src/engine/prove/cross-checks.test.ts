/** Two documents about one thing: what counts as agreeing, what as differing, and when nothing was tested. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { centsOf, parseCents } from '../../lib/money.ts'
import type { BalanceFacts, Cited, LoanFacts, Standing } from '../model/cross-check.ts'
import { CROSS_CHECKS } from '../model/cross-check.ts'
import { crossChecks } from './cross-checks.ts'

const NOTHING: LoanFacts = {
  receivableAgings: [],
  payableAgings: [],
  debtSchedules: [],
  bankClosings: [],
  balances: [],
  incomes: [],
  businessReturns: [],
  k1s: [],
  individualReturns: [],
}

function figure(amount: string, address: string, unit = 1n): Cited {
  const value = parseCents(amount)
  assert.ok(value !== null)
  const place = { documentId: `doc ${address}`, page: 1, box: [0, 0, 1, 1] as const, text: amount }
  return { ...place, address, label: address, amount: value, unit: centsOf(unit) }
}

function at(date: string, amount: string, more: Partial<Standing> = {}): Standing {
  return { entity: null, date, figures: [figure(amount, 'totals.total')], ...more }
}

function balance(date: string, of: Partial<BalanceFacts>): BalanceFacts {
  const none = { receivables: [], payables: [], debt: [], cash: [], equity: null, ownerMovements: [] }
  return { entity: null, date, ...none, ...of }
}

function checkOf(name: string, facts: Partial<LoanFacts>) {
  const [check, ...more] = crossChecks({ ...NOTHING, ...facts }).filter((one) => one.name === name)
  assert.ok(check)
  assert.deepEqual(more, [])
  return check
}

test('without documents every check is listed as not proved, with what it misses', () => {
  const checks = crossChecks(NOTHING)
  assert.deepEqual(
    checks.map(({ name, state }) => [name, state]),
    CROSS_CHECKS.map((name) => [name, 'not_proved']),
  )
  for (const { hint } of checks) assert.match(hint ?? '', /^no .* was read$/)
})

const STANDING = [
  ['receivables', 'receivableAgings', 'receivables'],
  ['payables', 'payableAgings', 'payables'],
  ['debt', 'debtSchedules', 'debt'],
  ['cash', 'bankClosings', 'cash'],
] as const

for (const [name, list, line] of STANDING)
  test(`${name}: equal amounts of one day agree, others differ by the residual, and other days test nothing`, () => {
    const books = balance('2024-12-31', { [line]: [figure('1200.50', 'lines.3.0')] })
    const agreeing = checkOf(name, { [list]: [at('2024-12-31', '1200.50')], balances: [books] })
    assert.equal(agreeing.state, 'proved')
    assert.deepEqual(
      [agreeing.left?.figures[0]?.address, agreeing.right?.figures[0]?.address],
      ['totals.total', 'lines.3.0'],
    )
    const differing = checkOf(name, { [list]: [at('2024-12-31', '1300.50')], balances: [books] })
    assert.deepEqual([differing.state, differing.residual], ['failed', centsOf(10_000n)])
    const later = checkOf(name, { [list]: [at('2025-01-31', '1200.50')], balances: [books] })
    assert.equal(later.state, 'not_proved')
    assert.match(later.hint ?? '', /2025-01-31/)
    assert.equal(later.right, null)
  })

test('a statement in thousands agrees with the exact amount that it rounds, and with no other', () => {
  const books = balance('2024-12-31', { receivables: [figure('1201000.00', 'lines.3.0', 100_000n)] })
  const with_ = (amount: string) =>
    checkOf('receivables', { receivableAgings: [at('2024-12-31', amount)], balances: [books] })
  assert.equal(with_('1200612.40').state, 'proved')
  assert.equal(with_('1200312.40').state, 'failed')
})

test('several accounts that close on one day count together, and companies are kept apart', () => {
  const balances = [balance('2024-12-31', { entity: 'harbor', cash: [figure('300.00', 'lines.0.0')] })]
  const bankClosings = [
    at('2024-12-31', '100.00', { entity: 'harbor' }),
    at('2024-12-31', '200.00', { entity: 'harbor' }),
  ]
  assert.equal(checkOf('cash', { bankClosings, balances }).state, 'proved')
  const foreign = bankClosings.map((closing) => ({ ...closing, entity: 'cedar' }))
  assert.equal(checkOf('cash', { bankClosings: foreign, balances }).state, 'not_proved')
})

test('net income is the movement of equity between the ends of its period; draws are named where they explain it', () => {
  const netIncome = figure('500.00', 'lines.9.0')
  const incomes = [{ entity: null, date: '2024-03-31', months: 3, netIncome }]
  const start = balance('2023-12-31', { equity: figure('1000.00', 'lines.20.1') })
  const end = balance('2024-03-31', { equity: figure('1500.00', 'lines.20.0') })
  const check = checkOf('equity_movement', { incomes, balances: [start, end] })
  assert.equal(check.state, 'proved')
  assert.deepEqual(
    check.right?.figures.map(({ address }) => address),
    ['lines.20.0', 'lines.20.1'],
  )
  const drawn = balance('2024-03-31', {
    equity: figure('1380.00', 'lines.20.0'),
    ownerMovements: [figure('-120.00', 'Distributions')],
  })
  const explained = checkOf('equity_movement', { incomes, balances: [start, drawn] })
  assert.deepEqual([explained.state, explained.residual], ['failed', centsOf(12_000n)])
  assert.match(explained.hint ?? '', /Distributions/)
  assert.equal(checkOf('equity_movement', { incomes, balances: [end] }).state, 'not_proved')
})

test('a year of income is compared with the return of that year, and a quarter with none', () => {
  const netIncome = figure('500.00', 'lines.9.0')
  const filed = { entity: null, year: 2024, netIncome: figure('470.00', 'forms.0.22'), perBooks: false }
  const year = { entity: null, date: '2024-12-31', months: 12, netIncome }
  const check = checkOf('net_income_return', { incomes: [year], businessReturns: [filed] })
  assert.equal(check.state, 'failed')
  assert.match(check.hint ?? '', /taxable income/)
  const quarter = { ...year, months: 3 }
  assert.equal(checkOf('net_income_return', { incomes: [quarter], businessReturns: [filed] }).state, 'not_proved')
})

test('all K-1s of an owner make up what the owner’s return takes over, whichever initials are printed', () => {
  const k1 = (amount: string, address: string) => ({
    person: 'mary t olsen',
    year: 2024,
    figures: [figure(amount, address)],
  })
  const own = { person: 'mary olsen', year: 2024, figures: [figure('700.00', 'forms.2.32')] }
  const both = [k1('300.00', 'forms.1.1'), k1('400.00', 'forms.2.1')]
  assert.equal(checkOf('k1_income', { k1s: both, individualReturns: [own] }).state, 'proved')
  const other = { ...own, person: 'karl olsen' }
  assert.equal(checkOf('k1_income', { k1s: both, individualReturns: [other] }).state, 'not_proved')
})
