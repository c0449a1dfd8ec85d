/**
 * What changes, reads, maps and deletes the statements of one borrower at the same time takes its rows in one order:
 * the database never has to end one of two that wait for each other. Those of the pipeline would be done again and
 * nobody would see it, so the database's own count of them is asked as well.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import { PROFIT_AND_LOSS, statementsPdf } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import type { Call, Reply } from '../support/service.ts'
import { askUntil, newLoan, startTestPipeline, uploadAndRead } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)

const STATEMENTS = 6
const ROUNDS = 6
const RENT = PROFIT_AND_LOSS.rows.findIndex(([caption]) => caption === 'Rent')
/** A session hands its counts in once a second. */
const COUNTED_AFTER_MS = 1_500

async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER_MS))
  const count = 'SELECT deadlocks::int AS seen FROM pg_stat_database WHERE datname = current_database()'
  const [found] = await asSuperuser<{ seen: number }>(service.database, count)
  return found?.seen ?? assert.fail()
}

test('corrections, readings anew, mappings, remappings and deletions of one borrower never wait for each other in a ring', async (t) => {
  const { key, keyId } = await service.tenant()
  await setRateLimits(service.operator, keyId, { api: 100_000, upload: 100_000, export: 100_000, strict: 100_000 })
  const on = await newLoan(service, key)
  const under = `/api/borrowers/${on.borrowerId}/extractions`
  let files = 0
  /** Each another file, or it would be taken for the same once more. */
  const upload = () => {
    files += 1
    const heads = [...PROFIT_AND_LOSS.heads, `Printed ${files} times`]
    return uploadAndRead(service, key, on, statementsPdf([{ ...PROFIT_AND_LOSS, heads }]))
  }
  const documents: any[] = []
  for (let count = 0; count < STATEMENTS; count += 1) documents.push(...(await upload()))
  const statuses: Record<string, number> = {}
  const call = async (path: string, method = 'GET', body?: Call['body']): Promise<Reply> => {
    const reply = await service.call(path, { key, method, body })
    const seen = `${method} ${path.replaceAll(/\w+_[0-9a-z]{26}/g, '…')} ${reply.status}`
    statuses[seen] = (statuses[seen] ?? 0) + 1
    return reply
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const label = `Rent ${round}`
    const leaving = documents.shift()
    const arriving = upload()
    const each = documents.flatMap(({ id }) => [
      call(`${under}/${id}`, 'PATCH', { corrections: [{ address: `lines.${RENT}`, label }] }),
      call(`${under}/${id}/mapping`),
      call(`${under}/${id}/reprocess`, 'POST'),
      call(`${under}/${id}/mapping`),
    ])
    await Promise.all([
      ...each,
      call('/api/chart-of-accounts/rules', 'PUT', {
        rules: [{ match: 'exact', caption: label, account_id: 'opex.utilities' }],
      }),
      call(`/api/borrowers/${on.borrowerId}`, 'PATCH', { business_name: round % 2 ? 'Harbor Mechanical' : 'Other' }),
      call(`${under}/mappings`),
      call(`/api/loans/${on.loanId}/attributes/finalize`, 'POST'),
      call(`/api/loans/${on.loanId}/xlsx/statements`),
      call(`/api/jobs/${leaving.job_id}`, 'DELETE'),
    ])
    documents.push(...(await arriving))
  }
  for (const { id } of documents)
    await askUntil(
      () => service.call(`${under}/${id}/mapping`, { key }),
      ({ json }) => json.stale === false,
    )
  t.diagnostic(JSON.stringify(statuses))
  const failed = Object.keys(statuses).filter((seen) => / 5\d\d$/.test(seen))
  assert.deepEqual({ failed, deadlocks: await deadlocks() }, { failed: [], deadlocks: 0 })
})
