/** Test mode: what a test upload becomes is decided by its sample, by way of everything but the reader. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSample, SAMPLE_SLUGS, SAMPLES_FOLDER } from '../../../ops/generate/samples.ts'
import { PageSource } from '../../../eval/pages.ts'
import { asSuperuser } from '../support/database.ts'
import { SAMPLES } from '../support/samples.ts'
import { startTestService } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

test('the pages of every sample are what the reader reads in its document today', async () => {
  const source = new PageSource()
  try {
    assert.deepEqual(SAMPLES.slugs, SAMPLE_SLUGS.toSorted())
    for (const slug of SAMPLE_SLUGS) {
      const kept = readFileSync(join(SAMPLES_FOLDER, `${slug}.jsonl`), 'utf8')
      assert.ok((await readSample(source, slug)) === kept, `${slug} is stale; run: npm run samples`)
    }
  } finally {
    await source.close()
  }
})

const service = await startTestService()
await startTestPipeline(service, { reader: { read: () => assert.fail('test mode must not read') } })
const live = await service.tenant()
const twin = await service.twinOf(live)
const { borrowerId, loanId } = await newLoan(service, twin.key)

async function uploadSample(sample_document: string | undefined, name: string): Promise<any> {
  const jobId = await uploadFile(service, twin.key, loanId, Buffer.from(`not a document: ${name}`), name)
  const confirmed = await confirm(service, twin.key, jobId, sample_document === undefined ? {} : { sample_document })
  assert.equal(confirmed.json.sample, true)
  assert.equal(confirmed.json.status, 'QUEUED')
  return waitForJob(service, twin.key, jobId, ['COMPLETED', 'FAILED'], 60)
}

const documentsOf = async (jobId: string): Promise<any[]> =>
  (await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key: twin.key })).json.data as any[]

const eventsOf = async (jobId: string): Promise<{ type: string; livemode: boolean }[]> =>
  asSuperuser(
    service.database,
    `SELECT type, livemode FROM events WHERE data->>'job_id' = $1 ORDER BY created_at, id`,
    [jobId],
  )

const DOCUMENTS: [string | undefined, string, string, boolean][] = [
  ['profit-loss-statement-retail', 'a.pdf', 'Profit Loss Statement', true],
  ['profit-loss-statement-unfooted', 'b.pdf', 'Profit Loss Statement', false],
  ['balance-sheet-retail', 'c.pdf', 'Balance Sheet', true],
  ['cash-flow-statement-retail', 'd.pdf', 'Cash Flow Statement', true],
  ['bank-statement-retail', 'e.pdf', 'Bank Statement', true],
  ['tax-return-retail', 'f.pdf', 'Tax Return', true],
  ['personal-financial-statement-owner', 'g.pdf', 'Personal Financial Statement', true],
  ['debt-schedule-retail', 'h.pdf', 'Debt Schedule', true],
  ['ar-aging-retail', 'i.pdf', 'AR Aging', true],
  ['ap-aging-retail', 'j.pdf', 'AP Aging', true],
  [undefined, 'Balance sheet 2024.pdf', 'Balance Sheet', true],
]
for (const [sample, name, category, adds] of DOCUMENTS) {
  test(`${sample ?? name}: a ${category}, extracted, its proofs ${adds ? 'without a failure' : 'with one'}, told in order`, async () => {
    const job = await uploadSample(sample, name)
    assert.equal(job.status, 'COMPLETED')
    const documents = await documentsOf(job.job_id as string)
    assert.equal(documents.length, 1)
    assert.equal(documents[0].category, category)
    assert.equal(documents[0].extraction_version, 1)
    assert.ok(documents[0].proof.passed > 0)
    assert.equal(documents[0].proof.failed > 0, !adds)
    const told = await eventsOf(job.job_id as string)
    assert.deepEqual(
      told.map(({ type }) => type),
      ['document.processed', 'extraction.ready', 'job.completed'],
    )
    assert.ok(told.every(({ livemode }) => !livemode))
  })
}

test('a package of three statements becomes three documents', async () => {
  const job = await uploadSample('package-year-end', 'year end.pdf')
  const categories = (await documentsOf(job.job_id as string)).map((document) => document.category as string)
  assert.deepEqual(categories.sort(), ['Balance Sheet', 'Cash Flow Statement', 'Profit Loss Statement'])
})

/** The categories that the jobs came to, once they are done. */
async function categoriesOf(on: string, jobIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const jobId of jobIds) {
    await waitForJob(service, twin.key, jobId, ['COMPLETED'], 60)
    const path = `/api/borrowers/${on}/jobs/${jobId}/results`
    const { json } = await service.call(path, { key: twin.key })
    found.push(...(json.data as { category: string }[]).map(({ category }) => category))
  }
  return found
}

