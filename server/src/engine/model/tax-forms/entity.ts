/** The returns of partnerships and corporations, first pages. */
import type { FormSource } from './tax-form.ts'

export const ENTITY_FORMS: readonly FormSource[] = [
  {
    form: 'Form 1065',
    mark: /^Form 1065$/,
    title: 'U.S. Return of Partnership Income',
    role: 'return',
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
{-2022} 20 Other deductions
{-2022} 21 Total deductions
{-2022} 22 Ordinary business income (loss)
{2023-} 20 Energy efficient commercial buildings deduction
{2023-} 21 Other deductions
{2023-} 22 Total deductions
{2023-} 23 Ordinary business income (loss)
{2023-} 24 Interest due under the look-back method-completed long-term contracts
{2023-} 25 Interest due under the look-back method-income forecast method
{2023-} 26 BBA AAR imputed underpayment
{2023-} 27 Other taxes
{2023-} 28 Total balance due
{2023-} 29 Elective payment election amount from Form 3800
{2023-} 30 Payment (see instructions)
{2023-} 31 Amount owed
{2023-} 32 Overpayment`,
    sums: `
1c = 1a - 1b
3 = 1c - 2
8 = 3 + 4 + 5 + 6 + 7
16c = 16a - 16b
{-2022} 21 = 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16c + 17 + 18 + 19 + 20
{-2022} 22 = 8 - 21
{2023-} 22 = 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16c + 17 + 18 + 19 + 20 + 21
{2023-} 23 = 8 - 22
{2023-} 28 = 24 + 25 + 26 + 27`,
  },
  {
    form: 'Form 1120',
    mark: /^Form 1120$/,
    title: 'U.S. Corporation Income Tax Return',
    role: 'return',
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
{2022-} 25 Energy efficient commercial buildings deduction
26 Other deductions
27 Total deductions
28 Taxable income before net operating loss deduction
29a Net operating loss deduction
29b Special deductions
29c Add lines 29a and 29b
30 Taxable income
31 Total tax
33 Total payments and credits
34 Estimated tax penalty
35 Amount owed
36 Overpayment`,
    sums: `
1c = 1a - 1b
3 = 1c - 2
11 = 3..10
27 = 12..26
28 = 11 - 27
29c = 29a + 29b
30 = 28 - 29c`,
  },
  {
    form: 'Form 1120-S',
    mark: /^Form 1120-?S$/,
    title: 'U.S. Income Tax Return for an S Corporation',
    role: 'return',
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
{-2022} 19 Other deductions
{-2022} 20 Total deductions
{-2022} 21 Ordinary business income (loss)
{-2022} 22a Excess net passive income or LIFO recapture tax
{-2022} 22b Tax from Schedule D
{-2022} 22c Add lines 22a and 22b
{-2022} 23a estimated tax payments and preceding year's overpayment
{-2022} 23b Tax deposited with Form 7004
{-2022} 23c Credit for federal tax paid on fuels
{-2022} 23d Add lines 23a through 23c
{-2022} 24 Estimated tax penalty
{-2022} 25 Amount owed
{-2022} 26 Overpayment
{2023-} 19 Energy efficient commercial buildings deduction
{2023-} 20 Other deductions
{2023-} 21 Total deductions
{2023-} 22 Ordinary business income (loss)
{2023-} 23a Excess net passive income or LIFO recapture tax
{2023-} 23b Tax from Schedule D
{2023-} 23c Add lines 23a and 23b
{2023-} 24a estimated tax payments and preceding year's overpayment
{2023-} 24b Tax deposited with Form 7004
{2023-} 24c Credit for federal tax paid on fuels
{2023-} 24d Elective payment election amount from Form 3800
{2023-} 24z Add lines 24a through 24d
{2023-} 25 Estimated tax penalty
{2023-} 26 Amount owed
{2023-} 27 Overpayment
{2023-} 28a Credited to estimated tax
{2023-} 28b Refunded`,
    sums: `
1c = 1a - 1b
3 = 1c - 2
6 = 3 + 4 + 5
{-2022} 20 = 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19
{-2022} 21 = 6 - 20
{-2022} 22c = 22a + 22b
{-2022} 23d = 23a + 23b + 23c
{2023-} 21 = 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20
{2023-} 22 = 6 - 21
{2023-} 23c = 23a + 23b
{2023-} 24z = 24a + 24b + 24c + 24d`,
  },
]
