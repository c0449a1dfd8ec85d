/**
 * Schedules that are printed on the later pages of an entity's return: what it shares out (K), its books (L) and how
 * they meet the return (M-1, M-2). Their numbers begin at 1 again, so each is a form of its own in the answer.
 */
import type { FormSource } from './tax-form.ts'

const ASSETS_OF_CORPORATIONS = `
1 Cash
2a Trade notes and accounts receivable
2b Less allowance for bad debts
3 Inventories
4 U.S. government obligations
5 Tax-exempt securities
6 Other current assets
7 Loans to shareholders
8 Mortgage and real estate loans
9 Other investments
10a Buildings and other depreciable assets
10b Less accumulated depreciation
11a Depletable assets
11b Less accumulated depletion
12 Land
13a Intangible assets
13b Less accumulated amortization
14 Other assets
15 Total assets
16 Accounts payable
17 Mortgages, notes, bonds payable in less than 1 year
18 Other current liabilities
19 Loans from shareholders
20 Mortgages, notes, bonds payable in 1 year or more
21 Other liabilities`
const ASSET_KEYS = '1 2b 3 4 5 6 7 8 9 10b 11b 12 13b 14'
const NETTED = ['2', '10', '11', '13']

const COLUMNS_L = ['(a)', '(b)', '(c)', '(d)']

