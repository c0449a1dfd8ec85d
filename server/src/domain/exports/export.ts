/** What an export is: a bundle of extractions, one file for each document and a manifest that names them. */
import type { ExportStatus } from '../../store/exports.ts'

export type { Export, ExportFile, ExportFilter, ExportStatus } from '../../store/exports.ts'

export const EXPORT_FORMATS = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelling', 'cancelled'] as const
const FINISHED: ReadonlySet<ExportStatus> = new Set(['succeeded', 'failed', 'cancelled'])

export const MAX_EXPORT_DOCUMENTS = 500
/** The only kind of document that has a workbook of its own: a list of movements. */
export const SHEET_REPORT_TYPE = 'bank-statements'

/** Why an export fails, as its event and its error say it. */
export const EXPORT_ERRORS = {
  nothing_to_export: 'None of the documents has anything that was read from it.',
  timed_out: 'The bundle was not ready in its time.',
} as const
export type ExportErrorCode = keyof typeof EXPORT_ERRORS

/** From its start; the documents are read already, so this is room for faults and not for work. */
export const EXPORT_DEADLINE_MS = 2 * 60 * 60 * 1000
export const BUNDLE_KEPT_MS = 7 * 24 * 60 * 60 * 1000
export const BUNDLE_LINK_SECONDS = 5 * 60
export const EXPORT_TOPIC = 'export'

export function isFinished(status: ExportStatus): boolean {
  return FINISHED.has(status)
}

interface Place {
  readonly id: string
  readonly borrowerId: string
  readonly loanId: string
}

/** Below the loan, so that the bytes go with it. */
export const exportPrefix = (workspaceUuid: string, { borrowerId, loanId, id }: Place): string =>
  `${workspaceUuid}/${borrowerId}/${loanId}/exports/${id}/`

export const bundleKey = (workspaceUuid: string, of: Place): string => `${exportPrefix(workspaceUuid, of)}bundle.zip`

export const filesPrefix = (workspaceUuid: string, of: Place): string => `${exportPrefix(workspaceUuid, of)}files/`

export const bundleName = ({ id }: { readonly id: string }): string => `${id}.zip`
