import { uuidOf } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { documentsOfLoan } from '../../store/documents.ts'
import { findExportOfRequest, insertExport } from '../../store/exports.ts'
import type { Export } from '../../store/exports.ts'
import { holdLoan } from '../../store/loans.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { EXPORT_TOPIC, SHEET_REPORT_TYPE } from './export.ts'
import type { ExportFormat } from './export.ts'

export interface NewBundle {
  readonly borrowerId: string
  readonly loanId: string
  readonly documentIds: readonly string[]
  readonly format: ExportFormat
  readonly idempotencyKey: string | null
}

/** Orders a bundle. A request that is repeated later than its answer is kept finds the export that it made. */
export async function createExport(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: NewBundle,
): Promise<{ readonly made: Export; readonly isNew: boolean }> {
  const request =
    input.idempotencyKey === null ? null : { apiKeyId: caller.keyId, idempotencyKey: input.idempotencyKey }
  return deps.db.inTenant(caller, async (tx) => {
    const existing = request && (await findExportOfRequest(tx, request))
    if (existing) return { made: existing, isNew: false }
    const loan = await holdLoan(tx, input.loanId)
    if (loan?.borrowerId !== input.borrowerId) throw new Problem('not_found')
    const reportTypes = new Map((await documentsOfLoan(tx, loan.id)).map(({ id, reportType }) => [id, reportType]))
    for (const id of input.documentIds) {
      const reportType = reportTypes.get(id)
      if (reportType === undefined) throw new Problem('not_found', { message: `The loan has no document ${id}.` })
      if (input.format === 'xlsx' && reportType !== SHEET_REPORT_TYPE)
        throw new Problem('validation_failed', {
          message: `Only bank statements are exported as xlsx, and ${id} is none. Use csv or json.`,
          details: { document_ids: id },
        })
    }
    const made = await insertExport(tx, { ...input, livemode: caller.livemode, request })
    // Two requests at once under one key: the other one was first.
    if (!made) throw new Problem('idempotency_in_progress', { retryAfterSeconds: 1 })
    await addToOutbox(tx, { topic: EXPORT_TOPIC, payload: { export: uuidOf('exp', made.id) } })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'export.created', target: made.id })
    return { made, isNew: true }
  })
}
