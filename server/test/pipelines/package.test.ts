import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3ObjectStore } from '../../src/adapters/object-store.ts'
import { TrivialReader } from '../../src/adapters/trivial-reader.ts'
import type { PackageReader } from '../../src/domain/deps.ts'
import { readPackage } from '../../src/domain/package/read.ts'
import type { Page } from '../../src/engine/model/page.ts'
import { decodeId } from '../../src/lib/ids.ts'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { SAMPLES } from '../support/samples.ts'
import { startTestService, testSettings } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const CSV = Buffer.from('Revenue,1000.00\nRent,250.00\n')

/** Reads when told to, and says when it was cancelled. */
class HeldReader implements PackageReader {
  opened = 0
  cancelled = 0
  readonly #waiting: (() => void)[] = []
  async *read(request: Parameters<PackageReader['read']>[0]): ReturnType<PackageReader['read']> {
    this.opened += 1
    yield { kind: 'opened', type: 'csv', pageCount: 3 }
    let first: Page | null = null
    for await (const event of new TrivialReader().read()) if (event.kind === 'page') first = event.page
    assert.ok(first)
    yield { kind: 'page', page: first }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      request.signal?.addEventListener('abort', () => resolve())
    })
    if (request.signal?.aborted === true) this.cancelled += 1
    yield { kind: 'page', page: { ...first, number: 2 } }
    yield { kind: 'page', page: { ...first, number: 3 } }
    yield { kind: 'done', pageCount: 3 }
  }
  release(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}

/** Its child is killed from outside, so many times. */
class KilledReader implements PackageReader {
  readings = 0
  readonly #kills: number
  constructor(kills: number) {
    this.#kills = kills
  }
  async *read(): ReturnType<PackageReader['read']> {
    this.readings += 1
    const isKilled = this.readings <= this.#kills
    for await (const event of new TrivialReader().read()) if (!isKilled || event.kind === 'page') yield event
    if (isKilled) yield { kind: 'failed', code: 'unreadable', detail: 'the child ended with SIGKILL', wasKilled: true }
  }
}

async function until(condition: () => boolean | Promise<boolean>, what: string, seconds = 20): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await condition()) return
    await sleep(25)
  }
  assert.fail(`waited in vain for ${what}`)
}

test('an uploaded file becomes a document, and its events are told once and in order', async () => {
  const service = await startTestService()
  await startTestPipeline(service)
  const tenant = await service.tenant()
  const { key } = tenant
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, CSV, 'ledger.csv')
  const confirmed = await confirm(service, key, jobId)
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
      ['loan.classified', true],
      ['document.processed', true],
      ['extraction.ready', true],
      ['job.completed', true],
    ],
  )
  assert.deepEqual(events[3]?.data, {
    workspace_id: tenant.workspace.id,
    borrower_id: borrowerId,
    loan_id: loanId,
    job_id: jobId,
    reason: null,
  })
  assert.deepEqual(await asSuperuser(service.database, `SELECT * FROM outbox WHERE topic = 'package'`), [])

  const broken = await uploadFile(service, key, loanId, Buffer.from('%PDF-1.7 nothing'), 'broken.pdf')
  await confirm(service, key, broken)
  const failed = await waitForJob(service, key, broken)
  assert.equal(failed.status, 'FAILED')
  assert.equal(failed.error.code, 'unreadable')
  const told = await asSuperuser<{ type: string; reason: string }>(
    service.database,
    `SELECT type, data->>'reason' AS reason FROM events WHERE data->>'job_id' = $1 ORDER BY created_at, id`,
    [broken],
  )
  assert.deepEqual(told, [
    { type: 'document.failed', reason: 'unreadable' },
    { type: 'job.completed', reason: 'unreadable' },
  ])
})

for (const [kills, status, readings] of [
  [2, 'COMPLETED', 3],
  [9, 'FAILED', 3],
] as const) {
  test(`a file whose reading is killed from outside ${kills} times is read ${readings} times and ${status}`, async () => {
    const service = await startTestService()
    const reader = new KilledReader(kills)
    await startTestPipeline(service, { reader })
    const { key } = await service.tenant()
    const { loanId, borrowerId } = await newLoan(service, key)
    const jobId = await uploadFile(service, key, loanId, CSV, 'ledger.csv')
    await confirm(service, key, jobId)
    const job = await waitForJob(service, key, jobId)
    assert.equal(job.status, status)
    assert.equal(job.error?.code ?? null, status === 'FAILED' ? 'unreadable' : null)
    assert.equal(reader.readings, readings)
    const results = await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })
    assert.deepEqual(
      (results.json.data as any[]).map(({ pages }) => pages),
      status === 'FAILED' ? [] : [[1]],
    )
  })
}

test('a test upload is not parsed: its sample decides, and its events are not live', async () => {
  const service = await startTestService()
  await startTestPipeline(service, { reader: { read: () => assert.fail('test mode must not read') } })
  const twin = await service.twinOf(await service.tenant())
  const { borrowerId, loanId } = await newLoan(service, twin.key)
  const jobId = await uploadFile(service, twin.key, loanId, Buffer.from('not a pdf'))
  await confirm(service, twin.key, jobId, { sample_document: 'bank-statement-retail' })
  assert.equal((await waitForJob(service, twin.key, jobId)).status, 'COMPLETED')
  const results = await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key: twin.key })
  assert.equal(results.json.data[0].category, 'Bank Statement')
  const live = await asSuperuser(service.database, 'SELECT 1 FROM events WHERE livemode')
  assert.deepEqual(live, [])
})

