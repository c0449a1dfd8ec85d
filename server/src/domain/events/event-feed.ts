/**
 * Events as they happen, for callers who hold a connection open because nothing can call them: a developer's machine,
 * a network without a way in. The database tells each committed event of a followed workspace by its id, so the feed
 * reads exactly that row: 'what is newer than the last' alone would miss what was recorded earlier and committed later.
 * By time it reads after a break, and when it has been silent for a while, and then some way further back than it
 * stopped: an event may come twice, never not at all.
 *
 * A position in a stream is the event that was given last and the moment before which nothing is wanted, `evt_…@…`:
 * who began with what comes next is not given older events on coming back.
 */
import { decodeId, encodeId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../../store/db.ts'
import { announceEvents, eventsSince, findEvents } from '../../store/events.ts'
import type { Event } from '../../store/events.ts'
import type { Caller } from '../caller.ts'

export interface EventFeedOptions {
  readonly db: Db
  readonly clock: { now(): Date }
  /** Followers of this process, over all callers. */
  readonly atMost: number
  readonly atMostPerKey?: number
  /** How often a silent stream says that it is there. */
  readonly heartbeatMs?: number
  /** After this time a follower has to come again, and to show its key again. */
  readonly lifeMs?: number
}

export const FOLLOWERS_PER_KEY = 5
const HEARTBEAT_MS = 15_000
export const LIFE_MS = 15 * 60_000
const COME_BACK_SECONDS = 5
/** Events are still told of for this long after a stream's last moment, while its caller comes back. */
const ANNOUNCED_LONGER_MS = 60_000

/** Longer than any transaction may lie between recording an event and its commit: each statement has 15 seconds. */
const LATE_COMMIT_MS = 60_000
/** By how much our clock may be ahead of the database's. */
const CLOCK_MARGIN_MS = 2_000
const BATCH = 200
/** Notices that a follower may be behind before it catches up from the table instead. */
const MOST_PENDING = 5_000
const MOST_REMEMBERED = 20_000

const POSITION_FORM = /^(evt_[0-9a-z]{26})?(?:@(\d{1,15}))?$/

export class EventFeed {
  readonly #options: Required<EventFeedOptions>
  readonly #followers = new Set<Follower>()
  #closed = false

  constructor(options: EventFeedOptions) {
    this.#options = { atMostPerKey: FOLLOWERS_PER_KEY, heartbeatMs: HEARTBEAT_MS, lifeMs: LIFE_MS, ...options }
  }

  /** Starts to follow: with what comes from now on, or from a position or an event on. */
  async follow(caller: Caller, after: string | null): Promise<Follower> {
    this.#admit(caller)
    const follower = new Follower(this.#options, caller, () => this.#followers.delete(follower))
    // From here on nothing is missed, whatever the look at the table takes.
    this.#followers.add(follower)
    try {
      await follower.startAfter(after)
    } catch (error) {
      follower.end()
      throw error
    }
    return follower
  }

  /** An event was committed: `workspace event`. Null: notices may have been missed. */
  notice(payload: string | null): void {
    const [workspaceUuid, eventUuid] = payload?.split(' ') ?? []
    for (const follower of this.#followers) {
      if (eventUuid === undefined) follower.mayHaveMissed()
      else if (follower.workspaceUuid === workspaceUuid) follower.told(eventUuid)
    }
  }

  /** Ends every stream; their callers may come again. */
  endAll(): void {
    for (const follower of this.#followers) follower.end()
  }

  /** Ends every stream and takes no more. */
  close(): void {
    this.#closed = true
    this.endAll()
  }

  #admit(caller: Caller): void {
    if (this.#closed || this.#followers.size >= this.#options.atMost)
      throw new Problem('unavailable', { retryAfterSeconds: COME_BACK_SECONDS })
    const own = [...this.#followers].filter(({ keyId }) => keyId === caller.keyId).length
    if (own < this.#options.atMostPerKey) return
    throw new Problem('rate_limited', {
      message: `This key follows events ${own} times already, which is as often as it may.`,
      retryAfterSeconds: COME_BACK_SECONDS,
    })
  }
}

/** One caller's stream: iterated, it gives events, and null when there was nothing to say for a while. */
export class Follower implements AsyncIterable<Event | null> {
  readonly #options: Required<EventFeedOptions>
  readonly #caller: Caller
  readonly #onEnd: (() => void)[]
  readonly #life: NodeJS.Timeout
  readonly #given = new RecentIds(MOST_REMEMBERED)
  #pending: string[] = []
  /** Nothing that was recorded before is given. */
  #floor: Date
  #last: string | null = null
  #newest: Date | null = null
  #mustCatchUp = false
  #over = false
  #wake: (() => void) | null = null

  constructor(options: Required<EventFeedOptions>, caller: Caller, onEnd: () => void) {
    this.#options = options
    this.#floor = new Date(options.clock.now().getTime() - CLOCK_MARGIN_MS)
    this.#caller = caller
    this.#onEnd = [onEnd]
    this.#life = setTimeout(() => this.end(), options.lifeMs).unref()
  }

  get keyId(): string {
    return this.#caller.keyId
  }

  get workspaceUuid(): string {
    return this.#caller.workspaceUuid
  }

  whenOver(then: () => void): void {
    if (this.#over) then()
    else this.#onEnd.push(then)
  }

  /** Where this stream is, for who wants to go on from here later. */
  get position(): string {
    return `${this.#last ?? ''}@${this.#floor.getTime()}`
  }

  async startAfter(position: string | null): Promise<void> {
    const forMs = this.#options.lifeMs + ANNOUNCED_LONGER_MS
    await this.#options.db.inTenant(this.#caller, (tx) => announceEvents(tx, forMs))
    if (position === null) return
    const [, id, floor] = POSITION_FORM.exec(position) ?? []
    const uuid = id === undefined ? null : decodeId('evt', id)
    const [event] = uuid === null ? [] : await this.#options.db.read(this.#caller, (tx) => findEvents(tx, [uuid]))
    if (id === undefined ? floor === undefined : !event)
      throw new Problem('invalid_filter', { message: 'after names no event of this workspace.' })
    this.#floor = new Date(Number(floor ?? 0))
    this.#last = event?.id ?? null
    this.#newest = event?.createdAt ?? null
    if (event) this.#given.add(event.id)
    this.#mustCatchUp = true
  }

  told(eventUuid: string): void {
    if (this.#pending.push(eventUuid) > MOST_PENDING) this.mayHaveMissed()
    this.#wake?.()
  }

  mayHaveMissed(): void {
    this.#pending = []
    this.#mustCatchUp = true
    this.#wake?.()
  }

  end(): void {
    if (this.#over) return
    this.#over = true
    clearTimeout(this.#life)
    for (const then of this.#onEnd) then()
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event | null, void, undefined> {
    try {
      while (!this.#over) {
        if (this.#mustCatchUp) yield* this.#catchUp()
        else if (this.#pending.length > 0) yield* this.#unseen(await this.#take())
        else if (!(await this.#somethingHappens())) {
          yield null
          // What was recorded just before anybody followed was told to nobody.
          this.#mustCatchUp = true
        }
      }
    } finally {
      this.end()
    }
  }

  /** What was told of before this look is committed and therefore seen by it. */
  async *#catchUp(): AsyncGenerator<Event, void, undefined> {
    this.#mustCatchUp = false
    this.#pending = []
    const late = this.#newest && new Date(this.#newest.getTime() - LATE_COMMIT_MS)
    const from = late && late > this.#floor ? late : this.#floor
    let last: Event | undefined
    do {
      const start = last ? { after: last } : { from }
      const events: Event[] = await this.#options.db.read(this.#caller, (tx) => eventsSince(tx, start, BATCH))
      yield* this.#unseen(events)
      last = events.length < BATCH ? undefined : events.at(-1)
    } while (last && !this.#over)
  }

  async #take(): Promise<Event[]> {
    const uuids = this.#pending.splice(0, BATCH).filter((uuid) => !this.#given.has(encodeId('evt', uuid)))
    return uuids.length === 0 ? [] : this.#options.db.read(this.#caller, (tx) => findEvents(tx, uuids))
  }

  *#unseen(events: readonly Event[]): Generator<Event, void, undefined> {
    for (const event of events) {
      if (this.#over) return
      if (this.#given.has(event.id)) continue
      this.#given.add(event.id)
      this.#last = event.id
      if (this.#newest === null || event.createdAt > this.#newest) this.#newest = event.createdAt
      yield event
    }
  }

  /** Waits for a notice; false when none came for as long as a stream may be silent. */
  #somethingHappens(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (happened: boolean): void => {
        clearTimeout(timer)
        this.#wake = null
        resolve(happened)
      }
      const timer = setTimeout(() => settle(false), this.#options.heartbeatMs)
      this.#wake = () => settle(true)
    })
  }
}

/** The latest ids, so many and no more. */
class RecentIds {
  readonly #atMost: number
  readonly #ids = new Set<string>()

  constructor(atMost: number) {
    this.#atMost = atMost
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  add(id: string): void {
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > this.#atMost && oldest !== undefined) this.#ids.delete(oldest)
  }
}
