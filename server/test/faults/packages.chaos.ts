/**
 * 5,000 small packages while the worker is killed every few seconds, PostgreSQL and Restate are killed and come back,
 * and Redis forgets everything: all complete, each effect once. TIEOUT_CHAOS_PACKAGES sets another number.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushRedis, killEngine, startEngine } from '../support/engines.ts'
import { assertEachOnce, confirmAll, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'

const PACKAGES = Number(process.env['TIEOUT_CHAOS_PACKAGES'] ?? 5_000)
const TENANTS = 5
const SECONDS = 1_800
/** Faults come one at a time, so that none hides another; the worker is every second one. */
const PAUSE_MS = 3_000

test(`bars 11, 15, 16, 17: ${PACKAGES} packages under constant fire all complete, each effect once`, async (t) => {
  const service = await startTestService()
  const { worker, relay } = await startPipelineProcesses(service, { TEST_READ_MS: '50' })
  const tenants = await Promise.all(Array.from({ length: TENANTS }, () => service.tenant()))
  const each = Math.ceil(PACKAGES / TENANTS)
  const uploads: { key: string; ids: string[] }[] = []
  for (const { key } of tenants) uploads.push({ key, ids: await uploadPackages(service, key, each) })

  const faults = { worker: 0, postgres: 0, restate: 0, redis: 0, relay: 0 }
  let over = false
  const restartEngine = async (name: 'postgres' | 'restate'): Promise<void> => {
    await killEngine(name)
    await startEngine(name)
  }
  const others = [
    ['redis', flushRedis],
    ['postgres', () => restartEngine('postgres')],
    ['relay', () => relay.restart()],
    ['restate', () => restartEngine('restate')],
  ] as const
  const fire = async (): Promise<void> => {
    for (let round = 0; !over; round += 1) {
      await sleep(PAUSE_MS)
      await worker.restart()
      faults.worker += 1
      await sleep(PAUSE_MS)
      const [name, fault] = others[round % others.length] ?? others[0]
      await fault()
      faults[name] += 1
    }
  }
  const started = Date.now()
  let broken: unknown = null
  const firing = fire().catch((error: unknown) => {
    broken = error
  })
  try {
    for (const { key, ids } of uploads) await confirmAll(service, key, ids)
    const all = each * TENANTS
    assertEachOnce(await waitForAll(service, all, SECONDS), all)
    const seconds = (Date.now() - started) / 1000
    t.diagnostic(`${all} packages in ${seconds.toFixed(0)} s, faults: ${JSON.stringify(faults)}`)
  } finally {
    over = true
    await firing
  }
  assert.equal(broken, null, 'a fault could not be made or mended')
  assert.ok(faults.worker >= 3 && faults.postgres >= 1 && faults.restate >= 1 && faults.redis >= 1)
})
