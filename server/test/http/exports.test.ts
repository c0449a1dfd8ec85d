/** Bundles over HTTP, from uploaded bytes: ordered, made, fetched, cancelled, expired. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre'
import { asSuperuser } from '../support/database.ts'
import { loanPackage } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'
import type { UploadTarget } from '../support/uploads.ts'
import { unzip } from '../support/zip.ts'

const EXPORTS = '/api/extractions/exports'
const service = await startTestService()
let pipeline = await startTestPipeline(service)
after(() => pipeline.stop())

const BANK_CSV = [
  'Date,Description,Amount,Balance',
  '2024-03-01,"=HYPERLINK(""http://x"")",1250.00,1250.00',
  '2024-03-04,Rent,-400.00,850.00',
  '2024-03-09,Card payment,-19.99,830.01',
].join('\r\n')

interface Loan extends UploadTarget {
  readonly tenant: Tenant
  readonly documents: readonly any[]
}

async function readLoan(name: string, bytes: Uint8Array): Promise<Loan> {
  const tenant = await service.tenant()
  const target = await newLoan(service, tenant.key)
  const jobId = await uploadFile(service, tenant.key, target.loanId, bytes, name)
  await confirm(service, tenant.key, jobId)
  assert.equal((await waitForJob(service, tenant.key, jobId)).status, 'COMPLETED')
  const { json } = await service.call(`/api/borrowers/${target.borrowerId}/jobs/${jobId}/results`, { key: tenant.key })
  return { ...target, tenant, documents: json.data }
}

function order(loan: Loan, more: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Reply> {
  const body = {
    borrower_id: loan.borrowerId,
    loan_id: loan.loanId,
    document_ids: loan.documents.map((document) => document.id),
    ...more,
  }
  return service.call(EXPORTS, { key: loan.tenant.key, method: 'POST', body, headers })
}

async function ended(loan: Loan, exportId: string): Promise<any> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const { json } = await service.call(`${EXPORTS}/${exportId}`, { key: loan.tenant.key })
    if (['succeeded', 'failed', 'cancelled'].includes(json.status)) return json
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`${exportId} does not end`)
}

async function eventsOf(loan: Loan, type: string): Promise<any[]> {
  return (await service.call(`/api/events?type=${type}`, { key: loan.tenant.key })).json.data
}

async function bytesOf(url: string): Promise<Buffer> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

const statements = await readLoan('package.pdf', loanPackage())
const bank = await readLoan('movements.csv', Buffer.from(BANK_CSV))

test('a bundle holds one file for each document and a manifest whose hashes are right', async () => {
  const ordered = await order(statements)
  assert.equal(ordered.status, 202, ordered.text)
  assert.equal(ordered.json.format, 'csv')
  assert.ok(['queued', 'running', 'succeeded'].includes(ordered.json.status))
  assert.deepEqual(Object.keys(ordered.json).sort(), [
    'borrower_id', 'bundle', 'created_at', 'document_counts', 'download_expires_at', 'download_url', 'error', 'expires_at',
    'export_id', 'finished_at', 'format', 'links', 'loan_id', 'progress', 'skipped_document_ids', 'started_at', 'status',
    'updated_at',
  ]) // prettier-ignore
  const done = await ended(statements, ordered.json.export_id)
  assert.equal(done.status, 'succeeded')
  const count = statements.documents.length
  assert.deepEqual(done.progress, { done: count, total: count })
  assert.deepEqual(done.document_counts, { requested: count, exported: count, skipped: 0 })
  const bundle = await bytesOf(done.download_url)
  assert.equal(bundle.length, done.bundle.size_bytes)
  assert.equal(createHash('sha256').update(bundle).digest('hex'), done.bundle.sha256)
  const files = unzip(bundle)
  const manifest = JSON.parse((files.get('manifest.json') ?? assert.fail('no manifest')).toString())
  assert.equal(files.size, count + 1)
  assert.deepEqual(
    manifest.files.map((file: any) => file.document_id),
    statements.documents.map((document) => document.id),
  )
  let lineItems = 0
  for (const file of manifest.files) {
    const content = files.get(file.name) ?? assert.fail(`no ${file.name}`)
    assert.equal(createHash('sha256').update(content).digest('hex'), file.sha256)
    assert.equal(content.length, file.size_bytes)
    const single = `/api/borrowers/${statements.borrowerId}/extractions/${file.document_id}/export?format=csv`
    assert.equal(content.toString(), (await service.call(single, { key: statements.tenant.key })).text)
    lineItems += Number(file.line_items)
  }
  assert.equal(done.bundle.line_item_count, lineItems)
  assert.ok(lineItems > 20)
  const days = (Date.parse(done.expires_at) - Date.parse(done.finished_at)) / 86_400_000
  assert.equal(days, 7)
  const [event] = (await eventsOf(statements, 'export.succeeded')).filter(
    (one) => one.data.export_id === done.export_id,
  )
  assert.deepEqual(event.data, {
    workspace_id: statements.tenant.workspace.id,
    borrower_id: statements.borrowerId,
    loan_id: statements.loanId,
    export_id: done.export_id,
  })
})

test('every read gives a fresh link, and the download redirects to one', async () => {
  const { json } = await order(statements, { format: 'json' })
  const first = await ended(statements, json.export_id)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const second = (await service.call(first.links.self, { key: statements.tenant.key })).json
  assert.notEqual(first.download_url, second.download_url)
  const minutes = (Date.parse(second.download_expires_at) - Date.now()) / 60_000
  assert.ok(minutes > 4 && minutes <= 5)
  const download = await service.call(first.links.download, { key: statements.tenant.key })
  assert.equal(download.status, 302)
  const files = unzip(await bytesOf(download.headers.get('location') ?? ''))
  const [document] = statements.documents
  const name = `${document.report_type}/${document.id}.json`
  const data = await service.call(`/api/borrowers/${statements.borrowerId}/extractions/${document.id}/report-data`, {
    key: statements.tenant.key,
  })
  assert.deepEqual(JSON.parse((files.get(name) ?? assert.fail(name)).toString()), data.json)
})

test('bank statements are exported as workbooks with numbers for amounts; other documents are not', async () => {
  assert.equal(bank.documents[0].report_type, 'bank-statements')
  const { json } = await order(bank, { format: 'xlsx' })
  const done = await ended(bank, json.export_id)
  const files = unzip(await bytesOf(done.download_url))
  const [, sheet] = [...files].find(([name]) => name.endsWith('.xlsx')) ?? assert.fail('no workbook')
  const rows = (await readXlsx(sheet)).sheets[0]?.rows ?? []
  assert.ok(rows.flat().includes(-19.99), JSON.stringify(rows))
  assert.equal(done.bundle.line_item_count, 3)
  const refused = await order(statements, { format: 'xlsx' })
  assert.equal(refused.status, 400, refused.text)
  assert.match(refused.json.error.message, /bank statements/)
})

test('the same key gives the same answer for a day, and the export it made for ever after', async () => {
  const headers = { 'Idempotency-Key': 'one bundle' }
  const first = await order(statements, {}, headers)
  const replay = await order(statements, {}, headers)
  assert.equal(replay.status, 202)
  assert.equal(replay.text, first.text)
  assert.equal(replay.headers.get('idempotency-replay'), 'true')
  await ended(statements, first.json.export_id)
  await asSuperuser(service.database, `UPDATE idempotency_keys SET claimed_at = now() - interval '25 hours'`)
  const late = await order(statements, {}, headers)
  assert.equal(late.status, 200, late.text)
  assert.equal(late.json.export_id, first.json.export_id)
  assert.equal(late.json.status, 'succeeded')
})

test('documents of another loan, another tenant or nowhere are not found, and too many or none are refused', async () => {
  const [foreign] = bank.documents
  for (const document_ids of [[foreign.id], ['doc_00000000000000000000000000']])
    assert.equal((await order(statements, { document_ids })).status, 404)
  assert.equal((await order(statements, { borrower_id: bank.borrowerId })).status, 404)
  assert.equal((await order(statements, { document_ids: [] })).status, 400)
  const many = Array.from({ length: 501 }, (_, index) => `doc_${String(index).padStart(26, '0')}`)
  assert.equal((await order(statements, { document_ids: many })).status, 400)
  assert.equal((await order(statements, { format: 'pdf' })).status, 400)
})

test('a list holds the exports under their own name, the newest first, by pages and filters', async () => {
  const list = async (query: string) => (await service.call(`${EXPORTS}?${query}`, { key: statements.tenant.key })).json
  const all = await list('limit=100')
  assert.ok(all.exports.length >= 3)
  assert.equal(all.data, undefined)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: any = await list(`limit=1&loanId=${statements.loanId}${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.exports.map((one: any) => one.export_id))
    cursor = page.next_cursor
  }
  assert.deepEqual(
    seen,
    all.exports.map((one: any) => one.export_id),
  )
  assert.deepEqual((await list('status=cancelled')).exports, [])
  assert.equal(
    (await service.call(`${EXPORTS}?status=lost`, { key: statements.tenant.key })).json.error.type,
    'invalid_filter',
  )
  const foreign = await service.call(`${EXPORTS}/${seen[0]}`, { key: bank.tenant.key })
  assert.equal(foreign.status, 404)
})

test('exports need the scope and a plan that has them', async () => {
  const { key } = await service.tenant({ plan: { features: ['statement_mapping'] } })
  assert.equal((await service.call(EXPORTS, { key })).json.error.type, 'feature_not_in_plan')
})

test('an export ends where it is cancelled, is told once, and holds its borrower until then', async () => {
  await pipeline.stop()
  const { json } = await order(statements)
  const { export_id, links } = json
  const early = await service.call(links.download, { key: statements.tenant.key })
  assert.deepEqual([early.status, early.json.error.type], [404, 'export_not_ready'])
  const path = `/api/borrowers/${statements.borrowerId}`
  const held = await service.call(path, { key: statements.tenant.key, method: 'DELETE' })
  assert.deepEqual([held.status, held.json.error.type], [409, 'busy'])
  const cancelling = await service.call(links.cancel, { key: statements.tenant.key, method: 'POST' })
  assert.deepEqual([cancelling.status, cancelling.json.status], [200, 'cancelling'])
  pipeline = await startTestPipeline(service)
  assert.equal((await ended(statements, export_id)).status, 'cancelled')
  const again = await service.call(links.cancel, { key: statements.tenant.key, method: 'POST' })
  assert.deepEqual([again.status, again.json.status], [200, 'cancelled'])
  const told = (await eventsOf(statements, 'export.cancelled')).filter((one) => one.data.export_id === export_id)
  assert.equal(told.length, 1)
  assert.equal((await service.call(links.download, { key: statements.tenant.key })).status, 404)
})

test('one that has succeeded cannot be cancelled', async () => {
  const { json } = await order(statements)
  await ended(statements, json.export_id)
  const refused = await service.call(json.links.cancel, { key: statements.tenant.key, method: 'POST' })
  assert.deepEqual([refused.status, refused.json.error.type], [409, 'export_finished'])
})

test('a document that nothing was read from is skipped and named; with nothing at all the export fails with its reason', async () => {
  const [first, second] = statements.documents
  await asSuperuser(
    service.database,
    `UPDATE documents SET extraction_version = NULL WHERE id IN (SELECT unnest(document_ids) FROM exports) AND report_type = '${first.report_type}'`,
  )
  const { json } = await order(statements, { document_ids: [first.id, second.id] })
  const done = await ended(statements, json.export_id)
  assert.deepEqual(done.skipped_document_ids, [first.id])
  assert.deepEqual(done.document_counts, { requested: 2, exported: 1, skipped: 1 })
  const nothing = await order(statements, { document_ids: [first.id] })
  const failed = await ended(statements, nothing.json.export_id)
  assert.deepEqual([failed.status, failed.error.code], ['failed', 'nothing_to_export'])
  const [event] = await eventsOf(statements, 'export.failed')
  assert.equal(event.data.reason, 'nothing_to_export')
})

test('a bundle past its seven days is gone: no link, no download, no bytes', async () => {
  const { json } = await order(bank)
  const done = await ended(bank, json.export_id)
  assert.equal((await fetch(done.download_url)).status, 200)
  await asSuperuser(service.database, `UPDATE exports SET expires_at = now() - interval '1 second'`)
  const read = (await service.call(done.links.self, { key: bank.tenant.key })).json
  assert.deepEqual([read.status, read.download_url, read.download_expires_at], ['succeeded', null, null])
  const download = await service.call(done.links.download, { key: bank.tenant.key })
  assert.deepEqual([download.status, download.json.error.type], [404, 'not_found'])
  for (const end = Date.now() + 20_000; (await fetch(done.download_url)).status !== 404;) {
    assert.ok(Date.now() < end, 'the bytes are still there')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
})
