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
/** How long each piece is left alone between two faults. */
const EVERY_MS = { worker: 4_000, postgres: 15_000, restate: 20_000, redis: 7_000, relay: 13_000 }

test(`bars 11, 15, 16, 17: ${PACKAGES} packages under constant fire all complete, each effect once`, async (t) => {
  const service = await startTestService()
  const { worker, relay } = await startPipelineProcesses(service, { TEST_READ_MS: '50' })
  const tenants = await Promise.all(Array.from({ length: TENANTS }, () => service.tenant()))
  const each = Math.ceil(PACKAGES / TENANTS)
  const uploads: { key: string; ids: string[] }[] = []
  for (const { key } of tenants) uploads.push({ key, ids: await uploadPackages(service, key, each) })

  const faults = { worker: 0, postgres: 0, restate: 0, redis: 0, relay: 0 }
  let over = false
  const repeat = async (name: keyof typeof EVERY_MS, fault: () => Promise<void>): Promise<void> => {
    for (;;) {
      await sleep(EVERY_MS[name])
      if (over) return
      await fault()
      faults[name] += 1
    }
  }
  const restartEngine = (name: 'postgres' | 'restate') => async (): Promise<void> => {
    await killEngine(name)
    await startEngine(name)
  }
  const started = Date.now()
  const firing = Promise.all([
    repeat('worker', () => worker.restart()),
    repeat('relay', () => relay.restart()),
    repeat('postgres', restartEngine('postgres')),
    repeat('restate', restartEngine('restate')),
    // Redis answers nothing while its own restart runs; the service is told nothing and must not mind.
    repeat('redis', flushRedis),
  ])
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
  assert.ok(faults.worker >= 3 && faults.postgres >= 1 && faults.restate >= 1 && faults.redis >= 1)
})
