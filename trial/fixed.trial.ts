/**
 * Three of the costs that profile and growth found, before and after they were mended, by turns in one run. What was
 * before is written out here, since the service has it no more.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { median } from '../bench/service.ts'
import { sha256Of } from '../server/src/domain/spreads/manifest.ts'
import { Db, statement } from '../server/src/store/db.ts'
import { purgeIdempotencyKeys } from '../server/src/store/idempotency.ts'
import { listJobsWithoutWork } from '../server/src/store/jobs.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../server/test/support/database.ts'
import type { TrialResult } from './result.ts'

const ROUNDS = 5
const SPREAD_DOCUMENTS = 50
const JOBS = 100_000
const KEYS = 50_000
const PURGE_BATCH = 5_000
const WINDOW_HOURS = 24
const WORKSPACE = '018f2c54-7b1a-7c3e-9d11-0242ac120002'

interface Pair {
  readonly beforeMs: number
  readonly afterMs: number
}

/** By turns, so that what else happens on the machine happens to both. */
async function byTurns(before: () => Promise<number>, after: () => Promise<number>): Promise<Pair> {
  const times: Pair[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push({ beforeMs: await before(), afterMs: await after() })
  return {
    beforeMs: median(times.map(({ beforeMs }) => beforeMs)),
    afterMs: median(times.map(({ afterMs }) => afterMs)),
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A payload of the size of a mapped statement: lines with their places and sources. */
const PAYLOAD = {
  lines: Array.from({ length: 400 }, (_, index) => ({
    key: `line_${index}`, value: '1234.00', period: { months: 12, end: '2025-12-31' }, caption: 'Cost of goods sold',
    sources: [{ page: 3, document_id: `doc_${index}`, address: `lines.${index}.0`, box: [1, 2, 3, 4] }], account: null,
  })), // prettier-ignore
}

function orderedWhileWritten(value: unknown): string {
  const text = JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  )
  return createHash('sha256').update(text).digest('hex')
}

function hashes(): Promise<Pair> {
  if (orderedWhileWritten(PAYLOAD) !== sha256Of(PAYLOAD)) throw new Error('the hashes differ')
  const hashing = (count: number, hash: (value: unknown) => string) => () =>
    timed(() => {
      for (let number = 0; number < count; number += 1) hash(PAYLOAD)
    })
  // Once when they were gathered and once when the snapshot was made; now the same sources serve both.
  return byTurns(hashing(2 * SPREAD_DOCUMENTS, orderedWhileWritten), hashing(SPREAD_DOCUMENTS, sha256Of))
}

async function looks(database: string, db: Db): Promise<Pair> {
  const without = `UPDATE pg_index SET indisvalid = $1 WHERE indexrelid = 'jobs_under_way'::regclass`
  const look = async (indexed: boolean): Promise<number> => {
    await asSuperuser(database, without, [indexed])
    // The first look of a connection plans; the second is what the relay does all day.
    await listJobsWithoutWork(db)
    return timed(() => listJobsWithoutWork(db))
  }
  return byTurns(
    () => look(false),
    () => look(true),
  )
}

async function purges(owner: pg.Client, db: Db): Promise<Pair> {
  const fill = async (): Promise<void> => {
    await owner.query('TRUNCATE idempotency_keys')
    await owner.query(
      `INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, state, status, body, claimed_at)
       SELECT $1, $1, 'old ' || n, '\\x00', 'answered', 201, repeat('x', 400), now() - interval '3 days' + n * interval '1 millisecond'
       FROM generate_series(1, $2::int) AS n`,
      [WORKSPACE, KEYS],
    )
  }
  const fromTheStart = async (): Promise<void> => {
    const batch = sql<{ key: string }>`
      DELETE FROM idempotency_keys WHERE (workspace_id, api_key_id, key) IN (
        SELECT workspace_id, api_key_id, key FROM idempotency_keys
        WHERE claimed_at <= now() - make_interval(hours => ${WINDOW_HOURS}) ORDER BY claimed_at LIMIT ${PURGE_BATCH})
      RETURNING key`
    while ((await db.outsideTenants(statement(batch))).length === PURGE_BATCH);
  }
  return byTurns(
    async () => {
      await fill()
      return timed(fromTheStart)
    },
    async () => {
      await fill()
      return timed(() => purgeIdempotencyKeys(db, WINDOW_HOURS))
    },
  )
}

export async function run(): Promise<TrialResult> {
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const db = new Db({ url: urlOf(database.name, 'WORKER'), poolSize: 1 })
  const owner = new pg.Client({ connectionString: urlOf(database.name, 'SUPERUSER') })
  await owner.connect()
  try {
    await owner.query('SET session_replication_role = replica')
    await owner.query(
      `INSERT INTO jobs (workspace_id, id, borrower_id, loan_id, file_name, content_type, size_bytes, status, livemode, upload_expires_at)
       SELECT md5((n % 2000)::text)::uuid, gen_random_uuid(), $1, $1, 'a.pdf', 'application/pdf', 1, 'COMPLETED', true, now()
       FROM generate_series(1, $2::int) AS n`,
      [WORKSPACE, JOBS],
    )
    await owner.query('VACUUM ANALYZE jobs')
    const costs = {
      [`hashing what a spread of ${SPREAD_DOCUMENTS} documents is made from`]: await hashes(),
      [`the relay's look for jobs without work, at ${JOBS} jobs`]: await looks(database.name, db),
      [`purging ${KEYS} idempotency keys`]: await purges(owner, db),
    }
    return {
      figures: { costs },
      holds: Object.fromEntries(
        Object.entries(costs).map(([name, { beforeMs, afterMs }]) => [
          `${name} takes less than before`,
          afterMs < beforeMs,
        ]),
      ),
    }
  } finally {
    await owner.end()
    await db.close()
    await database.drop()
  }
}
