/** Renders while the worker that makes them is killed: one file each, whole, its hash right, told once. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { asSuperuser } from '../support/database.ts'
import { fileAt, MemoDesk } from '../support/memos.ts'
import { keysUnder } from '../support/objects.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startTestPipeline } from '../support/uploads.ts'

const RENDERS = 16
const KILLS = 4

test(`${RENDERS} renders survive ${KILLS} times kill -9 of the worker: one file each, its hash right, one event`, async (t) => {
  const service = await startTestService()
  const desk = new MemoDesk(service)
  // Documents are read by a worker that can read; the one that is killed only renders.
  const reading = await startTestPipeline(service)
  const loan = await desk.spreadLoan()
  const memo = await desk.newMemo(loan)
  await reading.stop()
  const { worker } = await startPipelineProcesses(service)
  const ordered = await Promise.all(Array.from({ length: RENDERS }, () => desk.order(loan, memo.memo_id)))
  const count = async (condition: string): Promise<number> => {
    const text = `SELECT count(*)::int AS n FROM memo_renders WHERE ${condition}`
    return (await asSuperuser<{ n: number }>(service.database, text))[0]?.n ?? 0
  }
  const killedWith: string[] = []
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const share = Math.floor((kill * RENDERS) / (KILLS + 2))
    // Some are done, and one is in the middle of its way.
    await until(
      async () => (await count(`status = 'succeeded'`)) >= share && (await count(`status = 'rendering'`)) > 0,
      60_000,
    )
    await worker.kill()
    killedWith.push(`${await count(`status = 'succeeded'`)} done and ${await count(`status = 'rendering'`)} under way`)
    await worker.restart()
  }
  for (const { links, render_id } of ordered) {
    const done = await desk.ended(loan, links.self, 120_000)
    assert.equal(done.status, 'succeeded')
    const bytes = await fileAt(done.download_url)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), done.file.sha256)
    assert.equal((await desk.eventsOf(loan, 'memo_render.succeeded', render_id)).length, 1)
  }
  const prefix = `${loan.tenant.workspace.uuid}/${loan.borrowerId}/${loan.loanId}/memos/`
  assert.deepEqual(
    await keysUnder(service.database, prefix),
    ordered.map(({ render_id }) => `${prefix}${render_id}/memo.pdf`).sort(),
  )
  t.diagnostic(`killed with ${killedWith.join('; ')}`)
})
