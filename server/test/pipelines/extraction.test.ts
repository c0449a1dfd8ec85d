/** From uploaded bytes to stored extractions: what a package becomes, once, however often its steps are repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { S3ObjectStore } from '../../src/adapters/object-store.ts'
import { TrivialReader } from '../../src/adapters/trivial-reader.ts'
import { cutDocuments } from '../../src/domain/package/documents.ts'
import { extractDocuments } from '../../src/domain/package/extract.ts'
import { finishPackage } from '../../src/domain/package/finish.ts'
import { readPackage } from '../../src/domain/package/read.ts'
import { finishIfSmall } from '../../src/domain/package/small.ts'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { BALANCE_SHEET, CASH_FLOW, COMPANY, loanPackage, PROFIT_AND_LOSS } from '../support/documents/loan-package.ts'
import { openReader } from '../support/reader.ts'
import { SAMPLES } from '../support/samples.ts'
import { startTestService, testSettings } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const EXPECTED = [
  ['Other', 'others', [1]],
  ['Profit Loss Statement', 'profit-loss-statements', [2]],
  ['Balance Sheet', 'balance-sheets', [3]],
  ['Cash Flow Statement', 'cash-flow-statements', [4]],
] as const

/** How many figures the statements of the package print. */
const PRINTED = [PROFIT_AND_LOSS, BALANCE_SHEET, CASH_FLOW]
  .flatMap(({ rows }) => rows)
  .reduce((sum, [, , ...figures]) => sum + figures.length, 0)

test('a package is cut into its documents in page order, each with its class, its extraction and its proof', async () => {
  const service = await startTestService()
  await startTestPipeline(service)
  const tenant = await service.tenant()
  const { key } = tenant
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, loanPackage(), 'package.pdf')
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId)).status, 'COMPLETED')
  const results = await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })
  const documents = results.json.data as any[]
  assert.deepEqual(
    documents.map((document) => [document.category, document.report_type, document.pages]),
    EXPECTED.map((row) => [...row]),
  )
  for (const document of documents) {
    assert.equal(document.status, 'processed')
    assert.equal(document.extraction_version, 1)
    assert.equal(document.job_id, jobId)
    assert.equal(document.page_count, 1)
    assert.ok(document.classification.confidence >= 0 && document.classification.confidence <= 1)
  }
  const statements = documents.slice(1)
  for (const document of statements) {
    assert.equal(document.entity_name, COMPANY)
    assert.equal(document.assurance_level, 'reviewed')
    assert.deepEqual(
      { ...document.cpa_engagement, source: document.cpa_engagement.source.page },
      { firm: 'Lindgren Ohara & Associates, CPAs', level: 'reviewed', report_date: '2025-03-14', source: 1 },
    )
    assert.ok(document.classification.evidence.length > 0)
    assert.equal(document.proof.state, 'proved', JSON.stringify(document.proof))
    assert.ok(document.proof.passed > 0)
  }
  assert.equal(documents[0].cpa_engagement, null)

  const events = await asSuperuser<{ type: string; data: any }>(
    service.database,
    'SELECT type, data FROM events ORDER BY created_at, id',
  )
  const ids = documents.map((document) => document.id)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.document_id ?? null]),
    [
      ['loan.classified', null],
      ...ids.flatMap((id) => [
        ['document.processed', id],
        ['extraction.ready', id],
      ]),
      ['job.completed', null],
    ],
  )
  const ready = events.filter(({ type }) => type === 'extraction.ready')[1]
  assert.deepEqual(ready?.data, {
    workspace_id: tenant.workspace.id,
    borrower_id: borrowerId,
    loan_id: loanId,
    job_id: jobId,
    document_id: ids[1],
    report_type: 'profit-loss-statements',
    extraction_version: 1,
  })
  const figures = await asSuperuser<{ caption: string; value: string; fiscal_year: number; address: string }>(
    service.database,
    `SELECT caption, value::text, fiscal_year, address FROM figures f JOIN documents d ON d.id = f.document_id
     WHERE d.report_type = 'profit-loss-statements' AND caption = 'Net income' ORDER BY f.id DESC`,
  )
  assert.deepEqual(figures, [
    { caption: 'Net income', value: '277499.50', fiscal_year: 2024, address: 'lines.11.0' },
    { caption: 'Net income', value: '209000.00', fiscal_year: 2023, address: 'lines.11.1' },
  ])
})

async function countAll(database: string) {
  const [counts] = await asSuperuser(
    database,
    `SELECT (SELECT count(*)::int FROM documents) AS documents, (SELECT count(*)::int FROM extractions) AS extractions,
      (SELECT count(*)::int FROM events) AS events, (SELECT count(DISTINCT address || document_id)::int FROM figures) AS figures,
      (SELECT count(*)::int FROM figures) AS rows`,
  )
  return counts
}

