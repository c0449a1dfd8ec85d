/** A tax return to attributes, form by form: which line is which attribute is data, like the forms themselves. */
import type { Cents } from '../../lib/money.ts'
import { negate } from '../../lib/money.ts'
import type { SpreadDocumentFacts, SpreadTaxForm, TaxReturn } from '../model/spread.ts'
import { figureInput } from './from-balance-sheet.ts'
import { addUp, readingsOf } from './readings.ts'
import type { Input, PeriodReadings, Reading } from './readings.ts'

type Document = SpreadDocumentFacts & TaxReturn

/** `22`; `22 + 13 + 14`; `28 - 31`; `1z | 1a` is the first that is filled in. A sum needs its first line. */
type Lines = Readonly<Record<string, string>>

const SCHEDULE_L: Lines = {
  cash: '1(d)',
  accounts_receivable: '2b(d)',
  inventory: '3(d)',
  due_from_related: '7(d)',
  net_fixed_assets: '10b(d) + 12(d)',
  intangibles: '13b(d)',
  total_assets: '15(d)',
  accounts_payable: '16(d)',
  current_portion_ltd: '17(d)',
  due_to_related: '19(d)',
  long_term_debt: '20(d)',
}

const BUSINESS: Readonly<Record<string, Lines>> = {
  'Form 1120-S': {
    revenue: '1c',
    cogs: '2',
    gross_profit: '3',
    officer_compensation: '7',
    bad_debt: '10',
    rent: '11',
    interest_expense: '13',
    depreciation: '14',
    net_income: '22',
    ebit: '22 + 13',
    ebitda: '22 + 13 + 14',
  },
  'Form 1065': {
    revenue: '1c',
    cogs: '2',
    gross_profit: '3',
    officer_compensation: '10',
    bad_debt: '12',
    rent: '13',
    interest_expense: '15',
    depreciation: '16c',
    net_income: '23',
    ebit: '23 + 15',
    ebitda: '23 + 15 + 16c',
  },
  'Form 1120': {
    revenue: '1c',
    cogs: '2',
    gross_profit: '3',
    officer_compensation: '12',
    bad_debt: '15',
    rent: '16',
    interest_expense: '18',
    depreciation: '20',
    pretax_income: '28',
    income_tax: '31',
    net_income: '28 - 31',
    ebit: '28 + 18',
    ebitda: '28 + 18 + 20',
  },
  'Schedule K (Form 1120-S)': { distributions: '16d' },
  'Schedule K (Form 1065)': { distributions: '19a' },
  'Schedule L (Form 1120-S)': SCHEDULE_L,
  'Schedule L (Form 1065)': SCHEDULE_L,
  'Schedule L (Form 1120)': SCHEDULE_L,
}

const PERSONAL: Readonly<Record<string, Lines>> = {
  'Form 1040': { wages: '1z | 1a', taxable_interest: '2b', dividends: '3b', personal_taxes: '24' },
  'Schedule E (Form 1040)': { rental_income: '26', rental_depreciation: '23d' },
  'Schedule C (Form 1040)': { sole_proprietor_income: '31', sole_proprietor_depreciation: '13' },
}

const BOTTOM_LINE = 'of the return: before what it passes on to its owners apart'
const NOT_ADDED_BACK = 'amortization stands among other deductions and is not added back'
const NOTES: Readonly<Record<string, string>> = { net_income: BOTTOM_LINE, ebitda: NOT_ADDED_BACK }

/** A box of distributions on a Schedule K-1, by its form. The box of an S corporation's holds letters, not one amount. */
const K1_DISTRIBUTIONS: Readonly<Record<string, string>> = { 'Schedule K-1 (Form 1065)': '19' }

export function taxReturnToReadings(document: Document, order: number): PeriodReadings[] {
  const table = document.entityKind === 'person' ? PERSONAL : BUSINESS
  const years = [...new Set(document.forms.flatMap(({ taxYear }) => (taxYear === null ? [] : [taxYear])))].sort()
  return years.map((year) => {
    const found = new Map<string, Reading>()
    for (const form of document.forms.filter(({ taxYear }) => taxYear === year))
      for (const [key, lines] of Object.entries(table[form.form] ?? {})) {
        const reading = readLines(document, form, lines)
        const before = found.get(key)
        if (reading) found.set(key, before ? together(before, reading) : withNote(reading, key))
      }
    return {
      documentId: document.id,
      kind: 'tax-return',
      entityKey: document.entityKey,
      basis: 'tax_return',
      isInstant: false,
      period: { fiscalYear: year, periodEnd: `${year}-12-31`, monthsCovered: 12 },
      rank: [order],
      readings: readingsOf([...found]),
      statement: null,
    }
  })
}

/** What a company's return says that it paid out to its owners, by owner and year. */
export interface Distribution {
  readonly from: string
  readonly ownerKeys: readonly string[]
  readonly year: number
  readonly reading: Reading
}

export function distributionsOf(document: Document): Distribution[] {
  return document.forms.flatMap((form) => {
    const line = K1_DISTRIBUTIONS[form.form]
    const reading = line === undefined ? null : readLines(document, form, line)
    if (!reading || form.taxYear === null || form.ownerKeys.length === 0) return []
    return [{ from: document.entityKey, ownerKeys: form.ownerKeys, year: form.taxYear, reading }]
  })
}

function readLines(document: Document, form: SpreadTaxForm, lines: string): Reading | null {
  if (lines.includes('|')) {
    for (const line of lines.split('|')) {
      const reading = readLines(document, form, line.trim())
      if (reading) return reading
    }
    return null
  }
  const parts: { value: Cents; input: Input }[] = []
  for (const [at, [, sign, key]] of [...lines.matchAll(/([+-]?)\s*(\d+[a-z]?(?:\([a-d]\))?)/g)].entries()) {
    const figure = form.lines[key ?? '']
    // An empty line of a form is no amount; only the one that the sum starts from must be there.
    if (!figure && at === 0) return null
    if (!figure) continue
    const input = figureInput(document.id, figure.address, figure.value)
    parts.push({ value: sign === '-' ? negate(figure.value) : figure.value, input })
  }
  return addUp(parts)
}

/** A person may have several businesses or properties, each on a form of its own. */
function together(one: Reading, other: Reading): Reading {
  const parts = [one, other]
  const total = addUp(parts.map(({ value, inputs }) => ({ value, input: inputs[0] as Input })))
  return { value: total?.value ?? one.value, inputs: parts.flatMap(({ inputs }) => inputs), note: one.note }
}

function withNote(reading: Reading, key: string): Reading {
  return { ...reading, note: NOTES[key] ?? null }
}
