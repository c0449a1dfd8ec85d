/** The engine loses everything it knew. What is in PostgreSQL is enough to go on. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStack } from '../../../ops/stack/engines.ts'
import { asSuperuser } from '../support/database.ts'
import { killEngine, startEngine } from '../support/engines.ts'
import { assertEachOnce, confirmAll, tally, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService, testSettings } from '../support/service.ts'

const PACKAGES = 36
/** Longer than the engine is away: a package whose reading ends meanwhile is finished without it, and nothing is lost. */
const READ_MS = '6000'
const ADMIN = join(import.meta.dirname, '../../src/main/admin/admin.ts')

async function wipeRestate(): Promise<void> {
  const { engines } = await openStack()
  await killEngine('restate')
  for (const folder of engines.restate.dataFolders) {
    for (const entry of globSync(join(folder, '*'))) rmSync(entry, { recursive: true, force: true })
  }
  await startEngine('restate')
}

async function packagesBeingRead(database: string): Promise<number> {
  const [row] = await asSuperuser<{ n: number }>(
    database,
    `SELECT count(*)::int AS n FROM jobs WHERE status = 'PROCESSING'`,
  )
  return row?.n ?? 0
}

test('after a total loss of the engine’s data, reconcile rebuilds all work in flight and each effect happens once', async () => {
  const service = await startTestService()
  await startPipelineProcesses(service, { TEST_READ_MS: READ_MS, TIEOUT_PACKAGE_SLOTS: '12' })
  const { key } = await service.tenant()
  await confirmAll(service, key, await uploadPackages(service, key, PACKAGES))
  let before = await tally(service)
  for (; before.completed < 5; before = await tally(service)) await sleep(100)
  assert.ok(before.completed < PACKAGES - 12, 'the test must wipe while work is in flight')
  // Packages of one wave end together: wait until the next one is being read, or there would be nothing to lose.
  for (let reading = 0; reading < 5; reading = await packagesBeingRead(service.database)) await sleep(50)
  await wipeRestate()
  const said = execFileSync(process.execPath, [ADMIN, '--json', 'reconcile'], {
    env: testSettings(service.database),
    encoding: 'utf8',
  })
  const { reissued, restored } = JSON.parse(said) as { reissued: number; restored: number }
  assert.ok(reissued > 0 && reissued <= 12, said)
  assert.equal(restored, 0)
  assertEachOnce(await waitForAll(service, PACKAGES, 90), PACKAGES)
})
