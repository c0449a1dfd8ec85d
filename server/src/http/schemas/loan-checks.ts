import { Type } from 'typebox'
import { CROSS_CHECKS } from '../../domain/loans/check-loan.ts'
import type { CheckSide, Cited, CrossCheck } from '../../domain/loans/check-loan.ts'
import { formatCents } from '../../lib/money.ts'
import { Closed, Id, Money, Nullable, OneOf } from './common.ts'
import { Spot } from './documents.ts'

const CitedBody = Closed({
  document_id: Id('doc'),
  address: Type.String({ description: 'Where the figure stands in the report data of the document.' }),
  label: Type.String({ description: 'Its caption.' }),
  amount: Money({ description: 'What it is worth: the printed figure times the scale of its column.' }),
  ...Spot,
})

const Side = (description: string) =>
  Nullable(
    Closed(
      { amount: Money({ description: 'What the figures come to.' }), figures: Type.Array(CitedBody) },
      { description },
    ),
  )

export const LoanCheckBody = Closed(
  {
    name: OneOf(CROSS_CHECKS, {
      description:
        'receivables, payables: the aging and the balance sheet; debt: the debt schedule and the balance sheet; cash: the bank and the balance sheet; equity_movement, net_income_return: net income against the change of equity and against the return; k1_income: K-1s against the return of their owner.',
    }),
    state: OneOf(['proved', 'failed', 'not_proved'], {
      description: 'failed: the two differ by more than rounding. not_proved: there was nothing to compare.',
    }),
    date: Nullable(Type.String({ format: 'date', description: 'The day, or the end of the period, of both sides.' })),
    left: Side('What the one document says; null where it is missing.'),
    right: Side('What the other says; null where it is missing.'),
    residual: Nullable(Money({ description: 'Left less right.' })),
    hint: Nullable(Type.String({ description: 'What is missing, or what often explains the difference.' })),
  },
  { title: 'LoanCheck' },
)

export const LoanChecksBody = Closed(
  { loan_id: Id('loan'), checks: Type.Array(LoanCheckBody) },
  { title: 'LoanChecks' },
)

export function loanChecksToWire(loanId: string, checks: readonly CrossCheck[]) {
  return {
    loan_id: loanId,
    checks: checks.map((check) => ({
      name: check.name,
      state: check.state,
      date: check.date,
      left: check.left && sideToWire(check.left),
      right: check.right && sideToWire(check.right),
      residual: check.residual === null ? null : formatCents(check.residual),
      hint: check.hint,
    })),
  }
}

function sideToWire({ amount, figures }: CheckSide) {
  return { amount: formatCents(amount), figures: figures.map(citedToWire) }
}

function citedToWire({ documentId, address, label, amount, page, box, text }: Cited) {
  return { document_id: documentId, address, label, amount: formatCents(amount), page, box, text }
}
