/** Schedules K-1: what an entity tells one owner. Boxes from 10 on take codes, each with an amount of its own. */
import { GAINS, numbered, SHARED_INCOME } from './common-lines.ts'
import type { FormSource } from './tax-form.ts'

export const SHARE_FORMS: readonly FormSource[] = [
  {
    form: 'Schedule K-1 (Form 1065)',
    mark: /^Schedule K-?1 \(Form 1065\)$/,
    title: 'Partner’s Share of Income',
    role: 'share',
    boxed: true,
    coded: /^(?:11|1[3-5]|1[7-9]|20)$/,
    lines: `${SHARED_INCOME}
4a Guaranteed payments for services
4b Guaranteed payments for capital
4c Total guaranteed payments
5 Interest income
6a Ordinary dividends
6b Qualified dividends
6c Dividend equivalents
7 Royalties
${numbered('8 9a 9b 9c 10 11 12', GAINS)}
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
    lines: `${SHARED_INCOME}
4 Interest income
5a Ordinary dividends
5b Qualified dividends
6 Royalties
${numbered('7 8a 8b 8c 9 10 11', GAINS)}
12 Other deductions
13 Credits
15 Alternative minimum tax (AMT) items
16 Items affecting shareholder basis
17 Other information`,
  },
]
