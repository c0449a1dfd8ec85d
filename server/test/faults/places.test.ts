/** Work that the engine did not take, or took and will never end: it is begun again, soon, and holds no place meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asSuperuser } from '../support/database.ts'
import { killInEngine, packagesOf, queryEngine } from '../support/engine-books.ts'
import { killEngine, startEngine } from '../support/engines.ts'
import { assertEachOnce, confirmAll, tally, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const PACKAGES = 40
/** Long enough for a relay to try again many times. */
const AWAY_MS = 8_000
/** From the engine's answer to the last hand-over: a second between two tries, and what the machine takes. */
const BACK_MS = 20_000

interface OnTheBooks {
  readonly packages: number
  readonly handedOver: number
  readonly mostAttempts: number
}

async function onTheBooks(service: TestService): Promise<OnTheBooks> {
  const [row] = await asSuperuser<OnTheBooks & Record<string, number>>(
    service.database,
    `SELECT count(*)::int AS packages, count(handed_at)::int AS "handedOver",
       coalesce(max(attempts), 0)::int AS "mostAttempts"
     FROM outbox WHERE topic = 'package'`,
  )
  return row ?? assert.fail()
}

test('an engine that dies while it is handed work, and is away for long, costs no attempt; once it is back it is handed all of it', async (t) => {
  const service = await startTestService()
  // Nothing ends meanwhile, so that every package is on the books and can be looked at.
  await startPipelineProcesses(service, { TEST_READ_MS: '30000', TIEOUT_PACKAGE_SLOTS: '100' })
  const { key } = await service.tenant()
  const ids = await uploadPackages(service, key, PACKAGES)
  const handing = confirmAll(service, key, ids)
  await killEngine('restate')
  await handing
  await sleep(AWAY_MS)
  const away = await onTheBooks(service)
  await startEngine('restate')
  assert.equal(away.packages, PACKAGES)
  // Two: handed over before the engine died and swept since, or claimed at this very moment.
  assert.ok(away.mostAttempts <= 2, `${away.mostAttempts} attempts were counted though there was no engine`)
  const isAll = async () => (await onTheBooks(service)).handedOver === PACKAGES
  t.diagnostic(`all are handed over ${Math.round(await until(isAll, BACK_MS))} ms after the engine is back`)
  await waitForAll(service, PACKAGES, 180)
  assertEachOnce(await tally(service), PACKAGES)
})

/** The packages that the engine runs for this service, by its own names for them. */
async function invocationsOf(service: TestService): Promise<string[]> {
  const running = `target_service_name = '${packagesOf(service)}' AND status <> 'completed'`
  return (await queryEngine<{ id: string }>(`SELECT id FROM sys_invocation WHERE ${running}`)).map(({ id }) => id)
}

/** A look at work that was handed over comes after half a minute, and a sweep every five seconds. */
const PLACE_BACK_MS = 60_000

test('a run that dies with its worker and is killed in the engine gives its place back: it begins anew, then the next one', async (t) => {
  const service = await startTestService()
  // Of two slots a tenant has one.
  const { worker } = await startPipelineProcesses(service, { TEST_READ_MS: '20000', TIEOUT_PACKAGE_SLOTS: '2' })
  const { key } = await service.tenant()
  const ids = await uploadPackages(service, key, 2)
  await confirmAll(service, key, ids)
  await until(async () => (await invocationsOf(service)).length === 1, 60_000)
  const { packages, handedOver } = await onTheBooks(service)
  assert.deepEqual({ packages, handedOver }, { packages: 2, handedOver: 1 })
  const running = await invocationsOf(service)
  await asSuperuser(service.database, `UPDATE outbox SET due_at = now() WHERE handed_at IS NOT NULL`)
  const isSwept = async () => (await onTheBooks(service)).mostAttempts > 1
  await until(isSwept, 10_000)
  await sleep(1_000)
  assert.deepEqual(await invocationsOf(service), running, 'a run that is merely long is left alone')
  assert.equal((await onTheBooks(service)).handedOver, 1)
  await worker.kill()
  for (const id of await invocationsOf(service)) await killInEngine(id)
  await until(async () => (await invocationsOf(service)).length === 0, 10_000)
  await worker.restart()
  const isBegun = async () => (await invocationsOf(service)).length > 0
  t.diagnostic(`the place is back ${Math.round(await until(isBegun, PLACE_BACK_MS))} ms after the worker`)
  await waitForAll(service, 2, 120)
  assertEachOnce(await tally(service), 2)
})
