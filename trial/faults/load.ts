/**
 * Careful customers: they repeat what was not answered under the same key, and write down what was acknowledged to
 * them. Their notes are one side of the evidence.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROFIT_AND_LOSS, statementsPdf } from '../../server/test/support/documents/loan-package.ts'
import type { Evidence } from './evidence.ts'
import type { Rig } from './rig.ts'

/** No answer within this is none: a customer of a service that stands still gives up and asks again. */
const PATIENCE_MS = 5_000
const BETWEEN_TRIES_MS = 250
const BETWEEN_ROUNDS_MS = 100
/** Every so many rounds of a customer. */
const UPLOAD_EVERY = 2
const EXPORT_EVERY = 5

/** Of all answers together, the members that are looked at; which of them are there the status says. */
interface Body {
  readonly id: string
  readonly business_name: string
  readonly job_id: string
  readonly upload_url: string
  readonly headers: Readonly<Record<string, string>>
  readonly export_id: string
  readonly error?: { readonly type: string }
  readonly data?: readonly { readonly id: string }[]
}

interface Answer {
  readonly status: number
  readonly json: Body
}

type ClientLog = {
  -readonly [Key in keyof Evidence['client']]: Evidence['client'][Key] extends readonly string[] ? string[] : number
}

/** What the customers have from before the faults. */
export interface Ground {
  readonly borrowerId: string
  readonly loanId: string
  readonly documentId: string
  /** Of its mapping, as it was read when all was well. */
  readonly mappingHash: string
}

export class Customers {
  readonly log: ClientLog = { borrowers: [], jobs: [], exports: [], askedFor: [], reads: 0, wrong: [] }
  readonly #rig: Rig
  readonly #ground: Ground
  #isOver = false
  #patientUntil = Infinity

  constructor(rig: Rig, ground: Ground) {
    this.#rig = rig
    this.#ground = ground
  }

  /** So many customers at once, each until told to stop. */
  async run(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, number) => this.#customer(number)))
  }

  /** What has begun is brought to its end, as far as that is possible in this time. */
  stop(patienceMs: number): void {
    this.#isOver = true
    this.#patientUntil = Date.now() + patienceMs
  }

  async #customer(number: number): Promise<void> {
    for (let round = number; !this.#isOver; round += 1) {
      const made = await this.#createBorrower()
      if (made) await this.#readBorrower(made)
      await this.#readMapping()
      if (round % UPLOAD_EVERY === 0) await this.#upload()
      if (round % EXPORT_EVERY === 0) await this.#export()
      await sleep(BETWEEN_ROUNDS_MS)
    }
  }

  async #createBorrower(): Promise<{ id: string; name: string } | null> {
    const name = randomUUID()
    this.log.askedFor.push(name)
    const answer = await this.#untilAnswered('POST', '/api/borrowers', { business_name: name })
    if (answer?.status !== 201) return null
    const id = answer.json.id
    this.log.borrowers.push(id)
    return { id, name }
  }

  async #readBorrower({ id, name }: { id: string; name: string }): Promise<void> {
    const answer = await ask(this.#rig, 'GET', `/api/borrowers/${id}`).catch(() => null)
    if (answer === null || isFault(answer)) return
    if (answer.status !== 200 || answer.json.business_name !== name)
      this.log.wrong.push(`${id} was acknowledged and reads ${answer.status} ${JSON.stringify(answer.json)}`)
    this.log.reads += 1
  }

  async #readMapping(): Promise<void> {
    const hash = await mappingHash(this.#rig, this.#ground).catch(() => null)
    if (hash === null) return
    if (hash !== this.#ground.mappingHash) this.log.wrong.push(`the mapping reads ${hash}`)
    this.log.reads += 1
  }

  async #upload(): Promise<void> {
    const bytes = Buffer.from(`caption,amount\nrow ${randomUUID()},1\n`)
    const jobId = await this.#untilStored(bytes)
    if (jobId === null) return
    const answer = await this.#untilAnswered('POST', `/api/documents/${jobId}/confirm-upload`)
    if (answer && answer.status < 300) this.log.jobs.push(jobId)
    else if (answer && !isFault(answer))
      this.log.wrong.push(`${jobId}: ${answer.status} ${JSON.stringify(answer.json)}`)
  }

  /** A link is good for one upload: where that failed, another is asked for. */
  async #untilStored(bytes: Buffer): Promise<string | null> {
    const file = { file_name: 'rows.csv', content_type: 'text/csv', size_bytes: bytes.length }
    while (Date.now() < this.#patientUntil) {
      const body = { loan_id: this.#ground.loanId, ...file }
      const link = await this.#untilAnswered('POST', '/api/documents/presigned-url', body)
      if (link?.status !== 201) return null
      const { 'Content-Length': _length, ...headers } = link.json.headers
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const stored = await fetch(link.json.upload_url, { method: 'PUT', headers, body: bytes, signal }).then(
        async (response) => (await response.arrayBuffer(), response.status === 200),
        () => false,
      )
      if (stored) return link.json.job_id
      await sleep(BETWEEN_TRIES_MS)
    }
    return null
  }

  async #export(): Promise<void> {
    const { borrowerId, loanId, documentId } = this.#ground
    const body = { borrower_id: borrowerId, loan_id: loanId, document_ids: [documentId], format: 'csv' }
    const answer = await this.#untilAnswered('POST', '/api/extractions/exports', body)
    if (answer && answer.status < 300) this.log.exports.push(answer.json.export_id)
  }

  /** The first answer that is one; null when patience ended before it came. */
  async #untilAnswered(method: string, path: string, body?: unknown): Promise<Answer | null> {
    const key = randomUUID()
    while (Date.now() < this.#patientUntil) {
      const answer = await ask(this.#rig, method, path, { body, key }).catch(() => null)
      if (answer !== null && !isFault(answer)) return answer
      // Kept as lost, it is never run again: what became of it is for the database to say.
      if (answer?.json.error?.type === 'idempotency_response_lost') return null
      if (answer?.json.error?.type === 'internal_error') {
        this.log.wrong.push(`${method} ${path}: a 500 that is no refusal`)
        return null
      }
      await sleep(BETWEEN_TRIES_MS)
    }
    return null
  }
}

