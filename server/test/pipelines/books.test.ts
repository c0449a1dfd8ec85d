/** The books: every job that waits or is under way has one piece of work in the outbox, and no job has two. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Relay } from '../../src/domain/hand-off/relay.ts'
import { reconcile } from '../../src/domain/hand-off/reconcile.ts'
import { decodeId } from '../../src/lib/ids.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { confirm, newLoan, uploadFile } from '../support/uploads.ts'

const AT_ONCE = 20
const JOBS = 6

const service = await startTestService()
const { key } = await service.tenant()
const { loanId } = await newLoan(service, key)
const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 8 })
service.companions.push(() => db.close())

const upload = (name: string): Promise<string> =>
  uploadFile(service, key, loanId, Buffer.from(`row,${name}\n`), 'rows.csv')
const workOf = async (jobId: string): Promise<string[]> => {
  const rows = await asSuperuser<{ id: string }>(
    service.database,
    `SELECT id FROM outbox WHERE topic = 'package' AND payload->>'job' = $1`,
    [decodeId('job', jobId)],
  )
  return rows.map(({ id }) => id)
}
const relay = (): Relay =>
  new Relay({
    db,
    engine: { start: ({ id }) => Promise.resolve(id), ended: () => Promise.resolve(new Set()) },
    clock: { now: () => new Date() },
    slots: 10,
    onFault: (error) => assert.fail(String(error)),
  })

test('bar 27: a job that many confirm at once has one piece of work, and the database refuses a second', async () => {
  const jobId = await upload('at once')
  const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => confirm(service, key, jobId)))
  assert.ok(replies.some(({ status }) => status === 202))
  assert.deepEqual(
    [...new Set(replies.map(({ status }) => status))].filter((status) => status >= 500),
    [],
  )
  assert.equal((await workOf(jobId)).length, 1)
  const second = asSuperuser(
    service.database,
    `INSERT INTO outbox (workspace_id, id, topic, payload)
     SELECT workspace_id, gen_random_uuid(), topic, payload FROM outbox WHERE topic = 'package'`,
  )
  await assert.rejects(second, /outbox_work_of_job/)
})

test('bar 27: the sweep finds every job under way that has no work, and gives it one piece, and jobs at their end none', async () => {
  const jobs: string[] = []
  for (let n = 0; n < JOBS; n += 1) {
    const jobId = await upload(`lost ${n}`)
    assert.equal((await confirm(service, key, jobId)).status, 202)
    jobs.push(jobId)
  }
  const [ended, ...open] = jobs
  assert.ok(ended)
  await asSuperuser(service.database, `DELETE FROM outbox WHERE topic = 'package'`)
  await asSuperuser(service.database, `UPDATE jobs SET status = 'COMPLETED' WHERE id = $1`, [decodeId('job', ended)])
  await Promise.all([relay().sweep(), relay().sweep(), reconcile(db)])
  for (const jobId of open) assert.equal((await workOf(jobId)).length, 1, jobId)
  assert.deepEqual(await workOf(ended), [])
  assert.deepEqual(await asSuperuser(service.database, 'SELECT * FROM jobs_without_work()'), [])
})
