/** The short form of packages.chaos.ts: one fault of each kind. */
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushRedis, killEngine, startEngine } from '../support/engines.ts'
import { assertEachOnce, confirmAll, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'

const PACKAGES = 150

test('bars 12, 15, 16, 17: packages survive the loss of worker, relay, PostgreSQL, Restate and Redis, each effect once', async () => {
  const service = await startTestService()
  const { worker, relay } = await startPipelineProcesses(service, { TEST_READ_MS: '300', TIEOUT_PACKAGE_SLOTS: '16' })
  const { key } = await service.tenant()
  const ids = await uploadPackages(service, key, PACKAGES)
  const confirmed = confirmAll(service, key, ids)
  await sleep(1_000)
  await worker.restart()
  await killEngine('postgres')
  await startEngine('postgres')
  await relay.restart()
  await killEngine('restate')
  await startEngine('restate')
  await flushRedis()
  await worker.restart()
  await confirmed
  assertEachOnce(await waitForAll(service, PACKAGES, 120), PACKAGES)
})
