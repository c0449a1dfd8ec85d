/** What a workspace has paid for, asked of every operation that declares it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../src/http/routes/index.ts'
import type { RouteDeclaration } from '../../src/http/route.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { exampleRequest } from '../support/example.ts'
import { unknownId } from '../support/seed.ts'
import { FULL_PLAN, startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'

const service = await startTestService()
const many = { api: 100_000, upload: 100_000, export: 100_000, strict: 100_000 }

async function tenantWith(plan: Parameters<typeof service.tenant>[0]): Promise<Tenant> {
  const tenant = await service.tenant(plan)
  await setRateLimits(service.operator, tenant.keyId, many)
  return tenant
}

async function refusal(route: RouteDeclaration, { key }: Tenant): Promise<[number, string | null]> {
  const request = exampleRequest(route, unknownId)
  const body = request.body === undefined ? {} : { body: request.body }
  const reply = await service.call(request.path, { method: request.method, key, ...body })
  return [reply.status, reply.json?.error?.type ?? null]
}

test('every operation of a plan feature answers 403 feature_not_in_plan without it, and only then', async () => {
  const without = await tenantWith({ plan: { features: [] } })
  const full = await tenantWith({})
  const gated = ROUTES.filter((route) => route.feature !== undefined)
  assert.ok(gated.length >= 20, `only ${gated.length} operations`)
  assert.deepEqual([...new Set(gated.map(({ feature }) => feature))].sort(), FULL_PLAN.features.toSorted())
  for (const route of gated) {
    assert.deepEqual(await refusal(route, without), [403, 'feature_not_in_plan'], route.operationId)
    assert.notEqual((await refusal(route, full))[1], 'feature_not_in_plan', route.operationId)
  }
})

test('every operation that needs a subscription answers 402 without one, for each way of not having one; a sandbox needs none', async () => {
  const gated = ROUTES.filter((route) => route.subscription)
  assert.ok(gated.length >= 40, `only ${gated.length} operations`)
  for (const subscriptionStatus of ['none', 'canceled', 'past_due']) {
    const unpaid = await tenantWith({ plan: { subscriptionStatus } })
    for (const route of gated)
      assert.deepEqual(await refusal(route, unpaid), [402, 'subscription_required'], route.operationId)
    const twin = await service.twinOf(unpaid)
    await setRateLimits(service.operator, twin.keyId, many)
    for (const route of gated) assert.notEqual((await refusal(route, twin))[0], 402, route.operationId)
  }
  for (const subscriptionStatus of ['active', 'trialing']) {
    const paid = await tenantWith({ plan: { subscriptionStatus } })
    for (const route of gated) assert.notEqual((await refusal(route, paid))[0], 402, route.operationId)
  }
})
