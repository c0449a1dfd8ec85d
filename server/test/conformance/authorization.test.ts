/**
 * The authorization matrix: every route, asked by every kind of key (role × scope × mode), about things of its own, of
 * another tenant and of its own tenant's other mode. What must come of each cell is worked out from the declaration of
 * the route alone. Subscriptions and features are in plan-gates.test.ts, embed sessions in http/embed.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/domain/scopes.ts'
import type { Scope } from '../../src/domain/scopes.ts'
import type { RouteDeclaration } from '../../src/http/route.ts'
import { ROUTES } from '../../src/http/routes/index.ts'
import { revokeOperatorKey } from '../../src/main/admin/keys.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { exampleRequest } from '../support/example.ts'
import { seededId, seedTenant, unknownId } from '../support/seed.ts'
import type { Seeds } from '../support/seed.ts'
import { startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'

const ROLES = ['admin', 'member'] as const
type Role = (typeof ROLES)[number]
const HOLDINGS = ['every scope', 'that scope alone', 'all but that scope', 'no scope'] as const
type Holding = (typeof HOLDINGS)[number]
/** Whose things the request names. `nobody`: ids that name nothing, so that what is allowed changes nothing. */
const TARGETS = ['own', 'nobody', 'another tenant', 'the other mode'] as const
type Target = (typeof TARGETS)[number]

/** Beyond scopes: what hands out rights, or decides who may frame the surfaces, is for administrators. */
const FOR_ADMINISTRATORS = new Set(['createKey', 'revokeKey', 'saveEmbedOrigins'])
/** Asked by sessions of embedded surfaces only. */
const FOR_SESSIONS = new Set(['getEmbedWork', 'saveEmbedWork'])
const MANY = { api: 1e6, upload: 1e6, export: 1e6, strict: 1e6 }
const AT_ONCE = 6

interface Cell {
  readonly route: RouteDeclaration
  readonly livemode: boolean
  readonly role: Role
  readonly holding: Holding
  readonly target: Target
}

type Verdict = 'let through' | 'missing_scope' | 'mode_mismatch' | 'not_found'

const lacksScope = (holding: Holding): boolean => holding === 'no scope' || holding === 'all but that scope'

/** What must become of a request, read off the route's declaration. */
function verdictOn({ route, livemode, role, holding, target }: Cell): Verdict {
  if (route.scope !== null && lacksScope(holding)) return 'missing_scope'
  if (route.testModeOnly && livemode) return 'mode_mismatch'
  if (FOR_ADMINISTRATORS.has(route.operationId) && role === 'member') return 'missing_scope'
  if (FOR_SESSIONS.has(route.operationId)) return 'not_found'
  const namesSomething = Object.values(route.params?.properties ?? {}).some((schema) => 'x-id-prefix' in schema)
  return namesSomething && target !== 'own' ? 'not_found' : 'let through'
}

const service = await startTestService()
const live = await service.tenant()
const sandbox = await service.twinOf(live)
const stranger = await service.tenant()
for (const { keyId } of [live, sandbox, stranger]) await setRateLimits(service.operator, keyId, MANY)
const seeds = new Map<Tenant, Seeds>()
for (const tenant of [live, sandbox, stranger]) seeds.set(tenant, await seedTenant(service, tenant))

const keys = new Map<string, string>()
async function keyOf(tenant: Tenant, role: Role, scopes: readonly Scope[]): Promise<string> {
  const name = `${tenant.workspace.id} ${role} ${scopes.join()}`
  const known = keys.get(name)
  if (known !== undefined) return known
  const issued = await service.keyFor(tenant.workspace, { role, scopes })
  await setRateLimits(service.operator, issued.id, MANY)
  keys.set(name, issued.key)
  return issued.key
}

function scopesOf(holding: Holding, scope: Scope | null): readonly Scope[] {
  if (holding === 'every scope') return SCOPES
  if (holding === 'no scope') return []
  return SCOPES.filter((one) => (one === scope) === (holding === 'that scope alone'))
}

