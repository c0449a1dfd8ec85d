/** Sessions of embedded surfaces: how they are made, how far they reach, and how they end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../src/http/routes/index.ts'
import { newEmbedToken } from '../../src/lib/embed-secret.ts'
import { newUuid } from '../../src/lib/ids.ts'
import { createWorkspace, setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import { exampleRequest } from '../support/example.ts'
import { seededId, seedTenant, unknownId } from '../support/seed.ts'
import type { Seeds } from '../support/seed.ts'
import { FULL_PLAN, startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'

const log: string[] = []
const service = await startTestService({ log: { write: (line) => void log.push(line) } })

async function loanOf(tenant: Tenant): Promise<{ borrowerId: string; loanId: string }> {
  const as = { key: tenant.key, method: 'POST' }
  const borrower = await service.call('/api/borrowers', { ...as, body: { business_name: 'Bakery' } })
  const loan = await service.call(`/api/borrowers/${borrower.json.id}/loans`, { ...as, body: { name: 'Oven' } })
  assert.equal(loan.status, 201, loan.text)
  return { borrowerId: borrower.json.id as string, loanId: loan.json.id as string }
}

const mintHandle = (key: string, body: Record<string, unknown>) =>
  service.call('/api/embed/iframe-urls', { key, method: 'POST', body: { surface: 'spreading', ...body } })
const mintSession = (key: string, body: Record<string, unknown>) =>
  service.call('/api/embed/sessions', { key, method: 'POST', body })
const exchange = (handle: string) => service.call('/api/embed/exchange', { method: 'POST', body: { handle } })
const secretOf = (url: string): string => new URL(url).hash.replace('#handle=', '')

test('a handle is pending, gives its session once, and then reads exchanged and names the session', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const minted = await mintHandle(tenant.key, {
    loan_id: loanId,
    external_user_id: 'analyst-7',
    display_name: 'An analyst',
    token_lifetime_seconds: 900,
  })
  assert.equal(minted.status, 201, minted.text)
  const { url, ...handle } = minted.json
  assert.deepEqual(
    { status: handle.status, surface: handle.surface, loan: handle.loan_id, seconds: handle.token_lifetime_seconds },
    { status: 'pending', surface: 'spreading', loan: loanId, seconds: 900 },
  )
  assert.equal(handle.external_user_id, 'analyst-7')
  assert.equal(handle.display_name, 'An analyst')
  assert.deepEqual([handle.exchanged_at, handle.revoked_at, handle.session_id], [null, null, null])
  const lives = Date.parse(handle.expires_at as string) - Date.parse(handle.created_at as string)
  assert.ok(Math.abs(lives - 5 * 60_000) < 2_000, `${lives}`)

  const exchanged = await exchange(secretOf(url as string))
  assert.equal(exchanged.status, 200, exchanged.text)
  assert.equal(exchanged.json.surface, 'spreading')
  assert.equal(exchanged.json.persistence, 'user')
  assert.deepEqual(exchanged.json.scopes, handle.scopes)
  assert.ok(Math.abs(Date.parse(exchanged.json.expires_at as string) - Date.now() - 900_000) < 5_000)
  const read = await service.call(`/api/embed/iframe-urls/${handle.handle_id}`, { key: tenant.key })
  assert.equal(read.json.status, 'exchanged')
  assert.equal(read.json.session_id, exchanged.json.session_id)
  assert.ok(read.json.exchanged_at)
  assert.ok(!('url' in read.json))
})

test('the address carries the handle in its fragment and nowhere a server would see it', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const { json } = await mintHandle(tenant.key, { loan_id: loanId, surface: 'documents' })
  const url = new URL(json.url as string)
  assert.equal(url.origin, service.url)
  assert.equal(url.pathname, `/embed/${tenant.workspace.id}/documents`)
  assert.equal(url.search, '')
  assert.match(url.hash, /^#handle=svc_handle_[0-9A-Za-z]{36}$/)
})

test('a stolen handle used twice is refused, also when both come at the same moment', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const secret = secretOf((await mintHandle(tenant.key, { loan_id: loanId })).json.url as string)
  const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(secret)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401, 401, 401])
  const again = await exchange(secret)
  assert.equal(again.status, 401)
  assert.equal(again.json.error.type, 'unauthenticated')
})

test('an unknown, a used, an expired and a revoked handle are refused with the same words', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const handles = await Promise.all([1, 2, 3].map(() => mintHandle(tenant.key, { loan_id: loanId })))
  const [used, expired, revoked] = handles.map(({ json }) => json)
  await exchange(secretOf(used.url as string))
  await asSuperuser(service.database, `UPDATE embed_handles SET expires_at = now() WHERE handle_hash = sha256($1)`, [
    Buffer.from(secretOf(expired.url as string)),
  ])
  const gone = await service.call(`/api/embed/iframe-urls/${revoked.handle_id}`, { key: tenant.key, method: 'DELETE' })
  assert.equal(gone.status, 204)
  const messages = new Set<string>()
  const unknown = 'svc_handle_000000000000000000000000000000000000'
  for (const secret of [unknown, ...[used, expired, revoked].map(({ url }) => secretOf(url as string))]) {
    const reply = await exchange(secret)
    assert.equal(reply.status, 401)
    messages.add(reply.json.error.message as string)
  }
  assert.equal(messages.size, 1)
  const statuses = await Promise.all(
    [used, expired, revoked].map(({ handle_id }) =>
      service.call(`/api/embed/iframe-urls/${handle_id}`, { key: tenant.key }),
    ),
  )
  assert.deepEqual(
    statuses.map(({ json }) => json.status),
    ['exchanged', 'expired', 'revoked'],
  )
})

test('a handle that is revoked after its exchange reads revoked, and its session ends at once', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const { json: handle } = await mintHandle(tenant.key, { loan_id: loanId })
  const { json: session } = await exchange(secretOf(handle.url as string))
  assert.equal((await service.call('/api/me', { key: session.token })).status, 200)
  const path = `/api/embed/iframe-urls/${handle.handle_id}`
  assert.equal((await service.call(path, { key: tenant.key, method: 'DELETE' })).status, 204)
  assert.equal((await service.call('/api/me', { key: session.token })).status, 401)
  assert.equal((await service.call(path, { key: tenant.key })).json.status, 'revoked')
})

test('a session ends at once when it is revoked, when its key is, and when its time is over', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const minter = await service.keyFor(tenant.workspace)
  const [revoked, orphaned, expired] = await Promise.all(
    [1, 2, 3].map(() => mintSession(minter.key, { loan_id: loanId, ttl_seconds: 60 })),
  )
  const alive = async (token: string) => (await service.call('/api/me', { key: token })).status
  assert.equal(await alive(expired!.json.token as string), 200)
  // Expiry is looked at on every request, whatever the memory of the process says.
  await asSuperuser(
    service.database,
    `UPDATE embed_sessions SET expires_at = now() + interval '1 second' WHERE id = $1`,
    [
      (
        await asSuperuser<{ id: string }>(
          service.database,
          `SELECT id FROM embed_sessions WHERE token_hash = sha256($1)`,
          [Buffer.from(expired!.json.token as string)],
        )
      )[0]!.id,
    ],
  )
  assert.equal(await alive(expired!.json.token as string), 200)
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  assert.equal(await alive(expired!.json.token as string), 401)

  const path = `/api/embed/sessions/${revoked!.json.session_id}`
  assert.equal((await service.call(path, { key: minter.key, method: 'DELETE' })).status, 204)
  assert.equal(await alive(revoked!.json.token as string), 401)
  assert.equal((await service.call(path, { key: minter.key, method: 'DELETE' })).status, 204, 'ended twice is ended')
  await service.call(`/api/keys/${minter.id}`, { key: tenant.key, method: 'DELETE' })
  assert.equal(await alive(orphaned!.json.token as string), 401)
  assert.equal(await alive(newEmbedToken(newUuid())), 401)
})

test('a deleted loan takes its sessions with it', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const { json } = await mintSession(tenant.key, { loan_id: loanId })
  assert.equal((await service.call('/api/me', { key: json.token })).status, 200)
  assert.equal((await service.call(`/api/loans/${loanId}`, { key: tenant.key, method: 'DELETE' })).status, 204)
  assert.equal((await service.call('/api/me', { key: json.token })).status, 401)
})

test('a session sees itself instead of a key, with what it may do', async () => {
  const tenant = await service.tenant()
  const { loanId, borrowerId } = await loanOf(tenant)
  const session = await mintSession(tenant.key, { loan_id: loanId, scopes: ['spreads:read'], external_user_id: 'u' })
  assert.equal(session.status, 201, session.text)
  assert.equal(session.json.persistence, 'user')
  const { json } = await service.call('/api/me', { key: session.json.token })
  assert.equal(json.key_id, null)
  assert.deepEqual(json.scopes, ['spreads:read'])
  assert.equal(json.role, 'member')
  assert.equal(json.mode, 'live')
  const { expires_at, ...own } = json.session
  assert.deepEqual(own, {
    session_id: session.json.session_id,
    loan_id: loanId,
    borrower_id: borrowerId,
    external_user_id: 'u',
    display_name: null,
    persistence: 'user',
  })
  assert.equal(expires_at, session.json.expires_at)
})

test('without scopes a session gets what the surface needs and its key has; never one that the key lacks', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const narrow = await service.keyFor(tenant.workspace, { scopes: ['embed:write', 'spreads:read'] })
  assert.deepEqual((await mintHandle(narrow.key, { loan_id: loanId })).json.scopes, ['spreads:read'])
  const wide = await mintHandle(tenant.key, { loan_id: loanId, surface: 'documents' })
  assert.ok((wide.json.scopes as string[]).includes('documents:write'))
  assert.ok(!(wide.json.scopes as string[]).includes('chart:write'))
  const beyond = await mintHandle(narrow.key, { loan_id: loanId, scopes: ['spreads:write'] })
  assert.equal(beyond.status, 403)
  assert.equal(beyond.json.error.type, 'missing_scope')
  const never = await mintSession(tenant.key, { loan_id: loanId, scopes: ['keys:write'] })
  assert.equal(never.status, 400)
})

test('a display name needs an external user, and both keep to their lengths', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const bodies: [Record<string, unknown>, number][] = [
    [{ display_name: 'Somebody' }, 400],
    [{ external_user_id: 'u'.repeat(256), display_name: 'n'.repeat(120) }, 201],
    [{ external_user_id: 'u'.repeat(257) }, 400],
    [{ external_user_id: 'u', display_name: 'n'.repeat(121) }, 400],
    [{ external_user_id: '' }, 400],
  ]
  for (const [body, status] of bodies) {
    for (const mint of [mintHandle, mintSession]) {
      const reply = await mint(tenant.key, { loan_id: loanId, ...body })
      assert.equal(reply.status, status, `${JSON.stringify(body)}: ${reply.text}`)
      if (status === 201) assert.equal(reply.json.external_user_id, body['external_user_id'])
    }
  }
})

test('minting needs the scope, the plan feature and a subscription; the loan must be there', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const without = await service.keyFor(tenant.workspace, { scopes: ['spreads:read'] })
  const poor = await service.tenant({ plan: { features: [] } })
  const unpaid = await service.tenant({ plan: { subscriptionStatus: 'canceled' } })
  const table: [string, string, string][] = [
    [without.key, loanId, 'missing_scope'],
    [poor.key, (await loanOf(poor)).loanId, 'feature_not_in_plan'],
    [unpaid.key, unknownId('loan'), 'subscription_required'],
    [tenant.key, unknownId('loan'), 'not_found'],
    [tenant.key, 'nonsense', 'not_found'],
  ]
  for (const [key, loan, type] of table) {
    for (const mint of [mintHandle, mintSession]) {
      assert.equal((await mint(key, { loan_id: loan })).json.error.type, type)
    }
  }
})

test('a handle is read by the key that made it and by administrators of the organization, of the same mode', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const minter = await service.keyFor(tenant.workspace, { role: 'member' })
  const member = await service.keyFor(tenant.workspace, { role: 'member' })
  const admin = await service.keyFor(tenant.workspace, { role: 'admin' })
  const sister = await createWorkspace(service.operator, {
    organizationId: tenant.workspace.organizationId,
    name: 'Sister',
    plan: FULL_PLAN,
  })
  const sisterAdmin = await service.keyFor(sister, { role: 'admin' })
  const sisterMember = await service.keyFor(sister, { role: 'member' })
  const twin = await service.twinOf(tenant)
  const stranger = await service.tenant()
  const { json } = await mintHandle(minter.key, { loan_id: loanId })
  const path = `/api/embed/iframe-urls/${json.handle_id}`
  const table: [string, string, number][] = [
    ['its own key', minter.key, 200],
    ['another member', member.key, 404],
    ['an administrator', admin.key, 200],
    ["a sister workspace's administrator", sisterAdmin.key, 200],
    ["a sister workspace's member", sisterMember.key, 404],
    ["the sandbox's administrator", twin.key, 404],
    ['a stranger', stranger.key, 404],
  ]
  for (const [who, key, status] of table) assert.equal((await service.call(path, { key })).status, status, who)
  for (const key of [member.key, sisterAdmin.key, stranger.key]) {
    assert.equal((await service.call(path, { key, method: 'DELETE' })).status, 404)
  }
  const { json: session } = await mintSession(minter.key, { loan_id: loanId })
  const ended = `/api/embed/sessions/${session.session_id}`
  assert.equal((await service.call(ended, { key: member.key, method: 'DELETE' })).status, 404)
  assert.equal((await service.call(ended, { key: admin.key, method: 'DELETE' })).status, 204)
})

/** A session for the loan of `own`, and every route called by it with the ids of `named`. */
async function walk(token: string, named: (prefix: Parameters<typeof seededId>[1]) => string, loanId: string) {
  const replies = []
  for (const route of ROUTES) {
    if (route.open) continue
    const request = exampleRequest(route, named)
    const body = request.body as Record<string, unknown> | undefined
    if (body && 'loan_id' in body) body['loan_id'] = loanId
    const lists = route.query?.properties && 'loanId' in route.query.properties && !request.path.includes('loanId=')
    const path = lists ? `${request.path}${request.path.includes('?') ? '&' : '?'}loanId=${loanId}` : request.path
    const reply = await service.call(path, { method: request.method, key: token, ...(body && { body }) })
    replies.push({ route, reply })
  }
  return replies
}

