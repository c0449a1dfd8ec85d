/**
 * Fuzzes every operation of the contract as one tenant, with another tenant beside it whose ids are tried and whose
 * content must stay as it was. Short in CI, as long as one likes by `npm run trial -- fuzz`.
 */
import fc from 'fast-check'
import { setRateLimits } from '../../../src/store/operator.ts'
import { seededId, seedTenant } from '../seed.ts'
import type { Seeds } from '../seed.ts'
import type { Tenant, TestService } from '../service.ts'
import { tenantContent, tenantTables } from '../tenant-content.ts'
import { complaintAbout, OPERATIONS } from './contract.ts'
import type { FuzzAnswer, Operation } from './contract.ts'
import { requestsTo } from './requests.ts'
import type { Cast, FuzzRequest } from './requests.ts'
import { Sender } from './send.ts'

const MANY = { api: 1e9, upload: 1e9, export: 1e9, strict: 1e9 }
/** Settings whose values must never be seen outside; an access key of S3 is a name, and every signed link holds it. */
const SECRET_SETTING = /SECRET|PASSWORD|_KEYS?$|_URL$/
const PUBLIC_SETTING = 'TIEOUT_S3_ACCESS_KEY'
/** Done by the worker while the caller waits: where there is none, it is not asked by the one who may. */
const NEEDS_A_WORKER = 'resetSandbox'
const SHOWN_OF_A_REQUEST = 600
/** What the worker goes on with by itself: hand-overs, and attempts at a receiver that is not there. */
const MOVING_TABLES = ['idempotency_keys', 'outbox', 'webhook_deliveries']
const SETTLE_EVERY_MS = 3_000
const SETTLE_WITHIN_MS = 90_000

export interface FuzzReport {
  readonly operations: number
  readonly requests: number
  readonly byStatus: Readonly<Record<number, number>>
  /** Operations that never answered with what they are for. */
  readonly neverSucceeded: readonly string[]
  readonly complaints: readonly string[]
}

interface World {
  readonly service: TestService
  readonly attacker: Tenant
  readonly twin: Tenant
  readonly credentials: Cast['credentials']
  readonly victim: Tenant
  readonly foreign: Seeds
  /** Texts that no answer may hold, unless the request itself did. */
  readonly forbidden: readonly string[]
}

export interface FuzzOptions {
  readonly seed: number
  /** Requests to each operation in one round. */
  readonly runs: number
  /** Rounds go on until this says no; the first is always brought to its end. */
  readonly more: (round: number) => boolean
  /** Operations under way at once. */
  readonly atOnce: number
  /** Whether work is done in the background: then nothing is left out. */
  readonly hasWorker: boolean
}

async function createWorld(service: TestService): Promise<World> {
  const attacker = await service.tenant()
  const victim = await service.tenant()
  const member = await service.keyFor(attacker.workspace, { role: 'member' })
  const scopeless = await service.keyFor(attacker.workspace, { scopes: [] })
  const twin = await service.twinOf(attacker)
  for (const id of [attacker.keyId, victim.keyId, member.id, scopeless.id, twin.keyId])
    await setRateLimits(service.operator, id, MANY)
  const foreign = await seedTenant(service, victim)
  const endpoint = await service.call('/api/webhooks', {
    key: victim.key,
    method: 'POST',
    body: { url: 'https://hooks.example.com/', subscribed_events: ['*'] },
  })
  const session = await sessionOf(service, victim, foreign)
  const settings = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith('TIEOUT_') && SECRET_SETTING.test(name) && name !== PUBLIC_SETTING && value.length >= 12
      ? [value]
      : [],
  )
  const keys = [attacker.key, victim.key, member.key, scopeless.key, twin.key]
  return {
    service, attacker, twin, victim, foreign,
    credentials: [`Bearer ${attacker.key}`, `Bearer ${member.key}`, `Bearer ${scopeless.key}`, `Bearer ${twin.key}`],
    forbidden: [...foreign.values(), ...keys, endpoint.json.signing_secret as string, session, ...settings],
  } // prettier-ignore
}

async function sessionOf(service: TestService, tenant: Tenant, seeds: Seeds): Promise<string> {
  const body = { loan_id: seededId(seeds, 'loan') }
  const session = await service.call('/api/embed/sessions', { key: tenant.key, method: 'POST', body })
  return session.json.token as string
}

/** What of the forbidden an answer holds that its request did not. */
export function leakIn(request: FuzzRequest, answer: FuzzAnswer, forbidden: readonly string[]): string | null {
  const shown = `${answer.text}\n${JSON.stringify(answer.headers)}`
  const sent = () => `${decodeURIComponent(request.path.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))}\n${String(request.body)}`
  const leak = forbidden.find((text) => shown.includes(text) && !sent().includes(text))
  return leak ?? null
} // prettier-ignore