test('progress shows while a package is read; deleting the job cancels the reading and its bytes go', async () => {
  const service = await startTestService()
  const reader = new HeldReader()
  await startTestPipeline(service, { reader })
  const tenant = await service.tenant()
  const { key } = tenant
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, CSV, 'ledger.csv')
  await confirm(service, key, jobId)
  const progress = async () => (await service.call(`/api/documents/${jobId}/status`, { key })).json.progress
  await until(async () => (await progress()).pages_done === 1, 'the first page')
  assert.deepEqual(await progress(), { step: 'reading', pages_done: 1, pages_total: 3 })
  assert.equal((await service.call(`/api/jobs/${jobId}`, { key, method: 'DELETE' })).status, 204)
  await until(() => reader.cancelled === 1, 'the cancellation')
  const objects = objectStoreOf(parseConfig(testSettings(service.database)))
  const [job] = await asSuperuser<{ prefix: string }>(
    service.database,
    `SELECT payload->>'prefix' AS prefix FROM outbox WHERE topic = 'forget-blobs' LIMIT 1`,
  )
  assert.ok(job)
  await until(async () => (await objects.describe(`${job.prefix}original`)) === null, 'the bytes to go')
  objects.close()
  const package_ = `SELECT 1 FROM outbox WHERE topic = 'package'`
  await until(async () => (await asSuperuser(service.database, package_)).length === 0, 'the work to end')
  assert.deepEqual(await asSuperuser(service.database, 'SELECT 1 FROM events'), [])
})

test('deleting a borrower ends the work on its packages', async () => {
  const service = await startTestService()
  const reader = new HeldReader()
  await startTestPipeline(service, { reader })
  const { key } = await service.tenant()
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, CSV, 'ledger.csv')
  await confirm(service, key, jobId)
  await until(() => reader.opened === 1, 'the reading')
  assert.equal((await service.call(`/api/borrowers/${borrowerId}`, { key, method: 'DELETE' })).status, 204)
  await until(() => reader.cancelled === 1, 'the cancellation')
})

test('a package past its deadline has timed out', async () => {
  const service = await startTestService()
  const reader = new HeldReader()
  await startTestPipeline(service, { reader, settings: { TIEOUT_JOB_DEADLINE_SECONDS: '1' } })
  const { key } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, CSV, 'ledger.csv')
  await confirm(service, key, jobId)
  await until(() => reader.opened === 1, 'the reading')
  // The reader of this test does not keep its deadline; the sweeper ends the job, here without its grace.
  await asSuperuser(service.database, `UPDATE jobs SET deadline_at = now() - interval '1 minute'`)
  const job = await waitForJob(service, key, jobId)
  assert.equal(job.status, 'FAILED')
  assert.equal(job.error.code, 'timed_out')
  reader.release()
})

test('bar 26: an attempt that was overtaken writes nothing when it wakes up', async () => {
  const service = await startTestService()
  const { key, workspace } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, CSV, 'ledger.csv')
  await confirm(service, key, jobId)
  const [work] = await asSuperuser<{ id: string }>(service.database, `SELECT id FROM outbox WHERE topic = 'package'`)
  assert.ok(work)
  const config = parseConfig(testSettings(service.database))
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 4 })
  const objects: S3ObjectStore = objectStoreOf(config)
  const clock = { now: () => new Date() }
  const run = { workId: work.id, workspaceUuid: workspace.uuid, jobId }
  try {
    const slow = new HeldReader()
    const paused = readPackage({ db, clock, objects, samples: SAMPLES, reader: slow, jobDeadlineMs: 60_000 }, run)
    paused.catch(() => undefined) // Looked at below.
    await until(() => slow.opened === 1, 'the first attempt')
    const quick = { db, clock, objects, samples: SAMPLES, reader: new TrivialReader(), jobDeadlineMs: 60_000 }
    assert.equal(await readPackage(quick, run), 'read')
    const state = () => asSuperuser(service.database, 'SELECT lease, pages_key, pages_total, status FROM jobs')
    const before = await state()
    slow.release()
    await assert.rejects(paused, /taken over/)
    assert.deepEqual(await state(), before)
    const lateKey = (before[0] as { pages_key: string }).pages_key.replace('pages-2', 'pages-1')
    assert.equal(await objects.describe(lateKey), null)
  } finally {
    objects.close()
    await db.close()
  }
  assert.ok(decodeId('job', jobId))
})

test('the worker answers nobody but the engine', async () => {
  const service = await startTestService()
  const lines: string[] = []
  await startTestPipeline(service, { reader: new TrivialReader(), log: { write: (line) => void lines.push(line) } })
  const known = lines.map((line) => JSON.parse(line) as { uri?: string }).find(({ uri }) => uri !== undefined)
  assert.ok(known?.uri)
  const url = new URL(known.uri)
  const statusOf = async (path: string): Promise<number> => {
    const session = connect(url.origin)
    try {
      const stream = session.request({ ':path': path, ':method': 'POST', 'content-type': 'application/json' })
      stream.end('{}')
      return await new Promise((resolve, reject) => {
        stream.once('response', (headers) => resolve(Number(headers[':status']))).once('error', reject)
      })
    } finally {
      session.destroy()
    }
  }
  assert.equal(await statusOf(`${url.pathname}/invoke/package/run`), 401)
  assert.equal(await statusOf('/another-release/discover'), 404)
})
