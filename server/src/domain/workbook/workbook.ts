/** What a workbook is: a loan's statements, their derivations and its measures as a file, made again when they change. */
export { WORKBOOK_KINDS } from '../../engine/workbook/loan-to-workbook.ts'
export type { WorkbookKind } from '../../engine/workbook/loan-to-workbook.ts'

export const WORKBOOK_TOPIC = 'workbook'
export const WORKBOOK_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const WORKBOOK_LINK_SECONDS = 5 * 60
/** A workbook is made in about a second. */
export const WORKBOOK_RETRY_SECONDS = 2
/** After a build has failed, the next one is begun no sooner. */
export const FAILED_BUILD_SECONDS = 60
/** A build that says nothing for so long was lost with the engine's data; the next read asks again. */
export const FORGOTTEN_BUILD_MS = 2 * 60 * 1000

interface Place {
  readonly borrowerId: string
  readonly loanId: string
  readonly buildId: string
}

/** Below the loan, so that the bytes go with it; each build in a place of its own, so that links stay good. */
export const workbookPrefix = (workspaceUuid: string, { borrowerId, loanId, buildId }: Place): string =>
  `${workspaceUuid}/${borrowerId}/${loanId}/workbooks/${buildId}/`

export const workbookObject = (workspaceUuid: string, of: Place): string =>
  `${workbookPrefix(workspaceUuid, of)}workbook.xlsx`
