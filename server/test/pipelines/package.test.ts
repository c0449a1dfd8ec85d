import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asSuperuser } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service, process.env['PIPELINE_LOG'] ? { log: process.stdout } : {})
const tenant = await service.tenant()
const { key } = tenant

test('an uploaded file becomes a document, and its events are told once and in order', async () => {
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, Buffer.from('Revenue,1000.00\nRent,250.00\n'), 'ledger.csv')
  const confirmed = await confirm(service, key, jobId)
  assert.equal(confirmed.status, 202)
  assert.deepEqual(confirmed.json, { job_id: jobId, status: 'QUEUED', message: 'The file waits for its turn.' })
  const job = await waitForJob(service, key, jobId)
  assert.equal(job.status, 'COMPLETED')
  assert.deepEqual(job.progress, { step: null, pages_done: 1, pages_total: 1 })
  const results = await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })
  assert.equal(results.json.data.length, 1)
  assert.deepEqual(results.json.data[0].pages, [1])
  const events = await asSuperuser<{ type: string; data: any; livemode: boolean }>(
    service.database,
    'SELECT type, data, livemode FROM events ORDER BY created_at, id',
  )
  assert.deepEqual(
    events.map(({ type, livemode }) => [type, livemode]),
    [
      ['document.processed', true],
      ['job.completed', true],
    ],
  )
  assert.deepEqual(events[1]?.data, {
    workspace_id: tenant.workspace.id,
    borrower_id: borrowerId,
    loan_id: loanId,
    job_id: jobId,
    reason: null,
  })
  assert.deepEqual(await asSuperuser(service.database, 'SELECT * FROM outbox'), [])
})
