/** Bodies of many levels: what a free member may hold, and that no number of brackets reaches code that walks them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'

const service = await startTestService()

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number): string => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
const SHAPES = { lists, objects } as const
const TOO_DEEP = [65, 1_000, 5_000, 100_000] as const

/** What a person in a surface works on is the one body with a member of any form. */
async function personOf(tenant: Tenant): Promise<{ key: string; method: string }> {
  const as = { key: tenant.key, method: 'POST' }
  const borrower = await service.call('/api/borrowers', { ...as, body: { business_name: 'Bakery' } })
  const loan = await service.call(`/api/borrowers/${borrower.json.id}/loans`, { ...as, body: { name: 'Oven' } })
  const session = await service.call('/api/embed/sessions', { ...as, body: { loan_id: loan.json.id } })
  assert.equal(session.status, 201, session.text)
  return { key: session.json.token as string, method: 'PUT' }
}

function assertTooDeep(reply: { status: number; json: any; text: string }, what: string): void {
  assert.equal(reply.status, 400, `${what}: ${reply.text}`)
  assert.equal(reply.json.error.type, 'validation_failed', what)
  assert.equal(reply.json.error.message, 'The body is nested deeper than 64 levels.', what)
}

test('a free member may bring the body to 64 levels, not to 65 or any number beyond', async () => {
  const person = await personOf(await service.tenant())
  for (const [shape, nested] of Object.entries(SHAPES)) {
    // The body and `work` are two levels themselves.
    const send = (levels: number) =>
      service.call('/api/embed/work', { ...person, raw: `{"work":{"a":${nested(levels - 2)}}}` })
    const saved = await send(64)
    assert.equal(saved.status, 200, `${shape}: ${saved.text}`)
    assert.deepEqual(saved.json.work, { a: JSON.parse(nested(62)) })
    for (const levels of TOO_DEEP) assertTooDeep(await send(levels), `${levels} ${shape}`)
    const { json } = await service.call('/api/embed/work', { key: person.key })
    assert.deepEqual(json, saved.json)
  }
})

test('brackets in strings and names are no levels', async () => {
  const person = await personOf(await service.tenant())
  const work = {
    ['[[{{'.repeat(50)]: '['.repeat(1_000),
    escaped: '"{\\"['.repeat(200),
    side_by_side: Array(100).fill([]),
  }
  const saved = await service.call('/api/embed/work', { ...person, body: { work } })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(saved.json.work, work)
})

test('such a body is refused before its idempotency key is claimed, by every operation alike', async () => {
  const { key } = await service.tenant()
  for (const [shape, nested] of Object.entries(SHAPES))
    for (const levels of TOO_DEEP) {
      const headers = { 'idempotency-key': randomUUID() }
      const create = (raw: string) => service.call('/api/borrowers', { key, method: 'POST', headers, raw })
      assertTooDeep(await create(`{"business_name":"Bakery","metadata":${nested(levels - 1)}}`), `${levels} ${shape}`)
      assertTooDeep(await create(nested(levels)), `${levels} ${shape} alone`)
      assertTooDeep(await create(nested(levels).slice(0, -1)), `${levels} ${shape} that never close`)
      const created = await create('{"business_name":"Bakery"}')
      assert.deepEqual([created.status, created.headers.get('idempotency-replay')], [201, null])
    }
})
