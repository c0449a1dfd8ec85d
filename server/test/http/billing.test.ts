/** Money and throughput: what an upload is refused for, what it reserves, and how that ends. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import pg from 'pg'
import { TrivialReader } from '../../src/adapters/trivial-reader.ts'
import { settleReservations } from '../../src/domain/billing/settle.ts'
import type { PackageReader } from '../../src/domain/deps.ts'
import { centsOf, formatCents, parseCents } from '../../src/lib/money.ts'
import { agree, giveCredit, verifyBooks } from '../../src/main/admin/billing.ts'
import { findAccount, lockAccount } from '../../src/store/billing.ts'
import type { BillingTerms } from '../../src/store/billing.ts'
import { Db } from '../../src/store/db.ts'
import { urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { confirm, fileOf, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'
import type { UploadTarget } from '../support/uploads.ts'

const service = await startTestService()
/** Fails what says so, and reads nothing of the rest. */
const reader: PackageReader = {
  async *read(request) {
    const chunks = Readable.from(request.content as AsyncIterable<Uint8Array>)
    if ((await text(chunks)).includes('unreadable')) yield { kind: 'failed', code: 'unreadable', detail: 'as told' }
    else yield* new TrivialReader().read()
  },
}

interface Funded extends Tenant {
  readonly loan: UploadTarget
}

/** A tenant that pays 1.50 a document unless told otherwise, with so much credit. */
async function funded(credit: bigint, terms: Partial<BillingTerms> = {}): Promise<Funded> {
  const tenant = await service.tenant()
  await agree(service.operator, tenant.workspace, { perDocument: centsOf(150n), ...terms })
  if (credit !== 0n) await giveCredit(service.operator, tenant.workspace, { amount: centsOf(credit), note: 'test' })
  return { ...tenant, loan: await newLoan(service, tenant.key) }
}

const usageOf = async ({ key }: { key: string }): Promise<any> => (await service.call('/api/usage', { key })).json
const books = ({ workspace }: Tenant) => verifyBooks(service.operator, { workspaceUuid: workspace.uuid })

async function upload(tenant: Funded, content: string): Promise<string> {
  return uploadFile(service, tenant.key, tenant.loan.loanId, Buffer.from(content), 'rows.csv')
}

/** Every operation that admits documents, called for one file. */
async function eachAdmission(tenant: Funded, jobId: string): Promise<[string, Reply][]> {
  const { key, loan } = tenant
  const file = fileOf(Buffer.from('x'), 'rows.csv')
  const post = (path: string, body?: unknown) => service.call(path, { key, method: 'POST', body })
  return [
    ['presign', await post('/api/documents/presigned-url', { loan_id: loan.loanId, ...file })],
    ['presign batch', await post('/api/documents/presigned-urls-batch', { loan_id: loan.loanId, files: [file] })],
    ['confirm', await post(`/api/documents/${jobId}/confirm-upload`)],
    ['confirm batch', await post('/api/documents/confirm-uploads', { job_ids: [jobId] })],
    ['intake', await post('/api/intake', { business_name: 'Pier', files: [file] })],
  ]
}

test('without credit every way of uploading answers 402 with the five figures, and changes nothing', async () => {
  const tenant = await funded(150n)
  const jobId = await upload(tenant, 'one')
  await giveCredit(service.operator, tenant.workspace, { amount: centsOf(-1n), note: 'taken back' })
  for (const [name, reply] of await eachAdmission(tenant, jobId)) {
    assert.equal(reply.status, 402, `${name}: ${reply.text}`)
    assert.equal(reply.json.error.type, 'insufficient_credits', name)
    assert.deepEqual(
      reply.json.error.details,
      {
        balance_usd: '1.49',
        reserved_usd: '0.00',
        in_flight_docs: '0',
        incoming_docs: '1',
        per_doc_reservation_usd: '1.50',
      },
      name,
    )
  }
  const status = await service.call(`/api/documents/${jobId}/status`, { key: tenant.key })
  assert.equal(status.json.status, 'AWAITING_UPLOAD')
  assert.equal((await usageOf(tenant)).reserved_usd, '0.00')
})

