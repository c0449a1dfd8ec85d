/** The rules of uploads, over HTTP and against the real object store. No worker runs: what is confirmed stays queued. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepJobs } from '../../src/domain/hand-off/sweep.ts'
import { route } from '../../src/http/route.ts'
import { Problem } from '../../src/lib/problem.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { confirm, fileOf, newLoan, put, uploadFile } from '../support/uploads.ts'

const throttling = (lane: 'upload' | 'api') =>
  route({
    method: 'GET',
    path: `/test/throttled-${lane}`,
    operationId: `throttled-${lane}`,
    tag: 'Test',
    summary: 'Always throttled',
    scope: null,
    lane,
    subscription: false,
    answers: { 204: { description: 'Never.', body: null } },
    problems: ['usage_throttled'],
    handle: () => Promise.reject(new Problem('usage_throttled', { retryAfterSeconds: 7 })),
  })

const service = await startTestService({ extraRoutes: [throttling('upload'), throttling('api')] })
const tenant = await service.tenant()
const { key } = tenant
const { borrowerId, loanId } = await newLoan(service, key)
let distinct = 0
/** Bytes that no other test has. */
const bytesOf = (text: string): Buffer => Buffer.from(`%PDF-1.7 ${text} ${(distinct += 1)}`)

const post = (path: string, body: unknown, as = key) => service.call(path, { key: as, method: 'POST', body })
const presign = (file: object, as = key) => post('/api/documents/presigned-url', { loan_id: loanId, ...file }, as)

test('a link takes exactly the announced type and length, once', async () => {
  const bytes = bytesOf('bound')
  const { json, status } = await presign(fileOf(bytes))
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(json), ['job_id', 'upload_url', 'method', 'headers', 'expires_at'])
  assert.equal(json.method, 'PUT')
  assert.ok(Math.abs(Date.parse(json.expires_at) - Date.now() - 15 * 60_000) < 10_000)
  assert.equal(await put(json, Buffer.concat([bytes, bytes])), 403)
  assert.equal(await put(json, bytes.subarray(1)), 403)
  assert.equal(await put(json, bytes, { ...json.headers, 'Content-Type': 'text/csv' }), 403)
  assert.equal(await put(json, bytes), 200)
  assert.equal(await put(json, Buffer.from(bytes).fill(0x20)), 412)
})

test('confirming starts the work once, however often it is repeated', async () => {
  const jobId = await uploadFile(service, key, loanId, bytesOf('twice'))
  const first = await confirm(service, key, jobId)
  assert.equal(first.status, 202)
  assert.equal(first.json.status, 'QUEUED')
  assert.equal('sample' in first.json, false)
  assert.deepEqual((await confirm(service, key, jobId, {})).json, first.json)
  const work = await asSuperuser(
    service.database,
    `SELECT 1 FROM outbox WHERE topic = 'package'
    AND payload->>'job' = (SELECT id::text FROM jobs WHERE file_name = 'statement.pdf' AND status = 'QUEUED')`,
  )
  assert.equal(work.length, 1)
})

test('what was not uploaded can not be confirmed', async () => {
  const { json } = await presign(fileOf(bytesOf('missing')))
  const refused = await confirm(service, key, json.job_id)
  assert.equal(refused.status, 409)
  assert.equal(refused.json.error.type, 'conflict')
})

test('the same bytes in the same loan are a duplicate of the first job; in another loan they are not', async () => {
  const bytes = bytesOf('same')
  const first = await uploadFile(service, key, loanId, bytes, 'a.pdf')
  assert.equal((await confirm(service, key, first)).json.status, 'QUEUED')
  const second = await uploadFile(service, key, loanId, bytes, 'b.pdf')
  const answer = await confirm(service, key, second)
  assert.equal(answer.status, 202)
  assert.equal(answer.json.status, 'DUPLICATE')
  assert.equal(answer.json.duplicate_of_job_id, first)
  const elsewhere = await newLoan(service, key)
  const third = await uploadFile(service, key, elsewhere.loanId, bytes)
  const fresh = await confirm(service, key, third)
  assert.equal(fresh.json.status, 'QUEUED')
  assert.equal('duplicate_of_job_id' in fresh.json, false)
})

