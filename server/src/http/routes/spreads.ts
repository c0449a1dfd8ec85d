import { Type } from 'typebox'
import { finalizeSpread } from '../../domain/spreads/finalize-spread.ts'
import { listSnapshots, readLatestSnapshot, readSnapshot } from '../../domain/spreads/read-snapshots.ts'
import { readSpread } from '../../domain/spreads/read-spread.ts'
import { reopenSpread } from '../../domain/spreads/reopen-spread.ts'
import { saveDraft } from '../../domain/spreads/save-draft.ts'
import { SNAPSHOT_STATUSES } from '../../domain/spreads/snapshot.ts'
import { filterWord, namedId } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { ok, route } from '../route.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'
import {
  FinalizeBody,
  SaveDraftBody,
  SnapshotBody,
  snapshotFactsToWire,
  SnapshotFactsBody,
  SpreadBody,
  snapshotToWire,
  toWork,
} from '../schemas/spreads.ts'

const tag = 'Spreads'
const path = '/api/loans/:loanId/attributes'
const params = Closed({ loanId: PathId('loan') })
const status = Type.Optional(Type.String({ description: `One of: ${SNAPSHOT_STATUSES.join(', ')}.` }))

export const spreadRoutes = [
  route({
    method: 'GET',
    path: '/api/loans/:loanId/spread',
    operationId: 'getLoanSpread',
    embed: 'loan',
    tag,
    summary: "Read whether a loan's figures are frozen",
    description: 'A spread that was reopened is open, although its final snapshot stays in force.',
    scope: 'spreads:read',
    lane: 'api',
    subscription: true,
    params,
    answers: { 200: { description: 'The spread.', body: SpreadBody } },
    handle: async ({ deps, caller, params: { loanId } }) => {
      const { closedBy } = await readSpread(deps, caller, loanId)
      return ok({ loan_id: loanId, state: closedBy === null ? 'open' : 'final', final_snapshot_id: closedBy })
    },
  }),
  route({
    method: 'GET',
    path,
    operationId: 'getLoanAttributes',
    embed: 'loan',
    tag,
    summary: "Read a loan's latest attribute snapshot",
    description:
      'The latest snapshot of the given status. Without one: the final snapshot in force, and where nothing is final ' +
      "yet the machine's. 404 until there is one.",
    scope: 'spreads:read',
    lane: 'api',
    subscription: true,
    params,
    query: Type.Object({ status }),
    answers: { 200: { description: 'The snapshot.', body: SnapshotBody } },
    problems: ['invalid_filter'],
    handle: async ({ deps, caller, params: { loanId }, query }) => {
      const wanted = { loanId, status: filterWord('status', SNAPSHOT_STATUSES, query.status) }
      return ok(snapshotToWire(await readLatestSnapshot(deps, caller, wanted)))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/versions`,
    operationId: 'listLoanAttributeVersions',
    embed: 'loan',
    tag,
    summary: "List a loan's attribute snapshots",
    description: 'The newest first, without what they say: read one by its id.',
    scope: 'spreads:read',
    lane: 'api',
    subscription: true,
    params,
    query: Type.Object({ ...PageQuery(), status }),
    answers: { 200: { description: 'One page.', body: ListOf(SnapshotFactsBody) } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const filter = {
        loanId: context.params.loanId,
        status: filterWord('status', SNAPSHOT_STATUSES, context.query.status),
      }
      return ok(
        await answerPage(
          context,
          { name: 'attribute-snapshots', filters: filter },
          (page) => listSnapshots(context.deps, context.caller, { ...filter, page }),
          snapshotFactsToWire,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:snapshotId`,
    operationId: 'getLoanAttributeSnapshot',
    embed: 'loan',
    tag,
    summary: 'Read one attribute snapshot',
    description: 'A snapshot is never changed: what was decided on can be read as it was.',
    scope: 'spreads:read',
    lane: 'api',
    subscription: true,
    params: Closed({ ...params.properties, snapshotId: PathId('snap') }),
    answers: { 200: { description: 'The snapshot.', body: SnapshotBody } },
    handle: async ({ deps, caller, params: wanted }) => ok(snapshotToWire(await readSnapshot(deps, caller, wanted))),
  }),
  route({
    method: 'PUT',
    path: `${path}/draft`,
    operationId: 'saveLoanAttributesDraft',
    embed: 'loan',
    tag,
    summary: "Save an analyst's work on a spread",
    description:
      'Keeps the figures that an analyst gives and answers the attributes that follow from them. Replaces the work of ' +
      'the draft before. Refused while the spread is final.',
    scope: 'spreads:write',
    lane: 'api',
    subscription: true,
    params,
    body: SaveDraftBody,
    answers: { 200: { description: 'The draft.', body: SnapshotBody } },
    problems: ['version_conflict', 'conflict'],
    handle: async ({ deps, caller, params: { loanId }, body }) =>
      ok(snapshotToWire(await saveDraft(deps, caller, { loanId, version: body.version, work: toWork(body) }))),
  }),
  route({
    method: 'POST',
    path: `${path}/finalize`,
    operationId: 'finalizeLoanAttributes',
    embed: 'loan',
    tag,
    summary: 'Freeze the figures of a spread',
    description:
      'Makes the final snapshot, under the next version, of what the documents in force say and the last draft gives. ' +
      'Refused when the spread is final already, and while one of its statements is still being mapped.',
    scope: 'spreads:write',
    lane: 'api',
    subscription: true,
    params,
    body: FinalizeBody,
    bodyMayBeMissing: true,
    answers: { 200: { description: 'The final snapshot.', body: SnapshotBody } },
    problems: ['conflict'],
    handle: async ({ deps, caller, params: { loanId }, body }) => {
      const { snapshot_id: seen } = body
      const seenSnapshotId = seen === undefined ? undefined : namedId('snap', seen)
      return ok(snapshotToWire(await finalizeSpread(deps, caller, { loanId, seenSnapshotId })))
    },
  }),
  route({
    method: 'POST',
    path: `${path}/reopen`,
    operationId: 'reopenLoanAttributes',
    embed: 'loan',
    tag,
    summary: 'Work on a final spread again',
    description: 'The final snapshot stays in force until the next one is made. Refused when the spread is not final.',
    scope: 'spreads:write',
    lane: 'api',
    subscription: true,
    params,
    answers: { 200: { description: 'The final snapshot, which stays in force.', body: SnapshotBody } },
    problems: ['conflict'],
    handle: async ({ deps, caller, params: { loanId } }) =>
      ok(snapshotToWire(await reopenSpread(deps, caller, loanId))),
  }),
]