const REFUSALS: [string, Partial<BillingTerms>][] = [
  ['spend_cap_reached', { spendCap: centsOf(149n) }],
  ['billing_required', { coversProcessing: false }],
]
for (const [type, terms] of REFUSALS) {
  test(`${type}: every way of uploading answers 402`, async () => {
    const tenant = await funded(10_000n)
    const jobId = await upload(tenant, 'one')
    await agree(service.operator, tenant.workspace, terms)
    for (const [name, reply] of await eachAdmission(tenant, jobId)) {
      assert.equal(reply.status, 402, `${name}: ${reply.text}`)
      assert.equal(reply.json.error.type, type, name)
      assert.equal(reply.json.error.details, null)
    }
  })
}

test('over its throughput a workspace gets the flat 429, told when to ask again, without RateLimit-Remaining', async () => {
  const tenant = await funded(10_000n, { maxInFlight: 1 })
  const [first, second] = [await upload(tenant, 'one'), await upload(tenant, 'two')]
  assert.equal((await confirm(service, tenant.key, first)).status, 202)
  for (const [name, reply] of await eachAdmission(tenant, second)) {
    assert.equal(reply.status, 429, name)
    assert.deepEqual(Object.keys(reply.json as object).sort(), ['message', 'request_id', 'type'], name)
    assert.equal(reply.json.type, 'usage_throttled')
    assert.equal(reply.json.request_id, reply.headers.get('x-request-id'))
    assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(reply.headers.get('ratelimit-remaining'), null)
    assert.notEqual(reply.headers.get('ratelimit-limit'), null)
  }
})

test('a batch that is not covered as a whole is refused as a whole', async () => {
  const tenant = await funded(300n)
  const ids = [await upload(tenant, 'one'), await upload(tenant, 'two'), await upload(tenant, 'three')]
  const ask = (job_ids: string[]) =>
    service.call('/api/documents/confirm-uploads', { key: tenant.key, method: 'POST', body: { job_ids } })
  const refused = await ask(ids)
  assert.equal(refused.status, 402)
  assert.equal(refused.json.error.details.incoming_docs, '3')
  assert.equal((await ask(ids.slice(0, 2))).status, 202)
  // What was confirmed before is no new document: the same answer again, and only the third is asked for.
  assert.equal((await ask(ids)).json.error.details.incoming_docs, '1')
  assert.equal((await usageOf(tenant)).reserved_usd, '3.00')
})

test('confirming reserves for each package: usage states the terms, and what is reserved is no longer available', async () => {
  const tenant = await funded(1_000n, { maxInFlight: 7, spendCap: centsOf(2_000n) })
  const ids = [await upload(tenant, 'one'), await upload(tenant, 'two')]
  const month = new Date().toISOString().slice(0, 7)
  const terms = {
    balance_usd: '10.00',
    per_doc_reservation_usd: '1.50',
    spend_cap_usd: '20.00',
    max_in_flight_docs: 7,
    period: { month, spent_usd: '0.00', documents: 0 },
  }
  assert.deepEqual(await usageOf(tenant), { ...terms, reserved_usd: '0.00', available_usd: '10.00', in_flight_docs: 0 })
  for (const jobId of ids) assert.equal((await confirm(service, tenant.key, jobId)).status, 202)
  assert.deepEqual(await usageOf(tenant), { ...terms, reserved_usd: '3.00', available_usd: '7.00', in_flight_docs: 2 })
})

test('a spend cap counts what is reserved: what fits under it to the cent passes, the next is refused', async () => {
  const tenant = await funded(10_000n, { spendCap: centsOf(300n) })
  const ids = [await upload(tenant, 'one'), await upload(tenant, 'two'), await upload(tenant, 'three')]
  const replies = [] as Reply[]
  for (const jobId of ids) replies.push(await confirm(service, tenant.key, jobId))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [202, 202, 402],
  )
  assert.equal(replies[2]?.json.error.type, 'spend_cap_reached')
  await agree(service.operator, tenant.workspace, { spendCap: null })
  assert.equal((await confirm(service, tenant.key, ids[2] ?? '')).status, 202, 'without a cap')
})

