/**
 * Many documents in one bundle, while the worker that makes it is killed: one bundle, complete, its hash right.
 * TIEOUT_CHAOS_EXPORT_DOCUMENTS sets another number; 500 is the most that an export takes.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { asSuperuser } from '../support/database.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, uploadFile, waitForJob } from '../support/uploads.ts'
import { unzip } from '../support/zip.ts'

const DOCUMENTS = Number(process.env['TIEOUT_CHAOS_EXPORT_DOCUMENTS'] ?? 100)
/** Bytes of each document's payload. All of them together are more than the worker's heap may hold. */
const PAYLOAD_BYTES = 200_000_000 / DOCUMENTS
const HEAP_MB = 128
const MOST_MEMORY_MB = 400

/** One document was read; the others are copies of it, each with an extraction of its own. */
async function copyDocuments(service: TestService, count: number): Promise<string[]> {
  await asSuperuser(
    service.database,
    `UPDATE extractions SET payload = jsonb_set(payload::jsonb, '{reading,note}', to_jsonb(repeat('figures ', ${Math.ceil(PAYLOAD_BYTES / 8)})))::json`,
  )
  await asSuperuser(
    service.database,
    `INSERT INTO documents SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
     FROM documents d, generate_series(2, ${count})`,
  )
  await asSuperuser(
    service.database,
    `INSERT INTO extractions SELECT (jsonb_populate_record(e, jsonb_build_object('document_id', d.id))).*
     FROM extractions e, documents d WHERE d.id <> e.document_id`,
  )
  const rows = await asSuperuser<{ id: string }>(service.database, 'SELECT id FROM documents')
  return rows.map(({ id }) => id)
}

const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

test(`an export of ${DOCUMENTS} documents survives kill -9 of the worker: one bundle, complete, hash right, memory bounded`, async (t) => {
  const service = await startTestService()
  const { key } = await service.tenant()
  await asSuperuser(service.database, `UPDATE api_keys SET rate_limits = '{"export": 100000}'`)
  const { worker } = await startPipelineProcesses(service, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` })
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, Buffer.from('row,1\n'), 'rows.csv')
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId)).status, 'COMPLETED')
  await copyDocuments(service, DOCUMENTS)
  const list = `/api/borrowers/${borrowerId}/jobs/${jobId}/results`
  const document_ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { json }: any = await service.call(`${list}?limit=100${cursor ? `&cursor=${cursor}` : ''}`, { key })
    document_ids.push(...json.data.map((document: any) => document.id))
    cursor = json.next_cursor
  }
  assert.equal(document_ids.length, DOCUMENTS)

  const body = { borrower_id: borrowerId, loan_id: loanId, document_ids, format: 'json' }
  const ordered = await service.call('/api/extractions/exports', { key, method: 'POST', body })
  assert.equal(ordered.status, 202, ordered.text)
  const self = ordered.json.links.self as string
  const read = async (): Promise<any> => (await service.call(self, { key })).json
  const killedAt: number[] = []
  for (const share of [0.25, 0.6]) {
    await until(async () => (await read()).progress.done >= share * DOCUMENTS, 120_000)
    killedAt.push((await read()).progress.done)
    await worker.restart()
  }
  await until(async () => (await read()).status === 'succeeded', 180_000)
  const done = await read()
  assert.deepEqual(done.document_counts, { requested: DOCUMENTS, exported: DOCUMENTS, skipped: 0 })
  const peak = peakOf(worker.pid)

  const bundle = Buffer.from(await (await fetch(done.download_url)).arrayBuffer())
  assert.equal(createHash('sha256').update(bundle).digest('hex'), done.bundle.sha256)
  const files = unzip(bundle)
  const manifest = JSON.parse((files.get('manifest.json') ?? assert.fail('no manifest')).toString())
  assert.equal(files.size, DOCUMENTS + 1)
  assert.deepEqual(
    manifest.files.map((file: any) => file.document_id),
    document_ids,
  )
  let unpacked = 0
  for (const file of manifest.files) {
    const content = files.get(file.name) ?? assert.fail(file.name)
    assert.equal(createHash('sha256').update(content).digest('hex'), file.sha256)
    unpacked += content.length
  }
  assert.ok(unpacked > DOCUMENTS * PAYLOAD_BYTES)
  const events = await asSuperuser<{ n: number }>(
    service.database,
    `SELECT count(*)::int AS n FROM events WHERE type = 'export.succeeded'`,
  )
  assert.equal(events[0]?.n, 1)
  t.diagnostic(
    `killed with ${killedAt.join(' and ')} of ${DOCUMENTS} done; ${Math.round(unpacked / 1e6)} MB of files in a bundle of ` +
      `${(bundle.length / 1e6).toFixed(1)} MB; peak of the worker ${Math.round(peak)} MB`,
  )
  assert.ok(peak > 0 && peak < MOST_MEMORY_MB, `the worker took ${Math.round(peak)} MB`)
})
