/** Forms that any return may have attached. */
import type { FormSource } from './tax-form.ts'

/** Rows of Form 4562, Sections B and C; `-2` is the second row that a line has. */
const PLACED_IN_SERVICE = `
19a 3-year property
19b 5-year property
19c 7-year property
19d 10-year property
19e 15-year property
19f 20-year property
19g 25-year property
{2025-} 19h 50-year property
{-2024} 19h Residential rental property
{-2024} 19h-2 Residential rental property
{2025-} 19i Residential rental property
{2025-} 19i-2 Residential rental property
{-2024} 19i Nonresidential real property
{-2024} 19i-2 Nonresidential real property
{2025-} 19j Nonresidential real property
{2025-} 19j-2 Nonresidential real property
20a Class life
20b 12-year
{-2017} 20c 40-year
{2018-} 20c 30-year
{2018-} 20d 40-year
{2025-} 20e 50-year`.trim()
const DEPRECIATED = [...new Set(PLACED_IN_SERVICE.match(/\b(?:19|20)[a-j](?:-2)?/g))]

/** Columns of Form 4797, Part III, and the lines that make its line 31. */
const PROPERTIES = ['A', 'B', 'C', 'D'] as const
const RECAPTURED = ['25b', '26g', '27c', '28b', '29b'] as const

function gainOf(property: string): string {
  return ['23 = 21 - 22', '24 = 20 - 23', '25a = 22', '26g = 26b + 26e + 26f']
    .map((sum) => sum.replace(/\d+[a-g]?/g, (line) => `${line}${property}`))
    .join('\n')
}

export const ATTACHED_FORMS: readonly FormSource[] = [
  {
    form: 'Form 4562',
    mark: /^Form 4562$/,
    title: 'Depreciation and Amortization',
    tables: [
      {
        columns: ['(c)', '(g)'],
        lines: /^(?:19|20)[a-j]/,
        heads: ['(b)', '(c)', '(d)', '(e)', '(f)', '(g)'],
      },
    ],
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
${PLACED_IN_SERVICE}
21 Listed property. Enter amount from line 28
22 Total. Add amounts from line 12
23a attributable to interest costs capitalized under section 263A(f)
23b capitalized under section 263A other than interest costs
25 the tax year and used more than 50% in a qualified business use
28 Add amounts in column (h), lines 25 through 27
29 Add amounts in column (i), line 26
43 Amortization of costs that began before your
44 Total. Add amounts in column (f)`,
    sums: `
4 = 2 - 3, not below 0
5 = 1 - 4, not below 0
13 = 9 + 10 - 12
22 = 12 + 14 + 15 + 16 + 17 + ${DEPRECIATED.map((line) => `${line}(g)`).join(' + ')} + 21
7 = 29
21 = 28`,
  },
  {
    form: 'Form 4797',
    mark: /^Form 4797$/,
    title: 'Sales of Business Property',
    tables: [
      { columns: PROPERTIES, lines: /^2\d[a-g]?$/ },
      { columns: ['(a)', '(b)'], lines: /^3[345]$/ },
    ],
    lines: `
1a Enter the gross proceeds from sales or exchanges
1b Enter the total amount of gain that you are including
1c Enter the total amount of loss that you are including
3 Gain, if any, from Form 4684, line 39
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
17 Combine lines 10 through 16
18a If the loss on line 11 includes a loss from Form 4684
18b Redetermine the gain or (loss) on line 17
20 Gross sales price
21 Cost or other basis plus expense of sale
22 Depreciation (or depletion) allowed or allowable
23 Adjusted basis. Subtract line 22 from line 21
24 Total gain. Subtract line 23 from line 20
25a Depreciation allowed or allowable from line 22
25b Enter the smaller of line 24 or 25a
26a Additional depreciation after 1975
26b Applicable percentage multiplied by the smaller of line 24
26c Subtract line 26a from line 24
26d Additional depreciation after 1969 and before 1976
26e Enter the smaller of line 26c or 26d
26f Section 291 amount (corporations only)
26g Add lines 26b, 26e, and 26f
27a Soil, water, and land clearing expenses
27b Line 27a multiplied by applicable percentage
27c Enter the smaller of line 24 or 27b
28a Intangible drilling and development costs
28b Enter the smaller of line 24 or 28a
29a Applicable percentage of payments excluded from income
29b Enter the smaller of line 24 or 29a
30 Total gains for all properties
31 Add property columns A through D, lines 25b
32 Subtract line 31 from line 30
33 Section 179 expense deduction or depreciation allowable in prior years
34 Recomputed depreciation
35 Recapture amount. Subtract line 34 from line 33`,
    bracketed: '11',
    sums: `
9 = 7 - 8, not below 0
${PROPERTIES.map(gainOf).join('\n')}
30 = 24A + 24B + 24C + 24D
31 = ${RECAPTURED.flatMap((line) => PROPERTIES.map((property) => `${line}${property}`)).join(' + ')}
32 = 30 - 31
13 = 31
35(a) = 33(a) - 34(a)
35(b) = 33(b) - 34(b)`,
  },
  {
    form: 'Form 8995',
    mark: /^Form 8995$/,
    title: 'Qualified Business Income Deduction Simplified Computation',
    bracketed: '3 7 16 17',
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
    sums: `
4 = 2 + 3, not below 0
8 = 6 + 7, not below 0
10 = 5 + 9
13 = 11 - 12, not below 0`,
  },
]
