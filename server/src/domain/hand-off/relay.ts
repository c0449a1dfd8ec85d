/**
 * Carries work from the outbox to the engine. Rows are claimed in one short transaction and handed over outside of
 * it; the row's id is the engine's idempotency key, so that a relay that dies in between costs a repeat, never a
 * second piece of work. Any number of relays may run.
 */
import type { Db } from '../../store/db.ts'
import { purgeIdempotencyKeys } from '../../store/idempotency.ts'
import { claimDue, claimFairly, claimForgotten, forgetTaken, putBack, reissue } from '../../store/outbox.ts'
import type { Work } from '../../store/outbox.ts'
import type { Clock, WorkEngine } from '../deps.ts'
import { forgetSessions } from '../embed/forget-sessions.ts'
import { sweepExports } from '../exports/sweep-exports.ts'
import { REPLAY_WINDOW_HOURS } from '../idempotency/claim.ts'
import { sweepRenders } from '../memos/sweep-renders.ts'
import { sweepResets } from '../sandbox/sweep-resets.ts'
import { keepWebhooks, sweepDeliveries } from '../webhooks/sweep-deliveries.ts'
import { Looks } from './looks.ts'
import { restoreWork } from './reconcile.ts'
import { sweepJobs } from './sweep.ts'
import { ALL_TOPICS, AT_ONCE_TOPICS, TOPICS } from './topics.ts'

export interface RelayOptions {
  readonly db: Db
  readonly engine: WorkEngine
  readonly clock: Clock
  /** How many packages may be under way at once, over all tenants and workers. */
  readonly slots: number
  readonly onFault: (error: unknown) => void
}

const BATCH = 200
/** One tenant may hold this part of the slots, so that long packages of one always leave room for another's. */
const LARGEST_SHARE = 0.75
/** While work is moving a freed slot is soon filled; when nothing moves a look a second is enough. */
const BUSY_WAIT_MS = 40
const IDLE_WAIT_MS = 1_000
const SWEEP_INTERVAL_MS = 5_000
const TIDY_INTERVAL_MS = 60 * 60 * 1000
const RETRY_SECONDS = 1

export class Relay {
  readonly #options: RelayOptions
  #running: Promise<void> | null = null
  #stopped = false
  #wake: (() => void) | null = null
  #noticed = false
  #sweepDueAt = 0
  #tidyDueAt = 0
  readonly #looks = new Map(AT_ONCE_TOPICS.map((topic) => [topic, new Looks()]))

  constructor(options: RelayOptions) {
    this.#options = options
  }

  /** Starts the loop; `notice` cuts its waits short. */
  start(): void {
    this.#running ??= this.#loop()
  }

  notice(): void {
    this.#noticed = true
    this.#wake?.()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake?.()
    await this.#running
  }

  /** One look at everything there is to do; answers how many pieces of work were handed over. */
  async pass(): Promise<number> {
    const handed = await Promise.all([this.#passAtOnce(), this.#passByTurns()])
    return handed.reduce((sum, count) => sum + count, 0)
  }

  async #passAtOnce(): Promise<number> {
    const now = this.#options.clock.now()
    const looks = [...this.#looks].map(([topic, kept]) => ({ topic, kept, look: kept.next(now) }))
    const claimed = await claimDue(
      this.#options.db,
      looks.map(({ topic, look }) => ({ topic, since: look.since })),
      BATCH,
    )
    const counts = Map.groupBy(claimed, ({ topic }) => topic)
    for (const { topic, kept, look } of looks) {
      if ((counts.get(topic)?.length ?? 0) < BATCH) kept.foundEmpty(look, now)
    }
    return this.#handOver(claimed)
  }

  async #passByTurns(): Promise<number> {
    const { db, slots } = this.#options
    const share = Math.max(1, Math.floor(slots * LARGEST_SHARE))
    return this.#handOver(await claimFairly(db, { slots, share }))
  }

  /** Looks after what was left behind: hand-overs without an end, jobs past their time, deliveries nobody attempts. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#options
    for (const topic of ALL_TOPICS) await this.#handOverAgain(await claimForgotten(db, topic, BATCH))
    await sweepJobs({ db, clock })
    await sweepDeliveries({ db, clock })
    await sweepExports({ db, clock })
    await sweepRenders({ db, clock })
    await sweepResets({ db, clock })
    await this.#tidyNowAndThen()
  }

  /** Once in a while: what only grows old is kept in bounds, and that no job under way is without work is made sure. */
  async #tidyNowAndThen(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock.now().getTime()
    if (now < this.#tidyDueAt) return
    await restoreWork(db)
    await keepWebhooks({ db, clock })
    await forgetSessions({ db, clock })
    await purgeIdempotencyKeys(db, REPLAY_WINDOW_HOURS)
    this.#tidyDueAt = now + TIDY_INTERVAL_MS
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      this.#noticed = false
      const moved = await this.#guarded(() => this.pass())
      if (this.#options.clock.now().getTime() >= this.#sweepDueAt) {
        await this.#guarded(() => this.sweep())
        this.#sweepDueAt = this.#options.clock.now().getTime() + SWEEP_INTERVAL_MS
      }
      await this.#pause(moved ? BUSY_WAIT_MS : IDLE_WAIT_MS, moved === 0)
    }
  }

  /** A fault of the database or the engine is reported and waited out; the loop goes on. */
  async #guarded<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      this.#options.onFault(error)
      return null
    }
  }

  async #pause(ms: number, wakeable: boolean): Promise<void> {
    if (this.#stopped || (wakeable && this.#noticed)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        if (!wakeable && !this.#stopped) return
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = null
  }

  async #handOver(work: readonly Work[]): Promise<number> {
    return (await this.#start(work, { wasUnderWay: false })).length
  }

  /**
   * Work that was handed over before. Most of it is merely long, and to hand it over again changes nothing; what the
   * engine has lost begins. What has ended there and is on the books here never will: somebody has cancelled or killed
   * it, and a repeat is answered with that end. It begins anew under another id, or it would hold its place for good.
   */
  async #handOverAgain(work: readonly Work[]): Promise<void> {
    const { db, engine, onFault } = this.#options
    const taken = await this.#start(work, { wasUnderWay: true })
    const ended = await engine.ended(taken.map(({ name }) => name))
    const dead = taken.filter(({ name }) => ended.has(name)).map(({ piece }) => piece)
    const begunAnew = dead.length === 0 ? 0 : await reissue(db, dead)
    if (begunAnew > 0) onFault(new Error(`the engine has ended ${begunAnew} pieces of work that are not done`))
  }

  /** Answers what the engine has taken, with its names for it; the rest is put back. */
  async #start(
    work: readonly Work[],
    { wasUnderWay }: { readonly wasUnderWay: boolean },
  ): Promise<{ readonly piece: Work; readonly name: string }[]> {
    if (work.length === 0) return []
    const { db, engine, onFault } = this.#options
    const outcomes = await Promise.allSettled(work.map(async (piece) => ({ piece, name: await engine.start(piece) })))
    const taken = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const refused = work.filter((_, index) => outcomes[index]?.status === 'rejected')
    if (refused.length > 0) {
      onFault(outcomes.find((outcome) => outcome.status === 'rejected')?.reason)
      await putBack(db, refused, { waitSeconds: RETRY_SECONDS, staysUnderWay: wasUnderWay })
    }
    const rebuilt = taken.map(({ piece }) => piece).filter(({ topic }) => TOPICS[topic] === 'rebuilt')
    if (rebuilt.length > 0) await forgetTaken(db, rebuilt)
    return taken
  }
}
