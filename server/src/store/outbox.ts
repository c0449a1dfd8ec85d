/**
 * Work for the engine. A row is written in the transaction that causes the work and stays until the work is done or,
 * for topics that need no tracking, until the engine has taken it: so the database alone knows all work in flight.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'

export interface NewWork {
  readonly topic: string
  /** Holds ids, never figures or bytes. */
  readonly payload: Readonly<Record<string, string>>
  /** Not before this moment; at once when left out. */
  readonly dueAt?: Date
}

/** Work as the relay hands it over. Its id is the engine's idempotency key. */
export interface Work {
  readonly id: string
  readonly workspaceUuid: string
  readonly topic: string
  readonly payload: Readonly<Record<string, string>>
}

/** Leaves work for the engine in the transaction that causes it; answers the work's id. */
export async function addToOutbox(tx: WriteTx, work: NewWork): Promise<string> {
  const id = newUuid()
  await tx.rows(
    build.insertInto('outbox').values({
      workspace_id: tx.workspaceUuid,
      id,
      topic: work.topic,
      payload: JSON.stringify(work.payload),
      ...(work.dueAt && { due_at: work.dueAt }),
    }),
  )
  return id
}

/** Takes tracked work off the books, in the transaction that ends it. False: it is not on them, so this run is void. */
export async function endWork(tx: WriteTx, workId: string): Promise<boolean> {
  return (await endWorks(tx, [workId])) === 1
}

/** The same for several; answers how many of them were on the books. */
export async function endWorks(tx: WriteTx, workIds: readonly string[]): Promise<number> {
  const rows = await tx.rows(
    build
      .deleteFrom('outbox')
      .where(ofTenant(tx))
      .where(sql<boolean>`id = ANY(${workIds}::uuid[])`)
      .returning('id'),
  )
  return rows.length
}

/** Those of the work that are still on the books; holds them there until the transaction ends. */
export async function holdWorks(tx: WriteTx, workIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(
    build
      .selectFrom('outbox')
      .select('id')
      .where(ofTenant(tx))
      .where(sql<boolean>`id = ANY(${workIds}::uuid[])`)
      .orderBy('id')
      .forKeyShare(),
  )
  return new Set(rows.map(({ id }) => id))
}

/** The work on a job that is on the books. */
export async function findWorkOfJob(tx: ReadTx, jobId: string): Promise<string | null> {
  const row = await tx.first(
    build
      .selectFrom('outbox')
      .select('id')
      .where(ofTenant(tx))
      .where(sql<boolean>`topic = 'package'`)
      .where(sql<string>`payload->>'job'`, '=', uuidOf('job', jobId)),
  )
  return row?.id ?? null
}

interface ClaimedRow {
  workspace_id: string
  id: string
  topic: string
  payload: Record<string, string>
}

const toWork = (row: ClaimedRow): Work => ({
  id: row.id,
  workspaceUuid: row.workspace_id,
  topic: row.topic,
  payload: row.payload,
})

/**
 * How long after a hand-over it is looked at again: doubles with each attempt, up to the longest wait. Packages always
 * after the first: there are never more of them under way than there are slots, and each that is dead holds one.
 */
const FIRST_LOOK_SECONDS = 30
const LONGEST_LOOK_SECONDS = 600
const nextLook = sql<Date>`now() + make_interval(secs => CASE WHEN topic = 'package' THEN ${FIRST_LOOK_SECONDS}
  ELSE least(${LONGEST_LOOK_SECONDS}, ${FIRST_LOOK_SECONDS} * power(2, least(attempts, 10))) END)`

/** Times are kept in milliseconds and rounded: what is written now may be due a moment ahead of the clock. */
const DUE = sql.raw(`due_at <= now() + interval '1 millisecond'`)

/**
 * The rows that a statement has found, by their place. Nothing is joined, so the planner can't turn the look around:
 * its idea of a queue is always old, and where it was last seen empty every row that was ever taken, and that an open
 * transaction keeps from being cleared away, looked cheaper to it than the few that were found.
 */
const atPlaces = (found: RawBuilder<unknown>) => sql<boolean>`outbox.ctid = ANY (ARRAY(${found}))`

/** A look into the queue of one topic: nothing that was due before `since` is looked at. */
export interface DueLook {
  readonly topic: string
  readonly since: Date | null
}

