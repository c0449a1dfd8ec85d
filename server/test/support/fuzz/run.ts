/**
 * Fuzzes every operation of the contract as one tenant, with another tenant beside it whose ids are tried and whose
 * content must stay as it was. Short in CI, as long as one likes by `npm run trial -- fuzz`.
 */
import fc from 'fast-check'
import { encodeId } from '../../../src/lib/ids.ts'
import { parseConfig } from '../../../src/main/config.ts'
import { setRateLimits } from '../../../src/store/operator.ts'
import { asSuperuser } from '../database.ts'
import { seededId, seedTenant } from '../seed.ts'
import type { Seeds } from '../seed.ts'
import { testSettings } from '../service.ts'
import type { Tenant, TestService } from '../service.ts'
import { tenantContent, tenantTables } from '../tenant-content.ts'
import { complaintAbout, OPERATIONS } from './contract.ts'
import type { FuzzAnswer, Operation } from './contract.ts'
import { honestRequestsTo, requestsTo } from './requests.ts'
import type { Cast, FuzzRequest } from './requests.ts'
import { Sender } from './send.ts'

const MANY = { api: 1e9, upload: 1e9, export: 1e9, strict: 1e9 }
/** Settings whose values must never be seen outside; an access key of S3 is a name, and every signed link holds it. */
const SECRET_SETTING = /SECRET|PASSWORD|_KEYS?$|_URL$/
const PUBLIC_SETTING = 'TIEOUT_S3_ACCESS_KEY'
/** Done by the worker while the caller waits: where there is none, it is not asked by the one who may. */
const NEEDS_A_WORKER = 'resetSandbox'
const SHOWN_OF_A_REQUEST = 600
const SHOWN_BEFORE = 60
/** Of each operation before it is tried with worse. */
const HONEST_REQUESTS = 3
/** What the worker goes on with by itself: hand-overs, and attempts at a receiver that is not there. */
const MOVING_TABLES = ['idempotency_keys', 'outbox', 'webhook_deliveries']
const SEED_TRIES = 3
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
  /** Made like the victim, and named in no request: what becomes of it is what becomes of a tenant by itself. */
  readonly bystander: Tenant
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
  /** Told after each round. */
  readonly onRound?: (
    progress: Pick<FuzzReport, 'requests' | 'byStatus' | 'complaints'> & { readonly round: number },
  ) => void
}

async function createWorld(service: TestService): Promise<World> {
  const attacker = await service.tenant()
  const victim = await service.tenant()
  const member = await service.keyFor(attacker.workspace, { role: 'member' })
  const scopeless = await service.keyFor(attacker.workspace, { scopes: [] })
  const twin = await service.twinOf(attacker)
  for (const id of [attacker.keyId, victim.keyId, member.id, scopeless.id, twin.keyId])
    await setRateLimits(service.operator, id, MANY)
  const bystander = await service.tenant()
  await settleIn(service, bystander)
  const { foreign, signingSecret, session } = await settleIn(service, victim)
  const settings = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith('TIEOUT_') && SECRET_SETTING.test(name) && name !== PUBLIC_SETTING && value.length >= 12
      ? [value]
      : [],
  )
  const keys = [attacker.key, victim.key, member.key, scopeless.key, twin.key]
  return {
    service, attacker, twin, victim, foreign, bystander,
    credentials: [`Bearer ${attacker.key}`, `Bearer ${member.key}`, `Bearer ${scopeless.key}`, `Bearer ${twin.key}`],
    forbidden: [...foreign.values(), ...keys, signingSecret, session, ...settings],
  } // prettier-ignore
}

