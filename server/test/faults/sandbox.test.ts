/**
 * Resets of a sandbox that is in full use: uploads, exports and webhooks run in it, processes are killed, and
 * afterwards there is exactly the seed. The live twin does the same work all the while and loses nothing.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { answerStatus } from '../support/receiver.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { assertSame, storedBorrowers, tenantContent, tenantTables } from '../support/tenant-content.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, uploadFile, waitForJob } from '../support/uploads.ts'
import { startWebhookBench } from '../support/webhooks.ts'

/** What the service says of its own faults: an answer of 500 tells a client nothing of its cause. */
const faults: string[] = []
const LEAST_OF_A_FAULT = 50
const log = {
  write(line: string): void {
    if ((JSON.parse(line) as { level: number }).level >= LEAST_OF_A_FAULT) faults.push(line)
  },
}
const bench = await startWebhookBench({ log })
const { service } = bench
const pipeline = await startPipelineProcesses(service, bench.settings)
const live = await service.tenant()
const twin = await service.twinOf(live)
const many = { api: 100_000, upload: 100_000, export: 100_000, strict: 1_000 }
for (const { keyId } of [live, twin]) await setRateLimits(service.operator, keyId, many)

const post = (tenant: Tenant, path: string, body?: unknown) =>
  service.call(path, { key: tenant.key, method: 'POST', ...(body !== undefined && { body }) })
const reset = () => post(twin, '/api/sandbox/reset')

/** A client that goes on using the loans that it knows, until it is told to stop: it is refused once they are gone. */
class Load {
  readonly statuses = new Map<number, number>()
  /** Answers that say that the fault is the service's, whole. */
  readonly broken: string[] = []
  readonly #tenant: Tenant
  #stopped = false
  #clients: Promise<void>[] = []
  #number = 0

  constructor(tenant: Tenant) {
    this.#tenant = tenant
  }

  async start(clients: number): Promise<void> {
    const loans = await Promise.all(Array.from({ length: clients }, () => newLoan(service, this.#tenant.key)))
    this.#clients = loans.map(async (loan) => {
      while (!this.#stopped) await this.#upload(loan)
    })
  }

  async #upload({ borrowerId, loanId }: { borrowerId: string; loanId: string }): Promise<void> {
    this.#number += 1
    const bytes = Buffer.from(`load ${this.#number}`)
    const file = { file_name: `load ${this.#number}.csv`, content_type: 'text/csv', size_bytes: bytes.length }
    const presigned = await this.#call('/api/documents/presigned-url', { loan_id: loanId, ...file })
    if (presigned.status !== 201) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return
    }
    const { job_id: jobId, upload_url: url, headers } = presigned.json
    const { 'Content-Length': _length, ...rest } = headers as Record<string, string>
    await (await fetch(url as string, { method: 'PUT', headers: rest, body: bytes })).arrayBuffer()
    await this.#call(`/api/documents/${jobId}/confirm-upload`, { sample_document: 'profit-loss-statement-retail' })
    const documentIds = await this.#documentsOf(borrowerId, jobId as string)
    if (documentIds.length === 0) return
    const bundle = { borrower_id: borrowerId, loan_id: loanId, document_ids: documentIds, format: 'json' }
    await this.#call('/api/extractions/exports', bundle)
    await this.#call(`/api/borrowers/${borrowerId}/extractions/${documentIds[0] ?? ''}/reprocess`)
  }

  /** Empty when they are not there soon, or never will be. */
  async #documentsOf(borrowerId: string, jobId: string): Promise<string[]> {
    const { key } = this.#tenant
    for (let looks = 0; looks < 20 && !this.#stopped; looks += 1) {
      const results = await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })
      if (results.status !== 200) return []
      if (results.json.data.length > 0) return (results.json.data as { id: string }[]).map(({ id }) => id)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return []
  }

  /** Repeats what changed nothing, as any client may: a request that a reset and it waited for each other in is ended so. */
  async #call(path: string, body?: unknown, repeats = 3): Promise<Reply> {
    const reply = await post(this.#tenant, path, body)
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1)
    const mayRepeat = reply.status === 503 && reply.json.error.type === 'unavailable' && repeats > 0
    if (mayRepeat) {
      await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after')) * 1_000))
      return this.#call(path, body, repeats - 1)
    }
    if (reply.status >= 500) this.broken.push(`${reply.status} ${path}: ${reply.text}`)
    return reply
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }
}

/** What the sandbox holds once nothing of before can be under way any more. */
async function settledContent() {
  await until(async () => {
    const waiting = await asSuperuser(
      service.database,
      `SELECT 1 FROM outbox WHERE workspace_id = $1 AND topic <> 'sandbox-purge'`,
      [twin.workspace.uuid],
    )
    return waiting.length === 0
  }, 20_000)
  return tenantContent(service.database, twin.workspace.uuid)
}

// Refused as long as no worker is up.
await until(async () => (await reset()).status === 200, 90_000)
const resetBegan = performance.now()
assert.equal((await reset()).status, 200)
const resetTakesMs = performance.now() - resetBegan
const seed = await settledContent()

