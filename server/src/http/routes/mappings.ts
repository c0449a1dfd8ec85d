import { Type } from 'typebox'
import { compareMappings } from '../../domain/mappings/compare-mappings.ts'
import { previewMapping } from '../../domain/mappings/preview-mapping.ts'
import { proveMapping } from '../../domain/mappings/prove-mapping.ts'
import { listMappings, readMapping, readMappingById } from '../../domain/mappings/read-mapping.ts'
import { filterId, namedId } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { ok, route } from '../route.ts'
import { SaveRulesBody, toRules } from '../schemas/chart.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'
import {
  MappingBody,
  MappingDiffBody,
  mappingDiffToWire,
  MappingPreviewBody,
  mappingPreviewToWire,
  MappingProofBody,
  mappingProofToWire,
  mappingToWire,
} from '../schemas/mappings.ts'

const tag = 'Mappings'
const MAX_PAGE = 25
const STANDARD_PAGE = 10
const PreviewBody = Closed({ rules: SaveRulesBody.properties.rules })
const ofDocument = { borrowerId: PathId('bor'), docId: PathId('doc') }

export const mappingRoutes = [
  route({
    method: 'GET',
    path: '/api/borrowers/:borrowerId/extractions/mappings',
    operationId: 'listStatementMappings',
    embed: 'loan',
    tag,
    summary: 'List statement mappings',
    description:
      "The mapping in force of each of the borrower's profit and loss statements, the newest document first. Statements " +
      'without one are named beside the list, and their first mapping is being prepared.',
    scope: 'extractions:read',
    lane: 'api',
    subscription: true,
    feature: 'statement_mapping',
    params: Closed({ borrowerId: PathId('bor') }),
    query: Type.Object({
      ...PageQuery(MAX_PAGE, STANDARD_PAGE),
      loanId: Type.Optional(Type.String({ description: 'Only documents of this loan.' })),
    }),
    answers: {
      200: {
        description: 'One page.',
        body: ListOf(MappingBody, {
          pending_document_ids: Type.Array(Type.String(), {
            description: 'Statements without a mapping yet, the newest first.',
          }),
        }),
      },
    },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const scope = {
        borrowerId: context.params.borrowerId,
        loanId: filterId('loanId', 'loan', context.query.loanId),
      }
      let pending: readonly string[] = []
      const page = await answerPage(
        { ...context, query: { ...context.query, limit: context.query.limit ?? STANDARD_PAGE } },
        { name: 'statement-mappings', filters: scope },
        async (wanted) => {
          const listed = await listMappings(context.deps, context.caller, { scope, page: wanted })
          pending = listed.pendingDocumentIds
          return listed
        },
        mappingToWire,
      )
      return ok({ ...page, pending_document_ids: pending })
    },
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:borrowerId/extractions/:docId/mapping',
    operationId: 'getStatementMapping',
    embed: 'loan',
    tag,
    summary: "Read a statement's mapping",
    description:
      'Until the first mapping is there: 404 mapping_pending with Retry-After. A document that is no profit and loss ' +
      'statement has none: 404 not_found.',
    scope: 'extractions:read',
    lane: 'api',
    subscription: true,
    feature: 'statement_mapping',
    params: Closed(ofDocument),
    answers: { 200: { description: 'The mapping in force.', body: MappingBody } },
    problems: ['mapping_pending'],
    handle: async ({ deps, caller, params: { borrowerId, docId } }) =>
      ok(mappingToWire(await readMapping(deps, caller, { borrowerId, id: docId }))),
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:borrowerId/extractions/:docId/mapping/proof',
    operationId: 'getStatementMappingProof',
    embed: 'loan',
    tag,
    summary: "Prove a mapping's figures",
    description: 'Every figure of the tree of the mapping in force as a sum of printed figures, with their addresses.',
    scope: 'extractions:read',
    lane: 'api',
    subscription: true,
    feature: 'statement_mapping',
    params: Closed(ofDocument),
    answers: { 200: { description: 'The sums.', body: MappingProofBody } },
    problems: ['mapping_pending'],
    handle: async ({ deps, caller, params: { borrowerId, docId } }) =>
      ok(mappingProofToWire(await proveMapping(deps, caller, { borrowerId, id: docId }))),
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:borrowerId/extractions/:docId/mapping/diff',
    operationId: 'diffStatementMappings',
    embed: 'loan',
    tag,
    summary: 'Compare a mapping with the one in force',
    description: 'Lines that moved to another account, lines whose figures changed, measures that differ, to the cent.',
    scope: 'extractions:read',
    lane: 'api',
    subscription: true,
    feature: 'statement_mapping',
    params: Closed(ofDocument),
    query: Type.Object({ from: PathId('map') }),
    answers: { 200: { description: 'What changed.', body: MappingDiffBody } },
    problems: ['mapping_pending'],
    handle: async ({ deps, caller, params: { borrowerId, docId }, query: { from } }) => {
      const compared = { borrowerId, documentId: docId, mappingId: namedId('map', from) }
      return ok(mappingDiffToWire(await compareMappings(deps, caller, compared)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/borrowers/:borrowerId/extractions/:docId/mapping/preview',
    operationId: 'previewStatementMapping',
    embed: 'loan',
    tag,
    summary: 'See what other caption rules would change',
    description: "The statement mapped under the rules sent instead of the workspace's. Nothing is kept.",
    scope: 'extractions:read',
    lane: 'api',
    subscription: true,
    feature: 'statement_mapping',
    params: Closed(ofDocument),
    body: PreviewBody,
    answers: { 200: { description: 'What would change.', body: MappingPreviewBody } },
    problems: ['mapping_pending'],
    handle: async ({ deps, caller, params: { borrowerId, docId }, body }) => {
      const wanted = { borrowerId, documentId: docId, rules: toRules(body.rules) }
      return ok(mappingPreviewToWire(await previewMapping(deps, caller, wanted)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:borrowerId/extractions/:docId/mappings/:mappingId',
    operationId: 'getStatementMappingById',
    embed: 'loan',
    tag,
    summary: 'Read any mapping a statement ever had',
    description: 'Mappings are never changed: what a decision was made on can be read as it was.',
    scope: 'extractions:read',
    lane: 'api',
    subscription: true,
    feature: 'statement_mapping',
    params: Closed({ ...ofDocument, mappingId: PathId('map') }),
    answers: { 200: { description: 'The mapping.', body: MappingBody } },
    handle: async ({ deps, caller, params: { borrowerId, docId, mappingId } }) =>
      ok(mappingToWire(await readMappingById(deps, caller, { borrowerId, documentId: docId, mappingId }))),
  }),
]