test('of twenty copies confirmed at the same moment one is processed', async () => {
  const bytes = bytesOf('race')
  const ids = await Promise.all(Array.from({ length: 20 }, () => uploadFile(service, key, loanId, bytes)))
  const answers = await Promise.all(ids.map((id) => confirm(service, key, id)))
  const queued = answers.filter(({ json }) => json.status === 'QUEUED')
  assert.equal(queued.length, 1)
  for (const { json } of answers) {
    if (json.status !== 'QUEUED') assert.equal(json.duplicate_of_job_id, queued[0]?.json.job_id)
  }
})

test('a file that does not have its announced hash fails as unreadable; one that has it is taken', async () => {
  const bytes = bytesOf('hashed')
  const good = await presign({ ...fileOf(bytes), sha256: createHash('sha256').update(bytes).digest('hex') })
  assert.equal(await put(good.json, bytes), 200)
  assert.equal((await confirm(service, key, good.json.job_id)).json.status, 'QUEUED')
  const bad = await presign({ ...fileOf(bytes), sha256: 'ab'.repeat(32) })
  assert.equal(await put(bad.json, bytes), 200)
  assert.equal((await confirm(service, key, bad.json.job_id)).json.status, 'FAILED')
  const status = await service.call(`/api/documents/${bad.json.job_id}/status`, { key })
  assert.equal(status.json.error.code, 'unreadable')
})

test('batches: 100 links, 250 confirmations, 200 statuses; one more is refused', async () => {
  const file = fileOf(bytesOf('batch'))
  const files = (count: number) => ({ loan_id: loanId, files: Array.from({ length: count }, () => file) })
  const hundred = await post('/api/documents/presigned-urls-batch', files(100))
  assert.equal(hundred.status, 201)
  assert.equal(new Set(hundred.json.uploads.map((upload: any) => upload.job_id)).size, 100)
  assert.equal((await post('/api/documents/presigned-urls-batch', files(101))).status, 400)
  const ids = (count: number) => ({ job_ids: Array.from({ length: count }, (_, index) => `job_${index}`) })
  assert.equal((await post('/api/documents/confirm-uploads', ids(250))).status, 202)
  assert.equal((await post('/api/documents/confirm-uploads', ids(251))).status, 400)
  assert.equal((await post('/api/documents/status-batch', ids(200))).status, 200)
  assert.equal((await post('/api/documents/status-batch', ids(201))).status, 400)
})

test('in a batch every job has its own outcome, in the order asked for', async () => {
  const stranger = await service.tenant()
  const strange = await newLoan(service, stranger.key)
  const foreign = await uploadFile(service, stranger.key, strange.loanId, bytesOf('foreign'))
  const bytes = bytesOf('good')
  const good = await uploadFile(service, key, loanId, bytes)
  const copy = await uploadFile(service, key, loanId, bytes)
  const absent = (await presign(fileOf(bytesOf('absent')))).json.job_id
  const job_ids = [good, 'nonsense', foreign, copy, absent, good]
  const { json, status } = await post('/api/documents/confirm-uploads', { job_ids })
  assert.equal(status, 202)
  assert.deepEqual(
    json.results.map((result: any) => [result.job_id, result.status, result.error?.type ?? null]),
    [
      [good, 'QUEUED', null],
      ['nonsense', null, 'not_found'],
      [foreign, null, 'not_found'],
      [copy, 'DUPLICATE', null],
      [absent, 'AWAITING_UPLOAD', 'conflict'],
    ],
  )
  assert.equal(json.results[3].duplicate_of_job_id, good)
  const statuses = await post('/api/documents/status-batch', { job_ids })
  assert.deepEqual(
    statuses.json.results.map((result: any) => [result.job_id, result.job?.status ?? null, result.error?.type ?? null]),
    [
      [good, 'QUEUED', null],
      ['nonsense', null, 'not_found'],
      [foreign, null, 'not_found'],
      [copy, 'DUPLICATE', null],
      [absent, 'AWAITING_UPLOAD', null],
    ],
  )
  assert.equal(
    (await service.call(`/api/documents/${foreign}/status`, { key: stranger.key })).json.status,
    'AWAITING_UPLOAD',
  )
})

