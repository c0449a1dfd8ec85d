/** What was read from a borrower's documents: lists by category, report data, queries, exports, corrections. */
import { Type } from 'typebox'
import { CATEGORIES, REPORT_TYPES } from '../../domain/documents/categories.ts'
import type { ReportType } from '../../domain/documents/categories.ts'
import { correctDocument } from '../../domain/documents/correct-document.ts'
import { deleteDocument } from '../../domain/documents/delete-document.ts'
import { readForExport } from '../../domain/documents/export-document.ts'
import { listOwners } from '../../domain/documents/list-owners.ts'
import { FINDABLE_MEASURES, queryFigures } from '../../domain/documents/query-figures.ts'
import type { FigureQuery } from '../../domain/documents/query-figures.ts'
import { listDocuments, readDocument, readReportData, toReportData } from '../../domain/documents/read-documents.ts'
import { readPage } from '../../domain/documents/read-page.ts'
import { reprocessDocument } from '../../domain/documents/reread.ts'
import { Problem } from '../../lib/problem.ts'
import { filterId, filterWord } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { noContent, ok, route } from '../route.ts'
import type { RouteContext } from '../route.ts'
import { Closed, ListOf, PageQuery, PathId, Version } from '../schemas/common.ts'
import { DocumentBody, documentToWire } from '../schemas/documents.ts'
import {
  CorrectDocumentBody,
  correctionFromWire,
  FigureBody,
  FigureFilters,
  figureToWire,
  OwnerBody,
  ownerToWire,
  PageBody,
  pageToWire,
  QueryBulkBody,
  ReportDataBody,
} from '../schemas/extractions.ts'

const tag = 'Extractions'
const UNDER = '/api/borrowers/:borrowerId/extractions'
const ofBorrower = Closed({ borrowerId: PathId('bor') })
const ofDocument = Closed({ borrowerId: PathId('bor'), docId: PathId('doc') })
const read = { tag, scope: 'extractions:read', lane: 'api', subscription: false } as const
/** A picture takes about a second to draw. */
const DRAWING_RETRY_SECONDS = 1

const listQuery = Type.Object({
  ...PageQuery(),
  loanId: Type.Optional(Type.String({ description: 'Only documents of this loan.' })),
})
type ListContext = RouteContext<{ borrowerId: string }, { limit?: number; cursor?: string; loanId?: string }, undefined>

async function answerList(context: ListContext, reportType: ReportType) {
  const { borrowerId } = context.params
  const filter = { borrowerId, loanId: filterId('loanId', 'loan', context.query.loanId), reportType }
  return ok(
    await answerPage(
      context,
      { name: 'documents', filters: filter },
      (page) => listDocuments(context.deps, context.caller, { filter, page }),
      documentToWire,
    ),
  )
}

/** One list and one single read for each category, both named after it. */
const typedRoutes = Object.values(CATEGORIES).flatMap(({ category, reportType }) => {
  const name = category.replaceAll(' ', '')
  const slug = reportType.replace(/s$/, '')
  return [
    route({
      ...read,
      method: 'GET',
      path: `${UNDER}/${reportType}`,
      operationId: `list${name}Documents`,
      embed: 'loan',
      summary: `List a borrower's documents of the category ${category}`,
      params: ofBorrower,
      query: listQuery,
      answers: { 200: { description: 'One page, newest first.', body: ListOf(DocumentBody) } },
      problems: ['invalid_cursor', 'invalid_filter'],
      handle: (context) => answerList(context, reportType),
    }),
    route({
      ...read,
      method: 'GET',
      path: `${UNDER}/:docId/${slug}`,
      operationId: `get${name}`,
      embed: 'loan',
      summary: `Read what was extracted from a document of the category ${category}`,
      description: 'A document of another category is not found here.',
      params: ofDocument,
      answers: { 200: { description: 'The extraction in force.', body: ReportDataBody } },
      handle: async ({ deps, caller, params: { borrowerId, docId } }) =>
        ok(toReportData(await readReportData(deps, caller, { borrowerId, documentId: docId, reportType }))),
    }),
  ]
})