/** Refusals by which the service says that something is away, and nothing was changed. */
const isFault = ({ status }: Answer): boolean => status >= 500 || status === 429

async function ask(
  rig: Rig,
  method: string,
  path: string,
  sent: { body?: unknown; key?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${rig.key}`,
      ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return { status: response.status, json: (await response.json()) as Body }
}

async function mappingHash(rig: Rig, { borrowerId, documentId }: Omit<Ground, 'mappingHash'>): Promise<string | null> {
  const answer = await ask(rig, 'GET', `/api/borrowers/${borrowerId}/extractions/${documentId}/mapping`)
  if (isFault(answer) || answer.json.error?.type === 'mapping_pending') return null
  return `${answer.status} ${createHash('sha256').update(JSON.stringify(answer.json)).digest('hex').slice(0, 16)}`
}

/** A loan with one statement that has been read and mapped. */
export async function prepareGround(rig: Rig): Promise<Ground> {
  const borrower = await ask(rig, 'POST', '/api/borrowers', { body: { business_name: 'Harbor Mechanical' } })
  const borrowerId = borrower.json.id
  const loan = await ask(rig, 'POST', `/api/borrowers/${borrowerId}/loans`, { body: { name: 'Harbor' } })
  const loanId = loan.json.id
  const bytes = statementsPdf([PROFIT_AND_LOSS])
  const file = { file_name: 'statement.pdf', content_type: 'application/pdf', size_bytes: bytes.length }
  const link = await ask(rig, 'POST', '/api/documents/presigned-url', { body: { loan_id: loanId, ...file } })
  const { 'Content-Length': _length, ...headers } = link.json.headers
  await fetch(link.json.upload_url, { method: 'PUT', headers, body: bytes })
  await ask(rig, 'POST', `/api/documents/${link.json.job_id}/confirm-upload`)
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    await sleep(250)
    const results = await ask(rig, 'GET', `/api/borrowers/${borrowerId}/jobs/${link.json.job_id}/results`)
    const documentId = results.json.data?.[0]?.id
    if (documentId === undefined) continue
    const hash = await mappingHash(rig, { borrowerId, loanId, documentId })
    if (hash?.startsWith('200 ')) return { borrowerId, loanId, documentId, mappingHash: hash }
  }
  throw new Error('the first statement was not mapped within two minutes')
}
