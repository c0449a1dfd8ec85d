/**
 * `node ops/backup/backup.ts --to <folder> --keys <folder elsewhere>`: a consistent copy of everything that cannot be
 * made again. The database is dumped first, in one snapshot, and the bucket is copied after it: objects never change
 * once they are written, so each one that a row of the snapshot names is there, unless a customer deleted it meanwhile.
 * Restate is not part of it: what it knows is rebuilt from the database.
 */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey } from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import { backupSettings, DUMP, fileOf, fingerprints, inTurns, KEY_SETTINGS, MANIFEST, postgresTool } from './parts.ts'
import { s3Of, sha256Of } from './parts.ts'
import type { KeptObject, Manifest } from './parts.ts'

const AT_ONCE = 8

async function keysIn(s3: S3Client, bucket: string): Promise<{ key: string; size: number }[]> {
  const found: { key: string; size: number }[] = []
  let after: string | undefined
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(after !== undefined && { ContinuationToken: after }) }),
    )
    found.push(...(page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size })))
    after = page.NextContinuationToken
  } while (after !== undefined)
  return found
}

/** Copies one object; answers null when it was deleted since it was listed. What an earlier backup left is not sent again. */
async function keepObject(
  from: { s3: S3Client; bucket: string },
  folder: string,
  { key, size }: { key: string; size: number },
): Promise<KeptObject | null> {
  const path = fileOf(folder, key)
  if (existsSync(path) && statSync(path).size === size) return { key, size, sha256: await sha256Of(path) }
  mkdirSync(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  try {
    const { Body } = await from.s3.send(new GetObjectCommand({ Bucket: from.bucket, Key: key }))
    const bytes = Readable.from(Body as AsyncIterable<Uint8Array>)
    bytes.on('data', (chunk: Uint8Array) => hash.update(chunk))
    await pipeline(bytes, createWriteStream(`${path}.part`))
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
  renameSync(`${path}.part`, path)
  return { key, size: statSync(path).size, sha256: hash.digest('hex') }
}

const { values } = parseArgs({ options: { to: { type: 'string' }, keys: { type: 'string' } } })
const { to, keys } = values
if (to === undefined || keys === undefined) throw new Error('say where to: --to <folder> --keys <folder elsewhere>')
if (`${resolve(keys)}/`.startsWith(`${resolve(to)}/`)) throw new Error('keys belong apart from what they open')
const { config, databaseUrl } = backupSettings()
mkdirSync(to, { recursive: true })
mkdirSync(keys, { recursive: true, mode: 0o700 })

const createdAt = new Date().toISOString()
const dump = join(to, DUMP)
postgresTool('pg_dump', databaseUrl, ['--format=custom', '--compress=6', `--file=${dump}`])

const s3 = s3Of(config)
const bucket = config.TIEOUT_S3_BUCKET_DOCUMENTS
const objects: KeptObject[] = []
await inTurns(await keysIn(s3, bucket), AT_ONCE, async (object) => {
  const kept = await keepObject({ s3, bucket }, to, object)
  if (kept) objects.push(kept)
})
s3.destroy()

const settings = KEY_SETTINGS.flatMap((name) => (config[name] === undefined ? [] : [`${name}=${config[name]}\n`]))
writeFileSync(join(keys, 'keys.env'), settings.join(''), { mode: 0o600 })
const manifest: Manifest = {
  createdAt,
  database: { sha256: await sha256Of(dump), size: statSync(dump).size },
  objects: objects.sort((a, b) => (a.key < b.key ? -1 : 1)),
  keys: fingerprints(config),
}
writeFileSync(join(to, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
const megabytes = objects.reduce((sum, { size }) => sum + size, manifest.database.size) / 1024 / 1024
console.log(`kept the database and ${objects.length} objects, ${megabytes.toFixed(1)} MiB, in ${to}; keys in ${keys}`)