export const extractionRoutes = [
  ...typedRoutes,
  route({
    ...read,
    method: 'GET',
    path: `${UNDER}/reports/:reportType`,
    operationId: 'listDocumentsByReportType',
    embed: 'loan',
    summary: "List a borrower's documents by the slug of their category",
    params: Closed({
      borrowerId: PathId('bor'),
      reportType: Type.String({ description: `One of: ${REPORT_TYPES.join(', ')}.`, examples: [REPORT_TYPES[0]] }),
    }),
    query: listQuery,
    answers: { 200: { description: 'One page, newest first.', body: ListOf(DocumentBody) } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: (context) => {
      const reportType = REPORT_TYPES.find((known) => known === context.params.reportType)
      if (reportType === undefined) throw new Problem('not_found')
      return answerList(context, reportType)
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: `${UNDER}/owners`,
    operationId: 'listOwners',
    summary: "List the people whom a borrower's documents are about",
    params: ofBorrower,
    query: Type.Object(PageQuery()),
    answers: {
      200: { description: 'One page; whoever has the newest document comes first.', body: ListOf(OwnerBody) },
    },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const { borrowerId } = context.params
      return ok(
        await answerPage(
          context,
          { name: 'owners', filters: { borrowerId } },
          (page) => listOwners(context.deps, context.caller, { borrowerId, page }),
          ownerToWire,
        ),
      )
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: `${UNDER}/query`,
    operationId: 'queryFigures',
    embed: 'loan',
    summary: "Find figures over all of a borrower's documents",
    params: ofBorrower,
    query: Type.Object({ ...PageQuery(), ...FigureFilters }),
    answers: {
      200: { description: 'One page: newest document first, its figures in print order.', body: ListOf(FigureBody) },
    },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const { borrowerId } = context.params
      const query = {
        loanId: filterId('loanId', 'loan', context.query.loanId),
        reportType: filterWord('reportType', REPORT_TYPES, context.query.reportType),
        fiscalYear: context.query.fiscalYear ?? null,
        caption: context.query.caption ?? null,
        entity: context.query.entity ?? null,
        account: context.query.account ?? null,
        measure: filterWord('measure', FINDABLE_MEASURES, context.query.measure),
      }
      return ok(await answerFigures(context, borrowerId, query, context.query))
    },
  }),
  route({
    ...read,
    method: 'POST',
    path: `${UNDER}/query-bulk`,
    operationId: 'queryFiguresInBulk',
    summary: 'Ask several queries at once',
    params: ofBorrower,
    body: QueryBulkBody,
    answers: {
      200: {
        description: 'One page for each query, in their order.',
        body: Closed({ results: Type.Array(ListOf(FigureBody)) }),
      },
    },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const results = []
      for (const asked of context.body.queries) {
        const query = {
          loanId: filterId('loan_id', 'loan', asked.loan_id),
          reportType: asked.report_type ?? null,
          fiscalYear: asked.fiscal_year ?? null,
          caption: asked.caption ?? null,
          entity: asked.entity ?? null,
          account: asked.account ?? null,
          measure: asked.measure ?? null,
        }
        results.push(await answerFigures(context, context.params.borrowerId, query, asked))
      }
      return ok({ results })
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: `${UNDER}/:docId`,
    operationId: 'getDocument',
    embed: 'loan',
    summary: 'Read a document',
    params: ofDocument,
    answers: { 200: { description: 'The document.', body: DocumentBody } },
    handle: async ({ deps, caller, params: { borrowerId, docId } }) =>
      ok(documentToWire(await readDocument(deps, caller, { borrowerId, documentId: docId }))),
  }),
  route({
    ...read,
    method: 'GET',
    path: `${UNDER}/:docId/report-data`,
    operationId: 'getReportData',
    embed: 'loan',
    summary: 'Read what was extracted from a document, whatever its category',
    description: 'Not found while the document has no extraction.',
    params: ofDocument,
    query: Type.Object({
      version: Type.Optional({ ...Version, description: 'An earlier revision; the one in force when left out.' }),
    }),
    answers: { 200: { description: 'The extraction.', body: ReportDataBody } },
    handle: async ({ deps, caller, params: { borrowerId, docId }, query: { version } }) =>
      ok(toReportData(await readReportData(deps, caller, { borrowerId, documentId: docId, version }))),
  }),
  route({
    ...read,
    lane: 'export',
    method: 'GET',
    path: `${UNDER}/:docId/export`,
    operationId: 'exportDocument',
    embed: 'loan',
    summary: 'Download what was extracted from a document',
    params: ofDocument,
    query: Type.Object({
      format: Type.Unsafe<'csv' | 'json'>({ type: 'string', enum: ['csv', 'json'] }),
    }),
    answers: { 200: { description: 'A file.', body: ReportDataBody, alsoAs: ['text/csv'] } },
    problems: ['doc_too_large'],
    handle: async ({ deps, caller, params: { borrowerId, docId }, query: { format } }) => {
      const data = await readForExport(deps, caller, { borrowerId, documentId: docId })
      const disposition = { 'Content-Disposition': `attachment; filename="${docId}.${format}"` }
      if (format === 'json') return { status: 200, body: toReportData(data), headers: disposition }
      return { status: 200, body: data.csv(), headers: { ...disposition, 'Content-Type': 'text/csv; charset=utf-8' } }
    },
  }),
  route({
    ...read,
    method: 'GET',
    path: `${UNDER}/:docId/pages/:page`,
    operationId: 'getDocumentPage',
    embed: 'loan',
    summary: 'Look at a page of a document',
    description: 'Its words with their boxes, and a link to its picture. The picture is drawn when first asked for.',
    params: Closed({
      borrowerId: PathId('bor'),
      docId: PathId('doc'),
      page: Type.String({ description: 'Page of the package, from 1.', examples: ['1'] }),
    }),
    answers: { 200: { description: 'The page.', body: PageBody } },
    handle: async ({ deps, caller, params: { borrowerId, docId, page } }) => {
      if (!/^[1-9]\d{0,5}$/.test(page)) throw new Problem('not_found')
      const viewed = await readPage(deps, caller, { borrowerId, documentId: docId, page: Number(page) })
      const headers = viewed.image.state === 'drawing' ? { 'Retry-After': String(DRAWING_RETRY_SECONDS) } : {}
      return { status: 200, body: pageToWire(viewed), headers }
    },
  }),
  route({
    ...read,
    scope: 'extractions:write',
    method: 'PATCH',
    path: `${UNDER}/:docId`,
    operationId: 'correctDocument',
    embed: 'loan',
    summary: 'Correct a document: its category, its company, its captions, its figures',
    description:
      'Makes a new revision of the extraction; earlier ones stay readable. A document of another category is read again first: then the answer is 202 and the revision follows.',
    params: ofDocument,
    body: CorrectDocumentBody,
    answers: {
      200: { description: 'The document with its new revision.', body: DocumentBody },
      202: { description: 'The document; its new revision follows.', body: DocumentBody },
    },
    problems: ['version_conflict', 'conflict'],
    handle: async ({ deps, caller, params: { borrowerId, docId }, body }) => {
      const company = body.company_attachment
      const { document, pending } = await correctDocument(deps, caller, {
        borrowerId,
        documentId: docId,
        change: {
          extractionVersion: body.extraction_version,
          category: body.category,
          company: company && {
            name: company.entity_name,
            einLast4: company.entity_ein_last4 ?? null,
            kind: company.entity_kind ?? 'business',
          },
          corrections: body.corrections?.map(correctionFromWire),
        },
      })
      return { status: pending ? 202 : 200, body: documentToWire(document) }
    },
  }),
  route({
    ...read,
    scope: 'extractions:write',
    method: 'POST',
    path: `${UNDER}/:docId/reprocess`,
    operationId: 'reprocessDocument',
    embed: 'loan',
    summary: 'Read a document again',
    description:
      'The revision in force stays until the new one is there. Corrections of figures and captions belong to the revision that was corrected and are not carried over; category and company stay.',
    params: ofDocument,
    answers: { 202: { description: 'The document; its new revision follows.', body: DocumentBody } },
    problems: ['conflict'],
    handle: async ({ deps, caller, params: { borrowerId, docId } }) => ({
      status: 202,
      body: documentToWire(await reprocessDocument(deps, caller, { borrowerId, documentId: docId })),
    }),
  }),
  route({
    ...read,
    scope: 'extractions:delete',
    method: 'DELETE',
    path: `${UNDER}/:docId`,
    operationId: 'deleteDocument',
    summary: 'Delete a document and all that was extracted from it',
    params: ofDocument,
    answers: { 204: { description: 'Gone.', body: null } },
    handle: async ({ deps, caller, params: { borrowerId, docId } }) => {
      await deleteDocument(deps, caller, { borrowerId, documentId: docId })
      return noContent
    },
  }),
]

/** One page of one query. */
async function answerFigures(
  context: Pick<RouteContext<unknown, unknown, unknown>, 'deps' | 'caller' | 'cursors'>,
  borrowerId: string,
  query: FigureQuery,
  paging: { limit?: number; cursor?: string },
) {
  return answerPage(
    { ...context, query: paging },
    { name: 'figures', filters: { borrowerId, ...query } },
    (page) => queryFigures(context.deps, context.caller, { borrowerId, query, page }),
    figureToWire,
  )
}
