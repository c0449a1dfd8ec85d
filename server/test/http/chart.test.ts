import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'

const service = await startTestService()
const CHART = '/api/chart-of-accounts'
const RULES = '/api/chart-of-accounts/rules'
const EXPORT_MAP = '/api/chart-of-accounts/export-map'

const put = (tenant: Tenant, path: string, body: unknown) =>
  service.call(path, { key: tenant.key, method: 'PUT', body })
const get = async (tenant: Tenant, path = CHART) => (await service.call(path, { key: tenant.key })).json

const OWN = { id: 'acme.kiln', label: 'Kiln gas', parent: 'grp.cogs.direct', effect: 'subtracts', captions: ['Kiln'] }

test('a workspace that saved nothing has the platform chart, version 0, no rules and no export map', async () => {
  const tenant = await service.tenant()
  const chart = await get(tenant)
  assert.deepEqual(Object.keys(chart), ['version', 'rules_version', 'chart_version', 'accounts', 'rules'])
  assert.deepEqual([chart.version, chart.rules_version, chart.rules], [0, 0, []])
  assert.equal(chart.accounts.length, 142)
  assert.deepEqual(chart.accounts[0], {
    id: 'rev.sales', label: 'Sales, not specified', section: 'revenue', parent: 'grp.rev.sales', effect: 'adds',
    roles: [], captions: [], in_force: true,
  }) // prettier-ignore
  assert.deepEqual(await get(tenant, EXPORT_MAP), { version: 0, system: null, accounts: [] })
})

test('accounts are added, renamed, moved within their section and switched off; each save is a new version', async () => {
  const tenant = await service.tenant()
  const accounts = [
    OWN,
    { id: 'opex.rent', label: 'Shop rent' },
    { id: 'opex.travel', parent: 'grp.opex.ga' },
    { id: 'opex.penalties', in_force: false },
  ]
  const saved = await put(tenant, CHART, { accounts })
  assert.equal(saved.status, 200, saved.text)
  assert.equal(saved.json.version, 1)
  const chart = await get(tenant)
  assert.deepEqual(chart, saved.json)
  const account = (id: string) => chart.accounts.find((one: { id: string }) => one.id === id)
  assert.deepEqual(account('acme.kiln'), { ...OWN, section: 'cogs', roles: [], in_force: true })
  assert.equal(account('opex.rent').label, 'Shop rent')
  assert.equal(account('opex.travel').parent, 'grp.opex.ga')
  assert.equal(account('opex.penalties').in_force, false)
  assert.equal((await put(tenant, CHART, { version: 1, accounts: [OWN] })).json.version, 2)
  assert.equal((await get(tenant)).accounts.find((one: { id: string }) => one.id === 'opex.rent').label, 'Rent')
})

test('what was read can be saved as it is, and changes nothing but the version', async () => {
  const tenant = await service.tenant()
  await put(tenant, CHART, { accounts: [OWN, { id: 'opex.rent', label: 'Shop rent', in_force: false }] })
  const { version, accounts } = await get(tenant)
  const again = await put(tenant, CHART, { version, accounts })
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(again.json, { ...again.json, version: (version as number) + 1, accounts })
})

test('a chart that cannot be is refused, and every fault is named', async () => {
  const tenant = await service.tenant()
  await put(tenant, CHART, { accounts: [OWN] })
  const faults: [unknown, RegExp][] = [
    [[{ ...OWN, effect: 'adds' }], /acme\.kiln was saved with the effect subtracts/],
    [[{ ...OWN, parent: 'grp.opex.ga' }], /acme\.kiln may only move within its section/],
    [[], /acme\.kiln was saved before and cannot be left out/],
    [[OWN, OWN], /acme\.kiln is listed twice/],
    [
      [OWN, { id: 'acme.x', label: 'X' }],
      /acme\.x is not of the platform, so it needs a label, a parent and an effect/,
    ],
    [[OWN, { ...OWN, id: 'acme.x', parent: 'grp.nowhere' }], /acme\.x stands in no folder/],
    [[OWN, { ...OWN, id: 'acme.x', roles: ['magic'] }], /acme\.x has the role magic, which no measure knows/],
    [[OWN, { ...OWN, id: 'grp.opex.ga' }], /the id grp\.opex\.ga is taken/],
    [[OWN, { ...OWN, id: 'm:ebitda' }], /m:ebitda is reserved for a measure/],
    [[OWN, { id: 'opex.rent', parent: 'grp.rev.sales' }], /opex\.rent may only move within its section/],
    [[OWN, { id: 'opex.rent', effect: 'adds' }], /opex\.rent is of the platform, and its effect is subtracts/],
    [[OWN, { id: 'opex.rent', roles: [] }], /opex\.rent is of the platform, and its roles are rent/],
    [[OWN, { id: 'opex.rent', captions: ['Lot'] }], /a caption rule, not a caption/],
    [[OWN, { id: 'opex.rent', section: 'cogs' }], /opex\.rent stands in opex, not in cogs/],
    [[OWN, { id: 'acme.x' }, { id: 'opex.rent', effect: 'adds' }], /acme\.x is not.*opex\.rent is of the platform/],
    [[{ id: 'Bad Id', label: 'x' }], /accounts.*\bid\b/],
    [[{ ...OWN, color: 'red' }], /color/],
  ]
  for (const [accounts, words] of faults) {
    const refused = await put(tenant, CHART, { accounts })
    assert.equal(refused.status, 400, JSON.stringify(accounts))
    assert.equal(refused.json.error.type, 'validation_failed')
    assert.match(refused.json.error.message, words)
  }
  assert.equal((await get(tenant)).version, 1)
})

