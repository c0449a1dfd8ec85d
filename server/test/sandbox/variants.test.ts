/** Every failure that a client must be able to live with, asked for by the name of a sample, up to its webhook. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { VARIANT_NAMES } from '../../src/domain/sandbox/sample.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'
import { startWebhookBench } from '../support/webhooks.ts'

const bench = await startWebhookBench()
const { service } = bench
await startTestPipeline(service, { settings: bench.settings })
const twin = await service.twinOf(await service.tenant())
await setRateLimits(service.operator, twin.keyId, { api: 100_000, upload: 100_000, export: 100_000 })
const endpoint = await bench.endpoint(twin)
const { borrowerId, loanId } = await newLoan(service, twin.key)
const seen = new Set<string>()
let sent = 0

const call = (path: string, method = 'GET', body?: unknown) =>
  service.call(path, { key: twin.key, method, ...(body !== undefined && { body }) })

interface Hook {
  readonly type: string
  readonly livemode: boolean
  readonly data: Record<string, string | null>
}

const hooks = (): Hook[] => endpoint.receiver.received.map(({ body }) => JSON.parse(body.toString()) as Hook)

/** The webhook of this type about this id, once it has come. */
async function hook(type: string, id: string): Promise<Hook> {
  const found = (): Hook | undefined => hooks().find((one) => one.type === type && Object.values(one.data).includes(id))
  await until(() => found() !== undefined, 30_000)
  const one = found()
  assert.ok(one)
  assert.equal(one.livemode, false)
  return one
}

/** Uploads a file of its own for the variant and confirms it. */
async function send(variant: string, to = loanId): Promise<any> {
  seen.add(variant)
  sent += 1
  const jobId = await uploadFile(service, twin.key, to, Buffer.from(`file ${sent}`), 'x.pdf')
  const confirmed = await confirm(service, twin.key, jobId, { sample_document: variant })
  assert.equal(confirmed.status, 202, confirmed.text)
  assert.equal(confirmed.json.sample, true)
  return confirmed.json
}

