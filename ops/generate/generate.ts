/** Remakes the files that come from a migrated database: the table types and schema.sql. Needs the running stack. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../server/src/store/migrate.ts'
import { databaseTypes } from './database-types.ts'

export interface GeneratedFile {
  readonly path: string
  readonly content: string
}

/** The roles of a policy come in the order of their numbers in the cluster, which no two clusters share. */
function withSortedRoles(line: string): string {
  return line.replace(
    /^(CREATE POLICY .*? TO )([a-z_, ]+)( USING| WITH CHECK|;)/,
    (_match, head: string, roles: string, tail: string) => head + roles.split(', ').sort().join(', ') + tail,
  )
}

/** The schema without what differs from one machine or version of pg_dump to the next. */
function schemaOf(url: string): string {
  const dump = execFileSync(
    'pg_dump',
    ['--schema-only', '--no-owner', '--exclude-table=migrations', '--exclude-table=*_p2[0-9][0-9][0-9][0-9][0-9]', url],
    {
      encoding: 'utf8',
    },
  )
  const kept = dump
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\)/.test(line))
    .map(withSortedRoles)
  return `-- Generated from the migrations by npm run generate; not edited by hand.\n${kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** Migrates a database of its own, reads it and drops it. */
export async function fromMigratedDatabase(ownerUrl: string): Promise<GeneratedFile[]> {
  const name = `generate_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: ownerUrl })
  await admin.connect()
  try {
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(ownerUrl)
    url.pathname = `/${name}`
    await migrate(url.href)
    return [
      { path: 'server/src/store/database.ts', content: await databaseTypes(url.href) },
      { path: 'server/migrations/schema.sql', content: schemaOf(url.href) },
    ]
  } finally {
    // Not by force: the owner may not end an autovacuum that has just begun there, but a plain drop asks it to leave.
    await admin.query(`DROP DATABASE IF EXISTS ${name}`).finally(() => admin.end())
  }
}