async function unlimited(tenant: Tenant): Promise<Seeds> {
  await setRateLimits(service.operator, tenant.keyId, { api: 1e6, upload: 1e6, export: 1e6, strict: 1e6 })
  return seedTenant(service, tenant)
}

test('an embed session gets 403 on every route outside of its loan: with the ids of another loan, and of a stranger', async () => {
  const tenant = await service.tenant()
  const seeds = await unlimited(tenant)
  const others = await unlimited(tenant)
  const strangers = await unlimited(await service.tenant())
  const scopes =
    'borrowers:read loans:read documents:read documents:write documents:delete extractions:read extractions:write spreads:read spreads:write chart:read chart:write'
  let refused = 0
  for (const [foreign, whose] of [
    [others, 'another loan'],
    [strangers, 'a stranger'],
  ] as const) {
    const session = await mintSession(tenant.key, { loan_id: seededId(seeds, 'loan'), scopes: scopes.split(' ') })
    const loanId = seededId(foreign, 'loan')
    for (const { route, reply } of await walk(
      session.json.token as string,
      (prefix) => seededId(foreign, prefix),
      loanId,
    )) {
      if (route.embed === 'workspace' || route.embed === 'session') {
        assert.notEqual(reply.json?.error?.type, 'loan_out_of_reach', route.operationId)
        for (const id of foreign.values())
          if (id !== tenant.workspace.id) assert.ok(!reply.text.includes(id), route.operationId)
        continue
      }
      assert.equal(reply.status, 403, `${route.operationId} of ${whose}: ${reply.status} ${reply.text}`)
      assert.equal(reply.json.error.type, 'loan_out_of_reach', route.operationId)
      refused += 1
    }
  }
  assert.ok(refused > 100, `${refused}`)
})