/**
 * Claims due work of untracked topics, of each the oldest, at most so many. One statement for all of them: most have
 * nothing to do most of the time, and asking for each would take longer than what there is to do. It names the
 * tracked topic as the index that serves it does.
 */
export async function claimDue(db: Db, looks: readonly DueLook[], atMost: number): Promise<Work[]> {
  const rows = await db.outsideTenants(
    statement(sql<ClaimedRow>`
    WITH claimed AS (
      SELECT due.place
      FROM unnest(
          ${looks.map(({ topic }) => topic)}::text[], ${looks.map(({ since }) => since)}::timestamptz[]
        ) AS look (topic, since)
        CROSS JOIN LATERAL (
          SELECT ctid AS place FROM outbox
          WHERE outbox.topic = look.topic AND outbox.topic <> 'package' AND handed_at IS NULL AND ${DUE}
            AND due_at >= coalesce(look.since, '-infinity')
          ORDER BY due_at, id LIMIT ${atMost} FOR UPDATE SKIP LOCKED
        ) due
    )
    UPDATE outbox SET handed_at = now(), attempts = attempts + 1, due_at = ${nextLook}
    WHERE ${atPlaces(sql`SELECT place FROM claimed`)}
    RETURNING workspace_id, id, topic, payload`),
  )
  return rows.map(toWork)
}

export interface FairClaim {
  /** How many may be under way at once, over all tenants. */
  readonly slots: number
  /** How many of them one tenant may hold. */
  readonly share: number
}

/** Two relays that count free slots at the same moment would both fill them. */
const FAIR_CLAIM_LOCK = 7_401_965_202n

/** Said as the index of the packages that wait says it: it serves this and nothing else, and nothing else serves it. */
const WAITS_FOR_ITS_TURN = sql.raw(`topic = 'package' AND handed_at IS NULL`)

/**
 * Claims packages into the free slots, by turns: the next slot goes to the tenant that holds the fewest. The
 * tenants that wait are found by skipping through the index, and each offers only as many rows as there are free
 * slots, so the cost follows the number of tenants and slots, not the length of the queue. The offset keeps the
 * grouping from asking for an order, for which the whole table would be walked. Tenants are compared by their bytes:
 * only the index of the packages that wait has those, while every other one that begins with the tenant would offer
 * itself to a planner that believes the queue to be short.
 */
export async function claimFairly(db: Db, { slots, share }: FairClaim): Promise<Work[]> {
  const rows = await db.outsideTenants(
    statement(sql<ClaimedRow>`
    WITH RECURSIVE
    turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${FAIR_CLAIM_LOCK}) AS mine),
    under_way AS MATERIALIZED (
      SELECT workspace_id, count(*) AS held
      FROM (SELECT workspace_id FROM outbox WHERE topic = 'package' AND handed_at IS NOT NULL OFFSET 0) taken
      GROUP BY workspace_id
    ),
    free AS (SELECT greatest(0, ${slots} - coalesce((SELECT sum(held) FROM under_way), 0))::integer AS slots),
    waiting (workspace_id) AS (
      (SELECT workspace_id FROM outbox
       WHERE ${WAITS_FOR_ITS_TURN} AND (SELECT mine FROM turn) AND (SELECT slots FROM free) > 0
       ORDER BY uuid_send(workspace_id) LIMIT 1)
      UNION ALL
      SELECT (SELECT workspace_id FROM outbox
              WHERE ${WAITS_FOR_ITS_TURN} AND uuid_send(workspace_id) > uuid_send(waiting.workspace_id)
              ORDER BY uuid_send(workspace_id) LIMIT 1)
      FROM waiting WHERE waiting.workspace_id IS NOT NULL
    ),
    chosen AS (
      SELECT offer.workspace_id, offer.id
      FROM waiting LEFT JOIN under_way USING (workspace_id) CROSS JOIN LATERAL (
        SELECT first.workspace_id, first.id, row_number() OVER (ORDER BY first.due_at, first.id) AS place FROM (
          SELECT workspace_id, id, due_at FROM outbox
          WHERE ${WAITS_FOR_ITS_TURN} AND uuid_send(workspace_id) = uuid_send(waiting.workspace_id) AND ${DUE}
          ORDER BY due_at, id LIMIT (SELECT slots FROM free)
        ) first
      ) offer
      WHERE offer.place + coalesce(under_way.held, 0) <= ${share}
      ORDER BY offer.place + coalesce(under_way.held, 0), offer.id
      LIMIT (SELECT slots FROM free)
    ),
    claimed AS (
      SELECT still.place FROM chosen CROSS JOIN LATERAL (
        SELECT ctid AS place, handed_at FROM outbox
        WHERE workspace_id = chosen.workspace_id AND id = chosen.id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) still
      WHERE still.handed_at IS NULL
    )
    UPDATE outbox SET handed_at = now(), attempts = attempts + 1, due_at = ${nextLook}
    WHERE ${atPlaces(sql`SELECT place FROM claimed`)}
    RETURNING workspace_id, id, topic, payload`),
  )
  return rows.map(toWork)
}

