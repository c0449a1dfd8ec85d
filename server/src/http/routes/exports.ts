/** Bundles of extractions, made in the background and fetched by short-lived links. */
import { Type } from 'typebox'
import { cancelExport } from '../../domain/exports/cancel-export.ts'
import { createExport } from '../../domain/exports/create-export.ts'
import { EXPORT_STATUSES } from '../../domain/exports/export.ts'
import { bundleLink, listExports, readExport } from '../../domain/exports/read-exports.ts'
import { filterId, filterWord, namedId } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { accepted, ok, route } from '../route.ts'
import { Closed, PageQuery, PathId } from '../schemas/common.ts'
import { CreateExportBody, ExportBody, ExportListBody, exportToWire } from '../schemas/exports.ts'

const shared = {
  tag: 'Exports',
  scope: 'extractions:read',
  lane: 'export',
  subscription: true,
  feature: 'exports',
} as const
const ofExport = Closed({ exportId: PathId('exp') })

export const exportRoutes = [
  route({
    ...shared,
    method: 'POST',
    path: '/api/extractions/exports',
    operationId: 'createExport',
    summary: 'Order a bundle of extractions',
    description:
      'One file for each document and a manifest with their hashes, as a zip file. The same Idempotency-Key gives the ' +
      'same answer for a day, and after that the export that it made.',
    body: CreateExportBody,
    answers: {
      200: { description: 'The export that this key made before.', body: ExportBody },
      202: { description: 'It is being made.', body: ExportBody },
    },
    problems: ['idempotency_in_progress'],
    handle: async ({ deps, caller, body, idempotencyKey }) => {
      const { made, isNew } = await createExport(deps, caller, {
        borrowerId: namedId('bor', body.borrower_id),
        loanId: namedId('loan', body.loan_id),
        documentIds: body.document_ids,
        format: body.format ?? 'csv',
        idempotencyKey,
      })
      const shown = exportToWire(await readExport(deps, caller, made.id))
      return isNew ? accepted(shown) : ok(shown)
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/extractions/exports',
    operationId: 'listExports',
    summary: 'List exports, the newest first',
    query: Type.Object({
      ...PageQuery(),
      borrowerId: Type.Optional(Type.String({ description: 'Only exports of this borrower.' })),
      loanId: Type.Optional(Type.String({ description: 'Only exports of this loan.' })),
      status: Type.Optional(Type.String({ description: `Only exports in this state: ${EXPORT_STATUSES.join(', ')}.` })),
    }),
    answers: { 200: { description: 'One page.', body: ExportListBody } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const filter = {
        borrowerId: filterId('borrowerId', 'bor', context.query.borrowerId),
        loanId: filterId('loanId', 'loan', context.query.loanId),
        status: filterWord('status', EXPORT_STATUSES, context.query.status),
      }
      const { data, ...page } = await answerPage(
        context,
        { name: 'exports', filters: filter },
        (wanted) => listExports(context.deps, context.caller, { filter, page: wanted }),
        exportToWire,
      )
      return ok({ exports: data, ...page })
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/extractions/exports/:exportId',
    operationId: 'getExport',
    summary: 'Read an export',
    params: ofExport,
    answers: { 200: { description: 'The export, with a fresh link while there is a bundle.', body: ExportBody } },
    handle: async ({ deps, caller, params: { exportId } }) =>
      ok(exportToWire(await readExport(deps, caller, exportId))),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/api/extractions/exports/:exportId/cancel',
    operationId: 'cancelExport',
    summary: 'Cancel an export',
    description: 'It ends at its next document. One that is cancelled already is given back as it is.',
    params: ofExport,
    answers: { 200: { description: 'The export.', body: ExportBody } },
    problems: ['export_finished'],
    handle: async ({ deps, caller, params: { exportId } }) => {
      await cancelExport(deps, caller, exportId)
      return ok(exportToWire(await readExport(deps, caller, exportId)))
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/api/extractions/exports/:exportId/download',
    operationId: 'downloadExport',
    summary: 'Fetch the bundle',
    params: ofExport,
    answers: { 302: { description: 'Location is a short-lived link to the bundle.', body: null } },
    problems: ['export_not_ready'],
    handle: async ({ deps, caller, params: { exportId } }) => ({
      status: 302,
      headers: { Location: await bundleLink(deps, caller, exportId) },
    }),
  }),
]