test('the walk above can fail: within its loan a session is let through on every route that is open to it', async () => {
  const tenant = await service.tenant()
  const seeds = await unlimited(tenant)
  const scopes = ['borrowers:read', 'documents:read', 'extractions:read', 'spreads:read', 'chart:read']
  const session = await mintSession(tenant.key, { loan_id: seededId(seeds, 'loan'), scopes })
  let passed = 0
  const replies = await walk(session.json.token as string, (prefix) => seededId(seeds, prefix), seededId(seeds, 'loan'))
  for (const { route, reply } of replies) {
    if (route.embed === undefined) {
      assert.equal(reply.json?.error?.type, 'loan_out_of_reach', route.operationId)
    } else if (route.scope !== null && !scopes.includes(route.scope)) {
      assert.equal(reply.json?.error?.type, 'missing_scope', route.operationId)
    } else {
      assert.notEqual(reply.status, 403, `${route.operationId}: ${reply.text}`)
      passed += 1
    }
  }
  assert.ok(passed > 25, `${passed}`)
})

test('an upload to another loan of the same borrower is out of reach', async () => {
  const tenant = await service.tenant()
  const { loanId, borrowerId } = await loanOf(tenant)
  const as = { key: tenant.key, method: 'POST' }
  const second = await service.call(`/api/borrowers/${borrowerId}/loans`, { ...as, body: { name: 'Second' } })
  const { json: session } = await mintSession(tenant.key, { loan_id: loanId })
  const file = { file_name: 'a.pdf', content_type: 'application/pdf', size_bytes: 10 }
  const presign = (key: string, loan: string) =>
    service.call('/api/documents/presigned-url', { key, method: 'POST', body: { loan_id: loan, ...file } })
  assert.equal((await presign(session.token as string, second.json.id as string)).json.error.type, 'loan_out_of_reach')
  const foreign = await presign(tenant.key, second.json.id as string)
  const own = await presign(session.token as string, loanId)
  assert.equal(own.status, 201, own.text)
  const status = (job: string) => service.call(`/api/documents/${job}/status`, { key: session.token as string })
  assert.equal((await status(foreign.json.job_id as string)).json.error.type, 'loan_out_of_reach')
  assert.equal((await status(own.json.job_id as string)).status, 200)
})

