/**
 * Tax forms as data: how a form is known, which lines it has and how its lines make each other. A new form, or a new
 * year of one, is an entry here and no code. Lines are `key caption`, with the caption as far as it is needed to find
 * the line where its number cannot be read; sums are written as the form prints them.
 */
export interface TaxForm {
  readonly form: string
  /** The part of the running head or foot that names it: `Form 1040 (2024)`, `Schedule C (Form 1040) 2021`. */
  readonly mark: RegExp
  /** A heading inside another form's pages that begins it; null for a form with pages of its own. */
  readonly heading: RegExp | null
  /** Names of the columns, where a line has several amounts. */
  readonly columns?: readonly string[]
  /** Lines with those columns; all of them when not given. */
  readonly columned?: RegExp
  readonly lines: readonly TaxLine[]
  readonly sums: readonly TaxSum[]
}

export interface TaxLine {
  readonly key: string
  readonly caption: string
}

export interface TaxSum {
  readonly total: string
  readonly plus: readonly string[]
  readonly minus: readonly string[]
  /** Nothing below zero is entered there. */
  readonly floor: boolean
}

interface Source {
  form: string
  mark: RegExp
  heading?: RegExp
  columns?: readonly string[]
  columned?: RegExp
  lines: string
  /** `15 = 11 - 14, not below 0`; `1a..1h` stands for the lines printed from one to the other. */
  sums?: readonly string[]
}

const SCHEDULE_L = `
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
21 Other liabilities
22 Capital stock
23 Additional paid-in capital
24 Retained earnings
25 Adjustments to shareholders equity
26 Less cost of treasury stock
27 Total liabilities and shareholders equity`

