/** What every sandbox holds after a reset. The names are those printed on the samples. */
import { centsOf } from '../../lib/money.ts'
import type { BorrowerProfile } from '../../store/borrowers.ts'
import type { LoanTerms } from '../../store/loans.ts'
import type { MemoSectionKey } from '../memos/memo.ts'

interface SeedLoan {
  readonly terms: Partial<LoanTerms>
  /** Slugs of the samples that were uploaded to it. */
  readonly samples: readonly string[]
  /** Its spread is final. */
  readonly final?: true
  /** Written about it, and printed on its spread. */
  readonly memo?: SeedMemo
}

interface SeedMemo {
  readonly title: string
  readonly commentary: Partial<Record<MemoSectionKey, string>>
}

interface SeedBorrower {
  readonly profile: Partial<BorrowerProfile>
  readonly loans: readonly SeedLoan[]
}

export const SEED_PLAN: readonly SeedBorrower[] = [
  {
    profile: {
      businessName: 'Pioneer Mechanical Company',
      entityType: 'corporation',
      naicsCode: '238220',
      externalId: 'seed-contractor',
    },
    loans: [
      {
        terms: {
          name: 'Working capital line',
          amount: centsOf(250_000_00n),
          purpose: 'working_capital',
          product: 'revolver',
          externalId: 'seed-contractor-line',
        },
        samples: [
          'profit-loss-statement-retail',
          'balance-sheet-retail',
          'cash-flow-statement-retail',
          'bank-statement-retail',
        ],
        final: true,
        memo: {
          title: 'Working capital line',
          commentary: {
            request:
              'A revolving line of $250,000 for receivables and inventory between the start of a job and its last payment.',
            structure: 'Interest monthly, principal on demand, reviewed every twelve months.',
            risks:
              'Work comes in by few large contracts.\n\n- One late payer shows in the cash of the month.\n- The line is to be at rest for thirty days a year.',
            conditions: 'Statements within ninety days of the end of the year.',
          },
        },
      },
      {
        terms: {
          name: 'Shop equipment',
          amount: centsOf(80_000_00n),
          purpose: 'equipment',
          product: 'term_loan',
          termMonths: 60,
          externalId: 'seed-contractor-equipment',
        },
        samples: [],
      },
    ],
  },
  {
    profile: { businessName: 'Eagle Electric LLC', entityType: 'llc', naicsCode: '238210', externalId: 'seed-trade' },
    loans: [
      {
        terms: {
          name: 'Receivables line',
          amount: centsOf(400_000_00n),
          purpose: 'working_capital',
          product: 'asset_based',
          externalId: 'seed-trade-line',
        },
        samples: ['ar-aging-retail', 'ap-aging-retail', 'tax-return-retail'],
      },
      {
        terms: {
          name: 'Service vans',
          amount: centsOf(120_000_00n),
          purpose: 'equipment',
          product: 'term_loan',
          termMonths: 48,
          externalId: 'seed-trade-vans',
        },
        samples: [],
      },
    ],
  },
  {
    profile: { businessName: 'Lakeside Mechanical LLC', entityType: 'llc', externalId: 'seed-refinancing' },
    loans: [
      {
        terms: {
          name: 'Refinancing',
          amount: centsOf(1_500_000_00n),
          purpose: 'refinance',
          product: 'term_loan',
          termMonths: 120,
          externalId: 'seed-refinancing-loan',
        },
        samples: ['debt-schedule-retail', 'personal-financial-statement-owner', 'other-paper'],
      },
    ],
  },
]

export const SEED_SAMPLES: readonly string[] = SEED_PLAN.flatMap(({ loans }) => loans.flatMap(({ samples }) => samples))
