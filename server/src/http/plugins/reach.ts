/**
 * Holds embed sessions to their loan, on every route and before any operation. The ids are read off the request by
 * where the declarations put them, so that a new route is held by being declared; one that says nothing of embed
 * sessions is closed to them (see gates.ts).
 */
import type { FastifyRequest } from 'fastify'
import type { RequestCaller } from '../../domain/caller.ts'
import type { Deps } from '../../domain/deps.ts'
import { assertWithinLoan } from '../../domain/embed/reach.ts'
import { Problem } from '../../lib/problem.ts'
import type { IdPrefix } from '../../lib/ids.ts'
import type { RouteDeclaration } from '../route.ts'

type Values = Readonly<Record<string, unknown>>

export async function reachGate(
  deps: Pick<Deps, 'db'>,
  declaration: RouteDeclaration,
  request: FastifyRequest,
  caller: RequestCaller,
): Promise<void> {
  const session = caller.embed
  if (!session || declaration.embed === 'workspace' || declaration.embed === 'session') return
  const params = request.params as Values
  const borrowers = idsIn(declaration, params, 'bor')
  if (declaration.embed === 'borrower') {
    if (borrowers.length === 0 || borrowers.some((id) => id !== session.borrowerId)) {
      throw new Problem('loan_out_of_reach')
    }
    return
  }
  await assertWithinLoan(deps, caller, session, {
    loans: [...idsIn(declaration, params, 'loan'), ...loanIn(request.query), ...loanIn(request.body)],
    borrowers,
    jobs: idsIn(declaration, params, 'job'),
    documents: idsIn(declaration, params, 'doc'),
  })
}

function idsIn(declaration: RouteDeclaration, params: Values, prefix: IdPrefix): string[] {
  return Object.entries(declaration.params?.properties ?? {})
    .filter(([, schema]) => (schema as { 'x-id-prefix'?: IdPrefix })['x-id-prefix'] === prefix)
    .map(([name]) => String(params[name]))
}

/** The loan that a query or a body names, by the two spellings of the interface. */
function loanIn(values: unknown): string[] {
  const { loanId, loan_id } = (values ?? {}) as Values
  return [loanId, loan_id].filter((id) => typeof id === 'string')
}
