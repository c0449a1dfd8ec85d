/** Customers don't wait for the engine or for Redis: what they send is taken while either is away, and done once it is back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushRedis, killEngine, pauseEngine, startEngine } from '../support/engines.ts'
import { assertEachOnce, tally, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'
import { confirm } from '../support/uploads.ts'

const PACKAGES_PER_FAULT = 20
/** Of the calls made while something is away. */
const LEAST_SUCCESS = 0.95
const AWAY_MS = 3_000

test('bars 16, 17: with Restate paused or killed, or Redis killed, uploads are confirmed and all complete afterwards', async (t) => {
  const service = await startTestService()
  const { worker, relay } = await startPipelineProcesses(service, { TEST_READ_MS: '20' })
  const { key } = await service.tenant()
  const away = (name: 'restate' | 'redis') => async (during: () => Promise<void>) => {
    await killEngine(name)
    await during()
    await startEngine(name)
  }
  const faults: Record<string, (during: () => Promise<void>) => Promise<void>> = {
    'Restate paused': (during) => pauseEngine('restate', during),
    'Restate killed': away('restate'),
    'Redis killed': away('redis'),
  }
  const ids = await uploadPackages(service, key, PACKAGES_PER_FAULT * Object.keys(faults).length)
  const calls: number[] = []
  for (const [name, fault] of Object.entries(faults)) {
    const part = ids.splice(0, PACKAGES_PER_FAULT)
    await fault(async () => {
      for (const jobId of part) calls.push((await confirm(service, key, jobId)).status)
      await sleep(AWAY_MS)
    })
    t.diagnostic(
      `${name}: ${calls.slice(-part.length).filter((status) => status === 202).length} of ${part.length} taken`,
    )
  }
  await flushRedis()
  const taken = calls.filter((status) => status === 202).length
  assert.ok(taken >= LEAST_SUCCESS * calls.length, `${taken} of ${calls.length} calls succeeded`)
  await waitForAll(service, taken, 120)
  assertEachOnce({ ...(await tally(service)), jobs: taken }, taken)
  assert.ok(worker.isAlive && relay.isAlive, 'no process needed a restart')
})
