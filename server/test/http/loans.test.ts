import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const tenant = await service.tenant()
const as = { key: tenant.key }
const borrower = (await service.call('/api/borrowers', { ...as, method: 'POST', body: { business_name: 'Lendable' } }))
  .json
const loansOf = `/api/borrowers/${borrower.id}/loans`

async function newLoan(body: Record<string, unknown> = {}) {
  const reply = await service.call(loansOf, { ...as, method: 'POST', body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json
}

test('a loan is created under its borrower and read with every documented member', async () => {
  const loan = await newLoan({ name: 'Oven', amount: '250000.00', term_months: 84, guarantors: ['A. Baker'] })
  assert.deepEqual(Object.keys(loan), [
    'id', 'borrower_id', 'name', 'amount', 'purpose', 'product', 'term_months', 'external_id', 'guarantors', 'status',
    'metadata', 'version', 'created_at', 'updated_at',
  ]) // prettier-ignore
  assert.equal(loan.borrower_id, borrower.id)
  assert.equal(loan.amount, '250000.00')
  assert.equal(loan.status, 'open')
  assert.deepEqual((await service.call(`/api/loans/${loan.id}`, as)).json, loan)
})

test('money is text with two decimals: a number, one decimal, a sign or a separator is refused', async () => {
  for (const amount of [250000, '250000', '250000.0', '-1.00', '1,000.00', '1e5', '01.00', '9'.repeat(16) + '.00']) {
    const reply = await service.call(loansOf, { ...as, method: 'POST', body: { amount } })
    assert.equal(reply.status, 400, String(amount))
  }
  assert.equal((await newLoan({ amount: '999999999999999.99' })).amount, '999999999999999.99')
})

test('guarantors: left alone when not sent, replaced by a list, cleared by an empty one', async () => {
  const loan = await newLoan({ guarantors: ['One', 'Two'] })
  const patch = async (body: Record<string, unknown>) =>
    (await service.call(`/api/loans/${loan.id}`, { ...as, method: 'PATCH', body })).json.guarantors
  assert.deepEqual(await patch({ name: 'renamed' }), ['One', 'Two'])
  assert.deepEqual(await patch({ guarantors: ['Three'] }), ['Three'])
  assert.equal(await patch({ guarantors: [] }), null)
  assert.equal((await newLoan()).guarantors, null)
})

test('guarantors read as null for a caller who may not open the loan file', async () => {
  const loan = await newLoan({ guarantors: ['Hidden'] })
  const key = await service.keyFor(tenant.workspace, { scopes: ['borrowers:read', 'borrowers:write'] })
  const without = { key: key.key }
  assert.equal((await service.call(`/api/loans/${loan.id}`, without)).json.guarantors, null)
  const changed = await service.call(`/api/loans/${loan.id}`, { ...without, method: 'PATCH', body: { name: 'x' } })
  assert.equal(changed.json.guarantors, null)
  for (const path of ['/api/loans', loansOf]) {
    const listed = await service.call(path, without)
    assert.ok(listed.json.data.length > 0)
    assert.ok(listed.json.data.every((item: { guarantors: unknown }) => item.guarantors === null))
  }
  assert.deepEqual((await service.call(`/api/loans/${loan.id}`, as)).json.guarantors, ['Hidden'])
})

test('lists filter by borrower and state, and refuse a value that no filter takes', async () => {
  const other = (await service.call('/api/borrowers', { ...as, method: 'POST', body: { business_name: 'Other' } })).json
  const reply = await service.call(`/api/borrowers/${other.id}/loans`, {
    ...as,
    method: 'POST',
    body: { status: 'approved' },
  })
  const ids = async (query: string) =>
    (await service.call(`/api/loans?${query}`, as)).json.data.map((loan: { id: string }) => loan.id)
  assert.deepEqual(await ids(`borrowerId=${other.id}`), [reply.json.id])
  assert.deepEqual(await ids('status=approved'), [reply.json.id])
  assert.deepEqual(await ids(`borrowerId=${borrower.id}&status=approved`), [])
  for (const query of ['status=lost', 'borrowerId=nobody']) {
    const refused = await service.call(`/api/loans?${query}`, as)
    assert.equal(refused.status, 400)
    assert.equal(refused.json.error.type, 'invalid_filter')
  }
})

test('deleting a borrower deletes its loans; a loan of nobody is not found', async () => {
  const doomed = (await service.call('/api/borrowers', { ...as, method: 'POST', body: { business_name: 'Doomed' } }))
    .json
  const loan = (await service.call(`/api/borrowers/${doomed.id}/loans`, { ...as, method: 'POST', body: {} })).json
  assert.equal((await service.call(`/api/borrowers/${doomed.id}`, { ...as, method: 'DELETE' })).status, 204)
  assert.equal((await service.call(`/api/loans/${loan.id}`, as)).status, 404)
  assert.equal((await service.call(`/api/borrowers/${doomed.id}/loans`, as)).status, 404)
  assert.equal(
    (await service.call(`/api/borrowers/${doomed.id}/loans`, { ...as, method: 'POST', body: {} })).status,
    404,
  )
})
