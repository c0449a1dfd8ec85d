/**
 * `node ops/backup/restore.ts --from <folder>`: puts a backup into an empty database and a bucket, and refuses whatever
 * would leave half of one: a damaged file, keys that are not those of the backup, a database that holds something.
 * The roles of the database must be there (docs/operate/install.md).
 */
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { backupSettings, DUMP, fileOf, fingerprints, inTurns, MANIFEST, postgresTool, readManifest } from './parts.ts'
import { s3Of, sha256Of } from './parts.ts'
import type { Manifest } from './parts.ts'

const AT_ONCE = 8

async function assertWhole(folder: string, manifest: Manifest): Promise<void> {
  if ((await sha256Of(join(folder, DUMP))) !== manifest.database.sha256) throw new Error(`${DUMP} is damaged`)
  await inTurns(manifest.objects, AT_ONCE, async ({ key, sha256 }) => {
    const path = fileOf(folder, key)
    if (!existsSync(path) || (await sha256Of(path)) !== sha256) throw new Error(`object ${key} is missing or damaged`)
  })
}

function assertKeys(manifest: Manifest, here: Readonly<Record<string, string>>): void {
  const wrong = Object.entries(manifest.keys).filter(([name, print]) => here[name] !== print)
  if (wrong.length > 0)
    throw new Error(`${wrong.map(([name]) => name).join(' and ')} must be what they were: take keys.env of the backup`)
}

function assertEmpty(databaseUrl: string): void {
  const sql = `SELECT count(*) FROM pg_tables WHERE schemaname = 'public'`
  const tables = postgresTool('psql', databaseUrl, ['--no-psqlrc', '--tuples-only', '--no-align', '--command', sql])
  if (tables.trim() !== '0') throw new Error(`the database holds ${tables.trim()} tables: restore into an empty one`)
}

const { values } = parseArgs({ options: { from: { type: 'string' } } })
const folder = values.from
if (folder === undefined) throw new Error('say where from: --from <folder>')
if (!existsSync(join(folder, MANIFEST))) throw new Error(`${folder} has no ${MANIFEST}: it is no whole backup`)
const manifest = readManifest(folder)
const { config, databaseUrl } = backupSettings()
await assertWhole(folder, manifest)
assertKeys(manifest, fingerprints(config))
assertEmpty(databaseUrl)

const s3 = s3Of(config)
await inTurns(manifest.objects, AT_ONCE, async ({ key, size }) => {
  await s3.send(
    new PutObjectCommand({
      Bucket: config.TIEOUT_S3_BUCKET_DOCUMENTS,
      Key: key,
      Body: createReadStream(fileOf(folder, key)),
      ContentLength: size,
    }),
  )
})
s3.destroy()
// Objects first: once the rows are there, what they name is there too.
postgresTool('pg_restore', databaseUrl, ['--exit-on-error', '--single-transaction', join(folder, DUMP)])
console.log(`restored the database and ${manifest.objects.length} objects of ${manifest.createdAt}`)
console.log('now: tieout-admin migrate, tieout-admin reconcile, then start the service')
