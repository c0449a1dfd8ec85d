/** One seed → accounts with movements that add up: what a bank statement is about, before anyone prints it. */
import type { Random } from '../random.ts'

export interface Movement {
  /** ISO. */
  readonly date: string
  readonly lines: readonly string[]
  /** Cents; money out is negative. */
  readonly amount: bigint
  readonly check: number | null
}

export interface Account {
  readonly number: string
  readonly product: string
  readonly opening: bigint
  readonly movements: readonly Movement[]
}

export interface BankContent {
  readonly holder: string
  readonly bank: string
  readonly start: string
  readonly end: string
  readonly accounts: readonly Account[]
}

const FIRST = [
  'Harbor',
  'Summit',
  'Cedar',
  'Lakeside',
  'Pioneer',
  'Ironwood',
  'Prairie',
  'Northgate',
  'Total',
  'Granite',
]
const SECOND = ['Mechanical', 'Logistics', 'Dental', 'Foods', 'Landscape', 'Electric', 'Printing', 'Marine', 'Roofing']
const BANKS = [
  'First Valley Bank',
  'Meridian Trust Bank',
  'Union Harbor Bank',
  'Lakeshore Savings Bank',
  'Continental Bank',
]
const PRODUCTS = ['Business Checking', 'Premium Savings', 'Current Account', 'Money Market Savings']
const CREDITS = [
  'Deposit',
  'Mobile Deposit',
  'ACH Credit STRIPE TRANSFER',
  'Wire Transfer In',
  'Customer payment',
  'Interest Paid',
  'Square Inc SQ*',
  'Refund OFFICE DEPOT',
  'Transfer from Savings',
  'Salary credit',
  'Remote Online Deposit',
]
const DEBITS = [
  'POS Purchase SHELL OIL',
  'ACH Debit GUSTO PAYROLL',
  'Online Payment to Vendor',
  'ATM Withdrawal',
  'Direct Debit UTILITY CO',
  'Card Purchase TOTAL WINE & MORE',
  'Monthly Service Fee',
  'Insurance premium',
  'Rent payment',
  'Wire Transfer Out',
  'Loan payment',
  'Standing order LEASING',
  'CREDIT CARD PAYMENT',
  'Fuel BALANCE ENERGY LTD',
]
const EXTRA = [
  'REF 4M8J2222YWE44',
  'MANDATE NO 0015',
  'TRN 20391 44.50 USD',
  'CARD 1361',
  '9081038 TO: SUPPLIES',
  'ID 0000932841',
  'INV 10233 PO 8812',
  'SEATTLE WA',
  'ON 12.03',
  'NL97PARK7122682547',
  'FOR: 66.66 SGD',
  'Auth 991827',
]
const DAY_MS = 86_400_000

export function makeBankContent(
  random: Random,
  wanted: { accounts: number; movements: readonly [number, number]; wrap: number; checks: boolean },
): BankContent {
  const year = random.between(2018, 2025)
  const month = random.between(1, 12)
  const start = isoOf(year, month, 1)
  const months = random.chance(0.15) ? 3 : 1
  const end = new Date(Date.UTC(year, month - 1 + months, 0)).toISOString().slice(0, 10)
  const accounts = Array.from({ length: wanted.accounts }, () => makeAccount(random, start, end, wanted))
  return {
    holder: `${random.pick(FIRST)} ${random.pick(SECOND)} ${random.pick(['LLC', 'Inc', 'Ltd', 'Company'])}`,
    bank: random.pick(BANKS),
    start,
    end,
    accounts,
  }
}

function makeAccount(
  random: Random,
  start: string,
  end: string,
  wanted: { movements: readonly [number, number]; wrap: number; checks: boolean },
): Account {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS
  const count = random.between(wanted.movements[0], wanted.movements[1])
  const offsets = Array.from({ length: count }, () => random.between(0, days)).sort((a, b) => a - b)
  let check = random.between(1001, 9000)
  const movements = offsets.map((offset): Movement => {
    const date = new Date(Date.parse(start) + offset * DAY_MS).toISOString().slice(0, 10)
    const isIn = random.chance(0.35)
    const magnitude = BigInt(random.chance(0.1) ? random.between(1_000_000, 45_000_000) : random.between(15, 400_000))
    if (!isIn && wanted.checks && random.chance(0.3)) {
      check += random.between(1, 3)
      return { date, lines: [`Check ${check}`], amount: -magnitude, check }
    }
    const extra = Array.from({ length: random.chance(wanted.wrap) ? random.between(1, 3) : 0 }, () =>
      random.pick(EXTRA),
    )
    return {
      date,
      lines: [random.pick(isIn ? CREDITS : DEBITS), ...extra],
      amount: isIn ? magnitude : -magnitude,
      check: null,
    }
  })
  return {
    number: String(random.between(10_000_000, 99_999_999)) + String(random.between(10, 99)),
    product: random.pick(PRODUCTS),
    opening: BigInt(random.between(-200_000, 9_000_000)),
    movements,
  }
}

function isoOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