/** The steps of a run, called by hand on a job that waits. */
async function stepsOf(service: Awaited<ReturnType<typeof startTestService>>, workspaceUuid: string, jobId: string) {
  const [work] = await asSuperuser<{ id: string }>(service.database, `SELECT id FROM outbox WHERE topic = 'package'`)
  assert.ok(work)
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 8 })
  const objects: S3ObjectStore = objectStoreOf(parseConfig(testSettings(service.database)))
  const faults: unknown[] = []
  const deps = {
    db,
    objects,
    clock: { now: () => new Date() },
    faults: { report: (error: unknown) => void faults.push(error) },
    jobDeadlineMs: 60_000,
    reader: new TrivialReader(),
    samples: SAMPLES,
  }
  const close = async (): Promise<void> => {
    objects.close()
    await db.close()
  }
  return { deps, run: { workId: work.id, workspaceUuid, jobId }, faults, close }
}

test('steps that run many times at once leave one set of documents, one revision of each, and each event once', async () => {
  const service = await startTestService()
  const { key, workspace } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, loanPackage(), 'package.pdf')
  await confirm(service, key, jobId)
  const { deps, run, faults, close } = await stepsOf(service, workspace.uuid, jobId)
  const reader = openReader()
  try {
    assert.equal(await readPackage({ ...deps, reader }, run), 'read')
    const times = Array.from({ length: 6 })
    const cuts = await Promise.all(times.map(() => cutDocuments(deps, run)))
    assert.deepEqual(new Set(cuts), new Set(['cut']))
    const extracted = await Promise.all(times.map(() => extractDocuments(deps, run)))
    assert.deepEqual(new Set(extracted), new Set(['extracted']))
    const counts = await countAll(service.database)
    assert.deepEqual(counts, { documents: 4, extractions: 4, events: 9, figures: PRINTED, rows: PRINTED })
    assert.deepEqual(faults, [])
  } finally {
    await reader.close()
    await close()
  }
})

test('a run whose job is deleted between its steps writes nothing more', async () => {
  const service = await startTestService()
  const { key, workspace } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, loanPackage(), 'package.pdf')
  await confirm(service, key, jobId)
  const { deps, run, close } = await stepsOf(service, workspace.uuid, jobId)
  try {
    await readPackage(deps, run)
    assert.equal(await cutDocuments(deps, run), 'cut')
    assert.equal((await service.call(`/api/jobs/${jobId}`, { key, method: 'DELETE' })).status, 204)
    assert.equal(await extractDocuments(deps, run), 'over')
    assert.equal(await cutDocuments(deps, run), 'over')
    for (const table of ['documents', 'extractions', 'figures'])
      assert.deepEqual(await asSuperuser(service.database, `SELECT 1 FROM ${table}`), [], table)
  } finally {
    await close()
  }
})

test('a small package that is worked on many times at once is finished once, and what the others stored is gone', async () => {
  const service = await startTestService()
  const { key, workspace } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, loanPackage(), 'package.pdf')
  await confirm(service, key, jobId)
  const { deps, run, faults, close } = await stepsOf(service, workspace.uuid, jobId)
  const reader = openReader()
  const attempt = () => readPackage({ ...deps, reader }, run, finishIfSmall(deps))
  try {
    const attempts = await Promise.allSettled(Array.from({ length: 4 }, attempt))
    const ended = attempts.filter(({ status }) => status === 'fulfilled')
    assert.ok(ended.length > 0, 'none has finished')
    for (const outcome of attempts)
      if (outcome.status === 'fulfilled') assert.equal(outcome.value, 'over')
      else assert.match(String(outcome.reason), /taken over/)
    const whole = { documents: 4, extractions: 4, events: 10, figures: PRINTED, rows: PRINTED }
    assert.deepEqual(await countAll(service.database), whole)
    assert.equal(await attempt(), 'over')
    assert.deepEqual(await countAll(service.database), whole)
    const [job] = await asSuperuser<{ status: string; pages_key: string; lease: number }>(
      service.database,
      'SELECT status, pages_key, lease FROM jobs',
    )
    assert.equal(job?.status, 'COMPLETED')
    for (let lease = 1; lease <= 4; lease += 1) {
      const found = await deps.objects.describe(job.pages_key.replace(/pages-\d+/, `pages-${lease}`))
      assert.equal(found !== null, lease === job.lease, `the pages of attempt ${lease}`)
    }
    assert.deepEqual(await asSuperuser(service.database, `SELECT 1 FROM outbox WHERE topic = 'package'`), [])
    assert.deepEqual(faults, [])
  } finally {
    await reader.close()
    await close()
  }
})

test('a small package whose documents an earlier run has cut is read again and left to the steps that follow', async () => {
  const service = await startTestService()
  const { key, workspace } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, loanPackage(), 'package.pdf')
  await confirm(service, key, jobId)
  const { deps, run, close } = await stepsOf(service, workspace.uuid, jobId)
  try {
    assert.equal(await readPackage(deps, run), 'read')
    assert.equal(await cutDocuments(deps, run), 'cut')
    assert.equal(await readPackage(deps, run, finishIfSmall(deps)), 'read')
    assert.equal(await cutDocuments(deps, run), 'cut')
    assert.equal(await extractDocuments(deps, run), 'extracted')
    await finishPackage(deps, run)
    const [job] = await asSuperuser(service.database, 'SELECT status FROM jobs')
    assert.deepEqual(job, { status: 'COMPLETED' })
    assert.equal((await asSuperuser(service.database, 'SELECT 1 FROM documents')).length, 1)
  } finally {
    await close()
  }
})