export const ENTITY_SCHEDULES: readonly FormSource[] = [
  {
    form: 'Schedule K (Form 1065)',
    mark: /^Form 1065$/,
    heading: /^Schedule K\b(?!-)/i,
    parent: 'Form 1065',
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3a Other gross rental income (loss)
3b Expenses from other rental activities
3c Other net rental income (loss)
4a Guaranteed payments: services
4b Guaranteed payments: capital
4c Total guaranteed payments
5 Interest income
6a Ordinary dividends
6b Qualified dividends
6c Dividend equivalents
7 Royalties
8 Net short-term capital gain (loss)
9a Net long-term capital gain (loss)
9b Collectibles (28%) gain (loss)
9c Unrecaptured section 1250 gain
10 Net section 1231 gain (loss)
11 Other income (loss)
12 Section 179 deduction
13a Contributions
13b Noncash contributions
13c Investment interest expense
13d Section 59(e)(2) expenditures
13e Other deductions
14a Net earnings (loss) from self-employment
14b Gross farming or fishing income
14c Gross nonfarm income
15a Low-income housing credit (section 42(j)(5))
15b Low-income housing credit (other)
15c Qualified rehabilitation expenditures
15d Other rental real estate credits
15e Other rental credits
15f Other credits
17a Post-1986 depreciation adjustment
17b Adjusted gain or loss
17c Depletion (other than oil and gas)
17d Oil, gas, and geothermal properties-gross income
17e Oil, gas, and geothermal properties-deductions
17f Other AMT items
18a Tax-exempt interest income
18b Other tax-exempt income
18c Nondeductible expenses
19a Distributions of cash and marketable securities
19b Distributions of other property
20a Investment income
20b Investment expenses
21 Total foreign taxes paid or accrued`,
    sums: `
3c = 3a - 3b
4c = 4a + 4b`,
  },
  {
    form: 'Schedule K (Form 1120-S)',
    mark: /^Form 1120-?S$/,
    heading: /^Schedule K\b(?!-)/i,
    parent: 'Form 1120-S',
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3a Other gross rental income (loss)
3b Expenses from other rental activities
3c Other net rental income (loss)
4 Interest income
5a Ordinary dividends
5b Qualified dividends
6 Royalties
7 Net short-term capital gain (loss)
8a Net long-term capital gain (loss)
8b Collectibles (28%) gain (loss)
8c Unrecaptured section 1250 gain
9 Net section 1231 gain (loss)
10 Other income (loss)
11 Section 179 deduction
12a Charitable contributions
12b Noncash charitable contributions
12c Investment interest expense
12d Section 59(e)(2) expenditures
12e Other deductions
13a Low-income housing credit (section 42(j)(5))
13b Low-income housing credit (other)
13c Qualified rehabilitation expenditures
13d Other rental real estate credits
13e Other rental credits
13f Biofuel producer credit
13g Other credits
15a Post-1986 depreciation adjustment
15b Adjusted gain or loss
15c Depletion (other than oil and gas)
15d Oil, gas, and geothermal properties-gross income
15e Oil, gas, and geothermal properties-deductions
15f Other AMT items
16a Tax-exempt interest income
16b Other tax-exempt income
16c Nondeductible expenses
16d Distributions
16e Repayment of loans from shareholders
16f Foreign taxes paid or accrued
17a Investment income
17b Investment expenses
17c Dividend distributions paid from accumulated earnings
18 Income (loss) reconciliation`,
    sums: `
3c = 3a - 3b
18 = 1 + 2 + 3c + 4 + 5a + 6 + 7 + 8a + 9 + 10 - 11 12a 12b 12c 12d 12e 16f`,
  },
  {
    form: 'Schedule L (Form 1065)',
    mark: /^Form 1065$/,
    heading: /^Schedule L\b/i,
    parent: 'Form 1065',
    columns: COLUMNS_L,
    bracketed: bracketsOf(['2', '9', '10', '12']),
    lines: `
1 Cash
2a Trade notes and accounts receivable
2b Less allowance for bad debts
3 Inventories
4 U.S. government obligations
5 Tax-exempt securities
6 Other current assets
7a Loans to partners
7b Mortgage and real estate loans
8 Other investments
9a Buildings and other depreciable assets
9b Less accumulated depreciation
10a Depletable assets
10b Less accumulated depletion
11 Land
12a Intangible assets
12b Less accumulated amortization
13 Other assets
14 Total assets
15 Accounts payable
16 Mortgages, notes, bonds payable in less than 1 year
17 Other current liabilities
18 All nonrecourse loans
19a Loans from partners
19b Mortgages, notes, bonds payable in 1 year or more
20 Other liabilities
21 Partners' capital accounts
22 Total liabilities and capital`,
    sums: [
      ...netsOf(['2', '9', '10', '12']),
      ...bothYears('14', '1 2b 3 4 5 6 7a 7b 8 9b 10b 11 12b 13'),
      ...bothYears('22', '15 16 17 18 19a 19b 20 21'),
      ...bothYears('22', '14'),
    ].join('\n'),
  },
  {
    form: 'Schedule L (Form 1120)',
    mark: /^Form 1120$/,
    heading: /^Schedule L\b/i,
    parent: 'Form 1120',
    columns: COLUMNS_L,
    bracketed: `${bracketsOf(NETTED)} 27(b) 27(d)`,
    lines: `${ASSETS_OF_CORPORATIONS}
22a Capital stock: preferred stock
22b Common stock
23 Additional paid-in capital
24 Retained earnings-Appropriated
25 Retained earnings-Unappropriated
26 Adjustments to shareholders equity
27 Less cost of treasury stock
28 Total liabilities and shareholders equity`,
    sums: [
      ...netsOf(NETTED),
      ...bothYears('15', ASSET_KEYS),
      ...bothYears('28', '16 17 18 19 20 21 22b 23 24 25 26 27'),
      ...bothYears('28', '15'),
    ].join('\n'),
  },
  {
    form: 'Schedule L (Form 1120-S)',
    mark: /^Form 1120-?S$/,
    heading: /^Schedule L\b/i,
    parent: 'Form 1120-S',
    columns: COLUMNS_L,
    bracketed: `${bracketsOf(NETTED)} 26(b) 26(d)`,
    lines: `${ASSETS_OF_CORPORATIONS}
22 Capital stock
23 Additional paid-in capital
24 Retained earnings
25 Adjustments to shareholders equity
26 Less cost of treasury stock
27 Total liabilities and shareholders equity`,
    sums: [
      ...netsOf(NETTED),
      ...bothYears('15', ASSET_KEYS),
      ...bothYears('27', '16 17 18 19 20 21 22 23 24 25 26'),
      ...bothYears('27', '15'),
    ].join('\n'),
  },
  {
    form: 'Schedule M-1 (Form 1065)',
    mark: /^Form 1065$/,
    heading: /^Schedule M-?1\b/i,
    parent: 'Form 1065',
    lines: `
1 Net income (loss) per books
2 Income included on Schedule K not recorded on books
3 Guaranteed payments
4a Depreciation
4b Travel and entertainment
4 Expenses recorded on books this year not included on Schedule K
5 Add lines 1 through 4
6a Tax-exempt interest
6 Income recorded on books this year not included on Schedule K
7a Depreciation
7 Deductions included on Schedule K not charged against book income
8 Add lines 6 and 7
9 Income (loss) (Analysis of Net Income (Loss), line 1)`,
    sums: `
5 = 1 + 2 + 3 + 4
8 = 6 + 7
9 = 5 - 8`,
  },
  {
    form: 'Schedule M-1 (Form 1120)',
    mark: /^Form 1120$/,
    heading: /^Schedule M-?1\b/i,
    parent: 'Form 1120',
    lines: `
1 Net income (loss) per books
2 Federal income tax per books
3 Excess of capital losses over capital gains
4 Income subject to tax not recorded on books this year
5a Depreciation
5b Charitable contributions
5c Travel and entertainment
5 Expenses recorded on books this year not deducted on this return
6 Add lines 1 through 5
7 Income recorded on books this year not included on this return
8a Depreciation
8b Charitable contributions
8 Deductions on this return not charged against book income
9 Add lines 7 and 8
10 Income (page 1, line 28)`,
    sums: `
6 = 1 + 2 + 3 + 4 + 5
9 = 7 + 8
10 = 6 - 9`,
  },
  {
    form: 'Schedule M-1 (Form 1120-S)',
    mark: /^Form 1120-?S$/,
    heading: /^Schedule M-?1\b/i,
    parent: 'Form 1120-S',
    lines: `
1 Net income (loss) per books
2 Income included on Schedule K not recorded on books this year
3a Depreciation
3b Travel and entertainment
3 Expenses recorded on books this year not included on Schedule K
4 Add lines 1 through 3
5a Tax-exempt interest
5 Income recorded on books this year not included on Schedule K
6a Depreciation
6 Deductions included on Schedule K not charged against book income
7 Add lines 5 and 6
8 Income (loss) (Schedule K, line 18)`,
    sums: `
4 = 1 + 2 + 3
7 = 5 + 6
8 = 4 - 7`,
  },
  {
    form: 'Schedule M-2 (Form 1065)',
    mark: /^Form 1065$/,
    heading: /^Schedule M-?2\b/i,
    parent: 'Form 1065',
    lines: `
1 Balance at beginning of year
2a Capital contributed: cash
2b Capital contributed: property
3 Net income (loss)
4 Other increases
5 Add lines 1 through 4
6a Distributions: cash
6b Distributions: property
7 Other decreases
8 Add lines 6 and 7
9 Balance at end of year`,
    sums: `
5 = 1 + 2a + 2b + 3 + 4
8 = 6a + 6b + 7
9 = 5 - 8`,
  },
  {
    form: 'Schedule M-2 (Form 1120)',
    mark: /^Form 1120$/,
    heading: /^Schedule M-?2\b/i,
    parent: 'Form 1120',
    lines: `
1 Balance at beginning of year
2 Net income (loss) per books
3 Other increases
4 Add lines 1, 2, and 3
5a Distributions: cash
5b Distributions: stock
5c Distributions: property
6 Other decreases
7 Add lines 5 and 6
8 Balance at end of year`,
    sums: `
4 = 1 + 2 + 3
7 = 5a + 5b + 5c + 6
8 = 4 - 7`,
  },
  {
    form: 'Schedule M-2 (Form 1120-S)',
    mark: /^Form 1120-?S$/,
    heading: /^Schedule M-?2\b/i,
    parent: 'Form 1120-S',
    columns: COLUMNS_L,
    bracketed: '4(a) 5(a) 5(d)',
    lines: `
1 Balance at beginning of tax year
2 Ordinary income from page 1
3 Other additions
4 Loss from page 1
5 Other reductions
6 Combine lines 1 through 5
7 Distributions
8 Balance at end of tax year`,
    sums: COLUMNS_L.flatMap((column) => [
      `6${column} = 1${column} + 2${column} + 3${column} + 4${column} + 5${column}`,
      `8${column} = 6${column} - 7${column}`,
    ]).join('\n'),
  },
]

/** Gross in (a) and what is taken off in brackets below it; their difference beside the second, in (b). */
function netsOf(numbers: readonly string[]): string[] {
  return numbers.flatMap((number) => [
    `${number}b(b) = ${number}a(a) + ${number}b(a)`,
    `${number}b(d) = ${number}a(c) + ${number}b(c)`,
  ])
}

function bracketsOf(numbers: readonly string[]): string {
  return numbers.flatMap((number) => [`${number}b(a)`, `${number}b(c)`]).join(' ')
}

/** The same sum at the beginning and at the end of the year. */
function bothYears(total: string, keys: string): string[] {
  return ['(b)', '(d)'].map((column) => {
    const terms = keys.split(' ').map((key) => `${key}${column}`)
    return `${total}${column} = ${terms.join(' + ')}`
  })
}