test('a list over a whole borrower is out of reach: the loan must be named', async () => {
  const tenant = await service.tenant()
  const { loanId, borrowerId } = await loanOf(tenant)
  const { json } = await mintSession(tenant.key, { loan_id: loanId })
  const list = `/api/borrowers/${borrowerId}/jobs`
  assert.equal((await service.call(list, { key: json.token })).json.error.type, 'loan_out_of_reach')
  assert.equal((await service.call(`${list}?loanId=${loanId}`, { key: json.token })).status, 200)
})

test('no route that is open to sessions takes ids in its body that the reach gate does not read', () => {
  for (const route of ROUTES.filter(({ embed }) => embed === 'loan')) {
    const members = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {})
    const ids = members.filter((name) => /_ids?$/.test(name) && name !== 'loan_id')
    // The snapshot of a finalize is looked up under the loan of its path.
    assert.deepEqual(ids, route.operationId === 'finalizeLoanAttributes' ? ['snapshot_id'] : [], route.operationId)
  }
})

test('what a session does is signed with it: the final snapshot names session and external user, the audit log the session', async () => {
  const tenant = await service.tenant()
  const seeds = await unlimited(tenant)
  const loanId = seededId(seeds, 'loan')
  const { json: session } = await mintSession(tenant.key, { loan_id: loanId, external_user_id: 'analyst-9' })
  const as = { key: session.token as string, method: 'POST' }
  assert.equal((await service.call(`/api/loans/${loanId}/attributes/reopen`, as)).status, 200)
  const final = await service.call(`/api/loans/${loanId}/attributes/finalize`, as)
  assert.equal(final.status, 200, final.text)
  assert.equal(final.json.finalized_by, session.session_id)
  assert.equal(final.json.finalized_by_external_user_id, 'analyst-9')
  const audit = await service.call('/api/audit-log', { key: tenant.key })
  assert.deepEqual(audit.json.data[0].actor, { kind: 'embed_session', id: session.session_id })
})

