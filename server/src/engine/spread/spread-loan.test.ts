/** Spreads of small, legible groups: what must come of them is written beside them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import type { SpreadDocument, SpreadInput, SpreadTaxForm } from '../model/spread.ts'
import type { StatementLine } from '../model/statement.ts'
import { spreadToPayload } from './payload.ts'
import type { WireAttribute } from './payload.ts'
import { spreadLoan } from './spread-loan.ts'

const money = (text: string): Cents => parseCents(text) ?? assert.fail(text)

const EMPTY: SpreadInput = {
  loanAmount: null,
  borrowerKey: 'business:mill',
  obligated: [['business:mill']],
  affiliates: 'distributions',
  documents: [],
  addbacks: [],
  given: [],
}

const about = (id: string, entityKey: string) => ({
  id,
  entityKey,
  entityName: entityKey.replace(/.*:/, ''),
  entityKind: entityKey.startsWith('person') ? ('person' as const) : ('business' as const),
  assurance: null,
})

function form(name: string, lines: Record<string, string>, ownerKeys: string[] = []): SpreadTaxForm {
  const figures = Object.entries(lines).map(([key, value]) => [key, { value: money(value), address: `forms.0.${key}` }])
  return { form: name, taxYear: 2023, lines: Object.fromEntries(figures) as SpreadTaxForm['lines'], ownerKeys }
}

function taxReturn(id: string, entityKey: string, forms: SpreadTaxForm[]): SpreadDocument {
  return { ...about(id, entityKey), kind: 'tax-return', forms }
}

function balanceSheet(id: string, rows: readonly (readonly [string, string | null])[]): SpreadDocument {
  const lines = rows.map(([label, value], at): StatementLine => ({
    key: `l${at}`,
    label,
    depth: 0,
    values: [value === null ? null : money(value)],
    sources: [value === null ? null : { kind: 'printed', pages: [1], documentId: id, address: `lines.${at}.0` }],
  }))
  const period = { fiscalYear: 2023, periodEnd: '2023-12-31', label: null, monthsCovered: null }
  return {
    ...about(id, 'business:mill'),
    kind: 'balance-sheet',
    statement: { documentId: id, periods: [period], lines, scale: 1 },
  }
}

type Of = (key: string) => WireAttribute

function spread(input: Partial<SpreadInput>): {
  of: (entity: string, period: string) => Of
  loan: Of
  unused: unknown
} {
  const payload = spreadToPayload(spreadLoan({ ...EMPTY, ...input }))
  const find = (attributes: readonly WireAttribute[] | undefined, key: string): WireAttribute =>
    attributes?.find((attribute) => attribute.key === key) ?? assert.fail(`there is no ${key}`)
  return {
    of: (entity, period) => (key) =>
      find(
        payload.entities
          .find(({ entity_key }) => entity_key === entity)
          ?.periods.find(({ period_id }) => period_id === period)?.attributes,
        key,
      ),
    loan: (key) => find(payload.years[0]?.attributes, key),
    unused: payload.unused,
  }
}

/** A partnership that earned 500,000 and paid its owner 150,000 of it. */
const MILL = taxReturn('doc_1', 'business:mill', [
  form('Form 1065', { '1c': '2000000.00', '2': '900000.00', '15': '40000.00', '16c': '60000.00', '23': '400000.00' }),
  form('Schedule K-1 (Form 1065)', { '19': '150000.00' }, ['person:ada', 'business:ada']),
])
const ADA = taxReturn('doc_2', 'person:ada', [
  form('Form 1040', { '1z': '90000.00', '2b': '1000.00', '24': '31000.00' }),
])
const GIVEN = [
  ['debt_service_existing', null, '100000.00'],
  ['debt_service_proposed', null, '120000.00'],
  ['living_expenses', 'person:ada', '60000.00'],
  ['personal_debt_service', 'person:ada', '30000.00'],
].map(([key, entityKey, value]) => ({
  key: key ?? '',
  entityKey: entityKey ?? null,
  period: null,
  value: money(value ?? ''),
  note: 'told',
}))
const BOTH = [['business:mill'], ['person:ada', 'business:ada']]

