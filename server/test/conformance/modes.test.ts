/** Live and test are two tenants: neither key ever sees an id of the other, whatever route it is sent to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../src/http/routes/index.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import { exampleRequest } from '../support/example.ts'
import { seededId, seedTenant } from '../support/seed.ts'
import type { Seeds } from '../support/seed.ts'
import { startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'
import { assertSame, tenantContent, tenantTables } from '../support/tenant-content.ts'

const service = await startTestService()
const live = await service.tenant()
const twin = await service.twinOf(live)
const many = { api: 100_000, upload: 100_000, export: 100_000, strict: 100_000 }
for (const { keyId } of [live, twin]) await setRateLimits(service.operator, keyId, many)
const ids = new Map<Tenant, Seeds>([
  [live, await seedTenant(service, live)],
  [twin, await seedTenant(service, twin)],
])
const tables = (await tenantTables(service.database)).filter((table) => table !== 'idempotency_keys')

/** Makes wholes of both twins' own content: what one does must not show in the other. */
const contentOf = (tenant: Tenant) => tenantContent(service.database, tenant.workspace.uuid, tables)

for (const [name, caller, other] of [
  ['a test key never sees a live id', twin, live],
  ['a live key never sees a sandbox id', live, twin],
] as const) {
  test(`${name}, over every route`, async () => {
    const foreign = ids.get(other) ?? assert.fail()
    const before = await contentOf(other)
    let seen = 0
    let named = 0
    for (const route of ROUTES) {
      // The reset names nothing: it reaches the caller's own sandbox, or refuses.
      if (route.operationId === 'resetSandbox') continue
      const request = exampleRequest(route, (prefix) => seededId(foreign, prefix))
      const sent = `${request.path} ${JSON.stringify(request.body ?? null)}`
      const reply = await service.call(request.path, {
        method: request.method,
        key: caller.key,
        ...(request.body !== undefined && { body: request.body }),
      })
      seen += 1
      assert.ok(reply.status < 500, `${route.operationId}: ${reply.status} ${reply.text}`)
      const isNamed = [...foreign.values()].some((id) => sent.includes(id))
      if (Object.keys(route.params?.properties ?? {}).length > 0) {
        named += 1
        assert.ok(isNamed, route.operationId)
        assert.equal(reply.status, 404, `${route.operationId}: ${reply.text}`)
      }
      // What it sent itself may be in a refusal; anything else of the other's would be seen.
      for (const [prefix, id] of foreign)
        assert.ok(sent.includes(id) || !reply.text.includes(id), `${route.operationId} shows a foreign ${prefix}`)
    }
    assert.ok(seen >= 90, `only ${seen} routes seen`)
    assert.equal(seen, ROUTES.length - 1)
    assert.ok(named >= 60, `only ${named} routes with ids in their path`)
    assertSame(await contentOf(other), before)
  })
}

test('ids in filters of the other mode find nothing', async () => {
  for (const [caller, other] of [
    [twin, live],
    [live, twin],
  ] as const) {
    const foreign = ids.get(other) ?? assert.fail()
    const loans = await service.call(`/api/loans?borrowerId=${seededId(foreign, 'bor')}`, { key: caller.key })
    assert.deepEqual(loans.json.data, [])
    const events = await service.call(`/api/events?loanId=${seededId(foreign, 'loan')}`, { key: caller.key })
    assert.ok(!events.text.includes(seededId(foreign, 'loan')))
  }
})

test('what each did is told as its own mode, in its own history', async () => {
  const rows = await asSuperuser<{ workspace_id: string; livemode: boolean }>(
    service.database,
    'SELECT DISTINCT workspace_id, livemode FROM jobs',
  )
  assert.deepEqual(
    new Map(rows.map(({ workspace_id, livemode }) => [workspace_id, livemode])),
    new Map([
      [live.workspace.uuid, true],
      [twin.workspace.uuid, false],
    ]),
  )
})