/** Everything that a tenant may have, an endpoint and a session included. */
async function settleIn(service: TestService, tenant: Tenant) {
  const foreign = await seedTenant(service, tenant)
  const endpoint = await service.call('/api/webhooks', {
    key: tenant.key,
    method: 'POST',
    body: { url: 'https://hooks.example.com/', subscribed_events: ['*'] },
  })
  const session = await sessionOf(service, tenant, foreign)
  return { foreign, session, signingSecret: endpoint.json.signing_secret as string }
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
    const cast: Cast = { own, foreign: this.#world.foreign, credentials: [first, ...left] }
    const { seed } = options
    await this.#check(operation, honestRequestsTo(operation, cast), { numRuns: HONEST_REQUESTS, seed })
    await this.#check(operation, requestsTo(operation, cast), { numRuns: options.runs, seed })
  }

  async #check(
    operation: Operation,
    requests: fc.Arbitrary<FuzzRequest>,
    how: { readonly numRuns: number; readonly seed: number },
  ): Promise<void> {
    const result = await fc.check(
      fc.asyncProperty(requests, async (request) => {
        const complaint = await this.#complaint(operation, request)
        if (complaint !== null) throw new Error(complaint)
      }),
      how,
    )
    if (!result.failed) return
    const [request] = result.counterexample ?? []
    const said = result.errorInstance instanceof Error ? result.errorInstance.message : ''
    const shown = JSON.stringify({ ...request, body: request?.body?.toString('utf8') ?? null }, hideCredentials)
    this.complaints.push(
      `${operation.operationId}, seed ${how.seed}: ${said.slice(0, SHOWN_OF_A_REQUEST)}\n  ${shown.slice(0, SHOWN_OF_A_REQUEST)}`,
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
  const changeOfVictim = await watchVictim(world)
  const sender = new Sender(service.url)
  const fuzzer = new Fuzzer(world, sender)
  for (let round = 0; round === 0 || options.more(round); round += 1) {
    await makeRoom(service, world.attacker, options.atOnce)
    const seeds = await Promise.all(Array.from({ length: options.atOnce }, () => freshSeeds(service, world.attacker)))
    const waiting = [...inOrder]
    const lanes = seeds.map(async (own) => {
      for (let next = waiting.shift(); next && (round === 0 || options.more(round)); next = waiting.shift())
        await fuzzer.operation(next, own, { ...options, seed: options.seed + round })
    })
    await Promise.all(lanes)
    options.onRound?.({ round, requests: fuzzer.requests, byStatus: fuzzer.byStatus, complaints: fuzzer.complaints })
  }
  sender.close()
  const complaints = [...fuzzer.complaints]
  const changed = await changeOfVictim()
  if (changed !== null) complaints.push(`the content of the other tenant has changed: ${changed}`)
  if ((await service.call('/healthz')).status !== 200) complaints.push('the service is not well any more')
  const { byStatus, requests, succeeded } = fuzzer
  const neverSucceeded = OPERATIONS.map(({ operationId }) => operationId).filter((name) => !succeeded.has(name))
  return { operations: OPERATIONS.length, requests, byStatus, neverSucceeded, complaints }
}

/** A machine that is not given its cores for seconds breaks the trial's own connections too: not what is tried here. */
async function freshSeeds(service: TestService, tenant: Tenant): Promise<Seeds> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await seedTenant(service, tenant)
    } catch (error) {
      if (tries === SEED_TRIES) throw error
      console.error('what the next requests are about could not be made, trying again:', error)
    }
  }
}

/** Revokes the oldest endpoints of a tenant that has as many as it may, as far as the next ones need their places. */
async function makeRoom(service: TestService, tenant: Tenant, places: number): Promise<void> {
  const limit = parseConfig(testSettings(service.database)).TIEOUT_WEBHOOK_ENDPOINTS
  const rows = await asSuperuser<{ id: string }>(
    service.database,
    `SELECT id FROM webhook_endpoints WHERE workspace_id = $1 AND status = 'active' ORDER BY created_at DESC OFFSET $2`,
    [tenant.workspace.uuid, limit - places],
  )
  const path = (id: string): string => `/api/webhooks/${encodeId('whe', id)}`
  await Promise.all(rows.map(({ id }) => service.call(path(id), { key: tenant.key, method: 'DELETE' })))
}

/**
 * Tells where the victim has changed by another hand; null when nowhere. What it had before it may still have, to the
 * letter. Where files are read and links and sessions end meanwhile, the same becomes of the tenant that nobody knew
 * of: then the two may differ in nothing but what is drawn by lot. It need not become of both at the same moment.
 */
async function watchVictim({ service, victim, bystander }: World): Promise<() => Promise<string | null>> {
  const tables = (await tenantTables(service.database)).filter((table) => !MOVING_TABLES.includes(table))
  const textOf = async (tenant: Tenant): Promise<string> =>
    (await tenantContent(service.database, tenant.workspace.uuid, tables)).text
  const before = await textOf(victim)
  return async () => {
    for (const end = Date.now() + SETTLE_WITHIN_MS; ;) {
      const [after, others] = [await textOf(victim), await textOf(bystander)]
      if (after === before || withoutLots(after) === withoutLots(others)) return null
      if (Date.now() > end) return firstDifference(withoutLots(after), withoutLots(others))
      await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS))
    }
  }
}

/** Secrets with their hashes and ends, seals, names of requests, the order of what is made side by side, and what zips of ids take. */
const LOTS = /\\\\x[0-9a-f]+|svc_(?:live|test)_…\w+|\breq_[0-9a-f]{24}\b|\bid \d+\b|(?<="bundle_size": )\d+/g

const withoutLots = (text: string): string => text.replaceAll(LOTS, 'a lot').split('\n').sort().join('\n')

function firstDifference(text: string, other: string): string {
  const [lines, others] = [text.split('\n'), other.split('\n')]
  const at = Math.max(0, lines.findIndex((line, index) => line !== others[index])) // prettier-ignore
  const [line = 'nothing', instead = 'nothing'] = [lines[at], others[at]]
  const from = Math.max(0, [...line].findIndex((character, index) => character !== instead[index]) - SHOWN_BEFORE) // prettier-ignore
  return [line, instead]
    .map((words) => words.slice(0, 60) + '…' + words.slice(from, from + SHOWN_OF_A_REQUEST))
    .join('\n  instead of ')
}
