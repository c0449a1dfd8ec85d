/** Two releases of the worker at once, with work in flight: the old one goes, and nothing is lost or run twice. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Release, RestateEngine } from '../../src/adapters/restate.ts'
import { parseConfig } from '../../src/main/config.ts'
import { engineOf } from '../../src/main/stores.ts'
import { asSuperuser } from '../support/database.ts'
import { packagesOf, queryEngine } from '../support/engine-books.ts'
import { assertEachOnce, confirmAll, tally, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { freePort, Restartable } from '../support/pipeline-processes.ts'
import { startTestService, testSettings } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const WORKER = 'server/test/support/worker-process.ts'
const PACKAGES = 48
const SLOTS = 8
/** A run in which one release did next to nothing shows nothing about the other. */
const LEAST_OF_EACH = SLOTS
/** Long enough that the packages are not over before a second worker has started on a busy machine. */
const READ_MS = '5000'

/** A tree whose code differs from this one's, so that it is a release of its own. */
function anotherRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-release-'))
  after(() => rmSync(folder, { recursive: true }))
  for (const part of ['server/src', 'server/seed', WORKER, 'server/package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  appendFileSync(join(folder, 'server/src/main/release.ts'), '// The release before.\n')
  return folder
}

interface Rig {
  readonly service: TestService
  readonly engine: RestateEngine
  readonly startWorker: (tree: string) => Promise<ChildProcess>
  readonly admin: <T>(...args: string[]) => Promise<T>
}

async function startRig(): Promise<Rig> {
  const service = await startTestService()
  const settings = { ...testSettings(service.database), TIEOUT_LOG_LEVEL: 'error', TIEOUT_PACKAGE_SLOTS: String(SLOTS) }
  const stdio = ['ignore', 'inherit', 'inherit'] as const
  const relay = new Restartable(() =>
    spawn(process.execPath, [join(ROOT, 'server/src/main/relay.ts')], { env: settings, stdio: [...stdio] }),
  )
  service.companions.push(() => relay.kill())
  const admin = async <T>(...args: string[]): Promise<T> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'server/src/main/admin/admin.ts'), '--json', ...args],
      { env: settings },
    )
    return JSON.parse(stdout) as T
  }
  const engine = engineOf(parseConfig(settings))
  service.companions.push(() => engine.close())
  return {
    service,
    admin,
    engine,
    startWorker: async (tree) => {
      const before = (await engine.releases()).length
      const child = spawn(process.execPath, [join(tree, WORKER)], {
        env: { ...settings, TIEOUT_WORKER_PORT: String(await freePort()), TEST_READ_MS: READ_MS },
        stdio: [...stdio],
      })
      service.companions.push(() => Promise.resolve(void child.kill('SIGKILL')))
      while ((await engine.releases()).length === before) await sleep(100)
      return child
    },
  }
}

/** How many packages each release has run, by the engine's own books. */
async function runsByRelease(service: TestService): Promise<Map<string, number>> {
  const rows = await queryEngine<{ id: string; n: number }>(
    `SELECT pinned_deployment_id AS id, count(*) AS n FROM sys_invocation
      WHERE target_service_name = '${packagesOf(service)}' AND status = 'completed' GROUP BY pinned_deployment_id`,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

async function untilUnderWay(service: TestService, completed: number): Promise<void> {
  for (;;) {
    const { completed: done } = await tally(service)
    assert.ok(done < PACKAGES - 2 * SLOTS, 'work must be in flight, and more must wait')
    const [row] = await asSuperuser<{ n: number }>(
      service.database,
      `SELECT count(*)::int AS n FROM jobs WHERE status = 'PROCESSING'`,
    )
    if (done >= completed && (row?.n ?? 0) >= SLOTS / 2) return
    await sleep(50)
  }
}

test('an old release is drained and stopped while packages run: both releases do work, nothing is lost or run twice', async (t) => {
  const { service, startWorker, admin, engine } = await startRig()
  const old = await startWorker(anotherRelease())
  const { key } = await service.tenant()
  await confirmAll(service, key, await uploadPackages(service, key, PACKAGES))
  await untilUnderWay(service, LEAST_OF_EACH)
  await startWorker(ROOT)
  const releases = await engine.releases()
  assert.deepEqual(
    releases.map(({ isLatest }) => isLatest),
    [false, true],
  )
  assert.ok((releases[0]?.underWay ?? 0) > 0, 'the old release must have work under way when the new one comes')
  const { forgotten, busy } = await admin<{ forgotten: Release[]; busy: Release[] }>('releases', 'drain')
  assert.deepEqual(busy, [])
  assert.deepEqual(
    forgotten.map(({ id }) => id),
    [releases[0]?.id],
  )
  old.kill('SIGTERM')
  const [code] = (await once(old, 'exit')) as [number | null]
  assert.equal(code, 0)
  assert.ok((await tally(service)).completed < PACKAGES, 'the old release must be gone before the work is')
  assertEachOnce(await waitForAll(service, PACKAGES, 90), PACKAGES)
  const runs = await runsByRelease(service)
  const counts = releases.map(({ id }) => runs.get(id) ?? 0)
  t.diagnostic(`packages run by the old release: ${counts[0] ?? 0}, by the new one: ${counts[1] ?? 0}`)
  assert.ok(
    counts.every((count) => count >= LEAST_OF_EACH),
    `each release must have run some: ${counts.join(', ')}`,
  )
  assert.equal(counts[0] === undefined || counts[1] === undefined ? 0 : counts[0] + counts[1], PACKAGES)
})

test('an old release that died with work under way loses nothing: reconcile moves it to the new one, each effect once', async () => {
  const { service, startWorker, admin } = await startRig()
  const old = await startWorker(anotherRelease())
  const { key } = await service.tenant()
  await confirmAll(service, key, await uploadPackages(service, key, PACKAGES))
  await untilUnderWay(service, LEAST_OF_EACH)
  await startWorker(ROOT)
  old.kill('SIGKILL')
  await once(old, 'exit')
  const { reissued } = await admin<{ reissued: number }>('reconcile')
  assert.ok(reissued > 0 && reissued <= SLOTS, `${reissued} pieces of work were reissued`)
  assertEachOnce(await waitForAll(service, PACKAGES, 90), PACKAGES)
})