/** Claims work that was handed over long ago and is still on the books: to be handed over again under its own key. */
export async function claimForgotten(db: Db, topic: string, atMost: number): Promise<Work[]> {
  const rows = await db.outsideTenants(
    statement(sql<ClaimedRow>`
    WITH claimed AS (
      SELECT ctid AS place FROM outbox
      WHERE topic = ${topic} AND handed_at IS NOT NULL AND ${DUE}
      ORDER BY due_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox SET attempts = attempts + 1, due_at = ${nextLook}
    WHERE ${atPlaces(sql`SELECT place FROM claimed`)}
    RETURNING workspace_id, id, topic, payload`),
  )
  return rows.map(toWork)
}

/** The rows of this work, each found by its whole key; the limit keeps the look-ups from being made into a join. */
const among = (work: readonly Work[]) =>
  atPlaces(sql`
    SELECT found.place
    FROM unnest(${work.map(({ workspaceUuid }) => workspaceUuid)}::uuid[], ${work.map(({ id }) => id)}::uuid[])
        AS work (workspace_id, id)
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM outbox WHERE workspace_id = work.workspace_id AND id = work.id LIMIT 1
      ) found`)

/**
 * Puts claimed work back, to be tried again after the wait: the engine could not be reached. That was no attempt, or an
 * engine that is away for a minute would have all work looked at ten minutes after it was taken. What was handed over
 * before stays under way, because the engine may have it.
 */
export async function putBack(
  db: Db,
  work: readonly Work[],
  how: { readonly waitSeconds: number; readonly staysUnderWay: boolean },
): Promise<void> {
  const handedAt = how.staysUnderWay ? sql`handed_at` : sql`NULL`
  await db.outsideTenants(
    statement(sql`
    UPDATE outbox SET handed_at = ${handedAt}, attempts = greatest(0, attempts - 1),
      due_at = now() + make_interval(secs => ${how.waitSeconds})
    WHERE ${among(work)}`),
  )
}

/** Forgets untracked work that the engine has taken. */
export async function forgetTaken(db: Db, work: readonly Work[]): Promise<void> {
  await db.outsideTenants(statement(sql`DELETE FROM outbox WHERE ${among(work)}`))
}

/**
 * Gives every piece of work that was handed over a new id and puts it back in its queue. Whatever an engine still
 * knows under the old ids is void from here on, because its rows are gone.
 */
export async function reissueAll(db: Db): Promise<number> {
  return reissueWhere(db, sql`handed_at IS NOT NULL`)
}

/** The same for this work; answers how much of it is still on the books. */
export async function reissue(db: Db, work: readonly Work[]): Promise<number> {
  return reissueWhere(db, among(work))
}

async function reissueWhere(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const rows = await db.outsideTenants(
    statement(sql<{ id: string }>`
    UPDATE outbox SET id = gen_random_uuid(), handed_at = NULL, due_at = now(), attempts = 0
    WHERE ${which} RETURNING id`),
  )
  return rows.length
}

export interface QueueState {
  readonly topic: string
  /** Due, and not handed over. */
  readonly waiting: number
  readonly underWay: number
  /** How long the one that waits longest has been due. */
  readonly oldestSeconds: number
}

/** How much work of each kind there is, over all tenants; kinds that there is none of are left out. */
export async function queueState(db: Db): Promise<QueueState[]> {
  return db.outsideTenants(
    statement(sql<QueueState>`
    SELECT topic, count(*) FILTER (WHERE handed_at IS NULL)::int AS waiting,
      count(*) FILTER (WHERE handed_at IS NOT NULL)::int AS "underWay",
      coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE handed_at IS NULL)), 0)::float8 AS "oldestSeconds"
    FROM outbox WHERE handed_at IS NOT NULL OR ${DUE} GROUP BY topic`),
  )
}
