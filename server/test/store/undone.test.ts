/**
 * Transactions that end before their commit, because they wait for each other or for too long, or because their
 * connection goes: their clients may simply repeat.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Problem } from '../../src/lib/problem.ts'
import { insertBorrower, lockBorrower } from '../../src/store/borrowers.ts'
import { Db, statement } from '../../src/store/db.ts'
import type { WriteTx } from '../../src/store/db.ts'
import { deleteSomeBorrowers, wipeSandbox } from '../../src/store/sandbox.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { newLoan } from '../support/uploads.ts'

const service = await startTestService()
/** After so long a client knows that its connection has gone. */
const NOTICED_MS = 300

test('of two that wait for each other one goes on, and the other is told that nothing has changed and when to ask again', async () => {
  const { key, workspace } = await service.tenant()
  const tenant = { workspaceUuid: workspace.uuid }
  const [one, other] = [await newLoan(service, key), await newLoan(service, key)]
  const db = new Db({ url: urlOf(service.database, 'APP'), poolSize: 2 })
  const both = Promise.withResolvers<undefined>()
  let held = 0
  const inOrder = (first: string, second: string): Promise<string> =>
    db.inTenant(tenant, async (tx) => {
      await lockBorrower(tx, first)
      held += 1
      if (held === 2) both.resolve(undefined)
      await both.promise
      await lockBorrower(tx, second)
      return first
    })
  const ends = await Promise.allSettled([
    inOrder(one.borrowerId, other.borrowerId),
    inOrder(other.borrowerId, one.borrowerId),
  ])
  await db.close()
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
  assertUndone(ends.find(({ status }) => status === 'rejected'))
})

test('what runs into the time limit of a statement is told that nothing has changed and when to ask again', async () => {
  const end = await endOf(async (tx) => {
    await tx.rows(statement(sql`SET LOCAL statement_timeout = 50`))
    await tx.rows(statement(sql`SELECT pg_sleep(5)`))
  })
  assertUndone(end, '57014')
})

test('a transaction whose connection has gone before its commit is told that nothing has changed and when to ask again', async () => {
  const end = await endOf(async (tx) => {
    await insertBorrower(tx, { businessName: 'Gone' }, { isIntake: false })
    const [row] = await tx.rows(statement(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`))
    await asSuperuser(service.database, 'SELECT pg_terminate_backend($1)', [row?.pid])
    await sleep(NOTICED_MS)
  })
  assertUndone(end, null)
  const kept = await asSuperuser(service.database, `SELECT 1 FROM borrowers WHERE business_name = 'Gone'`)
  assert.equal(kept.length, 0)
})

/** What becomes of a transaction of a tenant of its own, over a connection of its own. */
async function endOf(work: (tx: WriteTx) => Promise<void>): Promise<PromiseSettledResult<void>> {
  const { workspace } = await service.tenant()
  const db = new Db({ url: urlOf(service.database, 'APP'), poolSize: 1 })
  const [end] = await Promise.allSettled([db.inTenant({ workspaceUuid: workspace.uuid }, work)])
  await db.close()
  return end
}

function assertUndone(end: PromiseSettledResult<unknown> | undefined, code: string | null = '40P01'): void {
  assert.ok(end?.status === 'rejected' && end.reason instanceof Problem)
  assert.deepEqual([end.reason.type, end.reason.retryAfterSeconds], ['unavailable', 1])
  assert.equal((end.reason.cause as { code?: string }).code ?? null, code)
}

/** Longer than the reset's wait is shorter than PostgreSQL's look for those who wait for each other. */
const BUSY_MS = 500

test('a request that has waited for a busy reset for long, when the reset comes to wait for it, is undone and told to repeat', async () => {
  const { key, workspace } = await service.twinOf(await service.tenant())
  const tenant = { workspaceUuid: workspace.uuid }
  const { borrowerId } = await newLoan(service, key)
  const [app, worker] = [urlOf(service.database, 'APP'), urlOf(service.database, 'WORKER')].map(
    (url) => new Db({ url, poolSize: 1 }),
  )
  assert.ok(app && worker)
  const [written, deleted] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const request = app.inTenant(tenant, async (tx) => {
    await insertBorrower(tx, { businessName: 'Late' }, { isIntake: false })
    written.resolve(undefined)
    await deleted.promise
    await lockBorrower(tx, borrowerId)
  })
  const reset = worker.inTenant(tenant, async (tx) => {
    await written.promise
    await deleteSomeBorrowers(tx, 10)
    deleted.resolve(undefined)
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
    await wipeSandbox(tx)
  })
  const [requestEnd, resetEnd] = await Promise.allSettled([request, reset])
  await Promise.all([app.close(), worker.close()])
  assertUndone(requestEnd)
  assert.equal(resetEnd.status, 'fulfilled')
  assert.deepEqual((await service.call('/api/borrowers', { key })).json.data, [], 'nothing of the request is there')
})