/** A live workspace with work that is done: nothing in it moves any more. */
const { loanId: liveLoan } = await newLoan(service, live.key)
const liveJob = await uploadFile(service, live.key, liveLoan, Buffer.from('a,1\n'), 'live.csv')
await confirm(service, live.key, liveJob)
await waitForJob(service, live.key, liveJob, ['COMPLETED'])
await new Promise((resolve) => setTimeout(resolve, 1_000))
const allTables = await tenantTables(service.database)
const liveBefore = await tenantContent(service.database, live.workspace.uuid, allTables)
const liveBytes = await storedBorrowers(service.database, live.workspace.uuid)

async function assertLiveUntouched(): Promise<void> {
  assertSame(await tenantContent(service.database, live.workspace.uuid, allTables), liveBefore)
  assert.deepEqual(await storedBorrowers(service.database, live.workspace.uuid), liveBytes)
  assert.ok(liveBytes.length > 0)
}

test('a reset under uploads, exports and webhooks leaves exactly the seed, and the live twin as it was', async (t) => {
  const load = new Load(twin)
  const good = await bench.endpoint(twin)
  const bad = await bench.endpoint(twin, { answer: answerStatus(503) })
  await load.start(4)
  await until(async () => {
    const exported = await asSuperuser(service.database, `SELECT 1 FROM exports WHERE status = 'succeeded' LIMIT 1`)
    return exported.length > 0 && good.receiver.received.length > 20 && bad.receiver.received.length > 5
  }, 60_000)
  const before = await tenantContent(service.database, twin.workspace.uuid)
  const started = performance.now()
  const answer = await reset()
  const tookMs = Math.round(performance.now() - started)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.reseeded, true)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await load.stop()
  const sent = good.receiver.received.length + bad.receiver.received.length
  const after = await settledContent()
  t.diagnostic(
    `before: ${JSON.stringify(before.counts)}; reset ${tookMs} ms; answers ${JSON.stringify([...load.statuses])}; hash ${after.hash}`,
  )
  assert.ok((before.counts['jobs'] ?? 0) > 10 && (before.counts['webhook_deliveries'] ?? 0) > 20)
  assertSame(after, seed)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  assert.equal(good.receiver.received.length + bad.receiver.received.length, sent, 'something was sent after the reset')
  const statuses = [...load.statuses.keys()]
  assert.ok(statuses.includes(404), 'the load went on after the reset')
  assert.deepEqual(load.broken, [], `the service logged:\n${faults.join('')}`)
  await assertLiveUntouched()
})

const STATES = ['queued', 'running', 'seeded'] as const
type State = (typeof STATES)[number]

/** Waits until the reset under way has come this far; answers how far it has, because it may have gone on. */
async function comeTo(wanted: State, answered: Promise<unknown>): Promise<State | 'done'> {
  const done = answered.then(() => 'done' as const)
  for (;;) {
    const [row] = await asSuperuser<{ state: State }>(
      service.database,
      `SELECT CASE WHEN seeded_at IS NULL THEN status ELSE 'seeded' END AS state
       FROM sandbox_resets WHERE workspace_id = $1 AND status <> 'done'`,
      [twin.workspace.uuid],
    )
    if (row && STATES.indexOf(row.state) >= STATES.indexOf(wanted)) return row.state
    const moment = new Promise<null>((resolve) => setTimeout(resolve, 5, null))
    if ((await Promise.race([done, moment])) === 'done') return 'done'
  }
}

test('a reset whose worker is killed at any of its steps is brought to its end, and leaves exactly the seed', async (t) => {
  const seen = new Set<string>()
  const rounds = 6
  for (let round = 0; round < rounds; round += 1) {
    const load = new Load(twin)
    await load.start(2)
    await new Promise((resolve) => setTimeout(resolve, 700))
    const answered = reset()
    const state = await comeTo(STATES[round % STATES.length] ?? 'queued', answered)
    // As soon as it has come to a state the first time round, and within the state the second.
    if (round >= STATES.length) await new Promise((resolve) => setTimeout(resolve, resetTakesMs / rounds))
    const relayToo = round % 2 === 0
    await Promise.all([pipeline.worker.restart(), relayToo ? pipeline.relay.restart() : undefined])
    seen.add(state)
    const first = await answered
    // What a relay has claimed and not handed over waits for another one's lease; a reset that nobody has begun by
    // then is taken back, and its client asks again.
    const takenBack = first.status === 503 && relayToo && state === 'queued'
    const answer = takenBack ? await reset() : first
    assert.equal(answer.status, 200, `killed while ${state}: ${answer.text}`)
    await load.stop()
    assert.deepEqual(load.broken, [], `round ${round}, the service logged:\n${faults.join('')}`)
    assertSame(await settledContent(), seed)
    const borrowers = await service.call('/api/borrowers', { key: twin.key })
    assert.deepEqual(
      await storedBorrowers(service.database, twin.workspace.uuid).then((all) =>
        borrowers.json.data.map(({ id }: any) => id).filter((id: string) => !all.includes(id)),
      ),
      [],
      'a seeded borrower has no files',
    )
  }
  t.diagnostic(`killed while: ${[...seen].join(', ')}`)
  assert.ok(seen.size >= 2, `all kills met the same state: ${[...seen].join(', ')}`)
  await assertLiveUntouched()
})
