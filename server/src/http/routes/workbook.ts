/** Workbooks of loans: made in the background when first asked for after a change, and fetched by short-lived links. */
import { WORKBOOK_RETRY_SECONDS } from '../../domain/workbook/workbook.ts'
import type { WorkbookKind } from '../../domain/workbook/workbook.ts'
import { readWorkbook } from '../../domain/workbook/read-workbook.ts'
import { ok, route } from '../route.ts'
import { Closed, PathId } from '../schemas/common.ts'
import { renderingToWire, WorkbookLinkBody, WorkbookRenderingBody, workbookToWire } from '../schemas/workbook.ts'

const workbookRoute = (kind: WorkbookKind, words: { operationId: string; summary: string; description: string }) =>
  route({
    ...words,
    method: 'GET',
    path: `/api/loans/:loan_id/xlsx/${kind}`,
    tag: 'Workbooks',
    scope: 'spreads:read',
    lane: 'api',
    embed: 'loan',
    subscription: true,
    params: Closed({ loan_id: PathId('loan') }),
    answers: {
      200: { description: 'A link to the workbook.', body: WorkbookLinkBody },
      202: { description: 'It is being made; ask again after Retry-After seconds.', body: WorkbookRenderingBody },
    },
    problems: ['render_failed'],
    handle: async ({ deps, caller, params }) => {
      const wanted = { loanId: params.loan_id, kind }
      const link = await readWorkbook(deps, caller, wanted)
      if (link) return ok(workbookToWire(wanted, link))
      const headers = { 'Retry-After': String(WORKBOOK_RETRY_SECONDS) }
      return { status: 202, body: renderingToWire(wanted), headers }
    },
  })

export const workbookRoutes = [
  workbookRoute('statements', {
    operationId: 'getStatementsWorkbook',
    summary: 'Get the statements workbook of a loan',
    description:
      'Every statement line with its derivation, then every cash flow measure; derived cells are live formulas. The ' +
      'first read after a change has it made and answers 202; until that is done the one before is given as stale.',
  }),
  workbookRoute('tables', {
    operationId: 'getTablesWorkbook',
    summary: 'Get the tables workbook of a loan',
    description:
      'The figures of the statements workbook as plain tables, one row a figure; formulas are live here too.',
  }),
]
