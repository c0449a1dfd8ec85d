import { Type } from 'typebox'
import { checkLoan } from '../../domain/loans/check-loan.ts'
import { createLoan } from '../../domain/loans/create-loan.ts'
import { deleteLoan } from '../../domain/loans/delete-loan.ts'
import { LOAN_STATUSES } from '../../domain/loans/loan.ts'
import { listLoans, listLoansOfBorrower, readLoan } from '../../domain/loans/read-loan.ts'
import { updateLoan } from '../../domain/loans/update-loan.ts'
import { filterId, filterWord } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { created, noContent, ok, route } from '../route.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'
import { LoanChecksBody, loanChecksToWire } from '../schemas/loan-checks.ts'
import { CreateLoanBody, LoanBody, loanToWire, toTerms, UpdateLoanBody } from '../schemas/loans.ts'

const tag = 'Loans'
const params = Closed({ id: PathId('loan') })
const ofBorrower = Closed({ borrowerId: PathId('bor') })

export const loanRoutes = [
  route({
    method: 'GET',
    path: '/api/loans',
    operationId: 'listLoans',
    tag,
    summary: 'List loans',
    description: 'All loans of the workspace, newest first.',
    scope: 'borrowers:read',
    lane: 'api',
    subscription: false,
    query: Type.Object({
      ...PageQuery(),
      borrowerId: Type.Optional(Type.String({ description: 'Only the loans of this borrower.' })),
      status: Type.Optional(Type.String({ description: `Only loans in this state: ${LOAN_STATUSES.join(', ')}.` })),
    }),
    answers: { 200: { description: 'One page.', body: ListOf(LoanBody) } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const filter = {
        borrowerId: filterId('borrowerId', 'bor', context.query.borrowerId),
        status: filterWord('status', LOAN_STATUSES, context.query.status),
      }
      const list = { name: 'loans', filters: filter }
      return ok(
        await answerPage(
          context,
          list,
          (page) => listLoans(context.deps, context.caller, { filter, page }),
          loanToWire,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:borrowerId/loans',
    operationId: 'listBorrowerLoans',
    tag,
    summary: "List a borrower's loans",
    scope: 'borrowers:read',
    lane: 'api',
    subscription: false,
    params: ofBorrower,
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(LoanBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const { borrowerId } = context.params
      const list = { name: 'borrower-loans', filters: { borrowerId } }
      return ok(
        await answerPage(
          context,
          list,
          (page) => listLoansOfBorrower(context.deps, context.caller, { borrowerId, page }),
          loanToWire,
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/borrowers/:borrowerId/loans',
    operationId: 'createLoan',
    tag,
    summary: 'Create a loan',
    scope: 'borrowers:write',
    lane: 'api',
    subscription: true,
    params: ofBorrower,
    body: CreateLoanBody,
    answers: { 201: { description: 'The new loan.', body: LoanBody } },
    problems: ['duplicate_external_id'],
    handle: async ({ deps, caller, params: { borrowerId }, body }) =>
      created(loanToWire(await createLoan(deps, caller, { borrowerId, terms: toTerms(body) }))),
  }),
  route({
    method: 'GET',
    path: '/api/loans/:id',
    operationId: 'getLoan',
    embed: 'loan',
    tag,
    summary: 'Read a loan',
    scope: 'borrowers:read',
    lane: 'api',
    subscription: false,
    params,
    answers: { 200: { description: 'The loan.', body: LoanBody } },
    handle: async ({ deps, caller, params: { id } }) => ok(loanToWire(await readLoan(deps, caller, id))),
  }),
  route({
    method: 'GET',
    path: '/api/loans/:id/checks',
    operationId: 'checkLoan',
    embed: 'loan',
    tag,
    summary: "Compare a loan's documents with each other",
    description:
      'What two documents say of the same thing, with the addresses of both. A difference is a finding, not a verdict; every kind of check is listed, as not_proved where there was nothing to compare.',
    scope: 'extractions:read',
    lane: 'api',
    subscription: false,
    params,
    answers: { 200: { description: 'All checks, computed from the extractions in force.', body: LoanChecksBody } },
    handle: async ({ deps, caller, params: { id } }) => ok(loanChecksToWire(id, await checkLoan(deps, caller, id))),
  }),
  route({
    method: 'PATCH',
    path: '/api/loans/:id',
    operationId: 'updateLoan',
    tag,
    summary: 'Change a loan',
    description:
      'Sets the members that are sent. Guarantors are left alone when not sent, replaced by a list, cleared by an empty one.',
    scope: 'borrowers:write',
    lane: 'api',
    subscription: true,
    params,
    body: UpdateLoanBody,
    answers: { 200: { description: 'The loan as it is now.', body: LoanBody } },
    problems: ['version_conflict', 'duplicate_external_id'],
    handle: async ({ deps, caller, params: { id }, body }) => {
      const { version, ...terms } = body
      return ok(loanToWire(await updateLoan(deps, caller, { loanId: id, version, change: toTerms(terms) })))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/loans/:id',
    operationId: 'deleteLoan',
    tag,
    summary: 'Delete a loan',
    scope: 'borrowers:delete',
    lane: 'api',
    subscription: false,
    params,
    answers: { 204: { description: 'Gone.', body: null } },
    problems: ['busy'],
    handle: async ({ deps, caller, params: { id } }) => {
      await deleteLoan(deps, caller, id)
      return noContent
    },
  }),
]
