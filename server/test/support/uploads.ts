/** What tests of uploads do again and again: a loan, files on it, and waiting for what becomes of them. */
import assert from 'node:assert/strict'
import { parseConfig } from '../../src/main/config.ts'
import { createLogger } from '../../src/main/logging.ts'
import { startRelay } from '../../src/main/relay.ts'
import { startWorker } from '../../src/main/worker.ts'
import type { WorkerOverrides } from '../../src/main/worker.ts'
import { testSettings } from './service.ts'
import type { Reply, TestService } from './service.ts'

export interface UploadTarget {
  readonly borrowerId: string
  readonly loanId: string
}

export async function newLoan(service: TestService, key: string): Promise<UploadTarget> {
  const borrower = await service.call('/api/borrowers', { key, method: 'POST', body: { business_name: 'Harbor' } })
  const path = `/api/borrowers/${borrower.json.id}/loans`
  const loan = await service.call(path, { key, method: 'POST', body: {} })
  assert.equal(loan.status, 201, loan.text)
  return { borrowerId: borrower.json.id, loanId: loan.json.id }
}

/** What a customer says of a file before it is sent. */
export function fileOf(bytes: Uint8Array, name = 'statement.pdf') {
  const content_type = name.endsWith('.csv') ? 'text/csv' : 'application/pdf'
  return { file_name: name, content_type, size_bytes: bytes.length }
}

/** Sends bytes the way a customer would, with exactly the headers that the service gave. */
export async function put(
  upload: { upload_url: string; headers: Record<string, string> },
  bytes: Uint8Array,
  headers: Record<string, string> = upload.headers,
): Promise<number> {
  const { 'Content-Length': _length, ...rest } = headers
  const response = await fetch(upload.upload_url, { method: 'PUT', headers: rest, body: bytes })
  await response.arrayBuffer()
  return response.status
}

/** Asks for a link, uploads, and does not confirm. Answers the job's id. */
export async function uploadFile(
  service: TestService,
  key: string,
  loanId: string,
  bytes: Uint8Array,
  name?: string,
): Promise<string> {
  const body = { loan_id: loanId, ...fileOf(bytes, name) }
  const presigned = await service.call('/api/documents/presigned-url', { key, method: 'POST', body })
  assert.equal(presigned.status, 201, presigned.text)
  assert.equal(await put(presigned.json, bytes), 200)
  return presigned.json.job_id
}

export function confirm(service: TestService, key: string, jobId: string, body?: unknown): Promise<Reply> {
  return service.call(`/api/documents/${jobId}/confirm-upload`, { key, method: 'POST', body })
}

/** Polls until the job has one of the statuses; fails with what it saw last. */
export async function waitForJob(
  service: TestService,
  key: string,
  jobId: string,
  wanted: readonly string[] = ['COMPLETED', 'FAILED', 'DUPLICATE'],
  seconds = 30,
): Promise<any> {
  let last: Reply | null = null
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    last = await service.call(`/api/documents/${jobId}/status`, { key })
    if (wanted.includes(last.json?.status)) return last.json
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`${jobId} is not ${wanted.join(' or ')} after ${seconds} s: ${last?.text ?? 'no answer'}`)
}

/** Uploads a file, confirms it, and answers its documents once they are read. */
export async function uploadAndRead(
  service: TestService,
  key: string,
  { borrowerId, loanId }: UploadTarget,
  bytes: Uint8Array,
): Promise<any[]> {
  const jobId = await uploadFile(service, key, loanId, bytes, `${Math.random()}.pdf`)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId)).status, 'COMPLETED')
  return (await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })).json.data
}

/** Asks again until the reply is as wanted; fails with what it saw last. */
export async function askUntil(ask: () => Promise<Reply>, wanted: (reply: Reply) => boolean): Promise<Reply> {
  let reply = await ask()
  for (const end = Date.now() + 60_000; Date.now() < end && !wanted(reply);) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    reply = await ask()
  }
  assert.ok(wanted(reply), reply.text.slice(0, 1000))
  return reply
}

export interface TestPipeline {
  stop(): Promise<void>
}

/** A relay and a worker on the service's database, in this process, stopped with the service. */
export async function startTestPipeline(
  service: TestService,
  options: WorkerOverrides & { settings?: Record<string, string>; log?: { write(line: string): void } } = {},
): Promise<TestPipeline> {
  const config = parseConfig({ ...testSettings(service.database), ...options.settings })
  const logger = createLogger({
    level: options.log ? 'debug' : 'silent',
    name: 'test',
    ...(options.log && { destination: options.log }),
  })
  const worker = await startWorker(config, logger, options)
  const relay = await startRelay(config, logger)
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    await relay.stop()
    await worker.stop()
  }
  service.companions.push(stop)
  return { stop }
}
