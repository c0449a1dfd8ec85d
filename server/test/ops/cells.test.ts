/** Two cells on one machine: a database, a bucket, windows and engine services for each, and the edge that ships. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { s3Of } from '../../../ops/backup/parts.ts'
import { askDirectory } from '../../src/main/admin/cells/commands.ts'
import { openCell } from '../../src/main/admin/cells/cell.ts'
import type { Cell } from '../../src/main/admin/cells/cell.ts'
import { edgeMap } from '../../src/main/admin/cells/directory.ts'
import { groupOf, moveWorkspace, stay } from '../../src/main/admin/cells/move-workspace.ts'
import { parseConfig } from '../../src/main/config.ts'
import { insertBorrower } from '../../src/store/borrowers.ts'
import { Db } from '../../src/store/db.ts'
import { verifyAudit } from '../../src/store/operator.ts'
import { tenantTables } from '../../src/store/tenant-rows.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { freePort } from '../support/pipeline-processes.ts'
import { missing, startProgram } from '../support/programs.ts'
import { startTestService, testSettings } from '../support/service.ts'
import type { Call, Reply, Tenant, TestService } from '../support/service.ts'
import { createAuthority } from '../support/tls.ts'
import { askUntil, confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SAMPLE = readFileSync(join(ROOT, 'server/seed/samples/profit-loss-statement-retail.pdf'))
const AT_ONCE = { settleMs: 0, drainMs: 20_000 }
const folder = mkdtempSync(join(tmpdir(), 'tieout-cells-'))
after(() => rmSync(folder, { recursive: true }))

interface TestCell extends Cell {
  readonly service: TestService
  readonly settings: Record<string, string>
}

async function startCell(name: string): Promise<TestCell> {
  const bucket = `cell-${name}-${randomBytes(6).toString('hex')}`
  const s3 = s3Of(parseConfig(testSettings('unused')))
  await s3.send(new CreateBucketCommand({ Bucket: bucket }))
  s3.destroy()
  const settings = { TIEOUT_S3_BUCKET_DOCUMENTS: bucket }
  const service = await startTestService({ settings })
  const cell = openCell(name, parseConfig({ ...testSettings(service.database), ...settings }))
  service.companions.push(() => cell.close())
  return { ...cell, service, settings }
}

/** How many rows of the workspace a cell has, over all tables, seen from behind the fences. */
async function rowsOf({ db, service }: TestCell, workspaceUuid: string): Promise<number> {
  let rows = 0
  for (const { name, tenantColumn } of await tenantTables(db)) {
    const sql = `SELECT count(*)::int AS n FROM "${name}" WHERE "${tenantColumn}" = $1`
    rows += (await asSuperuser<{ n: number }>(service.database, sql, [workspaceUuid]))[0]?.n ?? 0
  }
  return rows
}

const [a, b] = [await startCell('a'), await startCell('b')]

function assertMoved(reply: Reply, cell: string | null): void {
  assert.equal(reply.status, 503, reply.text)
  assert.equal(reply.json.error.type, 'workspace_moved')
  assert.deepEqual(reply.json.error.details, cell === null ? null : { cell })
  assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]$/)
}

/** A customer with something of everything that is easily made. */
async function furnished(
  cell: TestCell,
): Promise<{ tenant: Tenant; twin: Tenant; reads: string[]; jobId: string; loanId: string }> {
  const { service } = cell
  const tenant = await service.tenant({ name: 'Prairie Bank' })
  const { key } = tenant
  const twin = await service.twinOf(tenant)
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, SAMPLE)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId)).status, 'COMPLETED')
  const results = `/api/borrowers/${borrowerId}/jobs/${jobId}/results`
  const [document] = (await service.call(results, { key })).json.data as { id: string }[]
  const mapping = `/api/borrowers/${borrowerId}/extractions/${document?.id ?? ''}/mapping`
  await askUntil(
    () => service.call(mapping, { key }),
    ({ status }) => status === 200,
  )
  // Of a kind that does not happen here: nothing is sent.
  const hook = { url: 'https://1.1.1.1/tieout', subscribed_events: ['memo_render.failed'] }
  assert.equal((await service.call('/api/webhooks', { key, method: 'POST', body: hook })).status, 201)
  const reads = [
    mapping, mapping.replace(/mapping$/, 'report-data'), results, '/api/borrowers', '/api/loans', '/api/webhooks',
    '/api/events', '/api/audit-log', '/api/keys', `/api/documents/${jobId}/status`,
  ] // prettier-ignore
  return { tenant, twin, reads, jobId, loanId }
}

