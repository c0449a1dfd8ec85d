/**
 * Schedules that are printed on the later pages of an entity's return: what it shares out (K), its books (L) and how
 * they meet the return (M-1, M-2). Their numbers begin at 1 again, so each is a form of its own in the answer.
 */
import {
  CREDITS,
  CURRENT_ASSETS,
  DEDUCTIONS,
  GAINS,
  MINIMUM_TAX,
  numbered,
  OTHER_ASSETS,
  RENTAL,
} from './common-lines.ts'
import type { FormSource } from './tax-form.ts'

const ASSETS_OF_CORPORATIONS = `${CURRENT_ASSETS}
7 Loans to shareholders
${numbered('8 9 10a 10b 11a 11b 12 13a 13b 14 15 16 17 18', OTHER_ASSETS)}
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
    lines: `${RENTAL}
4a Guaranteed payments: services
4b Guaranteed payments: capital
4c Total guaranteed payments
5 Interest income
6a Ordinary dividends
6b Qualified dividends
6c Dividend equivalents
7 Royalties
${numbered('8 9a 9b 9c 10 11 12', GAINS)}
13a Contributions
13b Noncash contributions
${numbered('13c 13d 13e', DEDUCTIONS)}
14a Net earnings (loss) from self-employment
14b Gross farming or fishing income
14c Gross nonfarm income
${numbered('15a 15b 15c 15d 15e', CREDITS)}
15f Other credits
${numbered('17a 17b 17c 17d 17e 17f 18a 18b 18c', MINIMUM_TAX)}
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
    lines: `${RENTAL}
4 Interest income
5a Ordinary dividends
5b Qualified dividends
6 Royalties
${numbered('7 8a 8b 8c 9 10 11', GAINS)}
12a Charitable contributions
12b Noncash charitable contributions
${numbered('12c 12d 12e', DEDUCTIONS)}
${numbered('13a 13b 13c 13d 13e', CREDITS)}
13f Biofuel producer credit
13g Other credits
${numbered('15a 15b 15c 15d 15e 15f 16a 16b 16c', MINIMUM_TAX)}
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
    tables: [{ columns: COLUMNS_L, lines: /^/ }],
    bracketed: bracketsOf(['2', '9', '10', '12']),
    lines: `${CURRENT_ASSETS}
7a Loans to partners
${numbered('7b 8 9a 9b 10a 10b 11 12a 12b 13 14 15 16 17', OTHER_ASSETS)}
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
    tables: [{ columns: COLUMNS_L, lines: /^/ }],
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
    tables: [{ columns: COLUMNS_L, lines: /^/ }],
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
    tables: [{ columns: COLUMNS_L, lines: /^/ }],
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
