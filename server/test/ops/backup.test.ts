/** A backup is worth what its restore is: everything is put back elsewhere, and answers as before. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { s3Of } from '../../../ops/backup/parts.ts'
import { parseConfig } from '../../src/main/config.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService, testSettings } from '../support/service.ts'
import { askUntil, confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SAMPLE = readFileSync(join(ROOT, 'server/seed/samples/profit-loss-statement-retail.pdf'))

/** A bucket of its own: the stack's other tests share one. */
async function newBucket(): Promise<string> {
  const name = `backup-${randomBytes(6).toString('hex')}`
  const s3 = s3Of(parseConfig({ ...process.env, TIEOUT_ENVIRONMENT: 'test' }))
  await s3.send(new CreateBucketCommand({ Bucket: name }))
  s3.destroy()
  return name
}

async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asSuperuser('postgres', `CREATE DATABASE ${name} OWNER tieout_owner`)
  after(() => asSuperuser('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  return name
}

function settingsOf(database: string, bucket: string): Record<string, string | undefined> {
  return {
    ...testSettings(database),
    TIEOUT_S3_BUCKET_DOCUMENTS: bucket,
    TIEOUT_DATABASE_BACKUP_URL: urlOf(database, 'SUPERUSER'),
  }
}

const run = async (script: string, args: string[], env: Record<string, string | undefined>): Promise<string> =>
  (await promisify(execFile)(process.execPath, [join(ROOT, script), ...args], { env, encoding: 'utf8' })).stdout

test('what was backed up answers the same elsewhere, opens its secrets, and goes on with the work it had', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-backup-'))
  after(() => rmSync(folder, { recursive: true }))
  const [kept, keys] = [join(folder, 'kept'), join(folder, 'keys')]
  const bucket = await newBucket()
  const service = await startTestService({ settings: { TIEOUT_S3_BUCKET_DOCUMENTS: bucket } })
  const pipeline = await startTestPipeline(service, { settings: { TIEOUT_S3_BUCKET_DOCUMENTS: bucket } })
  const { key, workspace } = await service.tenant()
  const target = await newLoan(service, key)
  const jobId = await uploadFile(service, key, target.loanId, SAMPLE)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId)).status, 'COMPLETED')
  const results = `/api/borrowers/${target.borrowerId}/jobs/${jobId}/results`
  const [document] = (await service.call(results, { key })).json.data as { id: string }[]
  const mapping = `/api/borrowers/${target.borrowerId}/extractions/${document?.id ?? ''}/mapping`
  const before = await askUntil(
    () => service.call(mapping, { key }),
    ({ status }) => status === 200,
  )
  const figures = await service.call(mapping.replace(/mapping$/, 'report-data'), { key })
  // Of a kind that does not happen here: nothing is sent.
  const hook = { url: 'https://1.1.1.1/tieout', subscribed_events: ['memo_render.failed'] }
  assert.equal((await service.call('/api/webhooks', { key, method: 'POST', body: hook })).status, 201)
  // Work that nobody has done yet when the backup is made.
  await pipeline.stop()
  const waiting = await uploadFile(service, key, target.loanId, Buffer.concat([SAMPLE, Buffer.from('\n')]))
  await confirm(service, key, waiting)

  await run('ops/backup/backup.ts', ['--to', kept, '--keys', keys], settingsOf(service.database, bucket))
  assert.match(readFileSync(join(keys, 'keys.env'), 'utf8'), /^TIEOUT_SECRET_KEY=/)
  const inBackup = globSync(join(kept, '**/*')).filter((path) => /keys|\.env/.test(path))
  assert.deepEqual(inBackup, [], 'keys must not lie beside what they open')

  const [elsewhere, otherBucket] = [await emptyDatabase(), await newBucket()]
  const there = settingsOf(elsewhere, otherBucket)
  const otherKey = randomBytes(32).toString('base64')
  await assert.rejects(
    run('ops/backup/restore.ts', ['--from', kept], { ...there, TIEOUT_SECRET_KEY: otherKey }),
    /must be what they were/,
  )
  await run('ops/backup/restore.ts', ['--from', kept], there)
  await assert.rejects(run('ops/backup/restore.ts', ['--from', kept], there), /restore into an empty one/)
  const admin = 'server/src/main/admin/admin.ts'
  assert.deepEqual(JSON.parse(await run(admin, ['--json', 'migrate'], there)), { applied: [] })
  await run(admin, ['--json', 'reconcile'], there)
  assert.equal(JSON.parse(await run(admin, ['--json', 'audit', 'verify', '--workspace', workspace.id], there)).brokenAt, null) // prettier-ignore

  const settings = { TIEOUT_S3_BUCKET_DOCUMENTS: otherBucket }
  const restored = await startTestService({ database: elsewhere, settings })
  await startTestPipeline(restored, { settings })
  assert.deepEqual((await restored.call(mapping, { key })).json, before.json)
  assert.deepEqual((await restored.call(mapping.replace(/mapping$/, 'report-data'), { key })).json, figures.json)
  const link = (await restored.call(`/api/documents/${jobId}/download-url`, { key })).json as { download_url: string }
  const bytes = Buffer.from(await (await fetch(link.download_url)).arrayBuffer())
  assert.ok(bytes.equals(SAMPLE), 'the original must come back byte for byte')
  assert.equal((await waitForJob(restored, key, waiting)).status, 'COMPLETED')
  // Only who can open a signing secret's key can put it under another.
  const rotated = await run(admin, ['--json', 'rotate-kek'], {
    ...there,
    TIEOUT_KEY_ENCRYPTION_KEYS: `next:${otherKey}`,
  })
  assert.deepEqual(JSON.parse(rotated), { rewrapped: 1, kek: 'next' })
})

test('a backup with one damaged object is refused before anything is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-backup-'))
  after(() => rmSync(folder, { recursive: true }))
  const [kept, keys] = [join(folder, 'kept'), join(folder, 'keys')]
  const bucket = await newBucket()
  const service = await startTestService({ settings: { TIEOUT_S3_BUCKET_DOCUMENTS: bucket } })
  const { key } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  await uploadFile(service, key, loanId, SAMPLE)
  await run('ops/backup/backup.ts', ['--to', kept, '--keys', keys], settingsOf(service.database, bucket))
  const [object] = globSync(join(kept, 'objects/*/*'))
  assert.ok(object)
  appendFileSync(object, 'x')
  const elsewhere = await emptyDatabase()
  await assert.rejects(
    run('ops/backup/restore.ts', ['--from', kept], settingsOf(elsewhere, bucket)),
    /missing or damaged/,
  )
  assert.deepEqual(await asSuperuser(elsewhere, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`), [])
})
