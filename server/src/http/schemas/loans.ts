import { Type } from 'typebox'
import type { Static } from 'typebox'
import { LOAN_STATUSES } from '../../domain/loans/loan.ts'
import type { Loan, LoanTerms } from '../../domain/loans/loan.ts'
import { formatCents, parseCents } from '../../lib/money.ts'
import { Closed, DateTime, Id, Metadata, Money, Nullable, OneOf, Text, Version } from './common.ts'

export const LoanStatusWord = OneOf(LOAN_STATUSES)

const TermFields = {
  name: Nullable(Text(200)),
  amount: Nullable(Money({ pattern: '^(0|[1-9][0-9]{0,14})\\.[0-9]{2}$', description: 'Dollars and cents, as text.' })),
  purpose: Nullable(Text(2000)),
  product: Nullable(Text(100)),
  term_months: Nullable(Type.Integer({ minimum: 1, maximum: 1200 })),
  external_id: Nullable(Text(255, { description: 'Your own id of the loan; unique in the workspace.' })),
  guarantors: Nullable(
    Type.Array(Text(200), {
      maxItems: 100,
      description: 'Names. Null when none were declared, and for callers who may not read the loan file.',
    }),
  ),
  status: LoanStatusWord,
  metadata: Metadata,
}

export const LoanBody = Closed(
  {
    id: Id('loan'),
    borrower_id: Id('bor'),
    ...TermFields,
    version: Type.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Loan' },
)

export const CreateLoanBody = Type.Partial(Closed(TermFields), { additionalProperties: false })
export const UpdateLoanBody = Closed(Type.Partial(Closed({ ...TermFields, version: Version })).properties, {
  minProperties: 1,
})

/** From the wire to the domain: only the members that were sent. */
export function toTerms(input: Static<typeof CreateLoanBody>): Partial<LoanTerms> {
  return {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.amount !== undefined && { amount: input.amount === null ? null : parseCents(input.amount) }),
    ...(input.purpose !== undefined && { purpose: input.purpose }),
    ...(input.product !== undefined && { product: input.product }),
    ...(input.term_months !== undefined && { termMonths: input.term_months }),
    ...(input.external_id !== undefined && { externalId: input.external_id }),
    ...(input.guarantors !== undefined && { guarantors: input.guarantors }),
    ...(input.status !== undefined && { status: input.status }),
    ...(input.metadata !== undefined && { metadata: input.metadata }),
  }
}

export function loanToWire(loan: Loan): Static<typeof LoanBody> {
  return {
    id: loan.id,
    borrower_id: loan.borrowerId,
    name: loan.name,
    amount: loan.amount === null ? null : formatCents(loan.amount),
    purpose: loan.purpose,
    product: loan.product,
    term_months: loan.termMonths,
    external_id: loan.externalId,
    guarantors: loan.guarantors && [...loan.guarantors],
    status: loan.status,
    metadata: loan.metadata,
    version: loan.version,
    created_at: loan.createdAt.toISOString(),
    updated_at: loan.updatedAt.toISOString(),
  }
}
