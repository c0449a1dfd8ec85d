/** What a made-up person owns, owes and earns, so that every schedule makes up its line and every sum is right. */
import type { PersonalPart, PersonalRole } from '../../../server/src/engine/model/personal.ts'
import { NAME_ENDS, NAME_STARTS } from '../names.ts'
import type { Random } from '../random.ts'

export interface Entry {
  readonly label: string
  readonly role: PersonalRole | 'group'
  /** In cents; null where the form is left blank. */
  readonly value: bigint | null
  readonly part: PersonalPart
}

export interface ScheduleTable {
  readonly title: string
  readonly columns: readonly { readonly head: string; readonly money: boolean }[]
  /** Money as cents, everything else as printed. */
  readonly rows: readonly (readonly (string | bigint | null)[])[]
  /** Under each column of money, or left out. */
  readonly total: readonly (string | bigint | null)[] | null
}

export interface Affairs {
  readonly person: string
  readonly assets: readonly Entry[]
  readonly liabilities: readonly Entry[]
  readonly income: readonly Entry[]
  readonly expenses: readonly Entry[]
  readonly contingent: readonly Entry[]
  readonly schedules: readonly ScheduleTable[]
  readonly misprinted: boolean
}

export interface Manner {
  /** The captions of SBA Form 413 in its order, or anybody's. */
  readonly official: boolean
  readonly groups: boolean
  readonly balanceLine: boolean
  readonly income: 'none' | 'lines' | 'totalled'
  readonly contingent: boolean
  readonly expenses: boolean
  readonly schedules: boolean
  readonly scheduleTotals: boolean
}

const MISPRINT_SHARE = 0.05
/** The first of each is how SBA Form 413 words it. */
const ASSETS: readonly (readonly [key: string, group: 0 | 1 | 2, captions: readonly string[]])[] = [
  ['cash', 0, ['Cash on Hand & in banks', 'Cash in banks', 'Cash and cash equivalents', 'Checking accounts']],
  ['savings', 0, ['Savings Accounts', 'Savings accounts and CDs', 'Certificates of deposit', 'Money market accounts']],
  ['ira', 1, ['IRA or Other Retirement Account', 'Retirement accounts (IRA, 401k)', '401(k) and pension plans']],
  [
    'receivable',
    0,
    ['Accounts & Notes Receivable', 'Notes receivable', 'Loans to others', 'Amounts due from relatives'],
  ],
  [
    'insurance',
    1,
    ['Life Insurance - Cash Surrender Value Only', 'Cash value of life insurance', 'Cash surrender value'],
  ],
  ['stocks', 0, ['Stocks and Bonds', 'Marketable securities', 'Publicly traded securities', 'Stocks & mutual funds']],
  ['estate', 2, ['Real Estate', 'Real estate owned', 'Real estate - see schedule']],
  ['autos', 2, ['Automobiles', 'Vehicles', 'Automobiles and trucks', 'Autos, boats and RVs']],
  ['property', 2, ['Other Personal Property', 'Household goods and personal effects', 'Furniture and jewelry']],
  ['other', 1, ['Other Assets', 'Interest in closely held businesses', 'Partnership interests', 'Other (itemize)']],
]
const LIABILITIES: readonly (readonly [key: string, captions: readonly string[]])[] = [
  ['payable', ['Accounts Payable', 'Credit cards', 'Accounts and bills due', 'Revolving credit balances']],
  ['notes', ['Notes Payable to Banks and Others', 'Notes payable to banks', 'Notes payable - unsecured']],
  ['auto', ['Installment Account (Auto)', 'Auto loans', 'Vehicle loans']],
  ['installment', ['Installment Account (Other)', 'Student loans', 'Other installment debt']],
  ['policy', ['Loan(s) Against Life Insurance', 'Loans on life insurance policies', 'Insurance policy loans']],
  ['mortgage', ['Mortgages on Real Estate', 'Real estate mortgages payable', 'Mortgages payable']],
  ['taxes', ['Unpaid Taxes', 'Taxes payable', 'Income taxes due']],
  ['others', ['Other Liabilities', 'Other debts', 'Margin accounts']],
]
const INCOME = [
  ['Salary', 'Salary and wages', 'Base salary', 'Wages, bonus and commissions'],
  ['Net Investment Income', 'Dividends and interest', 'Investment income'],
  ['Real Estate Income', 'Net rental income', 'Rental income'],
  ['Other Income', 'Business distributions', 'Social security and pensions'],
] as const
const EXPENSES = [
  'Mortgage or rent payments',
  'Taxes and insurance',
  'Living expenses',
  'Alimony and support',
  'Tuition',
]
const CONTINGENT = [
  ['As Endorser or Co-Maker', 'As guarantor or endorser', 'Guarantees of business debt'],
  ['Legal Claims & Judgments', 'Pending lawsuits', 'Legal claims'],
  ['Provision for Federal Income Tax', 'Contested taxes', 'Federal income taxes on gains'],
  ['Other Special Debt', 'Letters of credit', 'Lease commitments'],
] as const
const GROUPS = [
  ['Liquid assets', 'Current assets'],
  ['Investments and retirement', 'Long-term investments'],
  ['Real estate and personal property', 'Fixed assets'],
] as const
const GIVEN = [
  'Alice',
  'Robert',
  'Maria',
  'David',
  'Susan',
  'James',
  'Linda',
  'Carlos',
  'Karen',
  'Daniel',
  'Mei',
  'Omar',
]
const FAMILY = [
  'Walker',
  'Nguyen',
  'Garcia',
  'Becker',
  'Olsen',
  'Patel',
  'Murphy',
  'Fischer',
  'Reyes',
  'Cohen',
  'Novak',
]
const STREETS = ['Oak St', 'Elm Ave', 'River Rd', 'Hill Ct', 'Lake Dr']