async function answersOf(service: TestService, key: string, paths: readonly string[]): Promise<unknown[]> {
  return Promise.all(
    paths.map(async (path) => {
      const reply = await service.call(path, { key })
      assert.equal(reply.status, 200, `${path}: ${reply.text}`)
      return reply.json
    }),
  )
}

test('a workspace moves with its sandbox and all it has; its keys, its work and its answers go on in the other cell', async (t) => {
  const pipeline = await startTestPipeline(a.service, { settings: a.settings })
  const { tenant, twin, reads, jobId, loanId } = await furnished(a)
  const { key, workspace } = tenant
  const neighbour = await a.service.tenant({ name: 'Neighbour' })
  await newLoan(a.service, neighbour.key)
  const once: Call = {
    key,
    method: 'POST',
    body: { business_name: 'Once' },
    headers: { 'idempotency-key': 'only once' },
  }
  const first = await a.service.call('/api/borrowers', once)
  assert.equal(first.status, 201)
  // Work that nobody has done yet when the workspace goes.
  await pipeline.stop()
  const waiting = await uploadFile(a.service, key, loanId, Buffer.concat([SAMPLE, Buffer.from('\n')]))
  await confirm(a.service, key, waiting)
  const before = await answersOf(a.service, key, reads)
  const [neighbourRows, ownRows] = [await rowsOf(a, neighbour.workspace.uuid), await rowsOf(a, workspace.uuid)]

  const report = await moveWorkspace(a, b, workspace.uuid, AT_ONCE)

  t.diagnostic(JSON.stringify(report))
  assert.equal(report.workspaces, 2)
  assert.ok(report.rows > ownRows && report.objects >= 3, JSON.stringify(report))
  assertMoved(await a.service.call('/api/me', { key }), 'b')
  assertMoved(await a.service.call('/api/me', { key: twin.key }), 'b')
  assert.deepEqual([await rowsOf(a, workspace.uuid), await rowsOf(a, twin.workspace.uuid)], [0, 0])
  assert.equal(await rowsOf(a, neighbour.workspace.uuid), neighbourRows)
  assert.equal((await a.service.call('/api/me', { key: neighbour.key })).status, 200)

  assert.deepEqual(await answersOf(b.service, key, reads), before)
  assert.equal((await b.service.call('/api/me', { key: twin.key })).json.mode, 'test')
  const again = await b.service.call('/api/borrowers', once)
  assert.deepEqual([again.status, again.json], [201, first.json], 'a repeated write must stay one')
  const link = (await b.service.call(`/api/documents/${jobId}/download-url`, { key })).json as { download_url: string }
  const bytes = Buffer.from(await (await fetch(link.download_url)).arrayBuffer())
  assert.ok(bytes.equals(SAMPLE), 'the original must come along byte for byte')
  assert.equal((await verifyAudit(b.service.operator, workspace.uuid)).brokenAt, null)
  await startTestPipeline(b.service, { settings: b.settings })
  assert.equal((await waitForJob(b.service, key, waiting)).status, 'COMPLETED')

  // And back, over what it left behind.
  await moveWorkspace(b, a, workspace.uuid, AT_ONCE)
  assertMoved(await b.service.call('/api/me', { key }), 'a')
  assert.equal((await a.service.call(`/api/documents/${waiting}/status`, { key })).json.status, 'COMPLETED')
})