test('work returns in the next session of the same user on the loan, and to nobody else', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const { loanId: otherLoan } = await loanOf(tenant)
  const token = async (body: Record<string, unknown>) =>
    (await mintSession(tenant.key, { loan_id: loanId, ...body })).json.token as string
  const work = { open: ['pl.revenue'], draft: { note: 'ask for the ledger' } }
  const first = await token({ external_user_id: 'a' })
  assert.deepEqual((await service.call('/api/embed/work', { key: first })).json, { version: 0, work: null })
  const saved = await service.call('/api/embed/work', { key: first, method: 'PUT', body: { work } })
  assert.deepEqual(saved.json, { version: 1, work })
  const next = await service.call('/api/embed/work', { key: await token({ external_user_id: 'a' }) })
  assert.deepEqual(next.json, { version: 1, work })
  for (const other of [
    await token({ external_user_id: 'b' }),
    await token({}),
    await token({ external_user_id: 'a', loan_id: otherLoan }),
  ]) {
    assert.deepEqual((await service.call('/api/embed/work', { key: other })).json, { version: 0, work: null })
  }
  const nameless = await token({})
  await service.call('/api/embed/work', { key: nameless, method: 'PUT', body: { work } })
  assert.deepEqual((await service.call('/api/embed/work', { key: nameless })).json.work, work)
  assert.equal((await service.call('/api/embed/work', { key: await token({}) })).json.work, null)
  assert.equal((await service.call('/api/embed/work', { key: tenant.key })).status, 404)
  const large = { work: { text: 'x'.repeat(70_000) } }
  assert.equal((await service.call('/api/embed/work', { key: first, method: 'PUT', body: large })).status, 413)
})