const SOURCES: readonly Source[] = [
  {
    form: 'Form 1040',
    mark: /\bForm 1040(?:-SR)? ?\((20\d\d)\)/i,
    lines: `
1a Total amount from Form(s) W-2
1b Household employee wages
1c Tip income not reported
1d Medicaid waiver payments
1e Taxable dependent care benefits
1f Employer-provided adoption benefits
1g Wages from Form 8919
1h Other earned income
1i Nontaxable combat pay election
1z Add lines 1a through 1h
2a Tax-exempt interest
2b Taxable interest
3a Qualified dividends
3b Ordinary dividends
4a IRA distributions
4b Taxable amount
5a Pensions and annuities
5b Taxable amount
6a Social security benefits
6b Taxable amount
7 Capital gain or (loss)
8 Additional income from Schedule 1
9 This is your total income
10 Adjustments to income from Schedule 1
11 This is your adjusted gross income
12 Standard deduction or itemized deductions
13 Qualified business income deduction
14 Add lines 12 and 13
15 This is your taxable income
16 Tax (see instructions)
17 Amount from Schedule 2, line 3
18 Add lines 16 and 17
19 Child tax credit
20 Amount from Schedule 3, line 8
21 Add lines 19 and 20
22 Subtract line 21 from line 18
23 Other taxes, including self-employment tax
24 This is your total tax
25a Form(s) W-2
25b Form(s) 1099
25c Other forms
25d Add lines 25a through 25c
26 estimated tax payments
27 Earned income credit
28 Additional child tax credit
29 American opportunity credit
31 Amount from Schedule 3, line 15
32 total other payments and refundable credits
33 These are your total payments
34 This is the amount you overpaid
35a Amount of line 34 you want refunded to you
36 applied to your estimated tax
37 This is the amount you owe
38 Estimated tax penalty`,
    sums: [
      '1z = 1a..1h',
      '9 = 1z + 2b + 3b + 4b + 5b + 6b + 7 + 8',
      '11 = 9 - 10',
      '14 = 12 + 13',
      '15 = 11 - 14, not below 0',
      '18 = 16 + 17',
      '21 = 19 + 20',
      '22 = 18 - 21, not below 0',
      '24 = 22 + 23',
      '25d = 25a..25c',
      '32 = 27 + 28 + 29 + 31',
      '33 = 25d + 26 + 32',
      '34 = 33 - 24, not below 0',
      '37 = 24 - 33, not below 0',
    ],
  },
  {
    form: 'Schedule 1 (Form 1040)',
    mark: /\bSchedule 1 \(Form 1040\) ?\(?(20\d\d)\)?/i,
    lines: `
1 Taxable refunds, credits, or offsets
2a Alimony received
3 Business income or (loss)
4 Other gains or (losses)
5 Rental real estate, royalties, partnerships
6 Farm income or (loss)
7 Unemployment compensation
8a Net operating loss
8b Gambling
8c Cancellation of debt
8d Foreign earned income exclusion
8e Income from Form 8853
8f Income from Form 8889
8g Alaska Permanent Fund dividends
8h Jury duty pay
8i Prizes and awards
8z Other income
9 Total other income
10 Combine lines 1 through 7 and 9
11 Educator expenses
12 Certain business expenses of reservists
13 Health savings account deduction
14 Moving expenses
15 Deductible part of self-employment tax
16 Self-employed SEP, SIMPLE
17 Self-employed health insurance deduction
18 Penalty on early withdrawal of savings
19a Alimony paid
20 IRA deduction
21 Student loan interest deduction
23 Archer MSA deduction
24z Other adjustments
25 Total other adjustments
26 These are your adjustments to income`,
    sums: [
      '10 = 1 + 2a + 3 + 4 + 5 + 6 + 7 + 9',
      '26 = 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19a + 20 + 21 + 23 + 25',
    ],
  },
  {
    form: 'Schedule C (Form 1040)',
    mark: /\bSchedule C \(Form 1040(?: or 1040-SR)?\) ?\(?(20\d\d)\)?/i,
    lines: `
1 Gross receipts or sales
2 Returns and allowances
3 Subtract line 2 from line 1
4 Cost of goods sold (from line 42)
5 Gross profit
6 Other income, including federal and state gasoline
7 Gross income
8 Advertising
9 Car and truck expenses
10 Commissions and fees
11 Contract labor
12 Depletion
13 Depreciation and section 179
14 Employee benefit programs
15 Insurance (other than health)
16a Mortgage (paid to banks
16b Other
17 Legal and professional services
18 Office expense
19 Pension and profit-sharing plans
20a Vehicles, machinery, and equipment
20b Other business property
21 Repairs and maintenance
22 Supplies (not included
23 Taxes and licenses
24a Travel
24b Deductible meals
25 Utilities
26 Wages (less employment credits)
27a Other expenses (from line 48)
27b Energy efficient commercial buildings
28 Total expenses before expenses for business use of home
29 Tentative profit or (loss)
30 Method Worksheet in the instructions to figure
31 Net profit or (loss)
35 Inventory at beginning of year
36 Purchases less cost of items withdrawn
37 Cost of labor
38 Materials and supplies
39 Other costs
40 Add lines 35 through 39
41 Inventory at end of year
42 Cost of goods sold
48 Total other expenses`,
    sums: [
      '3 = 1 - 2',
      '5 = 3 - 4',
      '7 = 5 + 6',
      '28 = 8..27b',
      '29 = 7 - 28',
      '31 = 29 - 30',
      '40 = 35..39',
      '42 = 40 - 41',
    ],
  },
  {
    form: 'Schedule D (Form 1040)',
    mark: /\bSchedule D \(Form 1040\) ?\(?(20\d\d)\)?/i,
    columns: ['(d)', '(e)', '(g)', '(h)'],
    columned: /^(?:1a|1b|2|3|8a|8b|9|10)$/,
    lines: `
1a Totals for all short-term transactions
1b Totals for all transactions reported on Form(s) 8949 with Box A
2 Box B checked
3 Box C checked
4 Short-term gain from Form 6252
5 Net short-term gain or (loss) from partnerships
6 Short-term capital loss carryover
7 Net short-term capital gain or (loss)
8a Totals for all long-term transactions
8b Box D checked
9 Box E checked
10 Box F checked
11 Gain from Form 4797
12 Net long-term gain or (loss) from partnerships
13 Capital gain distributions
14 Long-term capital loss carryover
15 Net long-term capital gain or (loss)
16 Combine lines 7 and 15
18 28% Rate Gain Worksheet
19 Unrecaptured Section 1250 Gain
21 If line 16 is a loss`,
    sums: [
      '7 = 1a(h) + 1b(h) + 2(h) + 3(h) + 4 + 5 + 6',
      '15 = 8a(h) + 8b(h) + 9(h) + 10(h) + 11 + 12 + 13 + 14',
      '16 = 7 + 15',
    ],
  },
  {
    form: 'Schedule E (Form 1040)',
    mark: /\bSchedule E \(Form 1040\) ?\(?(20\d\d)\)?/i,
    columns: ['A', 'B', 'C'],
    columned: /^(?:[3-9]|1\d|2[0-2])$/,
    lines: `
3 Rents received
4 Royalties received
5 Advertising
6 Auto and travel
7 Cleaning and maintenance
8 Commissions
9 Insurance
10 Legal and other professional fees
11 Management fees
12 Mortgage interest paid to banks
13 Other interest
14 Repairs
15 Supplies
16 Taxes
17 Utilities
18 Depreciation expense or depletion
19 Other (list)
20 Total expenses. Add lines 5 through 19
21 file Form 6198
22 on Form 8582
23a Total of all amounts reported on line 3
23b Total of all amounts reported on line 4
23c Total of all amounts reported on line 12
23d Total of all amounts reported on line 18
23e Total of all amounts reported on line 20
24 Income. Add positive amounts shown on line 21
25 Losses. Add royalty losses from line 21
26 Total rental real estate and royalty income
30 Add columns (h) and (k) of line 29a
31 Add columns (g), (i), and (j) of line 29b
32 Total partnership and S corporation income
35 Add columns (d) and (f) of line 34a
36 Add columns (c) and (e) of line 34b
37 Total estate and trust income
39 Combine columns (d) and (e) only
40 Net farm rental income
41 Total income or (loss)
42 Reconciliation of farming and fishing income
43 Reconciliation for real estate professionals`,
    sums: [
      '20A = 5A..19A',
      '20B = 5B..19B',
      '20C = 5C..19C',
      '21A = 3A + 4A - 20A',
      '21B = 3B + 4B - 20B',
      '21C = 3C + 4C - 20C',
      '23a = 3A + 3B + 3C',
      '23b = 4A + 4B + 4C',
      '23c = 12A + 12B + 12C',
      '23d = 18A + 18B + 18C',
      '23e = 20A + 20B + 20C',
      '26 = 24 + 25',
      '32 = 30 + 31',
      '37 = 35 + 36',
      '41 = 26 + 32 + 37 + 39 + 40',
    ],
  },
  {
    form: 'Schedule SE (Form 1040)',
    mark: /\bSchedule SE \(Form 1040\) ?\(?(20\d\d)\)?/i,
    lines: `
1a Net farm profit or (loss)
1b If you received social security retirement
2 Net profit or (loss) from Schedule C
3 Combine lines 1a, 1b, and 2
4a If line 3 is more than zero, multiply
4b If you elect one or both of the optional methods
4c Combine lines 4a and 4b
5a Enter your church employee income
5b Multiply line 5a by 92.35%
6 Add lines 4c and 5b
8a Total social security wages and tips
8b Unreported tips subject to social security tax
8c Wages subject to social security tax
8d Add lines 8a, 8b, and 8c
9 Subtract line 8d from line 7
10 Multiply the smaller of line 6 or line 9
11 Multiply line 6 by 2.9%
12 Self-employment tax. Add lines 10 and 11
13 Deduction for one-half of self-employment tax`,
    sums: ['3 = 1a + 1b + 2', '4c = 4a + 4b', '6 = 4c + 5b', '8d = 8a..8c', '12 = 10 + 11'],
  },
  {
    form: 'Form 1065',
    mark: /\bForm 1065 ?\((20\d\d)\)/i,
    lines: `
1a Gross receipts or sales
1b Less returns and allowances
1c Balance. Subtract line 1b from line 1a
2 Cost of goods sold
3 Gross profit
4 Ordinary income (loss) from other partnerships
5 Net farm profit (loss)
6 Net gain (loss) from Form 4797
7 Other income (loss)
8 Total income (loss)
9 Salaries and wages
10 Guaranteed payments to partners
11 Repairs and maintenance
12 Bad debts
13 Rent
14 Taxes and licenses
15 Interest
16a Depreciation
16b Less depreciation reported on Form 1125-A
16c Depreciation not claimed elsewhere
17 Depletion
18 Retirement plans, etc.
19 Employee benefit programs
20 Energy efficient commercial buildings deduction
21 Other deductions
22 Total deductions
23 Ordinary business income (loss)`,
    sums: [
      '1c = 1a - 1b',
      '3 = 1c - 2',
      '8 = 3 + 4 + 5 + 6 + 7',
      '16c = 16a - 16b',
      '22 = 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16c + 17 + 18 + 19 + 20 + 21',
      '23 = 8 - 22',
    ],
  },
  {
    form: 'Form 1120',
    mark: /\bForm 1120 ?\((20\d\d)\)/i,
    lines: `
1a Gross receipts or sales
1b Returns and allowances
1c Balance. Subtract line 1b from line 1a
2 Cost of goods sold
3 Gross profit
4 Dividends and inclusions
5 Interest
6 Gross rents
7 Gross royalties
8 Capital gain net income
9 Net gain or (loss) from Form 4797
10 Other income
11 Total income
12 Compensation of officers
13 Salaries and wages
14 Repairs and maintenance
15 Bad debts
16 Rents
17 Taxes and licenses
18 Interest (see instructions)
19 Charitable contributions
20 Depreciation from Form 4562
21 Depletion
22 Advertising
23 Pension, profit-sharing, etc., plans
24 Employee benefit programs
25 Energy efficient commercial buildings deduction
26 Other deductions
27 Total deductions
28 Taxable income before net operating loss deduction
29a Net operating loss deduction
29b Special deductions
29c Add lines 29a and 29b
30 Taxable income
31 Total tax`,
    sums: [
      '1c = 1a - 1b',
      '3 = 1c - 2',
      '11 = 3..10',
      '27 = 12..26',
      '28 = 11 - 27',
      '29c = 29a + 29b',
      '30 = 28 - 29c',
    ],
  },
  {
    form: 'Form 1120-S',
    mark: /\bForm 1120-?S ?\((20\d\d)\)/i,
    lines: `
1a Gross receipts or sales
1b Less returns and allowances
1c Balance. Subtract line 1b from line 1a
2 Cost of goods sold
3 Gross profit
4 Net gain (loss) from Form 4797
5 Other income (loss)
6 Total income (loss)
7 Compensation of officers
8 Salaries and wages
9 Repairs and maintenance
10 Bad debts
11 Rents
12 Taxes and licenses
13 Interest
14 Depreciation from Form 4562
15 Depletion
16 Advertising
17 Pension, profit-sharing, etc., plans
18 Employee benefit programs
19 Energy efficient commercial buildings deduction
20 Other deductions
21 Total deductions
22 Ordinary business income (loss)
23a Excess net passive income or LIFO recapture tax
23b Tax from Schedule D
23c Add lines 23a and 23b
24d Total payments
25 Estimated tax penalty
26 Amount owed
27 Overpayment`,
    sums: ['1c = 1a - 1b', '3 = 1c - 2', '6 = 3 + 4 + 5', '21 = 7..20', '22 = 6 - 21', '23c = 23a + 23b'],
  },
  {
    form: 'Schedule K (Form 1120-S)',
    mark: /\bForm 1120-?S ?\((20\d\d)\)/i,
    heading: /^Schedule K\b(?!-)/i,
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3c Other net rental income (loss)
4 Interest income
5a Ordinary dividends
6 Royalties
7 Net short-term capital gain (loss)
8a Net long-term capital gain (loss)
9 Net section 1231 gain (loss)
10 Other income (loss)
11 Section 179 deduction
12a Charitable contributions
16d Distributions
18 Income (loss) reconciliation`,
  },
  {
    form: 'Schedule K (Form 1065)',
    mark: /\bForm 1065 ?\((20\d\d)\)/i,
    heading: /^Schedule K\b(?!-)/i,
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3c Other net rental income (loss)
4a Guaranteed payments: services
4c Total guaranteed payments
5 Interest income
6a Ordinary dividends
7 Royalties
8 Net short-term capital gain (loss)
9a Net long-term capital gain (loss)
10 Net section 1231 gain (loss)
11 Other income (loss)
12 Section 179 deduction
13a Contributions
19a Distributions of cash`,
  },
  ...['Form 1120-S', 'Form 1065', 'Form 1120'].map((parent): Source => ({
    form: `Schedule L (${parent})`,
    mark: new RegExp(String.raw`\b${parent.replace('-', '-?')} ?\((20\d\d)\)`, 'i'),
    heading: /^Schedule L\b/i,
    columns: ['(a)', '(b)', '(c)', '(d)'],
    lines: SCHEDULE_L,
    sums: ['27(b) = 15(b)', '27(d) = 15(d)'],
  })),
  {
    form: 'Schedule K-1 (Form 1065)',
    mark: /\bSchedule K-?1 \(Form 1065\) ?\(?(20\d\d)\)?/i,
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3 Other net rental income (loss)
4a Guaranteed payments for services
4c Total guaranteed payments
5 Interest income
6a Ordinary dividends
7 Royalties
8 Net short-term capital gain (loss)
9a Net long-term capital gain (loss)
10 Net section 1231 gain (loss)
11 Other income (loss)
12 Section 179 deduction
13 Other deductions
19 Distributions`,
  },
  {
    form: 'Schedule K-1 (Form 1120-S)',
    mark: /\bSchedule K-?1 \(Form 1120-?S\) ?\(?(20\d\d)\)?/i,
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3 Other net rental income (loss)
4 Interest income
5a Ordinary dividends
6 Royalties
7 Net short-term capital gain (loss)
8a Net long-term capital gain (loss)
9 Net section 1231 gain (loss)
10 Other income (loss)
11 Section 179 deduction
12 Other deductions
16 Items affecting shareholder basis`,
  },
  {
    form: 'Form 4562',
    mark: /\bForm 4562 ?\((20\d\d)\)/i,
    lines: `
1 Maximum amount
2 Total cost of section 179 property
3 Threshold cost of section 179 property
4 Reduction in limitation
5 Dollar limitation for tax year
7 Listed property. Enter the amount from line 29
8 Total elected cost of section 179 property
9 Tentative deduction
10 Carryover of disallowed deduction from line 13
11 Business income limitation
12 Section 179 expense deduction
13 Carryover of disallowed deduction to
14 Special depreciation allowance
15 Property subject to section 168(f)(1) election
16 Other depreciation
17 MACRS deductions for assets placed in service
21 Listed property. Enter amount from line 28
22 Total. Add amounts from line 12`,
    sums: ['4 = 2 - 3, not below 0', '5 = 1 - 4, not below 0', '13 = 9 + 10 - 12'],
  },
  {
    form: 'Form 4797',
    mark: /\bForm 4797 ?\((20\d\d)\)/i,
    lines: `
3 Gain, if any, from Form 4684
4 Section 1231 gain from installment sales
5 Section 1231 gain or (loss) from like-kind exchanges
6 Gain, if any, from line 32
7 Combine lines 2 through 6
8 Nonrecaptured net section 1231 losses
9 Subtract line 8 from line 7
11 Loss, if any, from line 7
12 Gain, if any, from line 7
13 Gain, if any, from line 31
14 Net gain or (loss) from Form 4684
15 Ordinary gain from installment sales
16 Ordinary gain or (loss) from like-kind exchanges
17 Combine lines 10 through 16`,
    sums: ['9 = 7 - 8, not below 0'],
  },
  {
    form: 'Form 8995',
    mark: /\bForm 8995 ?\((20\d\d)\)/i,
    lines: `
2 Total qualified business income or (loss)
3 Qualified business net (loss) carryforward
4 Total qualified business income. Combine lines 2 and 3
5 Qualified business income component
6 Qualified REIT dividends and publicly traded partnership
7 Qualified REIT dividends and qualified PTP (loss) carryforward
8 Total qualified REIT dividends and PTP income
9 REIT and PTP component
10 Qualified business income deduction before the income limitation
11 Taxable income before qualified business income deduction
12 Enter your net capital gain
13 Subtract line 12 from line 11
14 Income limitation
15 Qualified business income deduction. Enter the smaller
16 Total qualified business (loss) carryforward
17 Total qualified REIT dividends and PTP (loss) carryforward`,
    sums: ['4 = 2 + 3, not below 0', '8 = 6 + 7, not below 0', '10 = 5 + 9', '13 = 11 - 12, not below 0'],
  },
]

