/** Schedules K-1: what an entity tells one owner. Boxes from 10 on take codes, each with an amount of its own. */
import type { FormSource } from './tax-form.ts'

export const SHARE_FORMS: readonly FormSource[] = [
  {
    form: 'Schedule K-1 (Form 1065)',
    mark: /^Schedule K-?1 \(Form 1065\)$/,
    title: 'Partner’s Share of Income',
    role: 'share',
    boxed: true,
    coded: /^(?:11|1[3-5]|1[7-9]|20)$/,
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3 Other net rental income (loss)
4a Guaranteed payments for services
4b Guaranteed payments for capital
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
13 Other deductions
14 Self-employment earnings (loss)
15 Credits
17 Alternative minimum tax (AMT) items
18 Tax-exempt income and nondeductible expenses
19 Distributions
20 Other information
21 Foreign taxes paid or accrued`,
    sums: `
4c = 4a + 4b`,
  },
  {
    form: 'Schedule K-1 (Form 1120-S)',
    mark: /^Schedule K-?1 \(Form 1120-?S\)$/,
    title: 'Shareholder’s Share of Income',
    role: 'share',
    boxed: true,
    coded: /^(?:10|1[2-3]|1[5-7])$/,
    lines: `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3 Other net rental income (loss)
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
12 Other deductions
13 Credits
15 Alternative minimum tax (AMT) items
16 Items affecting shareholder basis
17 Other information`,
  },
]
