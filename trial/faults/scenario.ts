/** One scenario: customers at work, one fault or several at once, healing, and what all sides say of it afterwards. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '../../server/src/lib/ids.ts'
import { keysUnder } from '../../server/test/support/objects.ts'
import { UNDER_WAY } from '../under-way.ts'
import { disagreements } from './evidence.ts'
import type { Evidence, Minimum } from './evidence.ts'
import type { Fault } from './faults.ts'
import { keepFound } from './found.ts'
import { Customers } from './load.ts'
import type { Ground } from './load.ts'
import { lookForReaders } from './readers.ts'
import { rowsOf } from './rig.ts'
import type { Rig } from './rig.ts'

const CUSTOMERS = 3
/** Work before the fault, so that there is something to lose; by what is reached, because machines differ in speed. */
const BEFORE = { borrowers: 1, jobs: 1, exports: 1, reads: 1 }
/** Work after it, so that it is seen to go on, for as long as this at most. */
const AFTER = { borrowers: 2, jobs: 1, exports: 0, reads: 2 }
const REACHED_WITHIN_MS = 60_000
const PATIENCE_AFTER_MS = 30_000
const SETTLE_WITHIN_MS = 120_000
const MINIMUM = { borrowers: 3, jobs: 2, exports: 1, reads: 3 }

export interface ScenarioResult {
  readonly faults: readonly string[]
  readonly borrowers: number
  readonly jobs: number
  readonly exports: number
  readonly reads: number
  /** Events that came more than once; each was counted. */
  readonly repeated: number
  /** From the end of the fault until nothing was left to do. */
  readonly settledSeconds: number | null
  readonly findings: readonly string[]
  /** The folder with what all sides knew, where something was found. */
  readonly keptIn: string | null
}

/** What was found in an earlier scenario of the same rig is not found again. */
const foundBefore = new WeakMap<Rig, Set<string>>()

/** Begins with nothing under way, and ends so. */
export async function runScenario(
  rig: Rig,
  ground: Ground,
  faults: readonly Fault[],
  holdMs: number,
): Promise<ScenarioResult> {
  await settle(rig)
  const receivedBefore = rig.receiver.received.length
  const customers = new Customers(rig, ground)
  const working = customers.run(CUSTOMERS)
  await reached(customers, BEFORE)
  await Promise.all(faults.map((fault) => fault.inject(rig, holdMs)))
  const healed = performance.now()
  await reached(customers, more(customers, AFTER))
  customers.stop(PATIENCE_AFTER_MS)
  await working
  await customers.askAgain()
  const isSettled = await settle(rig)
  const settledSeconds = isSettled ? Math.round((performance.now() - healed) / 100) / 10 : null
  const evidence = { client: customers.log, ...(await lookAt(rig)) }
  const before = foundBefore.get(rig) ?? new Set()
  const findings = [
    ...disagreements(evidence, MINIMUM),
    ...(isSettled ? [] : [`work was left after ${SETTLE_WITHIN_MS / 1000} s`]),
    ...deadProcesses(rig),
  ].filter((finding) => !before.has(finding))
  foundBefore.set(rig, new Set([...before, ...findings]))
  const names = faults.map(({ name }) => name)
  const received = evidence.receiver.slice(receivedBefore)
  return {
    faults: names,
    ...reachedBy(customers),
    repeated: received.length - new Set(received).size,
    settledSeconds, findings,
    keptIn: findings.length === 0 ? null : keepFound(rig, { faults: names, findings, evidence, journal: customers.journal }),
  } // prettier-ignore
}

const reachedBy = ({ log }: Customers): Minimum => ({
  borrowers: log.borrowers.length,
  jobs: log.jobs.length,
  exports: log.exports.length,
  reads: log.reads,
})

function more(customers: Customers, by: Minimum): Minimum {
  const now = reachedBy(customers)
  return {
    borrowers: now.borrowers + by.borrowers,
    jobs: now.jobs + by.jobs,
    exports: now.exports + by.exports,
    reads: now.reads + by.reads,
  }
}

/** Waits; what was not reached in time shows in the findings. */
async function reached(customers: Customers, goal: Minimum): Promise<void> {
  for (const end = Date.now() + REACHED_WITHIN_MS; Date.now() < end;) {
    const now = reachedBy(customers)
    if ((Object.keys(goal) as (keyof Minimum)[]).every((what) => now[what] >= goal[what])) return
    await sleep(50)
  }
}