export const TAX_FORMS: readonly TaxForm[] = SOURCES.map(toForm)

function toForm({ lines, sums, heading, ...source }: Source): TaxForm {
  const read = lines
    .trim()
    .split('\n')
    .map((line): TaxLine => {
      const at = line.indexOf(' ')
      return { key: line.slice(0, at), caption: line.slice(at + 1) }
    })
  return { ...source, heading: heading ?? null, lines: read, sums: (sums ?? []).map((sum) => toSum(sum, read)) }
}

function toSum(text: string, lines: readonly TaxLine[]): TaxSum {
  const [total = '', made = ''] = text.replace(', not below 0', '').split(' = ')
  const plus: string[] = []
  const minus: string[] = []
  let side = plus
  for (const word of made.split(' ')) {
    if (word === '+') side = plus
    else if (word === '-') side = minus
    else side.push(...keysOf(word, lines))
  }
  return { total, plus, minus, floor: text.includes('not below 0') }
}

/** `5A..19A` is every line printed from 5 to 19, in column A. */
function keysOf(word: string, lines: readonly TaxLine[]): string[] {
  const [from, to] = word.split('..')
  if (from === undefined || to === undefined) return [word]
  const keys = lines.map((line) => line.key)
  const column = keys.includes(from) ? '' : (/[A-Z]$|\([a-z]\)$/.exec(from)?.[0] ?? '')
  const bare = (key: string): string => key.slice(0, key.length - column.length)
  return keys.slice(keys.indexOf(bare(from)), keys.indexOf(bare(to)) + 1).map((key) => `${key}${column}`)
}