test('a throttled workspace goes on as soon as something of it has ended', async () => {
  const tenant = await funded(10_000n, { maxInFlight: 1 })
  const [first, second] = [await upload(tenant, 'one'), await upload(tenant, 'two')]
  assert.equal((await confirm(service, tenant.key, first)).status, 202)
  assert.equal((await confirm(service, tenant.key, second)).status, 429)
  assert.equal((await service.call(`/api/jobs/${first}`, { key: tenant.key, method: 'DELETE' })).status, 204)
  assert.equal((await confirm(service, tenant.key, second)).status, 202)
})

test('the ledger is read by pages, the newest entry first, and its entries add up to the balance', async () => {
  const tenant = await funded(1_000n)
  await giveCredit(service.operator, tenant.workspace, { amount: centsOf(-250n), note: 'taken back' })
  assert.equal((await confirm(service, tenant.key, await upload(tenant, 'one'))).status, 202)
  const entries = [] as any[]
  for (let path: string | null = '/api/usage/ledger?limit=1'; path !== null;) {
    const { status, json } = await service.call(path, { key: tenant.key })
    assert.equal(status, 200)
    assert.ok(json.data.length <= 1)
    entries.push(...json.data)
    path = json.next_cursor === null ? null : `/api/usage/ledger?limit=1&cursor=${json.next_cursor}`
  }
  assert.deepEqual(
    entries.map((entry) => [entry.kind, entry.balance_usd, entry.reserved_usd, entry.note]),
    [
      ['reserve', '0.00', '1.50', null],
      ['credit', '-2.50', '0.00', 'taken back'],
      ['credit', '10.00', '0.00', 'test'],
    ],
  )
  const sum = (member: string): string =>
    formatCents(
      centsOf(entries.reduce((total: bigint, entry) => total + (parseCents(entry[member] as string) ?? 0n), 0n)),
    )
  const usage = await usageOf(tenant)
  assert.deepEqual([sum('balance_usd'), sum('reserved_usd')], [usage.balance_usd, usage.reserved_usd])
})

test('documents beyond the one that was reserved for are charged too, each at the price of then, and once', async () => {
  const tenant = await funded(200n)
  const jobId = await upload(tenant, 'three in one')
  assert.equal((await confirm(service, tenant.key, jobId)).status, 202)
  await agree(service.operator, tenant.workspace, { perDocument: centsOf(900n) })
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 1 })
  for (let time = 0; time < 2; time += 1) {
    await db.inTenant({ workspaceUuid: tenant.workspace.uuid }, (tx) =>
      settleReservations(tx, new Date(), [{ jobId, documents: 3 }]),
    )
  }
  await db.close()
  assert.equal((await usageOf(tenant)).balance_usd, '-2.50')
  assert.deepEqual((await books(tenant)).differences, [])
})

const DELETIONS: [string, (tenant: Funded, jobId: string) => string][] = [
  ['job', (_tenant, jobId) => `/api/jobs/${jobId}`],
  ['loan', ({ loan }) => `/api/loans/${loan.loanId}`],
  ['borrower', ({ loan }) => `/api/borrowers/${loan.borrowerId}`],
]
for (const [what, path] of DELETIONS) {
  test(`deleting a ${what} gives back what was reserved for its work`, async () => {
    const tenant = await funded(150n, { maxInFlight: 1 })
    const jobId = await upload(tenant, 'one')
    assert.equal((await confirm(service, tenant.key, jobId)).status, 202)
    const deleted = await service.call(path(tenant, jobId), { key: tenant.key, method: 'DELETE' })
    assert.equal(deleted.status, 204, deleted.text)
    const usage = await usageOf(tenant)
    assert.equal(usage.balance_usd, '1.50')
    assert.equal(usage.reserved_usd, '0.00')
    assert.equal(usage.in_flight_docs, 0)
    assert.deepEqual((await books(tenant)).differences, [])
  })
}