export function makeAffairs(random: Random, manner: Manner): Affairs {
  const estate = makeEstate(random, manner)
  const notes = makeNotes(random, manner)
  const stocks = makeStocks(random, manner)
  const fixed = new Map<string, bigint>([
    ...(manner.schedules
      ? ([
          ['estate', estate.value],
          ['mortgage', estate.owed],
        ] as const)
      : []),
    ...(manner.schedules
      ? ([
          ['notes', notes.value],
          ['stocks', stocks.value],
        ] as const)
      : []),
  ])
  const misprinted = random.chance(MISPRINT_SHARE)
  const assets = makeAssets(random, manner, fixed, misprinted)
  const total = assets.at(-1)?.value ?? 0n
  const liabilities = makeLiabilities(random, manner, fixed, total)
  return {
    person: personName(random),
    assets,
    liabilities,
    income:
      manner.income === 'none'
        ? []
        : plainPart(
            random,
            'income',
            pickCaptions(random, INCOME, manner),
            manner.income === 'totalled' ? 'Total income' : null,
            240_000,
          ),
    expenses: manner.expenses
      ? plainPart(random, 'expenses', random.some(EXPENSES, random.between(2, 5)), 'Total expenses', 60_000)
      : [],
    contingent: manner.contingent
      ? plainPart(random, 'contingent_liabilities', pickCaptions(random, CONTINGENT, manner), null, 90_000)
      : [],
    schedules: manner.schedules ? [notes.table, stocks.table, estate.table] : [],
    misprinted,
  }
}

export function personName(random: Random): string {
  const family = random.pick(FAMILY)
  const first = `${random.pick(GIVEN)}${random.chance(0.4) ? ` ${random.pick(['A', 'J', 'M', 'T'])}.` : ''}`
  return random.chance(0.3) ? `${random.pick(GIVEN)} and ${first} ${family}` : `${first} ${family}`
}

function pickCaptions(random: Random, of: readonly (readonly string[])[], { official }: Manner): string[] {
  return official
    ? of.map(([first = '']) => first)
    : random.some(of, random.between(2, of.length)).map((one) => random.pick(one))
}

