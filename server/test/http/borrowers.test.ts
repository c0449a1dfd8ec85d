import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const tenant = await service.tenant()
const as = { key: tenant.key }

test('a borrower is created, read, changed and deleted', async () => {
  const created = await service.call('/api/borrowers', {
    ...as,
    method: 'POST',
    body: {
      business_name: 'Harbor Bakery LLC',
      entity_type: 'llc',
      address: { city: 'Portland' },
      metadata: { crm: '17' },
    },
  })
  assert.equal(created.status, 201)
  assert.match(created.json.id, /^bor_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.deepEqual(Object.keys(created.json), [
    'id', 'business_name', 'is_intake', 'entity_type', 'ein_last4', 'naics_code', 'email', 'phone', 'address', 'external_id',
    'metadata', 'version', 'created_at', 'updated_at',
  ]) // prettier-ignore
  assert.equal(created.json.address.city, 'Portland')
  assert.equal(created.json.address.line1, null)

  const path = `/api/borrowers/${created.json.id}`
  assert.deepEqual((await service.call(path, as)).json, created.json)
  const changed = await service.call(path, { ...as, method: 'PATCH', body: { phone: '555-0100', entity_type: null } })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    { ...changed.json, updated_at: null },
    { ...created.json, phone: '555-0100', entity_type: null, version: 2, updated_at: null },
  )
  assert.equal((await service.call(path, { ...as, method: 'DELETE' })).status, 204)
  assert.equal((await service.call(path, as)).status, 404)
  assert.equal((await service.call(path, { ...as, method: 'DELETE' })).status, 404)
})

test('a change decided on an older version is refused and names the current one', async () => {
  const { json } = await service.call('/api/borrowers', { ...as, method: 'POST', body: { business_name: 'Twice' } })
  const path = `/api/borrowers/${json.id}`
  assert.equal((await service.call(path, { ...as, method: 'PATCH', body: { phone: '1', version: 1 } })).status, 200)
  const late = await service.call(path, { ...as, method: 'PATCH', body: { phone: '2', version: 1 } })
  assert.equal(late.status, 409)
  assert.equal(late.json.error.type, 'version_conflict')
  assert.deepEqual(late.json.error.details, { current_version: '2' })
  assert.equal((await service.call(path, as)).json.phone, '1')
})

test('an external id is unique in its workspace, and free in another', async () => {
  const body = { business_name: 'First', external_id: 'crm-1' }
  assert.equal((await service.call('/api/borrowers', { ...as, method: 'POST', body })).status, 201)
  const again = await service.call('/api/borrowers', { ...as, method: 'POST', body })
  assert.equal(again.status, 409)
  assert.equal(again.json.error.type, 'duplicate_external_id')
  const other = await service.tenant()
  assert.equal((await service.call('/api/borrowers', { key: other.key, method: 'POST', body })).status, 201)
})

test('a body with an unknown member, a wrong type or a missing member is refused by the name of the member', async () => {
  const table: [unknown, string][] = [
    [{ business_name: 'x', nope: 1 }, 'body.nope is not a known member.'],
    [{}, 'body.business_name is required.'],
    [{ business_name: 5 }, 'body.business_name must be string.'],
    [{ business_name: 'x', address: { city: 7 } }, 'body.address.city must be string,null.'],
    [{ business_name: 'x', is_intake: true }, 'body.is_intake is not a known member.'],
    [{ business_name: 'a\u0000b' }, 'body.business_name must not contain the character U+0000.'],
  ]
  for (const [body, message] of table) {
    const reply = await service.call('/api/borrowers', { ...as, method: 'POST', body })
    assert.equal(reply.status, 400)
    assert.equal(reply.json.error.type, 'validation_failed')
    assert.equal(reply.json.error.message, message)
  }
})

test('the list pages through every borrower once, newest first, while new ones arrive', async () => {
  const own = await service.tenant()
  const mine = { key: own.key }
  for (let index = 0; index < 23; index += 1) {
    await service.call('/api/borrowers', { ...mine, method: 'POST', body: { business_name: `B${index}` } })
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const reply = await service.call(`/api/borrowers?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`, mine)
    assert.equal(reply.status, 200)
    assert.equal(reply.json.limit, 5)
    seen.push(...reply.json.data.map((borrower: { business_name: string }) => borrower.business_name))
    cursor = reply.json.next_cursor
    await service.call('/api/borrowers', { ...mine, method: 'POST', body: { business_name: 'late' } })
  } while (cursor !== null)
  assert.deepEqual(
    seen,
    Array.from({ length: 23 }, (_, index) => `B${22 - index}`),
  )
})

test('a limit outside its bounds is refused, and the default page size is 25', async () => {
  for (const limit of ['0', '101', '-1', 'many', '1.5']) {
    const reply = await service.call(`/api/borrowers?limit=${limit}`, as)
    assert.equal(reply.status, 400, limit)
    assert.equal(reply.json.error.type, 'validation_failed')
  }
  assert.equal((await service.call('/api/borrowers?unknown=1', as)).json.limit, 25)
})

test('a cursor is refused by another filter, another list and another tenant', async () => {
  const own = await service.tenant()
  const mine = { key: own.key }
  for (const name of ['a', 'b'])
    await service.call('/api/borrowers', { ...mine, method: 'POST', body: { business_name: name } })
  const { json } = await service.call('/api/borrowers?limit=1', mine)
  const cursor = json.next_cursor as string
  const other = await service.tenant()
  const wrong: [string, string][] = [
    [`/api/borrowers?limit=1&intake=true&cursor=${cursor}`, own.key],
    [`/api/loans?cursor=${cursor}`, own.key],
    [`/api/borrowers?limit=1&cursor=${cursor}`, other.key],
    [`/api/borrowers?cursor=${cursor.slice(0, -1)}`, own.key],
    [`/api/borrowers?cursor=`, own.key],
  ]
  for (const [path, key] of wrong) {
    const reply = await service.call(path, { key })
    assert.equal(reply.status, 400, path)
    assert.equal(reply.json.error.type, 'invalid_cursor')
  }
})

test('an id of the wrong form, an unknown one and a deleted one give the same 404', async () => {
  const unknown = 'bor_01m7egd21fekrrwsc0wdmskssh'
  for (const id of ['x', unknown, unknown.toUpperCase(), 'loan_01m7egd21fekrrwsc0wdmskssh', '%00', 'bor_'])
    assert.equal((await service.call(`/api/borrowers/${id}`, as)).json.error.type, 'not_found', id)
})

test('completing an intake names the borrower, moves it between the lists, and works once', async () => {
  const own = await service.tenant()
  const mine = { key: own.key }
  const id = await service.intakeBorrower(own)
  const list = async (intake: boolean) =>
    (await service.call(`/api/borrowers?intake=${intake}`, mine)).json.data.map(
      (borrower: { id: string }) => borrower.id,
    )
  assert.deepEqual([await list(true), await list(false)], [[id], []])
  const path = `/api/borrowers/${id}/complete-intake`
  const done = await service.call(path, { ...mine, method: 'POST', body: { business_name: 'Named at last' } })
  assert.equal(done.status, 200)
  assert.equal(done.json.is_intake, false)
  assert.equal(done.json.business_name, 'Named at last')
  assert.deepEqual([await list(true), await list(false)], [[], [id]])
  const again = await service.call(path, { ...mine, method: 'POST', body: { business_name: 'Twice' } })
  assert.equal(again.status, 409)
  assert.equal(again.json.error.type, 'intake_already_completed')
  assert.equal((await service.call(`/api/borrowers/${id}`, mine)).json.business_name, 'Named at last')
})
