/** What backup and restore share: the form of a backup, the settings they need, the bucket, the database's own tools. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { loadConfig } from '../../server/src/main/config.ts'
import type { Config } from '../../server/src/main/config.ts'

export interface KeptObject {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** The table of contents of a backup. It is written last: a folder without it is no backup. */
export interface Manifest {
  readonly createdAt: string
  readonly database: { readonly sha256: string; readonly size: number }
  readonly objects: readonly KeptObject[]
  /** Which keys sealed what is in the database, by fingerprint: restore refuses to go on without them. */
  readonly keys: Readonly<Record<string, string>>
}

export const DUMP = 'database.dump'
export const MANIFEST = 'manifest.json'
export const OBJECTS = 'objects'

/** Objects have keys with slashes, and a store may have keys that no file system takes: names are hashes. */
export function fileOf(folder: string, key: string): string {
  const name = createHash('sha256').update(key).digest('hex')
  return join(folder, OBJECTS, name.slice(0, 2), name)
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The two settings without which sealed rows can't be opened, as they are kept apart from the rest. */
export const KEY_SETTINGS = ['TIEOUT_SECRET_KEY', 'TIEOUT_KEY_ENCRYPTION_KEYS'] as const

export function fingerprints(config: Config): Record<string, string> {
  return Object.fromEntries(
    KEY_SETTINGS.flatMap((name) => {
      const value = config[name]
      if (value === undefined) return []
      return [[name, createHash('sha256').update(`tieout fingerprint ${value}`).digest('hex').slice(0, 16)]]
    }),
  )
}

export interface BackupSettings {
  readonly config: Config
  /** A role that row-level security does not stop: only it sees every tenant's rows. */
  readonly databaseUrl: string
}

export function backupSettings(): BackupSettings {
  const config = loadConfig()
  const databaseUrl = process.env['TIEOUT_DATABASE_BACKUP_URL']
  if (databaseUrl === undefined)
    throw new Error('TIEOUT_DATABASE_BACKUP_URL is not set: a role with BYPASSRLS that may read everything.')
  return { config, databaseUrl }
}

export function s3Of(config: Config): S3Client {
  return new S3Client({
    endpoint: config.TIEOUT_S3_ENDPOINT,
    region: config.TIEOUT_S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: config.TIEOUT_S3_ACCESS_KEY, secretAccessKey: config.TIEOUT_S3_SECRET_KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Runs one of PostgreSQL's own programs. The password goes by the environment: a command line is everybody's to read. */
export function postgresTool(name: 'pg_dump' | 'pg_restore' | 'psql', databaseUrl: string, args: string[]): string {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const { status, stdout, stderr, error } = spawnSync(name, [`--dbname=${url.href}`, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PGPASSWORD: password },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw new Error(`${name} could not be started: install postgresql-client`, { cause: error })
  if (status !== 0) throw new Error(`${name} failed: ${stderr.trim()}`)
  return stdout
}

/** Works through `items`, so many at a time. */
export async function inTurns<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