test('origins are set by an administrator, as browsers write them, and with their version', async () => {
  const tenant = await service.tenant()
  const member = await service.keyFor(tenant.workspace, { role: 'member' })
  const save = (key: string, body: Record<string, unknown>) =>
    service.call('/api/embed/origins', { key, method: 'PUT', body })
  assert.deepEqual((await service.call('/api/embed/origins', { key: tenant.key })).json, { version: 0, origins: [] })
  const origins = ['https://los.example.com', 'https://los.example.com:8443', 'http://localhost:3000']
  assert.deepEqual((await save(tenant.key, { version: 0, origins })).json, { version: 1, origins })
  const stale = await save(tenant.key, { version: 0, origins: [] })
  assert.equal(stale.json.error.type, 'version_conflict')
  assert.equal(stale.json.error.details.current_version, '1')
  assert.equal((await save(member.key, { origins })).status, 403)
  for (const wrong of [
    'https://los.example.com/', 'https://los.example.com/path', 'http://los.example.com', '*', 'https://*.example.com/',
    'https://user@los.example.com', "https://x.example.com; script-src 'unsafe-inline'", 'null', 'javascript:alert(1)',
    'https://LOS.example.com', 'data:text/html,x', 'https://los.example.com https://evil.example.com',
  ]) {
    assert.equal((await save(tenant.key, { origins: [wrong] })).status, 400, wrong)
  } // prettier-ignore
  assert.deepEqual((await service.call('/api/embed/origins', { key: tenant.key })).json, { version: 1, origins })
})

test('the Idempotency-Key is a promise to keys: a session runs what it asks', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const { json } = await mintSession(tenant.key, { loan_id: loanId })
  const headers = { 'idempotency-key': 'same' }
  for (const version of [1, 2]) {
    const reply = await service.call('/api/embed/work', { key: json.token, method: 'PUT', body: { work: {} }, headers })
    assert.equal(reply.json.version, version)
    assert.equal(reply.headers.get('idempotency-replay'), null)
  }
})

test('every session has a budget of its own, and the exchange one by address', async () => {
  const tenant = await service.tenant()
  const { loanId } = await loanOf(tenant)
  const tokens = await Promise.all(
    [1, 2].map(async () => (await mintSession(tenant.key, { loan_id: loanId })).json.token),
  )
  for (const key of tokens) {
    const reply = await service.call('/api/me', { key: key as string })
    assert.equal(reply.headers.get('ratelimit-remaining'), '199')
  }
  const reply = await exchange('nonsense')
  assert.equal(reply.headers.get('ratelimit-limit'), '200')
})

test('neither tokens nor handles are kept or logged, and none was in an address that the server saw', async () => {
  const kept = await asSuperuser<{ text: string }>(
    service.database,
    `SELECT to_jsonb(s)::text AS text FROM embed_sessions s UNION ALL SELECT to_jsonb(h)::text FROM embed_handles h`,
  )
  assert.ok(kept.length > 20)
  assert.ok(log.length > 100)
  for (const text of [...kept.map((row) => row.text), ...log]) {
    assert.doesNotMatch(text, /svc_(embed|handle)_[0-9A-Za-z]{8}/)
  }
})
