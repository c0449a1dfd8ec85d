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
/** A request that runs for longer than this has lost its process, which its key says only after a minute and a half. */
const STILL_RUNNING_MS = 10_000
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
  readonly error?: { readonly type: string; readonly request_id: string }
  readonly data?: readonly { readonly id: string }[]
}

interface Answer {
  readonly status: number
  readonly json: Body
  /** It was kept from the first request with this key, and this is all that will ever be said to it. */
  readonly isReplay: boolean
}

interface Write {
  readonly path: string
  readonly body?: unknown
  /** What an answer that is none of a fault means to the customer. */
  readonly take: (answer: Answer) => void
}

interface OpenWrite extends Write {
  readonly key: string
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
  readonly log: ClientLog = { borrowers: [], jobs: [], exports: [], askedFor: [], reads: 0, unclear: [], wrong: [] }
  /** Every request with its answer, for whoever has to find out what happened. */
  readonly journal: string[] = []
  readonly #rig: Rig
  readonly #ground: Ground
  /** Of which nobody said what became of them. */
  readonly #open: OpenWrite[] = []
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

  /** What was left open is asked for once more: what is acknowledged now must be there like everything else. */
  async askAgain(): Promise<void> {
    for (const write of this.#open.splice(0)) {
      const answer = await this.#ask('POST', write.path, write)
      if (answer !== null && !isFault(answer)) write.take(answer)
    }
  }

  async #createBorrower(): Promise<{ id: string; name: string } | null> {
    const name = randomUUID()
    this.log.askedFor.push(name)
    const made: string[] = []
    await this.#untilAnswered({
      path: '/api/borrowers',
      body: { business_name: name },
      take: ({ status, json }) => {
        if (status !== 201) return
        made.push(json.id)
        this.log.borrowers.push(json.id)
      },
    })
    const [id] = made
    return id === undefined ? null : { id, name }
  }

  async #readBorrower({ id, name }: { id: string; name: string }): Promise<void> {
    const answer = await this.#ask('GET', `/api/borrowers/${id}`)
    if (answer === null || isFault(answer)) return
    if (answer.status !== 200 || answer.json.business_name !== name)
      this.log.wrong.push(`${id} was acknowledged and reads ${answer.status} ${JSON.stringify(answer.json)}`)
    this.log.reads += 1
  }

  async #readMapping(): Promise<void> {
    const hash = await mappingHash(this.#rig, this.#ground).catch(() => null)
    this.#note(`GET mapping: ${hash ?? 'no answer'}`)
    if (hash === null) return
    if (hash !== this.#ground.mappingHash) this.log.wrong.push(`the mapping reads ${hash}`)
    this.log.reads += 1
  }

  async #upload(): Promise<void> {
    const jobId = await this.#untilStored(Buffer.from(`caption,amount\nrow ${randomUUID()},1\n`))
    if (jobId === null) return
    await this.#untilAnswered({
      path: `/api/documents/${jobId}/confirm-upload`,
      take: ({ status, json }) => {
        if (status < 300) this.log.jobs.push(jobId)
        else this.log.wrong.push(`${jobId}: ${status} ${JSON.stringify(json)}`)
      },
    })
  }

  /** A link is good for one upload: where that failed, another is asked for. */
  async #untilStored(bytes: Buffer): Promise<string | null> {
    const file = { file_name: 'rows.csv', content_type: 'text/csv', size_bytes: bytes.length }
    while (Date.now() < this.#patientUntil) {
      const links: Body[] = []
      await this.#untilAnswered({
        path: '/api/documents/presigned-url',
        body: { loan_id: this.#ground.loanId, ...file },
        take: ({ status, json }) => {
          if (status === 201) links.push(json)
        },
      })
      const [link] = links
      if (link === undefined) return null
      const { 'Content-Length': _length, ...headers } = link.headers
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const stored = await fetch(link.upload_url, { method: 'PUT', headers, body: bytes, signal }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      )
      this.#note(`PUT of ${link.job_id}: ${stored || 'no answer'}`)
      if (stored === 200) return link.job_id
      await sleep(BETWEEN_TRIES_MS)
    }
    return null
  }

  async #export(): Promise<void> {
    const { borrowerId, loanId, documentId } = this.#ground
    await this.#untilAnswered({
      path: '/api/extractions/exports',
      body: { borrower_id: borrowerId, loan_id: loanId, document_ids: [documentId], format: 'csv' },
      take: ({ status, json }) => {
        if (status < 300) this.log.exports.push(json.export_id)
      },
    })
  }

  /** Repeats a write under its key until there is an answer to take, or patience ends. */
  async #untilAnswered(write: Write): Promise<void> {
    let key = randomUUID()
    let runningSince: number | null = null
    while (Date.now() < this.#patientUntil) {
      const answer = await this.#ask('POST', write.path, { ...write, key })
      if (answer !== null && !isFault(answer)) {
        write.take(answer)
        return
      }
      const problem = answer?.json.error
      // Kept as lost, it is never run again: what became of it is for the database to say.
      if (problem?.type === 'idempotency_response_lost') return
      if (problem?.type === 'internal_error') {
        this.log.unclear.push(problem.request_id)
        return
      }
      if (problem?.type === 'idempotency_in_progress') {
        runningSince ??= Date.now()
        if (Date.now() > runningSince + STILL_RUNNING_MS) break
      } else runningSince = null
      // It promised that nothing was changed, and says it again for a day: only another key has another answer.
      if (answer?.isReplay) key = randomUUID()
      await sleep(BETWEEN_TRIES_MS)
    }
    this.#open.push({ ...write, key })
  }

  async #ask(method: string, path: string, sent: { body?: unknown; key?: string } = {}): Promise<Answer | null> {
    const answer = await ask(this.#rig, method, path, sent).catch(() => null)
    const { type, request_id: id } = answer?.json.error ?? {}
    const said = answer === null ? 'no answer' : [answer.status, type, id, answer.json.id, answer.json.export_id]
    this.#note(`${method} ${path} ${sent.key ?? ''}: ${[said].flat().filter(Boolean).join(' ')}`)
    // Where nothing is written there is no commit that could explain it.
    if (method === 'GET' && type === 'internal_error' && id !== undefined) this.log.unclear.push(id)
    return answer
  }

  #note(line: string): void {
    this.journal.push(`${new Date().toISOString()} ${line}`)
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
  const isReplay = response.headers.get('idempotency-replay') === 'true'
  return { status: response.status, json: (await response.json()) as Body, isReplay }
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