test('what is written behind a closed door while the rows are copied is not lost: it arrives, or it is refused', async () => {
  const tenant = await a.service.tenant()
  for (let number = 0; number < 20; number += 1) await newLoan(a.service, tenant.key)
  const app = new Db({ url: urlOf(a.service.database, 'APP'), poolSize: 4 })
  const scope = { workspaceUuid: tenant.workspace.uuid }
  const kept = new Set<string>()
  let moved = false
  let refused = 0
  // As requests do that were let in before: past the gate, straight at the rows, from before the move to its end.
  const writers = Array.from({ length: 4 }, async () => {
    while (!moved && refused < 20) {
      await app
        .inTenant(scope, (tx) => insertBorrower(tx, { businessName: 'Late' }, { isIntake: false }))
        .then(
          ({ id }) => kept.add(id),
          () => (refused += 1),
        )
      await new Promise((done) => setTimeout(done, 5))
    }
  })
  // Until the writers pause the copy may never be the same as its source: then the move gives up, and nothing is lost.
  const first = await moveWorkspace(a, b, scope.workspaceUuid, AT_ONCE).then(() => null, String)
  moved = true
  await Promise.all(writers)
  if (first !== null) await moveWorkspace(a, b, scope.workspaceUuid, AT_ONCE)
  await app.close()
  assert.ok(kept.size > 0)
  const rows = await asSuperuser<{ n: number }>(
    b.service.database,
    `SELECT count(*)::int AS n FROM borrowers WHERE workspace_id = $1 AND business_name = 'Late'`,
    [scope.workspaceUuid],
  )
  assert.equal(rows[0]?.n, kept.size)
  assert.equal(await rowsOf(a, scope.workspaceUuid), 0)
})

test('a move that breaks off is answered with a come-back, goes on where it was, or is given up', async () => {
  const tenant = await a.service.tenant()
  const { loanId } = await newLoan(a.service, tenant.key)
  await uploadFile(a.service, tenant.key, loanId, SAMPLE)
  const { uuid } = tenant.workspace
  const own = await rowsOf(a, uuid)
  const config = parseConfig({ ...testSettings(b.service.database), TIEOUT_S3_BUCKET_DOCUMENTS: 'not-there' })
  const broken = openCell('b', config)
  b.service.companions.push(() => broken.close())
  await assert.rejects(moveWorkspace(a, broken, uuid, AT_ONCE), { name: 'NoSuchBucket' })
  assertMoved(await a.service.call('/api/me', { key: tenant.key }), null)
  assertMoved(await b.service.call('/api/me', { key: tenant.key }), null)
  assert.deepEqual((await askDirectory([a, b])).faults, [])

  await stay(a, await groupOf([a, b], uuid))
  assert.equal((await a.service.call('/api/me', { key: tenant.key })).status, 200)
  assert.equal(await rowsOf(a, uuid), own)

  await moveWorkspace(a, b, uuid, AT_ONCE)
  assert.equal((await b.service.call('/api/me', { key: tenant.key })).status, 200)
  assert.equal(await rowsOf(b, uuid), own)
  // Once more, as somebody would who does not know that it is done.
  assert.equal((await moveWorkspace(a, b, uuid, AT_ONCE)).rows, 0)
})