test('a loan that is not the caller’s takes no upload', async () => {
  const stranger = await service.tenant()
  for (const loan of [loanId, 'loan_x', 'nonsense']) {
    const refused = await post('/api/documents/presigned-url', { loan_id: loan, ...fileOf(bytesOf('x')) }, stranger.key)
    assert.equal(refused.status, 404, refused.text)
  }
})

test('files that are too large, empty, or of another type are refused before a link is made', async () => {
  const file = fileOf(bytesOf('refused'))
  for (const wrong of [{ size_bytes: 0 }, { size_bytes: 210_000_000 }, { content_type: 'application/zip' }]) {
    assert.equal((await presign({ ...file, ...wrong })).status, 400)
  }
})

test('uploads need a subscription and their scopes, and count in the upload lane', async () => {
  const unpaid = await service.tenant({ plan: { subscriptionStatus: 'past_due' } })
  const refused = await post('/api/documents/presigned-url', { loan_id: loanId, ...fileOf(bytesOf('x')) }, unpaid.key)
  assert.equal(refused.status, 402)
  assert.equal(refused.json.error.type, 'subscription_required')
  const reader = await service.keyFor(tenant.workspace, { scopes: ['documents:read'] })
  assert.equal((await presign(fileOf(bytesOf('x')), reader.key)).status, 403)
  assert.equal((await presign(fileOf(bytesOf('x')))).headers.get('ratelimit-policy'), '1000;w=60')
})

test('a usage throttle on the upload family is flat and does not say how many requests are left', async () => {
  const flat = await service.call('/test/throttled-upload', { key })
  assert.equal(flat.status, 429)
  assert.deepEqual(Object.keys(flat.json), ['type', 'message', 'request_id'])
  assert.equal(flat.json.type, 'usage_throttled')
  assert.equal(flat.json.request_id, flat.headers.get('x-request-id'))
  assert.equal(flat.headers.get('retry-after'), '7')
  assert.equal(flat.headers.get('ratelimit-remaining'), null)
  const enveloped = await service.call('/test/throttled-api', { key })
  assert.equal(enveloped.json.error.type, 'usage_throttled')
})

test('the original can be fetched under its own name, once it is confirmed', async () => {
  const bytes = bytesOf('original')
  const jobId = await uploadFile(service, key, loanId, bytes, 'Rév "2025".pdf')
  const path = `/api/documents/${jobId}/download-url`
  assert.equal((await service.call(path, { key })).status, 404)
  await confirm(service, key, jobId)
  const link = await service.call(path, { key })
  assert.equal(link.status, 200)
  const download = await fetch(link.json.download_url)
  assert.deepEqual(Buffer.from(await download.arrayBuffer()), bytes)
  assert.match(download.headers.get('content-disposition') ?? '', /filename\*=UTF-8''R%C3%A9v%20%222025%22\.pdf/)
})

test('an intake opens a borrower on the intake list, its loan and its uploads, all or none', async () => {
  const bytes = bytesOf('intake')
  const body = {
    business_name: 'Quay Foods',
    loan: { external_id: 'L-1' },
    files: [fileOf(bytes), fileOf(bytes, 'b.pdf')],
  }
  const { status, json } = await post('/api/intake', body)
  assert.equal(status, 201)
  assert.equal(json.borrower.is_intake, true)
  assert.equal(json.loan.borrower_id, json.borrower.id)
  assert.equal(json.uploads.length, 2)
  assert.equal('sample' in json, false)
  assert.equal(await put(json.uploads[0], bytes), 200)
  assert.equal((await confirm(service, key, json.uploads[0].job_id)).json.status, 'QUEUED')
  const again = await post('/api/intake', body)
  assert.equal(again.status, 409)
  const listed = await service.call('/api/borrowers?intake=true', { key })
  assert.equal(listed.json.data.filter((borrower: any) => borrower.business_name === 'Quay Foods').length, 1)
})