test('caption rules are saved in order, read back with the chart, and refused where they could not work', async () => {
  const tenant = await service.tenant()
  const rules = [
    { match: 'exact', caption: 'Zylor fee', section: null, account_id: 'opex.professional_fees' },
    { match: 'contains', caption: 'kiln', section: 'cogs', account_id: 'cogs.materials' },
    { match: 'pattern', caption: 'Project *', section: 'opex', account_id: 'int.interest_expense' },
  ]
  const saved = await put(tenant, RULES, { version: 0, rules })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual([saved.json.version, saved.json.rules_version], [0, 1])
  assert.deepEqual((await get(tenant)).rules, rules)
  const [first] = rules
  const faults: [unknown, RegExp][] = [
    [[{ ...first, account_id: 'opex.nothing' }], /rules\[0\] sends lines to opex\.nothing, which is not on the chart/],
    [[{ ...first, match: 'pattern', caption: '***' }], /rules\[0\] names no word/],
    [[first, { ...first, caption: 'ZYLOR  FEE' }], /rules\[1\] says the same as rules\[0\]/],
    [[{ ...first, section: 'revenue' }], /speaks of lines in revenue, where opex\.professional_fees is not/],
    [[{ ...first, match: 'regex' }], /match/],
    [[{ ...first, caption: 'x'.repeat(201) }], /caption/],
  ]
  for (const [wrong, words] of faults) {
    const refused = await put(tenant, RULES, { rules: wrong })
    assert.equal(refused.status, 400, JSON.stringify(wrong))
    assert.match(refused.json.error.message, words)
  }
  assert.equal((await get(tenant)).rules_version, 1)
})

test('an account that the workspace added can be named by a rule', async () => {
  const tenant = await service.tenant()
  const rules = [{ match: 'exact', caption: 'Kiln gas bill', account_id: 'acme.kiln' }]
  assert.equal((await put(tenant, RULES, { rules })).status, 400)
  await put(tenant, CHART, { accounts: [OWN] })
  assert.equal((await put(tenant, RULES, { rules })).status, 200)
})

test('the export map keeps codes of another system, takes ids that are not on the chart, and can be taken away', async () => {
  const tenant = await service.tenant()
  const example = JSON.parse(readFileSync('examples/export-map-general-ledger.json', 'utf8')) as {
    system: string
    accounts: { account_id: string }[]
  }
  assert.deepEqual((await put(tenant, EXPORT_MAP, example)).json, { version: 1, ...example })
  const known = new Set((await get(tenant)).accounts.map((account: { id: string }) => account.id))
  assert.ok(example.accounts.every(({ account_id: id }) => known.has(id)))
  const foreign = { system: 'core', accounts: [{ account_id: 'gone.account', code: '1', label: null }] }
  assert.deepEqual((await put(tenant, EXPORT_MAP, foreign)).json, { version: 2, ...foreign })
  const twice = await put(tenant, EXPORT_MAP, { system: 'core', accounts: [...foreign.accounts, ...foreign.accounts] })
  assert.match(twice.json.error.message, /accounts\[1\] gives gone\.account a second code/)
  assert.equal((await put(tenant, EXPORT_MAP, { ...foreign, system: null })).status, 400)
  assert.equal((await put(tenant, EXPORT_MAP, { system: null, accounts: [] })).json.version, 3)
  assert.deepEqual(await get(tenant, EXPORT_MAP), { version: 3, system: null, accounts: [] })
})

test('a change decided on an older version is refused with the current one; each of the three has its own', async () => {
  const tenant = await service.tenant()
  const bodies: [string, Record<string, unknown>][] = [
    [CHART, { accounts: [] }],
    [RULES, { rules: [] }],
    [EXPORT_MAP, { system: 'core', accounts: [] }],
  ]
  for (const [path, body] of bodies) {
    assert.equal((await put(tenant, path, { ...body, version: 0 })).status, 200)
    const late = await put(tenant, path, { ...body, version: 0 })
    assert.equal(late.status, 409)
    assert.deepEqual([late.json.error.type, late.json.error.details], ['version_conflict', { current_version: '1' }])
  }
  const chart = await get(tenant)
  assert.deepEqual([chart.version, chart.rules_version, (await get(tenant, EXPORT_MAP)).version], [1, 1, 1])
})

test('of twenty that save at once on the same version one wins, and without a version all do, one after the other', async () => {
  const tenant = await service.tenant()
  const together = (body: unknown) => Promise.all(Array.from({ length: 20 }, () => put(tenant, CHART, body)))
  const raced = await together({ version: 0, accounts: [] })
  assert.deepEqual(raced.map((reply) => reply.status).sort(), [200, ...Array.from({ length: 19 }, () => 409)])
  const queued = await together({ accounts: [] })
  const versions = queued.map((reply) => reply.json.version as number).sort((a, b) => a - b)
  assert.deepEqual(
    versions,
    Array.from({ length: 20 }, (_, at) => at + 2),
  )
})

test('a chart is one workspace’s own, and saving it needs the scope and is in the audit log', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()]
  await put(one, CHART, { accounts: [OWN] })
  await put(one, RULES, { rules: [{ match: 'exact', caption: 'Kiln', account_id: 'acme.kiln' }] })
  assert.deepEqual([(await get(other)).version, (await get(other)).rules], [0, []])
  const reader = await service.keyFor(one.workspace, { scopes: ['chart:read'] })
  const refused = await service.call(CHART, { key: reader.key, method: 'PUT', body: { accounts: [] } })
  assert.deepEqual([refused.status, refused.json.error.type], [403, 'missing_scope'])
  const log = await service.call('/api/audit-log', { key: one.key })
  const actions = log.json.data.map((entry: { action: string }) => entry.action)
  assert.ok(actions.includes('chart.saved') && actions.includes('caption_rules.saved'), log.text)
})