test('test mode is free: nothing is refused, reserved or charged', async () => {
  const tenant = await funded(0n, { coversProcessing: false, spendCap: centsOf(0n) })
  const twin = await service.twinOf(tenant)
  const loan = await newLoan(service, twin.key)
  const jobId = await uploadFile(service, twin.key, loan.loanId, Buffer.from('free'), 'rows.csv')
  const confirmed = await confirm(service, twin.key, jobId)
  assert.equal(confirmed.status, 202, confirmed.text)
  assert.equal(confirmed.json.sample, true)
  assert.deepEqual(await books(twin), { entries: 0, differences: [] })
  await assert.rejects(agree(service.operator, twin.workspace, {}), /test mode is free/)
})

test('a workspace of which nothing was agreed has the defaults that the table gives', async () => {
  const tenant = await service.tenant()
  const db = new Db({ url: urlOf(service.database, 'APP'), poolSize: 1 })
  const uuid = { workspaceUuid: tenant.workspace.uuid }
  const before = await db.read(uuid, (tx) => findAccount(tx, '2026-11'))
  const made = await db.inTenant(uuid, (tx) => lockAccount(tx, '2026-11'))
  await db.close()
  assert.deepEqual(made, before)
})

test('no role of the service may change or delete an entry, or write its own terms', async () => {
  const tenant = await funded(100n)
  const statements = [
    'UPDATE ledger_entries SET balance_cents = 1',
    'DELETE FROM ledger_entries',
    'UPDATE billing_accounts SET per_doc_cents = 0',
    'UPDATE billing_accounts SET spend_cap_cents = NULL',
    'DELETE FROM billing_accounts',
  ]
  for (const role of ['APP', 'WORKER'] as const) {
    const client = new pg.Client({ connectionString: urlOf(service.database, role) })
    await client.connect()
    await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [tenant.workspace.uuid])
    for (const statement of statements) await assert.rejects(client.query(statement), /permission denied/, statement)
    await client.end()
  }
})

/** Last, because from here on a pipeline takes up whatever is confirmed. */
test('a processed package is charged, a failed and a duplicate one released, and the ledger explains the balance', async () => {
  await startTestPipeline(service, { reader })
  const tenant = await funded(1_000n)
  const good = await upload(tenant, 'good')
  const bad = await upload(tenant, 'unreadable')
  for (const jobId of [good, bad]) assert.equal((await confirm(service, tenant.key, jobId)).status, 202)
  assert.equal((await waitForJob(service, tenant.key, good)).status, 'COMPLETED')
  assert.equal((await waitForJob(service, tenant.key, bad)).status, 'FAILED')
  const twin = await upload(tenant, 'good')
  assert.equal((await confirm(service, tenant.key, twin)).json.status, 'DUPLICATE')
  const usage = await usageOf(tenant)
  assert.equal(usage.balance_usd, '8.50')
  assert.equal(usage.available_usd, '8.50')
  assert.equal(usage.reserved_usd, '0.00')
  assert.equal(usage.in_flight_docs, 0)
  assert.deepEqual(usage.period, { month: new Date().toISOString().slice(0, 7), spent_usd: '1.50', documents: 1 })
  const ledger = await service.call('/api/usage/ledger?limit=100', { key: tenant.key })
  const entries = (ledger.json.data as any[]).map((entry) => [entry.kind, entry.job_id, entry.balance_usd])
  assert.equal(entries.length, 5)
  assert.deepEqual(
    entries.filter(([kind]) => kind !== 'reserve').sort(),
    [
      ['credit', null, '10.00'],
      ['release', bad, '0.00'],
      ['settle', good, '-1.50'],
    ].sort(),
  )
  assert.deepEqual(await books(tenant), { entries: 5, differences: [] })
})
