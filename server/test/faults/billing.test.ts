/** Credit for fifty, asked for two hundred at once, while the API and the worker are killed: fifty pass, and the books are right. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { centsOf } from '../../src/lib/money.ts'
import { agree, giveCredit, verifyBooks } from '../../src/main/admin/billing.ts'
import { asSuperuser } from '../support/database.ts'
import { uploadPackages } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startServiceProcess } from '../support/process.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const ASKED = 200
const PAID_FOR = 50
const PRICE = centsOf(125n)
const KILLED_AFTER = 15

interface Answered {
  readonly status: number
  readonly type: string | null
}

test('200 concurrent confirms against a balance for 50: exactly 50 pass, and after all settle the ledger differs by nothing', async (t) => {
  const service = await startTestService()
  const tenant = await service.tenant()
  await asSuperuser(service.database, `UPDATE api_keys SET rate_limits = '{"upload": 100000}'`)
  // Before there is a price: links for what could not be paid for would be refused already.
  const jobIds = await uploadPackages(service, tenant.key, ASKED)
  await agree(service.operator, tenant.workspace, { perDocument: PRICE })
  await giveCredit(service.operator, tenant.workspace, { amount: centsOf(PRICE * BigInt(PAID_FOR)), note: 'for fifty' })
  const count = async (where: string): Promise<number> => {
    const [row] = await asSuperuser<{ n: number }>(
      service.database,
      `SELECT count(*)::int AS n FROM jobs WHERE ${where}`,
    )
    return row?.n ?? 0
  }
  const confirmAt = async (url: string, jobId: string): Promise<Answered | null> => {
    const headers = { authorization: `Bearer ${tenant.key}` }
    const reply = await fetch(`${url}/api/documents/${jobId}/confirm-upload`, { method: 'POST', headers }).catch(
      () => null,
    )
    const body = (await reply?.json().catch(() => null)) as { error?: { type: string } } | null
    return reply && body && { status: reply.status, type: body.error?.type ?? null }
  }

  const doomed = await startServiceProcess(service.database)
  let answered = 0
  const first = jobIds.map(async (jobId) => {
    const answer = await confirmAt(doomed.url, jobId)
    if (answer) answered += 1
    if (answered === KILLED_AFTER) doomed.child.kill('SIGKILL')
    return answer
  })
  const lost = (await Promise.all(first)).filter((answer) => answer === null).length
  assert.ok(lost > 0, 'the API must die with requests under way')
  const confirmedBefore = await count(`status <> 'AWAITING_UPLOAD'`)
  assert.ok(confirmedBefore < PAID_FOR)
  assert.deepEqual((await verifyBooks(service.operator, { workspaceUuid: tenant.workspace.uuid })).differences, [])

  const second = await Promise.all(jobIds.map((jobId) => confirmAt(service.url, jobId)))
  const passed = second.filter((answer) => answer?.status === 202).length
  const refused = second.filter((answer) => answer?.type === 'insufficient_credits').length
  assert.equal(passed, PAID_FOR)
  assert.equal(refused, ASKED - PAID_FOR)
  assert.equal(await count(`status <> 'AWAITING_UPLOAD'`), PAID_FOR)

  const { worker } = await startPipelineProcesses(service, { TEST_READ_MS: '200' })
  await until(async () => (await count(`status = 'COMPLETED'`)) >= 5, 60_000)
  await worker.kill()
  const settledBefore = await count(`status = 'COMPLETED'`)
  await worker.restart()
  await until(async () => (await count(`status = 'COMPLETED'`)) === PAID_FOR, 120_000)
  const usage = await service.call('/api/usage', { key: tenant.key })
  assert.equal(usage.json.balance_usd, '0.00')
  assert.equal(usage.json.reserved_usd, '0.00')
  assert.equal(usage.json.in_flight_docs, 0)
  const books = await verifyBooks(service.operator, { workspaceUuid: tenant.workspace.uuid })
  assert.deepEqual(books, { entries: 1 + 2 * PAID_FOR, differences: [] })
  t.diagnostic(
    `${ASKED} asked, ${PAID_FOR} passed; API killed with ${lost} requests unanswered and ${confirmedBefore} confirmed, ` +
      `worker killed with ${settledBefore} settled; ${books.entries} entries, difference 0`,
  )
  assert.ok(settledBefore < PAID_FOR, 'the worker must die before all is settled')
})
