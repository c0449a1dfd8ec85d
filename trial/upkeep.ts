/**
 * What looks after the whole installation, over all tenants, at the size it has: the relay's rounds, a month of
 * deliveries that goes, keys that are purged, and how much of tables and indexes is air.
 */
import pg from 'pg'
import { restoreWork } from '../server/src/domain/hand-off/reconcile.ts'
import { sweepJobs } from '../server/src/domain/hand-off/sweep.ts'
import { sweepExports } from '../server/src/domain/exports/sweep-exports.ts'
import { sweepRenders } from '../server/src/domain/memos/sweep-renders.ts'
import { sweepResets } from '../server/src/domain/sandbox/sweep-resets.ts'
import { keepWebhooks, sweepDeliveries } from '../server/src/domain/webhooks/sweep-deliveries.ts'
import { RELAY_DB } from '../server/src/main/relay.ts'
import { Db } from '../server/src/store/db.ts'
import { purgeIdempotencyKeys } from '../server/src/store/idempotency.ts'
import { urlOf } from '../server/test/support/database.ts'
import { median } from '../bench/service.ts'

/** Rounds of each sweep, of which the middle one counts. */
const ROUNDS = 5
/** A month of deliveries and a day of keys are no more than this here: their number is not the number of documents. */
const AT_MOST = 200_000
const REPLAY_WINDOW_HOURS = 24
/** A little over what a delivery's body has. */
const BODY_CHARACTERS = 600

export interface Upkeep {
  /** Milliseconds of one round with nothing to do, by its name. */
  readonly sweeps: Readonly<Record<string, number>>
  readonly partition: { readonly rows: number; readonly bytes: number; readonly dropMs: number }
  readonly purge: { readonly rows: number; readonly ms: number }
  /** Of the five largest indexes, the part of each leaf that holds something. */
  readonly density: Readonly<Record<string, number>>
  readonly deadRows: number
  readonly liveRows: number
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return Number((performance.now() - begun).toFixed(2))
}

export async function upkeep(database: string, workspace: string, documents: number): Promise<Upkeep> {
  const db = new Db({ url: urlOf(database, 'WORKER'), ...RELAY_DB })
  const owner = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
  await owner.connect()
  try {
    const rows = Math.min(documents, AT_MOST)
    const clock = { now: () => new Date() }
    const rounds: Readonly<Record<string, () => Promise<unknown>>> = {
      jobs: () => sweepJobs({ db, clock }),
      deliveries: () => sweepDeliveries({ db, clock }),
      exports: () => sweepExports({ db, clock }),
      renders: () => sweepRenders({ db, clock }),
      resets: () => sweepResets({ db, clock }),
      'jobs without work': () => restoreWork(db),
      'partitions and secrets': () => keepWebhooks({ db, clock }),
    }
    const sweeps: Record<string, number> = {}
    for (const [name, round] of Object.entries(rounds)) {
      const times: number[] = []
      for (let number = 0; number < ROUNDS; number += 1) times.push(await timed(round))
      sweeps[name] = median(times)
    }
    const bytes = await fillOldPartition(owner, workspace, rows)
    const dropMs = await timed(() => keepWebhooks({ db, clock }))
    await fillOldKeys(owner, workspace, rows)
    const purgeMs = await timed(() => purgeIdempotencyKeys(db, REPLAY_WINDOW_HOURS))
    return { sweeps, partition: { rows, bytes, dropMs }, purge: { rows, ms: purgeMs }, ...(await air(owner)) }
  } finally {
    await owner.end()
    await db.close()
  }
}

/** A month that is over, with deliveries of which nobody will ask again; answers its bytes. */
async function fillOldPartition(owner: pg.Client, workspace: string, rows: number): Promise<number> {
  await owner.query(`DO $$
    DECLARE
      first timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '4 months';
      part text := 'webhook_deliveries_p' || to_char(first AT TIME ZONE 'UTC', 'YYYYMM');
    BEGIN
      EXECUTE format('CREATE TABLE %I PARTITION OF webhook_deliveries FOR VALUES FROM (%L) TO (%L)', part, first, first + interval '1 month');
      EXECUTE format('ALTER TABLE %I OWNER TO tieout_owner', part);
    END $$`)
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO webhook_deliveries (workspace_id, id, created_at, endpoint_id, event_id, event_type, secret_id, body, status, attempts, delivered_at)
     SELECT $1, gen_random_uuid(), m, $1, gen_random_uuid(), 'document.processed', $1, repeat('x', $3::int), 'delivered', 1, m
     FROM generate_series(1, $2::int), LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '4 months' + interval '3 days' AS m) at`,
    [workspace, rows, BODY_CHARACTERS],
  )
  const size = await owner.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass`,
  )
  return Number(size.rows[0]?.bytes ?? 0)
}

/** Keys of two days ago. */
async function fillOldKeys(owner: pg.Client, workspace: string, rows: number): Promise<void> {
  await owner.query(
    `INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, state, status, body, claimed_at)
     SELECT $1, $1, 'old ' || n, '\\x00', 'answered', 201, repeat('x', 400), now() - interval '2 days'
     FROM generate_series(1, $2::int) AS n`,
    [workspace, rows],
  )
}

async function air(owner: pg.Client): Promise<Pick<Upkeep, 'density' | 'deadRows' | 'liveRows'>> {
  await owner.query('CREATE EXTENSION IF NOT EXISTS pgstattuple')
  const { rows } = await owner.query<{ name: string; density: number }>(
    `SELECT c.relname AS name, (pgstatindex(c.oid::regclass)).avg_leaf_density::float AS density
     FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree'
     WHERE c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace ORDER BY pg_relation_size(c.oid) DESC LIMIT 5`,
  )
  const counted = await owner.query<{ live: string; dead: string }>(
    'SELECT sum(n_live_tup) AS live, sum(n_dead_tup) AS dead FROM pg_stat_user_tables',
  )
  return {
    density: Object.fromEntries(rows.map(({ name, density }) => [name, density])),
    liveRows: Number(counted.rows[0]?.live ?? 0),
    deadRows: Number(counted.rows[0]?.dead ?? 0),
  }
}