test('a move is refused where the other cell is of another release, can not open secrets, has such rows, or where a table would stay behind', async () => {
  const { workspace } = await a.service.tenant()
  const other = parseConfig({
    ...testSettings(b.service.database),
    TIEOUT_SECRET_KEY: randomBytes(32).toString('base64'),
  })
  const sealed = openCell('b', other)
  b.service.companions.push(() => sealed.close())
  await assert.rejects(moveWorkspace(a, sealed, workspace.uuid, AT_ONCE), /can't open what a seals/)
  await asSuperuser(b.service.database, `INSERT INTO migrations (name, hash) VALUES ('9999-later.sql', 'x')`)
  await assert.rejects(moveWorkspace(a, b, workspace.uuid, AT_ONCE), /different migrations/)
  await asSuperuser(b.service.database, `DELETE FROM migrations WHERE name = '9999-later.sql'`)
  await asSuperuser(a.service.database, 'DROP POLICY move ON figures')
  await assert.rejects(moveWorkspace(a, b, workspace.uuid, AT_ONCE), /lets the owner carry rows of figures/)
  await asSuperuser(a.service.database, 'CREATE POLICY move ON figures TO tieout_owner USING (workspace_id = current_workspace())') // prettier-ignore
  await asSuperuser(b.service.database, `INSERT INTO organizations (id, name) VALUES ($1, 'o')`, [workspace.uuid])
  await asSuperuser(b.service.database, `INSERT INTO workspaces (id, organization_id, name, mode) VALUES ($1, $1, 'w', 'live')`, [workspace.uuid]) // prettier-ignore
  await assert.rejects(moveWorkspace(a, b, workspace.uuid, AT_ONCE), /no move brought there/)
  assert.match((await askDirectory([a, b])).faults.join(), /is in a and b/)
  await asSuperuser(b.service.database, 'DELETE FROM workspaces WHERE id = $1', [workspace.uuid])
  await moveWorkspace(a, b, workspace.uuid, AT_ONCE)
})

test(
  'the edge finds the cell by key, session, handle and address of a surface, follows a move, and denies the unknown',
  { skip: missing('haproxy') },
  async () => {
    const [inA, inB] = [await a.service.tenant(), await b.service.tenant()]
    const [port, plain] = [await freePort(), await freePort()]
    const map = join(folder, 'cells.map')
    const writeMap = async (): Promise<void> => writeFileSync(map, edgeMap(await askDirectory([a, b])))
    const { cert, key: privateKey } = createAuthority().issue(['127.0.0.1'])
    writeFileSync(join(folder, 'certificate.pem'), `${cert}${privateKey}`)
    const server = (cell: TestCell): string => `server api ${new URL(cell.service.url).host}`
    const config = readFileSync(join(ROOT, 'ops/edge/cells.cfg'), 'utf8')
      // TLS is the same as at the edge of one cell, which has a test of its own.
      .replace(/bind :8443.*/, `bind 127.0.0.1:${port}`)
      .replace('bind :8080', `bind 127.0.0.1:${plain}`)
      .replaceAll('/etc/haproxy/cells.map', map)
      .replace(/server-template api 10 api\.a.*/, server(a))
      .replace(/server-template api 10 api\.b.*/, server(b))
    writeFileSync(join(folder, 'cells.cfg'), config)
    await writeMap()
    const edge = await startProgram(['haproxy', '-W', '-db', '-f', join(folder, 'cells.cfg')], port)
    const ask = async (path: string, options: { key?: string; body?: unknown } = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: options.body === undefined ? 'GET' : 'POST',
        headers: {
          ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
          ...(options.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        json: text.startsWith('{') ? JSON.parse(text) : null,
      }
    }
    const workspaceOf = async (key: string): Promise<unknown> => (await ask('/api/me', { key })).json?.workspace?.id

    for (const tenant of [inA, inB]) {
      assert.equal(await workspaceOf(tenant.key), tenant.workspace.id)
      const borrower = await ask('/api/borrowers', { key: tenant.key, body: { business_name: 'Oven' } })
      const loan = await ask(`/api/borrowers/${borrower.json.id}/loans`, { key: tenant.key, body: {} })
      const minted = await ask('/api/embed/iframe-urls', {
        key: tenant.key,
        body: { loan_id: loan.json.id, surface: 'documents' },
      })
      const [page, handle] = String(minted.json.url).split('#handle=') as [string, string]
      assert.notEqual((await ask(new URL(page).pathname)).status, 401)
      const session = await ask('/api/embed/exchange', { body: { handle } })
      assert.equal(session.status, 200)
      assert.equal((await ask(`/api/loans/${loan.json.id}`, { key: session.json.token })).json.id, loan.json.id)
    }
    for (const key of [undefined, 'nonsense', `svc_live_${'0'.repeat(36)}`]) {
      const refusal = await ask('/api/me', key === undefined ? {} : { key })
      assert.equal(refusal.status, 401)
      assert.equal(refusal.json.error.type, 'unauthenticated')
      assert.equal(refusal.json.error.request_id, refusal.headers.get('x-request-id'))
    }
    assert.equal((await ask('/healthz')).status, 404)
    assert.equal((await ask('/reference')).status, 200)

    await moveWorkspace(a, b, inA.workspace.uuid, AT_ONCE)
    const late = await ask('/api/me', { key: inA.key })
    assert.deepEqual([late.status, late.json.error.details], [503, { cell: 'b' }])
    await writeMap()
    edge.kill('SIGUSR2')
    for (const end = Date.now() + 10_000; Date.now() < end && (await ask('/api/me', { key: inA.key })).status !== 200;)
      await new Promise((done) => setTimeout(done, 100))
    assert.equal(await workspaceOf(inA.key), inA.workspace.id)
    assert.equal(await workspaceOf(inB.key), inB.workspace.id)
  },
)
