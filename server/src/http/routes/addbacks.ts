import { Type } from 'typebox'
import { readAddbacks } from '../../domain/addbacks/read-addbacks.ts'
import type { AddbackScope } from '../../domain/addbacks/read-addbacks.ts'
import { saveAddbacks } from '../../domain/addbacks/save-addbacks.ts'
import { namedId } from '../filters.ts'
import { ok, route } from '../route.ts'
import { AddbacksBody, addbacksToWire, EntityKey, SaveAddbacksBody, toAddbacks } from '../schemas/addbacks.ts'
import { Closed, PathId } from '../schemas/common.ts'

const tag = 'Spreads'
const path = '/api/borrowers/:borrowerId/extractions/fin-ebitda-addbacks'
const params = Closed({ borrowerId: PathId('bor') })
const query = Type.Object({
  loanId: PathId('loan'),
  entityKey: Type.Optional(EntityKey('Only rows of this company; left out: all rows of the loan.')),
})

function scopeOf(borrowerId: string, { loanId, entityKey }: { loanId: string; entityKey?: string }): AddbackScope {
  return { borrowerId, loanId: namedId('loan', loanId), entityKey: entityKey ?? null }
}

export const addbackRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'getEbitdaAddbacks',
    embed: 'loan',
    tag,
    summary: "Read a loan's EBITDA addbacks",
    description: 'All rows of the loan, or with entityKey those of one of its companies. The version is of the loan.',
    scope: 'spreads:read',
    lane: 'api',
    subscription: true,
    params,
    query,
    answers: { 200: { description: 'The rows; version 0 and none when nothing was saved.', body: AddbacksBody } },
    handle: async ({ deps, caller, params: { borrowerId }, query: asked }) =>
      ok(addbacksToWire(await readAddbacks(deps, caller, scopeOf(borrowerId, asked)))),
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'saveEbitdaAddbacks',
    embed: 'loan',
    tag,
    summary: "Save a loan's EBITDA addbacks",
    description:
      'Replaces the rows of the scope: all of the loan, or with entityKey those of one company, and the others stay. ' +
      'The machine snapshot of the loan follows.',
    scope: 'spreads:write',
    lane: 'api',
    subscription: true,
    params,
    query,
    body: SaveAddbacksBody,
    answers: { 200: { description: 'The rows of the scope as they are now.', body: AddbacksBody } },
    problems: ['version_conflict'],
    handle: async ({ deps, caller, params: { borrowerId }, query: asked, body }) => {
      const scope = scopeOf(borrowerId, asked)
      const saved = await saveAddbacks(deps, caller, { scope, version: body.version, rows: toAddbacks(body.rows) })
      return ok(addbacksToWire(saved))
    },
  }),
]