/** A round sum, an odd one, or nothing; some lines are simply left blank. */
function amount(random: Random, high: number): bigint | null {
  if (random.chance(0.15)) return null
  if (random.chance(0.12)) return 0n
  return BigInt(random.chance(0.4) ? random.between(1, high / 500) * 500 : random.between(12, high)) * 100n
}

function makeAssets(random: Random, manner: Manner, fixed: ReadonlyMap<string, bigint>, misprinted: boolean): Entry[] {
  const chosen = manner.official ? ASSETS : ASSETS.filter(([key]) => fixed.has(key) || random.chance(0.75))
  const entry = (label: string, role: Entry['role'], value: bigint | null): Entry => ({
    label,
    role,
    value,
    part: 'assets',
  })
  const items = chosen.map(([key, group, captions]) => ({
    group,
    entry: entry(
      manner.official ? (captions[0] ?? '') : random.pick(captions),
      'item',
      fixed.get(key) ?? amount(random, 400_000),
    ),
  }))
  const wrong = misprinted ? BigInt(random.between(1, 90)) * 100n : 0n
  const sum = items.reduce((all, item) => all + (item.entry.value ?? 0n), 0n)
  const total = entry(
    manner.official ? 'Total' : random.pick(['Total Assets', 'TOTAL ASSETS', 'Total assets']),
    'total',
    sum + wrong,
  )
  if (!manner.groups) return [...items.map((item) => item.entry), total]
  return [
    ...GROUPS.flatMap((names, group) => {
      const own = items.filter((item) => item.group === group).map((item) => item.entry)
      const name = random.pick(names)
      const part = own.reduce((all, one) => all + (one.value ?? 0n), 0n)
      return own.length === 0
        ? []
        : [entry(name, 'group', null), ...own, entry(`Total ${name.toLowerCase()}`, 'total', part)]
    }),
    total,
  ]
}

function makeLiabilities(random: Random, manner: Manner, fixed: ReadonlyMap<string, bigint>, assets: bigint): Entry[] {
  const entry = (label: string, role: Entry['role'], value: bigint | null): Entry => ({
    label,
    role,
    value,
    part: 'liabilities',
  })
  const chosen = manner.official ? LIABILITIES : LIABILITIES.filter(([key]) => fixed.has(key) || random.chance(0.7))
  const items = chosen.flatMap(([key, captions]) => {
    const own = entry(
      manner.official ? (captions[0] ?? '') : random.pick(captions),
      'item',
      fixed.get(key) ?? amount(random, 60_000),
    )
    const memo = manner.official && captions[0]?.startsWith('Installment') === true
    return memo ? [own, entry('Mo. Payments', 'memo', amount(random, 1_500))] : [own]
  })
  const owed = items.reduce((all, item) => all + (item.role === 'item' ? (item.value ?? 0n) : 0n), 0n)
  const worth = assets - owed
  return [
    ...items,
    entry(random.pick(['Total Liabilities', 'TOTAL LIABILITIES']), 'total', owed),
    entry(random.pick(['Net Worth', 'NET WORTH']), 'net_worth', worth),
    ...(manner.balanceLine
      ? [entry(manner.official ? 'Total' : 'Total Liabilities and Net Worth', 'balance', assets)]
      : []),
  ]
}

function plainPart(
  random: Random,
  part: PersonalPart,
  captions: readonly string[],
  total: string | null,
  high: number,
): Entry[] {
  const items = captions.map((label): Entry => ({ label, role: 'item', value: amount(random, high), part }))
  const sum = items.reduce((all, one) => all + (one.value ?? 0n), 0n)
  return total === null ? items : [...items, { label: total, role: 'total', value: sum, part }]
}

interface Explained {
  readonly value: bigint
  readonly table: ScheduleTable
}

function money(random: Random, high: number): bigint {
  return BigInt(random.between(40, high)) * 100n
}

/** Cut to whole dollars, which many forms ask for. */
function dollars(cents: bigint): bigint {
  return cents - (cents % 100n)
}

function firm(random: Random): string {
  return `${random.pick(NAME_STARTS)} ${random.pick(NAME_ENDS)}`
}