async function documentOf(jobId: string): Promise<string> {
  const results = await call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`)
  assert.equal(results.json.data.length, 1)
  return results.json.data[0].id as string
}

for (const variant of ['unreadable', 'encrypted', 'empty']) {
  test(`${variant}: the job fails with that code, and document.failed says so`, async () => {
    const { job_id: jobId, status } = await send(variant)
    assert.equal(status, 'QUEUED')
    assert.equal((await waitForJob(service, twin.key, jobId, ['FAILED'])).error.code, variant)
    assert.equal((await hook('document.failed', jobId)).data['reason'], variant)
    assert.equal((await hook('job.completed', jobId)).data['reason'], variant)
  })
}

test('slow: the job is seen in processing for twenty seconds, and completes', async () => {
  const started = performance.now()
  const { job_id: jobId } = await send('slow')
  await waitForJob(service, twin.key, jobId, ['PROCESSING'])
  await waitForJob(service, twin.key, jobId, ['COMPLETED'], 60)
  assert.ok(performance.now() - started >= 20_000)
  assert.equal((await hook('job.completed', jobId)).data['reason'], null)
})

test('duplicate: the confirm names the job before it, and job.completed gives the reason', async () => {
  const before = await send('balance-sheet-retail')
  const { job_id: jobId, status, duplicate_of_job_id: of } = await send('duplicate')
  assert.equal(status, 'DUPLICATE')
  assert.equal(of, before.job_id)
  assert.equal((await hook('job.completed', jobId)).data['reason'], 'duplicate')
})

test('unfooted: the statement is mapped as far as it is printed, and its extraction is announced', async () => {
  const { job_id: jobId } = await send('unfooted')
  await waitForJob(service, twin.key, jobId, ['COMPLETED'])
  const documentId = await documentOf(jobId)
  await hook('extraction.ready', documentId)
  const path = `/api/borrowers/${borrowerId}/extractions/${documentId}/mapping`
  await until(async () => (await call(path)).status === 200, 20_000)
  const { payload } = (await call(path)).json
  assert.equal(payload.mapping_state, 'unfooted')
  assert.equal(payload.tree, null)
})

test('unmappable: the mapping says so and has no payload, and the extraction is announced all the same', async () => {
  const { job_id: jobId } = await send('unmappable')
  await waitForJob(service, twin.key, jobId, ['COMPLETED'])
  const documentId = await documentOf(jobId)
  await hook('extraction.ready', documentId)
  const path = `/api/borrowers/${borrowerId}/extractions/${documentId}/mapping`
  await until(async () => (await call(path)).status === 200, 20_000)
  const { status, payload, error_code: code } = (await call(path)).json
  assert.deepEqual([status, payload, code], ['unmappable', null, 'unmappable'])
})

test('export-failing: a bundle with the document fails, and export.failed gives the reason; one without it succeeds', async () => {
  const { job_id: jobId } = await send('export-failing')
  await waitForJob(service, twin.key, jobId, ['COMPLETED'])
  const bundle = { borrower_id: borrowerId, loan_id: loanId, document_ids: [await documentOf(jobId)], format: 'json' }
  const ordered = await call('/api/extractions/exports', 'POST', bundle)
  assert.equal(ordered.status, 202, ordered.text)
  assert.equal((await hook('export.failed', ordered.json.export_id as string)).data['reason'], 'timed_out')
  assert.equal((await call(`/api/extractions/exports/${ordered.json.export_id}`)).json.status, 'failed')
  const plain = await send('balance-sheet-retail')
  await waitForJob(service, twin.key, plain.job_id, ['COMPLETED'])
  const other = { ...bundle, document_ids: [await documentOf(plain.job_id)] }
  const good = await call('/api/extractions/exports', 'POST', other)
  await hook('export.succeeded', good.json.export_id as string)
})

test('render-failing: memo renders of the loan fail with their event, and its workbook answers 503 render_failed', async () => {
  const target = await newLoan(service, twin.key)
  const { job_id: jobId } = await send('render-failing', target.loanId)
  await waitForJob(service, twin.key, jobId, ['COMPLETED'])
  const attributes = `/api/loans/${target.loanId}/attributes`
  await until(async () => (await call(`${attributes}/finalize`, 'POST')).status === 200, 30_000)
  const memo = await call(`/api/loans/${target.loanId}/memos`, 'POST', { title: 'A memo that fails' })
  assert.equal(memo.status, 201, memo.text)
  const render = await call(`/api/loans/${target.loanId}/memos/${memo.json.memo_id}/renders`, 'POST')
  assert.equal(render.status, 202, render.text)
  assert.equal((await hook('memo_render.failed', render.json.render_id as string)).data['reason'], 'unprintable')
  const workbook = `/api/loans/${target.loanId}/xlsx/statements`
  await until(async () => (await call(workbook)).status === 503, 30_000)
  assert.equal((await call(workbook)).json.error.type, 'render_failed')
})

test('the page of a sample has a picture, drawn from the sample and not from what was uploaded', async () => {
  const { job_id: jobId } = await send('balance-sheet-retail')
  await waitForJob(service, twin.key, jobId, ['COMPLETED'])
  const path = `/api/borrowers/${borrowerId}/extractions/${await documentOf(jobId)}/pages/1`
  await until(async () => (await call(path)).json.image.state === 'ready', 60_000)
  const picture = await fetch((await call(path)).json.image.url as string)
  assert.equal(picture.headers.get('content-type'), 'image/webp')
  assert.equal(
    Buffer.from(await picture.arrayBuffer())
      .subarray(8, 12)
      .toString(),
    'WEBP',
  )
})

test('a webhook of test mode has the six members and the signature of any other', async () => {
  const { job_id: jobId } = await send('unreadable')
  await hook('document.failed', jobId as string)
  assert.ok(endpoint.receiver.received.length > 0)
  for (const { body, headers } of endpoint.receiver.received) {
    const event = verifyWebhook({ body, signature: headers['service-signature'], secret: endpoint.secret })
    assert.equal(Object.keys(event).length, 6)
    assert.equal(event.livemode, false)
  }
})

test('every variant was tried', () => {
  assert.deepEqual(
    VARIANT_NAMES.filter((name) => !seen.has(name)),
    [],
  )
})
