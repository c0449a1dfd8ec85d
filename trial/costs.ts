/** What work costs: processor seconds by process, and bytes by store, between two looks. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { asSuperuser, setting } from '../server/test/support/database.ts'
import { processorTimes, treeTime } from '../bench/processor-time.ts'

export interface Costs {
  /** Milliseconds. */
  readonly processor: Readonly<Record<string, number>>
  readonly bytes: Readonly<Record<string, number>>
  /** Bytes of the database by table. */
  readonly tables: Readonly<Record<string, number>>
}

/** The processes are those of the service, by name; the engines of the stack come with them. */
export async function look(database: string, pids: Readonly<Record<string, number>>): Promise<Costs> {
  const { 'this process': generator = 0, ...engines } = processorTimes()
  const own = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, treeTime(pid)]))
  return {
    processor: { ...own, ...engines, 'load generator': generator },
    bytes: {
      database: await databaseBytes(database),
      objects: await objectBytes(),
      engine: folderBytes('.stack/restate'),
    },
    tables: await tableBytes(database),
  }
}

/** For one of `count`, each with the share of the whole. */
export function between(before: Costs, after: Costs, count: number): Costs {
  const each = (from: Readonly<Record<string, number>>, to: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(to).map(([name, value]) => [name, (value - (from[name] ?? 0)) / count]))
  return {
    processor: each(before.processor, after.processor),
    bytes: each(before.bytes, after.bytes),
    tables: each(before.tables, after.tables),
  }
}

async function databaseBytes(database: string): Promise<number> {
  const [row] = await asSuperuser<{ bytes: string }>(database, 'SELECT pg_database_size(current_database()) AS bytes')
  return Number(row?.bytes ?? 0)
}

/** With indexes and what is stored out of line; a partition counts for its table. */
export async function tableBytes(database: string): Promise<Record<string, number>> {
  const rows = await asSuperuser<{ name: string; bytes: string }>(
    database,
    `SELECT coalesce(i.inhparent, c.oid)::regclass::text AS name, sum(pg_total_relation_size(c.oid)) AS bytes
     FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`,
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

async function objectBytes(): Promise<number> {
  const store = new S3Client({
    endpoint: setting('TIEOUT_S3_ENDPOINT'),
    region: process.env['TIEOUT_S3_REGION'] ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: setting('TIEOUT_S3_ACCESS_KEY'), secretAccessKey: setting('TIEOUT_S3_SECRET_KEY') },
  })
  const bucket = process.env['TIEOUT_S3_BUCKET_DOCUMENTS'] ?? 'documents'
  let bytes = 0
  let token: string | undefined
  do {
    const page = await store.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }))
    bytes += (page.Contents ?? []).reduce((sum, { Size }) => sum + (Size ?? 0), 0)
    token = page.NextContinuationToken
  } while (token !== undefined)
  store.destroy()
  return bytes
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).reduce((sum, entry) => {
    if (!entry.isFile()) return sum
    // A file of the engine's own store may be gone by now.
    return sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}
