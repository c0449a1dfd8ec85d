/** The return of a person and the schedules that belong to it. */
import type { FormSource } from './tax-form.ts'

export const INDIVIDUAL_FORMS: readonly FormSource[] = [
  {
    form: 'Form 1040',
    mark: /^Form 1040(?:-SR|-NR)?$/,
    title: 'U.S. Individual Income Tax Return',
    role: 'return',
    lines: `
{-2021} 1 Wages, salaries, tips, etc. Attach Form(s) W-2
{2022-} 1a Total amount from Form(s) W-2
{2022-} 1b Household employee wages
{2022-} 1c Tip income not reported
{2022-} 1d Medicaid waiver payments
{2022-} 1e Taxable dependent care benefits
{2022-} 1f Employer-provided adoption benefits
{2022-} 1g Wages from Form 8919
{2022-} 1h Other earned income
{2022-} 1i Nontaxable combat pay election
{2022-} 1z Add lines 1a through 1h
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
{-2024} 7 Capital gain or (loss)
{2025-} 7a Capital gain or (loss)
8 Additional income from Schedule 1
{-2021} 9 Add lines 1, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income
{2022-2024} 9 Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income
{2025-} 9 Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7a, and 8. This is your total income
{-2020} 10a From Schedule 1, line 22
{-2020} 10b Charitable contributions if you take the standard deduction
{-2020} 10c These are your total adjustments to income
{2021-} 10 Adjustments to income from Schedule 1
{-2024} 11 This is your adjusted gross income
{2025-} 11a This is your adjusted gross income
{2025-} 11b Amount from line 11a (adjusted gross income)
{-2020} 12 Standard deduction or itemized deductions
{2021-2021} 12a Standard deduction or itemized deductions
{2021-2021} 12b Charitable contributions if you take the standard deduction
{2021-2021} 12c Add lines 12a and 12b
{2022-2024} 12 Standard deduction or itemized deductions
{2025-} 12e Standard deduction or itemized deductions
{-2024} 13 Qualified business income deduction
{2025-} 13a Qualified business income deduction
{2025-} 13b Additional deductions from Schedule 1-A
14 Add lines 12 and 13
15 This is your taxable income
16 Tax (see instructions)
17 Amount from Schedule 2, line 3
18 Add lines 16 and 17
19 Child tax credit or credit for other dependents
20 Amount from Schedule 3, line 8
21 Add lines 19 and 20
22 Subtract line 21 from line 18
23 Other taxes, including self-employment tax
24 This is your total tax
25a Form(s) W-2
25b Form(s) 1099
25c Other forms
25d Add lines 25a through 25c
26 estimated tax payments and amount applied
{-2020} 27 Earned income credit
{2021-2021} 27a Earned income credit
{2021-2021} 27b Nontaxable combat pay election
{2021-2021} 27c Prior year (2019) earned income
{2022-2024} 27 Earned income credit
{2025-} 27a Earned income credit
28 Additional child tax credit
29 American opportunity credit
{-2021} 30 Recovery rebate credit
{2025-} 30 Refundable adoption credit
31 Amount from Schedule 3, line 15
32 total other payments and refundable credits
33 These are your total payments
34 This is the amount you overpaid
35a Amount of line 34 you want refunded to you
36 applied to your estimated tax
37 This is the amount you owe
38 Estimated tax penalty`,
    sums: `
{2022-} 1z = 1a..1h
{-2021} 9 = 1 + 2b + 3b + 4b + 5b + 6b + 7 + 8
{2022-2024} 9 = 1z + 2b + 3b + 4b + 5b + 6b + 7 + 8
{2025-} 9 = 1z + 2b + 3b + 4b + 5b + 6b + 7a + 8
{-2020} 10c = 10a + 10b
{-2020} 11 = 9 - 10c
{2021-2024} 11 = 9 - 10
{2025-} 11a = 9 - 10
{2025-} 11b = 11a
{2021-2021} 12c = 12a + 12b
{-2020} 14 = 12 + 13
{2021-2021} 14 = 12c + 13
{2022-2024} 14 = 12 + 13
{2025-} 14 = 12e + 13a + 13b
{-2024} 15 = 11 - 14, not below 0
{2025-} 15 = 11b - 14, not below 0
18 = 16 + 17
21 = 19 + 20
22 = 18 - 21, not below 0
24 = 22 + 23
25d = 25a..25c
{-2020} 32 = 27 + 28 + 29 + 30 + 31
{2021-2021} 32 = 27a + 28 + 29 + 30 + 31
{2022-2024} 32 = 27 + 28 + 29 + 31
{2025-} 32 = 27a + 28 + 29 + 30 + 31
33 = 25d + 26 + 32
34 = 33 - 24, not below 0
37 = 24 - 33, not below 0`,
  },
  {
    form: 'Schedule 1 (Form 1040)',
    mark: /^Schedule 1 \(Form 1040(?:-SR)?\)$/,
    title: 'Additional Income and Adjustments to Income',
    bracketed: '8a 8d 8s',
    lines: `
1 Taxable refunds, credits, or offsets
2a Alimony received
3 Business income or (loss)
4 Other gains or (losses)
5 Rental real estate, royalties, partnerships
6 Farm income or (loss)
7 Unemployment compensation
{-2020} 8 Other income. List type and amount
{-2020} 9 Combine lines 1 through 8
{-2020} 10 Educator expenses
{-2020} 11 Certain business expenses of reservists
{-2020} 12 Health savings account deduction
{-2020} 13 Moving expenses for members of the Armed Forces
{-2020} 14 Deductible part of self-employment tax
{-2020} 15 Self-employed SEP, SIMPLE
{-2020} 16 Self-employed health insurance deduction
{-2020} 17 Penalty on early withdrawal of savings
{-2020} 18a Alimony paid
{-2020} 19 IRA deduction
{-2020} 20 Student loan interest deduction
{-2020} 21 Tuition and fees deduction
{-2020} 22 These are your adjustments to income
{2021-} 8a Net operating loss
{2021-} 8b Gambling
{2021-} 8c Cancellation of debt
{2021-} 8d Foreign earned income exclusion
{2021-} 8e Income from Form 8853
{2021-} 8f Income from Form 8889
{2021-} 8g Alaska Permanent Fund dividends
{2021-} 8h Jury duty pay
{2021-} 8i Prizes and awards
{2021-} 8j Activity not engaged in for profit income
{2021-} 8k Stock options
{2021-} 8l Income from the rental of personal property
{2021-} 8m Olympic and Paralympic medals
{2021-} 8n Section 951(a) inclusion
{2021-} 8o Section 951A(a) inclusion
{2021-} 8p Section 461(l) excess business loss adjustment
{2022-} 8q Taxable distributions from an ABLE account
{2022-} 8r Scholarship and fellowship grants
{2022-} 8s Nontaxable amount of Medicaid waiver payments
{2022-} 8t Pension or annuity from a nonqualified
{2022-} 8u Wages earned while incarcerated
{2024-} 8v Digital assets received as ordinary income
{2021-} 8z Other income
{2021-} 9 Total other income
{2021-} 10 Combine lines 1 through 7 and 9
{2021-} 11 Educator expenses
{2021-} 12 Certain business expenses of reservists
{2021-} 13 Health savings account deduction
{2021-} 14 Moving expenses for members of the Armed Forces
{2021-} 15 Deductible part of self-employment tax
{2021-} 16 Self-employed SEP, SIMPLE
{2021-} 17 Self-employed health insurance deduction
{2021-} 18 Penalty on early withdrawal of savings
{2021-} 19a Alimony paid
{2021-} 20 IRA deduction
{2021-} 21 Student loan interest deduction
{2021-} 23 Archer MSA deduction
{2021-} 24a Jury duty pay
{2021-} 24b Deductible expenses related to income reported on line 8l
{2021-} 24c Nontaxable amount of the value of Olympic
{2021-} 24d Reforestation amortization and expenses
{2021-} 24e Repayment of supplemental unemployment benefits
{2021-} 24f Contributions to section 501(c)(18)(D)
{2021-} 24g Contributions by certain chaplains
{2021-} 24h Attorney fees and court costs for actions
{2021-} 24i Attorney fees and court costs you paid
{2021-} 24j Housing deduction from Form 2555
{2021-} 24k Excess deductions of section 67(e)
{2021-} 24z Other adjustments
{2021-} 25 Total other adjustments
{2021-} 26 These are your adjustments to income`,
    sums: `
{-2020} 9 = 1 + 2a + 3 + 4 + 5 + 6 + 7 + 8
{-2020} 22 = 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18a + 19 + 20 + 21
{2021-} 9 = 8a..8z
{2021-} 10 = 1 + 2a + 3 + 4 + 5 + 6 + 7 + 9
{2021-} 25 = 24a..24z
{2021-} 26 = 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19a + 20 + 21 + 23 + 25`,
  },
  {
    form: 'Schedule C (Form 1040)',
    mark: /^Schedule C \(Form 1040(?: or 1040-SR)?\)$/,
    title: 'Profit or Loss From Business',
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
{-2023} 27a Other expenses (from line 48)
{2023-2023} 27b Energy efficient commercial bldgs deduction
{2024-} 27a Energy efficient commercial bldgs deduction
{2024-} 27b Other expenses (from line 48)
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
    sums: `
3 = 1 - 2
5 = 3 - 4
7 = 5 + 6
28 = 8..27b
29 = 7 - 28
31 = 29 - 30
40 = 35..39
42 = 40 - 41
4 = 42`,
  },
  {
    form: 'Schedule D (Form 1040)',
    mark: /^Schedule D \(Form 1040(?:-SR)?\)$/,
    title: 'Capital Gains and Losses',
    tables: [{ columns: ['(d)', '(e)', '(g)', '(h)'], lines: /^(?:1a|1b|2|3|8a|8b|9|10)$/ }],
    bracketed: '6 14 21',
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
    sums: `
1a(h) = 1a(d) - 1a(e) + 1a(g)
1b(h) = 1b(d) - 1b(e) + 1b(g)
2(h) = 2(d) - 2(e) + 2(g)
3(h) = 3(d) - 3(e) + 3(g)
8a(h) = 8a(d) - 8a(e) + 8a(g)
8b(h) = 8b(d) - 8b(e) + 8b(g)
9(h) = 9(d) - 9(e) + 9(g)
10(h) = 10(d) - 10(e) + 10(g)
7 = 1a(h) + 1b(h) + 2(h) + 3(h) + 4 + 5 + 6
15 = 8a(h) + 8b(h) + 9(h) + 10(h) + 11 + 12 + 13 + 14
16 = 7 + 15`,
  },
  {
    form: 'Schedule E (Form 1040)',
    mark: /^Schedule E \(Form 1040(?:-SR)?\)$/,
    title: 'Supplemental Income and Loss',
    tables: [{ columns: ['A', 'B', 'C'], lines: /^(?:[3-9]|1\d|2[0-2])$/ }],
    bracketed: '22A 22B 22C 25 31 36',
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
    sums: `
20A = 5A..19A
20B = 5B..19B
20C = 5C..19C
21A = 3A + 4A - 20A
21B = 3B + 4B - 20B
21C = 3C + 4C - 20C
23a = 3A + 3B + 3C
23b = 4A + 4B + 4C
23c = 12A + 12B + 12C
23d = 18A + 18B + 18C
23e = 20A + 20B + 20C
26 = 24 + 25
32 = 30 + 31
37 = 35 + 36
41 = 26 + 32 + 37 + 39 + 40`,
  },
  {
    form: 'Schedule SE (Form 1040)',
    mark: /^Schedule SE \(Form 1040(?:-SR)?\)$/,
    title: 'Self-Employment Tax',
    bracketed: '1b',
    printed: '7 14',
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
7 Maximum amount of combined wages and self-employment earnings
8a Total social security wages and tips
8b Unreported tips subject to social security tax
8c Wages subject to social security tax
8d Add lines 8a, 8b, and 8c
9 Subtract line 8d from line 7
10 Multiply the smaller of line 6 or line 9
11 Multiply line 6 by 2.9%
12 Self-employment tax. Add lines 10 and 11
13 Deduction for one-half of self-employment tax
14 Maximum income for optional methods
15 Enter the smaller of: two-thirds
16 Subtract line 15 from line 14
17 Enter the smaller of: net nonfarm profits`,
    sums: `
3 = 1a + 1b + 2
4c = 4a + 4b
6 = 4c + 5b
8d = 8a..8c
12 = 10 + 11`,
  },
]
