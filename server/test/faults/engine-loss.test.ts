/** The engine loses everything it knew. What is in PostgreSQL is enough to go on. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStack } from '../../../ops/stack/engines.ts'
import { ALL_TOPICS, TOPICS } from '../../src/domain/hand-off/topics.ts'
import { REMAP_TOPIC, RESPREAD_TOPIC } from '../../src/domain/mappings/topics.ts'
import { RENDER_TOPIC } from '../../src/domain/memos/memo.ts'
import { parseConfig } from '../../src/main/config.ts'
import { createLogger } from '../../src/main/logging.ts'
import { startRelay } from '../../src/main/relay.ts'
import { startWorker } from '../../src/main/worker.ts'
import { asSuperuser } from '../support/database.ts'
import { loanPackage } from '../support/documents/loan-package.ts'
import { statementPdf } from '../support/documents/statement.ts'
import { killEngine, startEngine } from '../support/engines.ts'
import { assertEachOnce, confirmAll, tally, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService, testSettings } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { askUntil, newLoan, uploadAndRead } from '../support/uploads.ts'

const PACKAGES = 36
/** Longer than the engine is away: a package whose reading ends meanwhile is finished without it, and nothing is lost. */
const READ_MS = '10000'
const ADMIN = join(import.meta.dirname, '../../src/main/admin/admin.ts')

async function wipeRestate(): Promise<void> {
  const { engines } = await openStack()
  await killEngine('restate')
  for (const folder of engines.restate.dataFolders) {
    for (const entry of globSync(join(folder, '*'))) rmSync(entry, { recursive: true, force: true })
  }
  await startEngine('restate')
}

function reconcile(service: TestService): { reissued: number; restored: number } {
  const said = execFileSync(process.execPath, [ADMIN, '--json', 'reconcile'], {
    env: testSettings(service.database),
    encoding: 'utf8',
  })
  return JSON.parse(said) as { reissued: number; restored: number }
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
  const { reissued, restored } = reconcile(service)
  assert.ok(reissued > 0 && reissued <= 12, String(reissued))
  assert.equal(restored, 0)
  assertEachOnce(await waitForAll(service, PACKAGES, 90), PACKAGES)
})

const KEPT = ALL_TOPICS.filter((topic) => TOPICS[topic] === 'kept').sort()

/** Topics that the engine has taken and that are not done. */
async function topicsInHand(database: string): Promise<string[]> {
  const rows = await asSuperuser<{ topic: string }>(
    database,
    'SELECT DISTINCT topic FROM outbox WHERE handed_at IS NOT NULL ORDER BY topic',
  )
  return rows.map(({ topic }) => topic)
}

test('work of every kept topic that the engine had taken and lost is done after reconcile, and is off the books', async () => {
  const service = await startTestService()
  const { key, workspace } = await service.tenant()
  const config = parseConfig(testSettings(service.database))
  const logger = createLogger({ level: 'silent', name: 'test' })
  const relay = await startRelay(config, logger)
  service.companions.push(() => relay.stop())
  const worker = await startWorker(config, logger)
  const target = await newLoan(service, key)
  const documents = await uploadAndRead(service, key, target, loanPackage())
  const spare = await uploadAndRead(service, key, target, statementPdf(1))
  const statement = documents.find(({ report_type }) => report_type === 'profit-loss-statements')
  const at = `/api/borrowers/${target.borrowerId}/extractions/${statement.id}`
  await askUntil(
    () => service.call(`${at}/mapping`, { key }),
    ({ status }) => status === 200,
  )
  await until(async () => (await topicsInHand(service.database)).length === 0, 60_000)
  // From here on the engine takes work and finds nobody to do it.
  await worker.stop()

  const send = async (path: string, method: string, body?: unknown): Promise<any> => {
    const reply = await service.call(path, { key, method, ...(body !== undefined && { body }) })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json
  }
  await asSuperuser(service.database, 'DELETE FROM mappings')
  assert.equal((await service.call(`${at}/mapping`, { key })).status, 404)
  assert.equal((await send(`${at}/pages/${statement.pages[0]}`, 'GET')).image.state, 'drawing')
  await send(`${at}/reprocess`, 'POST')
  const exported = await send('/api/extractions/exports', 'POST', {
    borrower_id: target.borrowerId,
    loan_id: target.loanId,
    document_ids: [statement.id],
  })
  await send(`/api/jobs/${spare[0].job_id}`, 'DELETE')
  await send(`/api/loans/${target.loanId}/xlsx/statements`, 'GET')
  // What a change of the chart and the end of its remapping leave, without waiting for either; and, for a tenant that has
  // nothing to lose, a render that is gone.
  const { workspace: other } = await service.tenant()
  for (const [topic, { uuid }, payload] of [
    [REMAP_TOPIC, workspace, { key: workspace.uuid }],
    [RESPREAD_TOPIC, workspace, { key: workspace.uuid }],
    [RENDER_TOPIC, other, { render: randomUUID() }],
  ] as const)
    await asSuperuser(
      service.database,
      'INSERT INTO outbox (workspace_id, id, topic, payload) VALUES ($1, gen_random_uuid(), $2, $3)',
      [uuid, topic, payload],
    )
  await until(async () => (await topicsInHand(service.database)).join() === KEPT.join(), 30_000)

  await wipeRestate()
  const again = await startWorker(config, logger)
  service.companions.push(() => again.stop())
  assert.ok(reconcile(service).reissued >= KEPT.length)
  await askUntil(
    () => service.call(`${at}/mapping`, { key }),
    ({ status, json }) => status === 200 && json.extraction_version === 2,
  )
  await askUntil(
    () => service.call(`${at}/pages/${statement.pages[0]}`, { key }),
    ({ json }) => json.image.state === 'ready',
  )
  await askUntil(
    () => service.call(`/api/extractions/exports/${exported.export_id}`, { key }),
    ({ json }) => json.status === 'succeeded',
  )
  await askUntil(
    () => service.call(`/api/loans/${target.loanId}/xlsx/statements`, { key }),
    ({ status }) => status === 200,
  )
  await until(async () => (await topicsInHand(service.database)).length === 0, 60_000)
  const revisions = await asSuperuser(service.database, 'SELECT 1 FROM extractions WHERE version > 1')
  assert.equal(revisions.length, 1, 'the document was read again more than once')
})