/** Only reading is tried on one's own: what writes would leave nothing for the cells after it. */
function isAsked({ route, target, livemode, holding }: Cell): boolean {
  if (route.open || (target === 'own' && route.method !== 'GET')) return false
  const isAboutItsScope = holding === 'that scope alone' || holding === 'all but that scope'
  if (route.scope === null && isAboutItsScope) return false
  // Refused before anything is looked up: whose it is makes no difference.
  if (route.scope !== null && lacksScope(holding) && target !== 'nobody' && target !== 'own') return false
  // The reset itself is in faults/sandbox.test.ts: it needs a worker, and would take the seeds.
  return !(route.testModeOnly && !livemode)
}

const cells: readonly Cell[] = ROUTES.flatMap((route) =>
  [true, false].flatMap((livemode) =>
    ROLES.flatMap((role) =>
      HOLDINGS.flatMap((holding) => TARGETS.map((target) => ({ route, livemode, role, holding, target }))),
    ),
  ),
).filter(isAsked)

async function outcomeOf(cell: Cell): Promise<{ verdict: string; text: string; sent: string }> {
  const caller = cell.livemode ? live : sandbox
  const owner = { own: caller, nobody: null, 'another tenant': stranger, 'the other mode': cell.livemode ? sandbox : live }[cell.target] // prettier-ignore
  const key = await keyOf(caller, cell.role, scopesOf(cell.holding, cell.route.scope))
  const request = exampleRequest(cell.route, (prefix) =>
    owner === null ? unknownId(prefix) : seededId(seeds.get(owner) ?? assert.fail(), prefix),
  )
  const body = request.body === undefined ? {} : { body: request.body }
  const reply = await service.call(request.path, { method: request.method, key, ...body })
  const type = (reply.json?.error?.type as string | undefined) ?? null
  const isRefusal = [401, 402, 403, 404].includes(reply.status) || reply.status >= 500
  const sent = `${request.path} ${JSON.stringify(request.body ?? null)}`
  return { verdict: isRefusal && type !== null ? type : 'let through', text: reply.text, sent }
}

test('the authorization matrix: every role, scope, mode and owner on every route gets what the declaration says', async (t) => {
  const wrong: string[] = []
  const seen: Record<string, number> = {}
  const waiting = [...cells]
  const ask = async (): Promise<void> => {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      const expected = verdictOn(cell)
      const { verdict, text, sent } = await outcomeOf(cell)
      seen[expected] = (seen[expected] ?? 0) + 1
      const { route, livemode, role, holding, target } = cell
      const name = `${route.operationId}: ${role} with ${holding}, ${livemode ? 'live' : 'test'}, of ${target}`
      if (!isSame(verdict, expected, cell)) wrong.push(`${name}: ${verdict} instead of ${expected}`)
      for (const id of seeds.get(stranger)?.values() ?? [])
        if (text.includes(id) && !sent.includes(id)) wrong.push(`${name}: shows ${id}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  t.diagnostic(`${cells.length} cells: ${JSON.stringify(seen)}`)
  assert.deepEqual(wrong, [])
  assert.ok(cells.length >= 4_000, `only ${cells.length} cells`)
  for (const verdict of ['let through', 'missing_scope', 'mode_mismatch', 'not_found'])
    assert.ok((seen[verdict] ?? 0) > 0, `no cell for ${verdict}`)
})

/** Ids in a body name nothing either; and of one's own there may be nothing yet, which is no matter of rights. */
function isSame(verdict: string, expected: Verdict, { target, route }: Cell): boolean {
  if (verdict === expected) return true
  if (expected !== 'let through') return false
  if (target !== 'own') return route.body !== undefined || route.query !== undefined ? verdict === 'not_found' : false
  return ['not_found', 'mapping_pending', 'export_not_ready'].includes(verdict)
}

test('without a key, and with a revoked one, every route that is not open answers 401', async () => {
  const revoked = await service.keyFor(live.workspace)
  await revokeOperatorKey(service.operator, live.workspace, revoked.id)
  let asked = 0
  for (const route of ROUTES.filter(({ open }) => open !== true)) {
    const request = exampleRequest(route, (prefix) => seededId(seeds.get(live) ?? assert.fail(), prefix))
    for (const key of [null, revoked.key]) {
      const reply = await service.call(request.path, { method: request.method, key })
      assert.equal(reply.status, 401, `${route.operationId}: ${reply.text}`)
      asked += 1
    }
  }
  assert.ok(asked >= 200, `${asked}`)
})
