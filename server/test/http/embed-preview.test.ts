/** What a surface asks before it changes anything: what a rule would do, and whether the figures are frozen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededId, seedTenant } from '../support/seed.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const tenant = await service.tenant()
const seeds = await seedTenant(service, tenant)
const as = { key: tenant.key }
const mapping = `/api/borrowers/${seededId(seeds, 'bor')}/extractions/${seededId(seeds, 'doc')}/mapping`

test('a preview says what other caption rules would move, and keeps nothing', async () => {
  const chart = await service.call('/api/chart-of-accounts', as)
  const before = await service.call(mapping, as)
  const line = before.json.payload.lines.find((each: any) => each.label === 'Insurance')
  const target = chart.json.accounts.find((each: any) => each.section === 'opex' && each.id !== line.filed_under)
  const rules = [{ match: 'exact', caption: 'Insurance', account_id: target.id }]
  const preview = await service.call(`${mapping}/preview`, { ...as, method: 'POST', body: { rules } })
  assert.equal(preview.status, 200, preview.text)
  assert.equal(preview.json.mapping_state, 'mapped')
  assert.deepEqual(
    preview.json.lines.map(({ label, change, from, to }: any) => ({ label, change, from, to })),
    [{ label: 'Insurance', change: 'moved', from: line.filed_under, to: target.id }],
  )
  assert.deepEqual(preview.json.measures, [], 'operating expenses are what they were')
  assert.deepEqual((await service.call(mapping, as)).json, before.json)
  assert.equal((await service.call('/api/chart-of-accounts', as)).json.rules_version, chart.json.rules_version)
})

test('the rules in force change nothing, and a rule on an unknown account is refused as it is when saved', async () => {
  const same = await service.call(`${mapping}/preview`, { ...as, method: 'POST', body: { rules: [] } })
  assert.deepEqual([same.json.lines, same.json.measures], [[], []])
  const rules = [{ match: 'exact', caption: 'Rent', account_id: 'no-such-account' }]
  const refused = await service.call(`${mapping}/preview`, { ...as, method: 'POST', body: { rules } })
  assert.equal(refused.status, 400)
})

test('a spread says whether it is frozen, and by which snapshot; reopened it is open', async () => {
  const path = `/api/loans/${seededId(seeds, 'loan')}`
  const { json } = await service.call(`${path}/spread`, as)
  assert.deepEqual(json, {
    loan_id: seededId(seeds, 'loan'),
    state: 'final',
    final_snapshot_id: seededId(seeds, 'snap'),
  })
  await service.call(`${path}/attributes/reopen`, { ...as, method: 'POST' })
  const open = await service.call(`${path}/spread`, as)
  assert.deepEqual([open.json.state, open.json.final_snapshot_id], ['open', null])
})