test('a batch is answered with the sample that its confirm names, each marked as one', async () => {
  const names = ['Balance sheet.pdf', 'whatever.pdf']
  const jobIds: string[] = []
  for (const name of names) jobIds.push(await uploadFile(service, twin.key, loanId, Buffer.from(`batch ${name}`), name))
  const body = { job_ids: jobIds, sample_document: 'ar-aging-retail' }
  const { json } = await service.call('/api/documents/confirm-uploads', { key: twin.key, method: 'POST', body })
  assert.deepEqual(
    json.results.map(({ job_id, sample }: any) => [job_id, sample]),
    jobIds.map((jobId) => [jobId, true]),
  )
  assert.deepEqual(await categoriesOf(borrowerId, jobIds), ['AR Aging', 'AR Aging'])
})

test('without a name the file’s own decides, one by one, and one that says nothing is Other', async () => {
  const names = ['Bank statement May.pdf', 'scan0001.pdf']
  const jobIds: string[] = []
  for (const name of names) jobIds.push(await uploadFile(service, twin.key, loanId, Buffer.from(`named ${name}`), name))
  const body = { job_ids: jobIds }
  await service.call('/api/documents/confirm-uploads', { key: twin.key, method: 'POST', body })
  assert.deepEqual(await categoriesOf(borrowerId, jobIds), ['Bank Statement', 'Other'])
})

test('an intake says of each file which sample it stands for, and its answer is marked as one', async () => {
  const bytes = [Buffer.from('intake one'), Buffer.from('intake two')]
  const files = bytes.map((content, at) => ({
    file_name: `tax ${at}.pdf`,
    content_type: 'application/pdf',
    size_bytes: content.length,
    ...(at === 0 && { sample_document: 'debt-schedule-retail' }),
  }))
  const body = { business_name: 'Quay Foods', files }
  const intake = await service.call('/api/intake', { key: twin.key, method: 'POST', body })
  assert.equal(intake.status, 201, intake.text)
  assert.equal(intake.json.sample, true)
  const uploads = intake.json.uploads as { job_id: string; upload_url: string; headers: Record<string, string> }[]
  for (const [at, { job_id, upload_url, headers }] of uploads.entries()) {
    const { 'Content-Length': _length, ...rest } = headers
    await fetch(upload_url, { method: 'PUT', headers: rest, body: bytes[at] ?? null })
    assert.equal((await confirm(service, twin.key, job_id)).json.sample, true)
  }
  const jobIds = uploads.map(({ job_id }) => job_id)
  assert.deepEqual(await categoriesOf(intake.json.borrower.id as string, jobIds), ['Debt Schedule', 'Tax Return'])
})

for (const code of ['unreadable', 'encrypted', 'empty']) {
  test(`the sample ${code} fails as such a file would, with its event`, async () => {
    const job = await uploadSample(code, `${code}.pdf`)
    assert.equal(job.status, 'FAILED')
    assert.equal(job.error.code, code)
    assert.deepEqual(
      (await eventsOf(job.job_id as string)).map(({ type }) => type),
      ['document.failed', 'job.completed'],
    )
  })
}

test('the slow sample is seen in processing before it completes', async () => {
  const jobId = await uploadFile(service, twin.key, loanId, Buffer.from('slowly'))
  await confirm(service, twin.key, jobId, { sample_document: 'slow' })
  await waitForJob(service, twin.key, jobId, ['PROCESSING'])
  assert.equal((await waitForJob(service, twin.key, jobId, ['COMPLETED'], 60)).status, 'COMPLETED')
})

test('nothing of it is in the live workspace', async () => {
  const rows = await asSuperuser(
    service.database,
    'SELECT 1 FROM jobs WHERE workspace_id = $1 UNION ALL SELECT 1 FROM events WHERE workspace_id = $1',
    [live.workspace.uuid],
  )
  assert.deepEqual(rows, [])
})