/** No process may need somebody to start it again: those that were killed have been. */
const deadProcesses = (rig: Rig): string[] =>
  Object.entries(rig.processes).flatMap(([name, { isAlive }]) => (isAlive ? [] : [`the ${name} ended by itself`]))

async function settle(rig: Rig): Promise<boolean> {
  for (const end = Date.now() + SETTLE_WITHIN_MS; Date.now() < end;) {
    const [row] = await rowsOf<{ left: string }>(rig, UNDER_WAY)
    if (row?.left === '0' && (await rig.isUp())) return true
    await sleep(200)
  }
  return false
}

/** Of a package and of an export, where they are kept in the object store. */
const BYTES = /\/((?:job|exp)_[0-9a-z]+)\/(?:original|bundle\.zip)$/

/** Written by the API where a write failed at a moment at which it cannot be known whether it took effect. */
const GONE = /Connection terminated|ECONNRESET|EPIPE|"code":"57P0[123]"/

function cutOffCommits(rig: Rig): string[] {
  const [log = ''] = rig.logs
  return readFileSync(log, 'utf8').split('\n').flatMap((line) => {
    if (!line.includes('"internal_error"') || !GONE.test(line)) return []
    return (JSON.parse(line) as { request_id?: string }).request_id ?? []
  }) // prettier-ignore
}

/** What a receiver of ours lets pass: five minutes. */
const SIGNATURE_TOLERANCE_MS = 300_000

function misdated(rig: Rig): string[] {
  return rig.receiver.received.flatMap(({ at, headers }) => {
    const [, seconds] = /\bt=(\d+)/.exec(String(headers['service-signature'])) ?? []
    return Math.abs(Number(seconds) * 1000 - at) <= SIGNATURE_TOLERANCE_MS ? [] : [String(headers['service-event-id'])]
  })
}

/**
 * All that there is, of earlier scenarios too: a call that a paused worker had begun then may come only now. The
 * database is the rig's own.
 */
async function lookAt(rig: Rig): Promise<Omit<Evidence, 'client'>> {
  const borrowers = await rowsOf<{ id: string; name: string }>(rig, 'SELECT id, business_name AS name FROM borrowers')
  const jobs = await rowsOf<{ id: string; status: string; documents: number }>(
    rig,
    'SELECT id, status, (SELECT count(*)::int FROM documents d WHERE d.job_id = j.id) AS documents FROM jobs j',
  )
  const exports = await rowsOf<{ id: string; status: string }>(rig, 'SELECT id, status FROM exports')
  const events = await rowsOf<{ id: string; type: string; about: string }>(
    rig,
    `SELECT id, type, coalesce(data->>'document_id', data->>'job_id', data->>'export_id', data->>'loan_id') AS about
     FROM events WHERE type <> 'loan.classified'`,
  )
  const deliveries = await rowsOf<{ event_id: string; status: string; attempts: number }>(
    rig,
    'SELECT event_id, status, attempts FROM webhook_deliveries',
  )
  const [work] = await rowsOf<{ left: number }>(
    rig,
    `SELECT count(*)::int AS left FROM outbox WHERE due_at <= clock_timestamp() + interval '1 minute'`,
  )
  const keys = await keysUnder(rig.database, `${rig.workspaceUuid}/`)
  return {
    database: {
      borrowers: borrowers.map(({ id, name }) => ({ id: encodeId('bor', id), name })),
      jobs: jobs.map((job) => ({ ...job, id: encodeId('job', job.id) })),
      exports: exports.map(({ id, status }) => ({ id: encodeId('exp', id), status })),
      events: events.map((event) => ({ ...event, id: encodeId('evt', event.id) })),
      deliveries: deliveries.map(({ event_id, ...delivery }) => ({ ...delivery, eventId: encodeId('evt', event_id) })),
      workLeft: work?.left ?? 0,
    },
    objects: keys.flatMap((key) => BYTES.exec(key)?.[1] ?? []),
    receiver: rig.receiver.received.map(({ headers }) => String(headers['service-event-id'])),
    misdated: misdated(rig),
    cutOffCommits: cutOffCommits(rig),
    readers: await lookForReaders(rig.processes.worker.pid),
  }
}