function makeNotes(random: Random, manner: Manner): Explained {
  const rows = Array.from({ length: random.between(1, 4) }, () => {
    const original = money(random, 90_000)
    return [
      `${firm(random)} Bank`,
      original,
      dollars(original / 2n),
      money(random, 900),
      random.pick(['Monthly', 'Quarterly']),
      random.pick(['Equipment', 'Unsecured', 'Vehicle']),
    ]
  })
  const value = sumOf(rows, 2)
  return {
    value,
    table: {
      title: 'Notes Payable to Banks and Others',
      columns: [
        { head: random.pick(['Name of Noteholder', 'Creditor']), money: false },
        { head: random.pick(['Original Balance', 'Original Amount']), money: true },
        { head: random.pick(['Current Balance', 'Present Balance']), money: true },
        { head: random.pick(['Payment Amount', 'Payment']), money: true },
        { head: 'Frequency', money: false },
        { head: random.pick(['How Secured', 'Collateral']), money: false },
      ],
      rows,
      total: manner.scheduleTotals ? ['Total', sumOf(rows, 1), value, sumOf(rows, 3), null, null] : null,
    },
  }
}

function makeStocks(random: Random, manner: Manner): Explained {
  const rows = Array.from({ length: random.between(1, 4) }, () => [
    String(random.between(5, 900)),
    `${firm(random)} common`,
    money(random, 40_000),
    `${random.between(1, 12)}/${random.between(1, 28)}/2024`,
    money(random, 60_000),
  ])
  const value = sumOf(rows, 4)
  return {
    value,
    table: {
      title: 'Stocks and Bonds',
      columns: [
        { head: 'Number of Shares', money: false },
        { head: 'Name of Securities', money: false },
        { head: 'Cost', money: true },
        { head: 'Date of Quotation', money: false },
        { head: 'Total Value', money: true },
      ],
      rows,
      total: manner.scheduleTotals ? [null, 'Total', sumOf(rows, 2), null, value] : null,
    },
  }
}

/** The official form has a column for each property; most others have a row. */
function makeEstate(random: Random, manner: Manner): Explained & { readonly owed: bigint } {
  const homes = Array.from({ length: random.between(1, 3) }, () => {
    const value = money(random, 700_000)
    return [
      random.pick(['Residence', 'Rental', 'Land']),
      `${random.between(10, 990)} ${random.pick(STREETS)}`,
      `${random.between(1, 12)}/${random.between(2001, 2022)}`,
      dollars((value * 7n) / 10n),
      value,
      dollars(value / 3n),
      money(random, 4_000),
    ]
  })
  const facts = [
    'Type of Real Estate',
    'Address',
    'Date Purchased',
    'Original Cost',
    'Present Market Value',
    'Mortgage Balance',
    'Amount of Payment per Month',
  ]
  const isMoney = (index: number): boolean => index > 2
  const [value, owed] = [sumOf(homes, 4), sumOf(homes, 5)]
  if (manner.official)
    return {
      value,
      owed,
      table: {
        title: 'Real Estate Owned',
        columns: [
          { head: '', money: false },
          ...homes.map((_, index) => ({ head: `Property ${'ABC'[index] ?? ''}`, money: true })),
        ],
        rows: facts.map((fact, index) => [fact, ...homes.map((home) => home[index] ?? null)]),
        total: null,
      },
    }
  const shown = [1, 2, 3, 4, 5, 6]
  return {
    value,
    owed,
    table: {
      title: 'Real Estate Owned',
      columns: shown.map((index) => ({
        head: (facts[index] ?? '').replace('Amount of Payment per Month', 'Monthly Payment'),
        money: isMoney(index),
      })),
      rows: homes.map((home) => shown.map((index) => home[index] ?? null)),
      total: manner.scheduleTotals ? ['Total', null, sumOf(homes, 3), value, owed, sumOf(homes, 6)] : null,
    },
  }
}

function sumOf(rows: readonly (readonly (string | bigint | null)[])[], column: number): bigint {
  return rows.reduce((all, row) => {
    const cell = row[column]
    return typeof cell === 'bigint' ? all + cell : all
  }, 0n)
}
