/** Packages of one tenant that end at the same time share a transaction, and nothing else: what befalls one is its own. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { TrivialReader } from '../../src/adapters/trivial-reader.ts'
import { cutDocuments } from '../../src/domain/package/documents.ts'
import { leaseTogether } from '../../src/domain/package/lease.ts'
import { keepPages, readPackage } from '../../src/domain/package/read.ts'
import type { KeepReading } from '../../src/domain/package/read.ts'
import type { PackageRun } from '../../src/domain/package/run.ts'
import { finishIfSmall } from '../../src/domain/package/small.ts'
import { encodeId, uuidOf } from '../../src/lib/ids.ts'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { Db } from '../../src/store/db.ts'
import { findJob } from '../../src/store/jobs.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { confirmAll, uploadPackages } from '../support/packages-under-fire.ts'
import { SAMPLES } from '../support/samples.ts'
import { startTestService, testSettings } from '../support/service.ts'

/** More than one transaction takes. */
const PACKAGES = 20

const service = await startTestService()
const tenant = await service.tenant()
const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 8 })
const objects = objectStoreOf(parseConfig(testSettings(service.database)))
after(async () => {
  objects.close()
  await db.close()
})
const faults: unknown[] = []
const deps = {
  db,
  objects,
  clock: { now: () => new Date() },
  faults: { report: (error: unknown) => void faults.push(error) },
  jobDeadlineMs: 60_000,
  reader: new TrivialReader(),
  samples: SAMPLES,
}
let runs: PackageRun[] = []

beforeEach(async () => {
  const jobIds = await uploadPackages(service, tenant.key, PACKAGES)
  await confirmAll(service, tenant.key, jobIds)
  const rows = await asSuperuser<{ id: string; job: string }>(
    service.database,
    `SELECT id, payload->>'job' AS job FROM outbox WHERE topic = 'package'`,
  )
  const workOf = new Map(rows.map(({ id, job }) => [encodeId('job', job), id]))
  runs = jobIds.map((jobId) => ({ workspaceUuid: tenant.workspace.uuid, jobId, workId: workOf.get(jobId) ?? '' }))
})

/** All packages at once, as one worker has them; `keep` stands between the reading and its end. */
function readAll(keep: KeepReading) {
  const lease = leaseTogether(deps)
  return Promise.allSettled(runs.map((run) => readPackage(deps, run, keep, lease)))
}

async function countOf({ jobId }: PackageRun) {
  const [counts] = await asSuperuser(
    service.database,
    `SELECT status, (SELECT count(*)::int FROM documents WHERE job_id = jobs.id) AS documents,
      (SELECT count(*)::int FROM events WHERE data->>'job_id' = $2) AS events,
      (SELECT count(*)::int FROM ledger_entries WHERE job_id = jobs.id AND kind IN ('settle', 'release')) AS ends,
      (SELECT count(*)::int FROM outbox WHERE payload->>'job' = jobs.id::text) AS works
     FROM jobs WHERE id = $1`,
    [uuidOf('job', jobId), jobId],
  )
  return counts
}

const DONE = { status: 'COMPLETED', documents: 1, events: 3, ends: 1, works: 0 }
const UNDER_WAY = { status: 'PROCESSING', documents: 0, events: 0, ends: 0, works: 1 }

test('packages that end at the same time end once each, with their documents, events and charges', async () => {
  const outcomes = await readAll(finishIfSmall(deps))
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
    runs.map(() => 'over'),
  )
  for (const run of runs) assert.deepEqual(await countOf(run), DONE)
  assert.deepEqual(faults, [])
})

test('one that was deleted meanwhile, and one that another run has cut, leave the others as they are', async () => {
  const [deleted, cut] = runs
  assert.ok(deleted && cut)
  const finish = finishIfSmall(deps)
  const outcomes = await readAll(async (run, job, reading) => {
    if (run === deleted) await service.call(`/api/jobs/${job.id}`, { key: tenant.key, method: 'DELETE' })
    if (run === cut) {
      assert.equal(await keepPages(deps)(run, job, reading), 'read')
      assert.equal(await cutDocuments(deps, run), 'cut')
    }
    return finish(run, job, reading)
  })
  for (const [index, outcome] of outcomes.entries()) {
    assert.equal(outcome.status, 'fulfilled')
    assert.equal(outcome.value, runs[index] === cut ? 'read' : 'over')
  }
  assert.equal(await countOf(deleted), undefined)
  assert.deepEqual(await countOf(cut), { ...UNDER_WAY, documents: 1 })
  for (const run of runs.slice(2)) assert.deepEqual(await countOf(run), DONE)
})

test('one that the database refuses fails alone', async () => {
  const [poison] = runs
  assert.ok(poison)
  await asSuperuser(
    service.database,
    `ALTER TABLE documents ADD CONSTRAINT refused CHECK (job_id <> '${uuidOf('job', poison.jobId)}')`,
  )
  const outcomes = await readAll(finishIfSmall(deps))
  await asSuperuser(service.database, 'ALTER TABLE documents DROP CONSTRAINT refused')
  assert.match(String(outcomes[0]?.status === 'rejected' && outcomes[0].reason), /refused/)
  assert.deepEqual(await countOf(poison), UNDER_WAY)
  for (const run of runs.slice(1)) assert.deepEqual(await countOf(run), DONE)
})

test('an attempt that does not know whether it has ended its package finds that it has, and keeps its pages', async () => {
  const finish = finishIfSmall(deps)
  const outcomes = await readAll(async (run, job, reading) => {
    assert.equal(await finish(run, job, reading), 'over')
    return finish(run, job, reading)
  })
  for (const outcome of outcomes) assert.equal(outcome.status === 'fulfilled' && outcome.value, 'over')
  for (const run of runs) {
    assert.deepEqual(await countOf(run), DONE)
    const job = await db.read(run, (tx) => findJob(tx, run.jobId))
    assert.ok(job?.pagesKey)
    assert.ok(await objects.describe(job.pagesKey), 'the pages are gone')
  }
})

test('of two attempts at the same package that begin together one has the lease, and the other is told', async () => {
  const lease = leaseTogether(deps)
  const both = await Promise.all(runs.flatMap((run) => [lease(run), lease(run)]))
  const leases = Map.groupBy(
    both.filter((job) => job !== null),
    ({ id }) => id,
  )
  assert.equal(leases.size, PACKAGES)
  for (const jobs of leases.values()) {
    const numbers = jobs.map(({ lease: number }) => number)
    assert.equal(new Set(numbers).size, numbers.length, 'two attempts hold one lease')
  }
})
