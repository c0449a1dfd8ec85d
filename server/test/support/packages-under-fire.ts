/** Many small packages go through the pipeline while its processes and engines are taken away; then they are counted. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asSuperuser } from './database.ts'
import type { TestService } from './service.ts'
import { fileOf, newLoan, put } from './uploads.ts'

const PRESIGNED_TOGETHER = 100
const CONFIRMED_TOGETHER = 250
const PUT_TOGETHER = 16
const TRIES = 60

/** Uploads so many different files to one loan, and confirms none of them. */
export async function uploadPackages(service: TestService, key: string, count: number): Promise<string[]> {
  const { loanId } = await newLoan(service, key)
  const ids: string[] = []
  for (let done = 0; done < count; done += PRESIGNED_TOGETHER) {
    const contents = Array.from({ length: Math.min(PRESIGNED_TOGETHER, count - done) }, () =>
      Buffer.from(`row,${randomUUID()}\n`),
    )
    const body = { loan_id: loanId, files: contents.map((bytes) => fileOf(bytes, 'rows.csv')) }
    const { json, status } = await service.call('/api/documents/presigned-urls-batch', { key, method: 'POST', body })
    assert.equal(status, 201)
    const waiting = (json.uploads as any[]).map((upload, index) => ({
      upload,
      bytes: contents[index] ?? Buffer.alloc(0),
    }))
    const send = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        assert.equal(await put(next.upload, next.bytes), 200)
    }
    ids.push(...(json.uploads as any[]).map((upload) => upload.job_id as string))
    await Promise.all(Array.from({ length: PUT_TOGETHER }, send))
  }
  return ids
}

/** Confirms as a careful customer would: repeats what was not answered, under the same key. Answers how many tries. */
export async function confirmAll(service: TestService, key: string, jobIds: readonly string[]): Promise<number> {
  let tries = 0
  for (let done = 0; done < jobIds.length; done += CONFIRMED_TOGETHER) {
    const job_ids = jobIds.slice(done, done + CONFIRMED_TOGETHER)
    for (let attempt = 1; ; attempt += 1) {
      assert.ok(attempt <= TRIES, 'a batch could not be confirmed')
      tries += 1
      const reply = await service
        .call('/api/documents/confirm-uploads', { key, method: 'POST', body: { job_ids } })
        .catch(() => null)
      if (reply?.status === 202) {
        assert.deepEqual(
          reply.json.results.filter((result: any) => result.error !== null),
          [],
        )
        break
      }
      await sleep(500)
    }
  }
  return tries
}

export interface Tally {
  readonly jobs: number
  readonly completed: number
  readonly documents: number
  readonly jobsWithOneDocument: number
  readonly completedEvents: number
  readonly processedEvents: number
  readonly workLeft: number
}

export async function tally(service: TestService): Promise<Tally> {
  const [row] = await asSuperuser<Record<keyof Tally, number>>(
    service.database,
    `SELECT (SELECT count(*)::int FROM jobs) AS jobs,
       (SELECT count(*)::int FROM jobs WHERE status = 'COMPLETED') AS completed,
       (SELECT count(*)::int FROM documents) AS documents,
       (SELECT count(*)::int FROM (SELECT job_id FROM documents GROUP BY job_id HAVING count(*) = 1) one)
         AS "jobsWithOneDocument",
       (SELECT count(*)::int FROM events WHERE type = 'job.completed') AS "completedEvents",
       (SELECT count(*)::int FROM events WHERE type = 'document.processed') AS "processedEvents",
       (SELECT count(*)::int FROM outbox WHERE topic = 'package') AS "workLeft"`,
  )
  assert.ok(row)
  return row
}

/** Waits until nothing is left to do; a database that is away for the moment is waited for. */
export async function waitForAll(service: TestService, jobs: number, seconds: number): Promise<Tally> {
  let last: Tally | null = null
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    last = await tally(service).catch(() => last)
    if (last?.completed === jobs && last.workLeft === 0) return last
    await sleep(500)
  }
  assert.fail(`not all of ${jobs} packages were done after ${seconds} s: ${JSON.stringify(last)}`)
}

/** All are done, and nothing was done twice. */
export function assertEachOnce(result: Tally, jobs: number): void {
  assert.deepEqual(result, {
    jobs,
    completed: jobs,
    documents: jobs,
    jobsWithOneDocument: jobs,
    completedEvents: jobs,
    processedEvents: jobs,
    workLeft: 0,
  })
}