test('a payment between members counts once: 500,000 earned and 150,000 of it paid out is not 650,000', () => {
  const { of, loan } = spread({ documents: [MILL, ADA], obligated: BOTH, given: GIVEN })
  assert.equal(of('business:mill', 'tax:2023-12-31')('ebitda').value, '500000.00')
  assert.equal(of('person:ada', 'tax:2023-12-31')('k1_distributions').value, '150000.00')
  // 90,000 + 1,000 + 150,000 - 31,000 - 60,000
  assert.equal(of('person:ada', 'tax:2023-12-31')('personal_cash_flow').value, '150000.00')
  assert.equal(loan('intragroup_payments').value, '150000.00')
  assert.equal(loan('global_cash_flow').value, '500000.00')
  assert.equal(loan('global_debt_service').value, '250000.00')
  assert.equal(loan('global_dscr').value, '2.0000')
})

test('a guarantor who shows nothing leaves the global cash flow open, and is named', () => {
  const { loan } = spread({ documents: [MILL], obligated: BOTH, given: GIVEN })
  assert.equal(loan('business_cash_flow').value, '500000.00')
  assert.deepEqual(loan('personal_cash_flow').reason, { code: 'missing_member', about: ['person:ada'] })
  assert.deepEqual(loan('global_cash_flow').reason, { code: 'missing_input', about: ['personal_cash_flow'] })
})

test('a loan that no person answers for has no personal cash flow, and says so instead of leaving it open', () => {
  const { loan } = spread({ documents: [MILL], given: GIVEN })
  assert.deepEqual([loan('personal_cash_flow').value, loan('global_cash_flow').value], ['0.00', '500000.00'])
  assert.match(loan('personal_cash_flow').note ?? '', /nobody/)
})

test('a company that does not answer for the loan enters by what it paid out, or whole, as the lender has it', () => {
  const shop = taxReturn('doc_3', 'business:shop', [
    form('Form 1065', { '23': '80000.00' }),
    form('Schedule K-1 (Form 1065)', { '19': '20000.00' }, ['person:ada']),
  ])
  const given = [...GIVEN, { ...GIVEN[0], key: 'debt_service_existing', entityKey: 'business:shop', period: null, value: money('0.00'), note: 'told' }] // prettier-ignore
  const input = { documents: [MILL, ADA, shop], obligated: BOTH, given }
  // Ada has 20,000 more; the shop itself is not counted.
  assert.equal(spread({ ...input, affiliates: 'distributions' }).loan('global_cash_flow').value, '520000.00')
  // The shop's 80,000 are counted, and its payment to Ada is taken out.
  assert.equal(spread({ ...input, affiliates: 'statements' }).loan('global_cash_flow').value, '580000.00')
})

test('every line of a balance sheet that the table knows finds its attribute, and what is taken off is taken off', () => {
  const sheet = balanceSheet('doc_4', [
    ['Current assets', null],
    ['Checking account', '10000.00'],
    ['Petty cash', '500.00'],
    ['Accounts receivable', '80000.00'],
    ['Allowance for doubtful accounts', '5000.00'],
    ['Inventory', '40000.00'],
    ['Prepaid insurance', '2000.00'],
    ['Total current assets', '127500.00'],
    ['Machinery and equipment', '200000.00'],
    ['Less: accumulated depreciation', '(60000.00)'.replace(/[()]/g, '')],
    ['Net property and equipment', '140000.00'],
    ['Goodwill', '30000.00'],
    ['Loan to shareholder', '15000.00'],
    ['Total assets', '312500.00'],
    ['Accounts payable', '50000.00'],
    ['Line of credit', '25000.00'],
    ['Current portion of long-term debt', '12000.00'],
    ['Accrued payroll', '6000.00'],
    ['Total current liabilities', '93000.00'],
    ['Note payable - First Bank', '100000.00'],
    ['Less current portion', '-12000.00'],
    ['Loans from shareholder', '20000.00'],
    ['Total liabilities', '201000.00'],
    ['Retained earnings', '111500.00'],
    ['Total liabilities and equity', '312500.00'],
  ])
  const of = spread({ documents: [sheet] }).of('business:mill', '2023-12-31:day')
  const expected = {
    cash: '10500.00',
    accounts_receivable: '75000.00',
    inventory: '40000.00',
    prepaid_and_other_current: '2000.00',
    net_fixed_assets: '140000.00',
    intangibles: '30000.00',
    due_from_related: '15000.00',
    accounts_payable: '50000.00',
    line_of_credit: '25000.00',
    current_portion_ltd: '12000.00',
    accrued_liabilities: '6000.00',
    long_term_debt: '88000.00',
    due_to_related: '20000.00',
    net_worth: '111500.00',
    balance_check: '0.00',
    working_capital: '34500.00',
    tangible_net_worth: '66500.00',
    funded_debt: '125000.00',
    current_ratio: '1.3710',
    quick_ratio: '0.9194',
    debt_to_tangible_net_worth: '3.0226',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, of(key).value])), expected)
})