test('a test key says that the answer is a sample, and takes the name of one', async () => {
  const twin = await service.twinOf(tenant)
  const target = await newLoan(service, twin.key)
  const jobId = await uploadFile(service, twin.key, target.loanId, bytesOf('sample'))
  const confirmed = await confirm(service, twin.key, jobId, { sample_document: 'balance-sheet-retail' })
  assert.equal(confirmed.json.sample, true)
  const intake = await post('/api/intake', { files: [{ ...fileOf(bytesOf('i')), sample_document: 'other' }] }, twin.key)
  assert.equal(intake.json.sample, true)
  assert.equal((await confirm(service, twin.key, jobId, { sample_document: 7 })).status, 400)
})

test('a live key that names a sample is answered like any other: nothing is a sample there', async () => {
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, bytesOf('live with a wish'))
  const confirmed = await confirm(service, key, jobId, { sample_document: 'balance-sheet-retail' })
  assert.deepEqual([confirmed.status, 'sample' in confirmed.json], [202, false])
  const status = await service.call(`/api/documents/${jobId}/status`, { key })
  assert.equal('sample' in status.json, false)
})

test('the jobs of a borrower are listed by state and loan', async () => {
  const target = await newLoan(service, key)
  const jobId = await uploadFile(service, key, target.loanId, bytesOf('listed'))
  const list = (query: string) => service.call(`/api/borrowers/${target.borrowerId}/jobs?${query}`, { key })
  assert.deepEqual(
    (await list(`loanId=${target.loanId}`)).json.data.map((job: any) => job.job_id),
    [jobId],
  )
  assert.equal((await list('status=AWAITING_UPLOAD')).json.data.length, 1)
  assert.equal((await list('status=QUEUED')).json.data.length, 0)
  assert.equal((await list('status=done')).json.error.type, 'invalid_filter')
  assert.equal((await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })).status, 404)
})

test('uploads that never arrive expire an hour after their link', async () => {
  const { json } = await presign(fileOf(bytesOf('late')))
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 1 })
  try {
    const inMinutes = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })
    const statusNow = async () => (await service.call(`/api/documents/${json.job_id}/status`, { key })).json.status
    await sweepJobs({ db, clock: inMinutes(74) })
    assert.equal(await statusNow(), 'AWAITING_UPLOAD')
    await sweepJobs({ db, clock: inMinutes(76) })
    assert.equal(await statusNow(), 'EXPIRED')
    assert.equal((await confirm(service, key, json.job_id)).status, 409)
  } finally {
    await db.close()
  }
})

test('a deleted job is gone, and its bytes are given over to be deleted', async () => {
  const jobId = await uploadFile(service, key, loanId, bytesOf('deleted'))
  await confirm(service, key, jobId)
  assert.equal((await service.call(`/api/jobs/${jobId}`, { key, method: 'DELETE' })).status, 204)
  assert.equal((await service.call(`/api/documents/${jobId}/status`, { key })).status, 404)
  assert.equal((await service.call(`/api/jobs/${jobId}`, { key, method: 'DELETE' })).status, 404)
  await sleep(1)
  const orders = await asSuperuser<{ prefix: string; later: boolean }>(
    service.database,
    `SELECT payload->>'prefix' AS prefix, due_at > now() + interval '20 minutes' AS later
     FROM outbox WHERE topic = 'forget-blobs' AND payload->>'prefix' LIKE '%' || $1 || '/' ORDER BY due_at`,
    [jobId],
  )
  assert.deepEqual(
    orders.map(({ later }) => later),
    [false, true],
  )
})