class Fuzzer {
  readonly byStatus: Record<number, number> = {}
  readonly complaints: string[] = []
  readonly succeeded = new Set<string>()
  requests = 0
  readonly #world: World
  readonly #sender: Sender

  constructor(world: World, sender: Sender) {
    this.#world = world
    this.#sender = sender
  }

  async operation(operation: Operation, own: Seeds, options: FuzzOptions): Promise<void> {
    const session = await sessionOf(this.#world.service, this.#world.attacker, own)
    const [first, ...others] = [...this.#world.credentials, `Bearer ${session}`] as const
    const isLeftOut = operation.operationId === NEEDS_A_WORKER && !options.hasWorker
    const left = isLeftOut ? others.filter((credential) => !credential.endsWith(this.#world.twin.key)) : others
    const requests = requestsTo(operation, { own, foreign: this.#world.foreign, credentials: [first, ...left] })
    const result = await fc.check(
      fc.asyncProperty(requests, async (request) => {
        const complaint = await this.#complaint(operation, request)
        if (complaint !== null) throw new Error(complaint)
      }),
      { numRuns: options.runs, seed: options.seed },
    )
    if (!result.failed) return
    const [request] = result.counterexample ?? []
    const said = result.errorInstance instanceof Error ? result.errorInstance.message : ''
    const shown = JSON.stringify({ ...request, body: request?.body?.toString('utf8') ?? null }, hideCredentials)
    this.complaints.push(
      `${operation.operationId}, seed ${options.seed}: ${said.slice(0, SHOWN_OF_A_REQUEST)}\n  ${shown.slice(0, SHOWN_OF_A_REQUEST)}`,
    )
  }

  async #complaint(operation: Operation, request: FuzzRequest): Promise<string | null> {
    this.requests += 1
    const answer = await this.#sender.send(request)
    if (answer === 'cut off') return null
    if (typeof answer === 'string') return answer
    this.byStatus[answer.status] = (this.byStatus[answer.status] ?? 0) + 1
    if (answer.status < 400) this.succeeded.add(operation.operationId)
    const leak = leakIn(request, answer, this.#world.forbidden)
    if (leak !== null) return `shows ${leak.slice(0, 12)}… of another, or a secret`
    return complaintAbout(operation, answer)
  }
}

const hideCredentials = (name: string, value: unknown): unknown => (name === 'authorization' ? '…' : value)

/** What destroys comes last, so that what comes before it finds something. */
const inOrder = OPERATIONS.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

export async function fuzz(service: TestService, options: FuzzOptions): Promise<FuzzReport> {
  const world = await createWorld(service)
  const tables = (await tenantTables(service.database)).filter((table) => !MOVING_TABLES.includes(table))
  const hashOfVictim = async () => (await tenantContent(service.database, world.victim.workspace.uuid, tables)).hash
  const before = options.hasWorker ? await settledHash(hashOfVictim) : await hashOfVictim()
  const sender = new Sender(service.url)
  const fuzzer = new Fuzzer(world, sender)
  for (let round = 0; round === 0 || options.more(round); round += 1) {
    const seeds = await Promise.all(Array.from({ length: options.atOnce }, () => seedTenant(service, world.attacker)))
    const waiting = [...inOrder]
    const lanes = seeds.map(async (own) => {
      for (let next = waiting.shift(); next && (round === 0 || options.more(round)); next = waiting.shift())
        await fuzzer.operation(next, own, { ...options, seed: options.seed + round })
    })
    await Promise.all(lanes)
  }
  sender.close()
  const complaints = [...fuzzer.complaints]
  if ((await hashOfVictim()) !== before) complaints.push('the content of the other tenant has changed')
  if ((await service.call('/healthz')).status !== 200) complaints.push('the service is not well any more')
  const { byStatus, requests, succeeded } = fuzzer
  const neverSucceeded = OPERATIONS.map(({ operationId }) => operationId).filter((name) => !succeeded.has(name))
  return { operations: OPERATIONS.length, requests, byStatus, neverSucceeded, complaints }
}

/** The worker reads what was seeded: what the tenant has then is what it must have at the end. */
async function settledHash(hashOf: () => Promise<string>): Promise<string> {
  let last = await hashOf()
  for (const end = Date.now() + SETTLE_WITHIN_MS; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS))
    const now = await hashOf()
    if (now === last) return now
    last = now
  }
  throw new Error('the worker never came to rest')
}