test('a ratio to a worth that is not there says nothing, and says that', () => {
  const sheet = balanceSheet('doc_4', [
    ['Total assets', '100.00'],
    ['Total liabilities', '150.00'],
    ['Total liabilities and equity', '100.00'],
  ])
  const of = spread({ documents: [sheet] }).of('business:mill', '2023-12-31:day')
  assert.deepEqual([of('net_worth').value, of('balance_check').value], ['-50.00', '0.00'])
  assert.deepEqual([of('debt_to_worth').value, of('debt_to_worth').reason?.code], [null, 'not_meaningful'])
})

test('debt service comes from a schedule that says how often it is paid, and from no other', () => {
  const schedule = (paymentHead: string | null, payments: (string | null)[]): SpreadDocument => ({
    ...about('doc_5', 'business:mill'),
    kind: 'debt-schedule',
    asOf: '2024-01-31',
    paymentHead,
    payments: payments.map((value, at) => value && { value: money(value), address: `debts.${at}.3` }).map((one) => one || null), // prettier-ignore
  })
  const of = (document: SpreadDocument) =>
    spread({ documents: [MILL, document] }).of('business:mill', 'tax:2023-12-31')('debt_service_existing')
  assert.equal(of(schedule('Monthly payment', ['1000.00', '250.50'])).value, '15006.00')
  assert.equal(of(schedule('Annual debt service', ['1000.00', '250.50'])).value, '1250.50')
  assert.deepEqual(of(schedule('Payment', ['1000.00'])).reason, { code: 'missing_input', about: ['frequency'] })
  assert.deepEqual(of(schedule('Monthly payment', ['1.00', null])).reason, {
    code: 'missing_input',
    about: ['payments'],
  })
})

test('a personal financial statement says what a guarantor owns and owes on its day, and whether that adds up', () => {
  const line = (
    part: 'assets' | 'liabilities',
    role: 'item' | 'total' | 'net_worth',
    label: string,
    value: string,
  ) => ({
    part,
    role,
    label,
    value: money(value),
    address: `${part}.0`,
  })
  const document: SpreadDocument = {
    ...about('doc_8', 'person:ada'),
    kind: 'personal-statement',
    asOf: '2024-03-31',
    lines: [
      line('assets', 'item', 'Cash on hand', '50000.00'),
      line('assets', 'item', 'Real estate', '400000.00'),
      line('assets', 'total', 'Total assets', '450000.00'),
      line('liabilities', 'item', 'Mortgage', '250000.00'),
      line('liabilities', 'net_worth', 'Net worth', '199000.00'),
    ],
  }
  const of = spread({ documents: [document] }).of('person:ada', '2024-03-31:day')
  assert.deepEqual(
    ['personal_assets', 'personal_liabilities', 'personal_net_worth', 'personal_worth_check'].map(
      (key) => of(key).value,
    ),
    ['450000.00', '250000.00', '199000.00', '1000.00'],
  )
  assert.deepEqual(of('personal_contingent_liabilities').reason, { code: 'not_stated', about: [] })
})

test('of two documents that state one period the later is used, and the other is named', () => {
  const [older, newer] = ['doc_6', 'doc_7'].map((id, at) =>
    taxReturn(id, 'business:mill', [form('Form 1120-S', { '22': `${at + 1}00.00` })]),
  ) as [SpreadDocument, SpreadDocument]
  const payload = spreadToPayload(spreadLoan({ ...EMPTY, documents: [older, newer] }))
  const [period] = payload.entities[0]?.periods ?? []
  assert.deepEqual([period?.document_ids, period?.superseded_document_ids], [['doc_7'], ['doc_6']])
  assert.equal(period?.attributes.find(({ key }) => key === 'net_income')?.value, '200.00')
})

test('what is given for a period that nobody states is named, not dropped', () => {
  const period = { fiscalYear: 1999, periodEnd: null }
  const given = [{ key: 'cash_taxes', entityKey: null, period, value: money('1.00'), note: 'told' }]
  assert.deepEqual(spread({ documents: [MILL], given }).unused, [
    { kind: 'given', ref: 'cash_taxes', entity_key: null, fiscal_year: 1999, period_end: null },
  ])
})
