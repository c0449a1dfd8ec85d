/** The reset of a sandbox: what it answers, what it refuses, and that afterwards there is the seed and nothing else. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CATEGORY_NAMES } from '../../src/domain/documents/categories.ts'
import { SCOPES } from '../../src/domain/scopes.ts'
import { issueOperatorKey } from '../../src/main/admin/keys.ts'
import { Db } from '../../src/store/db.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { insertReset } from '../../src/store/sandbox.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { complaintAbout, operationOf } from '../support/fuzz/contract.ts'
import { startTestService } from '../support/service.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { assertSame, KEPT_OVER_RESET, storedBorrowers, tenantContent, tenantTables } from '../support/tenant-content.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const service = await startTestService()
let pipeline = await startTestPipeline(service)
const live = await service.tenant()
const twin = await service.twinOf(live)
await setRateLimits(service.operator, twin.keyId, { strict: 1000, api: 10_000 })

const reset = (tenant: Tenant, headers: Record<string, string> = {}): Promise<Reply> =>
  service.call('/api/sandbox/reset', { key: tenant.key, method: 'POST', headers })
const read = async (path: string): Promise<any> => {
  const reply = await service.call(path, { key: twin.key })
  assert.equal(reply.status, 200, `${path}: ${reply.text}`)
  // What the seed writes goes past the schemas of requests: what is read of it is held against the contract.
  const answer = { status: reply.status, headers: Object.fromEntries(reply.headers), text: reply.text }
  assert.equal(complaintAbout(operationOf('GET', path), answer), null, path)
  return reply.json
}
const DONE = { reset: true, sandbox_tenant_present: true, reseeded: true, external_purge_errors: 0 }

test('a reset has happened when it is answered: three borrowers, five loans, a document of each category, a final spread, a memo with its file, a history', async () => {
  const reply = await reset(twin)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.json, DONE)
  const borrowers = (await read('/api/borrowers')).data as any[]
  assert.equal(borrowers.length, 3)
  const loans = (await read('/api/loans')).data as any[]
  assert.equal(loans.length, 5)
  const categories: string[] = []
  for (const borrower of borrowers) {
    for (const job of (await read(`/api/borrowers/${borrower.id}/jobs`)).data) {
      assert.equal(job.status, 'COMPLETED')
      for (const document of (await read(`/api/borrowers/${borrower.id}/jobs/${job.job_id}/results`)).data) {
        categories.push(document.category as string)
        const data = await read(`/api/borrowers/${borrower.id}/extractions/${document.id}/report-data`)
        assert.equal(data.document_id, document.id)
        const page = await read(`/api/borrowers/${borrower.id}/extractions/${document.id}/pages/1`)
        assert.ok(page.words.length > 0)
        assert.equal(
          (await fetch((await read(`/api/documents/${job.job_id}/download-url`)).download_url as string)).status,
          200,
        )
      }
    }
  }
  assert.deepEqual(categories.sort(), CATEGORY_NAMES.toSorted())
  const finals: any[] = []
  for (const loan of loans) {
    const versions = await read(`/api/loans/${loan.id}/attributes/versions?status=final`)
    finals.push(...versions.data)
  }
  assert.equal(finals.length, 1)
  const snapshot = await read(`/api/loans/${finals[0].loan_id}/attributes/${finals[0].snapshot_id}`)
  assert.equal(snapshot.manifest.documents.length, 3)
  const events = (await read('/api/events?limit=100')).data as any[]
  assert.equal(events.length, 42)
  assert.ok(events.every((event) => event.livemode === false))
  assert.deepEqual((await read('/api/webhooks')).data, [])
})

test('the memo of the seed is printed on the final spread: its file has the hash it names and was told of once', async () => {
  const loans = (await read('/api/loans')).data as any[]
  const loan = loans.find((one) => one.external_id === 'seed-contractor-line')
  const memos = (await read(`/api/loans/${loan.id}/memos`)).data as any[]
  assert.equal(memos.length, 1)
  assert.ok(memos[0].commentary.request.includes('$250,000'))
  assert.equal(memos[0].latest_render.status, 'succeeded')
  const [final] = (await read(`/api/loans/${loan.id}/attributes/versions?status=final`)).data
  const pdf = await read(`/api/loans/${loan.id}/memos/${memos[0].memo_id}/pdf`)
  assert.deepEqual([pdf.snapshot_id, pdf.stale], [final.snapshot_id, false])
  const file = Buffer.from(await (await fetch(pdf.url as string)).arrayBuffer())
  assert.equal(file.subarray(0, 5).toString(), '%PDF-')
  assert.equal(createHash('sha256').update(file).digest('hex'), pdf.sha256)
  const events = (await read('/api/events?limit=100')).data as any[]
  const told = events.filter((event) => event.type.startsWith('memo_render.'))
  assert.deepEqual(
    told.map((event) => [event.type, event.data.render_id, event.livemode]),
    [['memo_render.succeeded', pdf.render_id, false]],
  )
})

test('the statement of the seed is mapped, everything of it is current, and its earnings a share are in dollars', async () => {
  const [borrower] = (await read('/api/borrowers')).data.filter(
    (one: any) => one.business_name === 'Pioneer Mechanical Company',
  )
  const mappings = await read(`/api/borrowers/${borrower.id}/extractions/mappings`)
  assert.deepEqual(mappings.pending_document_ids, [])
  assert.equal(mappings.data.length, 1)
  assert.equal(mappings.data[0].stale, false)
  const { mapping_state, lines } = mappings.data[0].payload
  assert.equal(mapping_state, 'mapped')
  const valuesOf = (caption: string): unknown => lines.find(({ label }: any) => label === caption).values
  assert.deepEqual(valuesOf('Net Income'), ['427596000.00', '363351000.00', '269349000.00'])
  assert.deepEqual(valuesOf('Basic earnings per share'), ['0.36', '1.23', '6.58'], 'in dollars, not in thousands')
})

test('whatever was done in it, the sandbox holds exactly the seed again, bytes included', async () => {
  assert.equal((await reset(twin)).status, 200)
  const seed = await tenantContent(service.database, twin.workspace.uuid)
  const { borrowerId, loanId } = await newLoan(service, twin.key)
  const jobId = await uploadFile(service, twin.key, loanId, Buffer.from('something else'))
  await confirm(service, twin.key, jobId, { sample_document: 'package-year-end' })
  await waitForJob(service, twin.key, jobId, ['COMPLETED'])
  const as = { key: twin.key }
  const url = 'https://hooks.example.com/'
  await service.call('/api/webhooks', { ...as, method: 'POST', body: { url, subscribed_events: ['*'] } })
  const rules = [{ match: 'exact', caption: 'Rent', account_id: 'opex.rent' }]
  await service.call('/api/chart-of-accounts/rules', { ...as, method: 'PUT', body: { rules } })
  const [first] = (await read('/api/borrowers')).data
  await service.call(`/api/borrowers/${first.id}`, { ...as, method: 'DELETE' })
  assert.ok((await storedBorrowers(service.database, twin.workspace.uuid)).includes(borrowerId))
  assert.notEqual((await tenantContent(service.database, twin.workspace.uuid)).hash, seed.hash)

  assert.deepEqual((await reset(twin)).json, DONE)
  const after = await tenantContent(service.database, twin.workspace.uuid)
  assert.deepEqual(after.counts, seed.counts)
  assertSame(after, seed)
  const borrowers = (await read('/api/borrowers')).data.map(({ id }: any) => id as string)
  assert.deepEqual(await storedBorrowers(service.database, twin.workspace.uuid), borrowers.sort())
})

test('a live key gets 403 mode_mismatch, a key without the scope 403 missing_scope, and neither changes anything', async () => {
  const before = await tenantContent(service.database, live.workspace.uuid)
  const refused = await reset(live)
  assert.equal(refused.status, 403)
  assert.equal(refused.json.error.type, 'mode_mismatch')
  const scopes = SCOPES.filter((scope) => scope !== 'sandbox:reset')
  for (const tenant of [live, twin]) {
    const weak = await service.keyFor(tenant.workspace, { scopes })
    assert.equal((await reset({ ...tenant, key: weak.key })).json.error.type, 'missing_scope')
  }
  assert.equal((await tenantContent(service.database, live.workspace.uuid)).hash, before.hash)
})

test('the lane is strict: ten a minute', async () => {
  const key = await service.keyFor(live.workspace)
  const replies: Reply[] = []
  for (let index = 0; index < 11; index += 1) replies.push(await reset({ ...live, key: key.key }))
  assert.equal(replies[0]?.headers.get('ratelimit-limit'), '10')
  assert.deepEqual(
    replies.map(({ status }) => status),
    [...Array.from({ length: 10 }, () => 403), 429],
  )
})

test('under one idempotency key it happens once, and the answer is replayed although the sandbox was emptied', async () => {
  const resets = async (): Promise<number> =>
    (await asSuperuser(service.database, 'SELECT 1 FROM sandbox_resets WHERE workspace_id = $1', [twin.workspace.uuid]))
      .length
  const before = await resets()
  const headers = { 'idempotency-key': randomUUID() }
  const first = await reset(twin, headers)
  assert.equal(first.status, 200, first.text)
  const again = await reset(twin, headers)
  assert.equal(again.headers.get('idempotency-replay'), 'true')
  assert.equal(again.text, first.text)
  assert.equal(await resets(), before + 1)
})

test('of many at once one happens and the others are told that it is busy', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => reset(twin)))
  const good = replies.filter(({ status }) => status === 200)
  assert.ok(good.length >= 1)
  for (const reply of replies.filter((one) => !good.includes(one))) {
    assert.equal(reply.status, 409, reply.text)
    assert.equal(reply.json.error.type, 'busy')
  }
  assert.equal(good.length, 1)
})

test('the hundredth reset over a connection is begun as the first was', async () => {
  const other = await service.twinOf(await service.tenant())
  const db = new Db({ url: urlOf(service.database, 'APP'), poolSize: 1 })
  const begun: (string | null)[] = []
  for (let count = 0; count < 100; count += 1)
    begun.push(await db.inTenant({ workspaceUuid: other.workspace.uuid }, (tx) => insertReset(tx, false)))
  await db.close()
  assert.equal(begun.filter((id) => id !== null).length, 1)
})

test('a reset is in the audit log, which it does not touch', async () => {
  const log = await read('/api/audit-log?limit=100')
  assert.ok(log.data.filter(({ action }: any) => action === 'sandbox.reset').length >= 3)
  assert.ok(log.data.some(({ action }: any) => action === 'key.issued'))
})

test('a chart that is saved after a reset is not mistaken for one of before with the same number', async () => {
  const save = async (account_id: string): Promise<void> => {
    const body = { rules: [{ match: 'contains', caption: 'e', account_id }] }
    const reply = await service.call('/api/chart-of-accounts/rules', { key: twin.key, method: 'PUT', body })
    assert.equal(reply.status, 200, reply.text)
  }
  const accounts = (await read('/api/chart-of-accounts')).accounts as any[]
  const [one, other] = accounts.filter(({ section, enabled }) => section === 'opex' && enabled !== false)
  const placed = async (): Promise<Set<string>> => {
    const [borrower] = (await read('/api/borrowers')).data.filter(
      ({ business_name }: any) => business_name === 'Pioneer Mechanical Company',
    )
    const list = (): Promise<any> => read(`/api/borrowers/${borrower.id}/extractions/mappings`)
    await until(async () => {
      const [mapping] = (await list()).data
      return mapping.chart_rules_version === 1 && !mapping.stale
    }, 20_000)
    const lines = (await list()).data[0].payload.lines as any[]
    return new Set(lines.map(({ filed_under }) => filed_under as string))
  }
  await save(one.id as string)
  assert.ok((await placed()).has(one.id as string))
  assert.equal((await reset(twin)).status, 200)
  await save(other.id as string)
  const after = await placed()
  assert.ok(after.has(other.id as string))
  assert.ok(!after.has(one.id as string))
  assert.equal((await reset(twin)).status, 200)
})

test('the first test key of a workspace brings a sandbox that is seeded, and the second changes nothing', async () => {
  const other = await service.tenant()
  const wish = { name: 'first', mode: 'test', role: 'admin', scopes: SCOPES } as const
  const first = await issueOperatorKey(service.operator, other.workspace, wish)
  const borrowers = async (): Promise<string[]> =>
    (await service.call('/api/borrowers', { key: first.key })).json.data.map(({ id }: any) => id as string)
  await until(async () => (await borrowers()).length === 3, 20_000)
  const seeded = await borrowers()
  await issueOperatorKey(service.operator, other.workspace, { ...wish, name: 'second' })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  assert.deepEqual(await borrowers(), seeded)
})

test('what the first key makes before its sandbox is seeded stays, beside the seed', async () => {
  const other = await service.tenant()
  await pipeline.stop()
  const wish = { name: 'first', mode: 'test', role: 'admin', scopes: SCOPES } as const
  const { key } = await issueOperatorKey(service.operator, other.workspace, wish)
  const early = await service.call('/api/borrowers', { key, method: 'POST', body: { business_name: 'Early' } })
  assert.equal(early.status, 201, early.text)
  pipeline = await startTestPipeline(service)
  const ids = async (): Promise<string[]> =>
    (await service.call('/api/borrowers', { key })).json.data.map(({ id }: any) => id as string)
  await until(async () => (await ids()).length === 4, 30_000)
  assert.ok((await ids()).includes(early.json.id as string))
})

test('the database itself refuses to empty a live workspace', async () => {
  await assert.rejects(
    asSuperuser(
      service.database,
      `DO $$ BEGIN SET LOCAL ROLE tieout_worker; PERFORM set_config('app.workspace_id', '${live.workspace.uuid}', true); PERFORM wipe_sandbox(); END $$`,
    ),
    /only a sandbox/,
  )
})

test('every table of a tenant is either emptied by a reset or said to be kept', async () => {
  const [wipe] = await asSuperuser<{ source: string }>(
    service.database,
    `SELECT prosrc AS source FROM pg_proc WHERE proname = 'wipe_sandbox'`,
  )
  const reached = new Set([...(wipe?.source ?? '').matchAll(/DELETE FROM public\.(\w+)/g)].map(([, table]) => table))
  assert.ok(reached.size >= 7)
  const cascades = await asSuperuser<{ child: string; parent: string }>(
    service.database,
    `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint
     WHERE contype = 'f' AND confdeltype = 'c'`,
  )
  for (let size = -1; size !== reached.size;) {
    size = reached.size
    for (const { child, parent } of cascades) if (reached.has(parent)) reached.add(child)
  }
  const tables = await tenantTables(service.database)
  assert.ok(tables.length >= 28, `only ${tables.length} tables`)
  assert.deepEqual(
    tables.filter((table) => !reached.has(table) && !KEPT_OVER_RESET.includes(table)),
    [],
  )
  assert.deepEqual(
    KEPT_OVER_RESET.filter((table) => reached.has(table)),
    [],
  )
})

test('without a worker a reset is refused as unavailable and has changed nothing', { timeout: 60_000 }, async () => {
  await pipeline.stop()
  const before = await tenantContent(service.database, twin.workspace.uuid, ['borrowers', 'documents', 'events'])
  const reply = await reset(twin)
  assert.equal(reply.status, 503, reply.text)
  assert.equal(reply.json.error.type, 'unavailable')
  const after = await tenantContent(service.database, twin.workspace.uuid, ['borrowers', 'documents', 'events'])
  assert.equal(after.hash, before.hash)
})
