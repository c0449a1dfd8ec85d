/** The stack is what every other test here stands on: each engine must answer as the service will ask it. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Redis } from 'ioredis'
import pg from 'pg'

function setting(name: string): string {
  const value = process.env[name]
  assert.ok(value, `${name} is set by the stack`)
  return value
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const ROLES = [
  { role: 'tieout_owner', url: 'TIEOUT_DATABASE_OWNER_URL', mayCreateDatabases: true },
  { role: 'tieout_app', url: 'TIEOUT_DATABASE_APP_URL', mayCreateDatabases: false },
  { role: 'tieout_worker', url: 'TIEOUT_DATABASE_WORKER_URL', mayCreateDatabases: false },
  { role: 'tieout_operator', url: 'TIEOUT_DATABASE_OPERATOR_URL', mayCreateDatabases: false },
]

for (const { role, url, mayCreateDatabases } of ROLES) {
  test(`PostgreSQL lets ${role} in, without any way around row-level security`, async () => {
    const rows = await query(
      setting(url),
      `SELECT current_user::text AS role, current_database()::text AS database, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb
         FROM pg_roles WHERE rolname = current_user`,
    )
    assert.deepEqual(rows, [
      {
        role,
        database: 'tieout',
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: mayCreateDatabases,
      },
    ])
  })
}

test('PostgreSQL refuses a wrong password', async () => {
  const url = new URL(setting('TIEOUT_DATABASE_APP_URL'))
  url.password = 'wrong'
  await assert.rejects(query(url.href, 'SELECT 1'), { code: '28P01' })
})

test('PostgreSQL makes every commit durable', async () => {
  const url = setting('TIEOUT_DATABASE_SUPERUSER_URL')
  const rows = await query<{ name: string; setting: string }>(
    url,
    `SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') ORDER BY name`,
  )
  assert.deepEqual(
    rows.map(({ name, setting }) => [name, setting]),
    [
      ['data_checksums', 'on'],
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
    ],
  )
})

test('Redis answers PING and runs scripts', async () => {
  const redis = new Redis(setting('TIEOUT_REDIS_URL'), { maxRetriesPerRequest: 1 })
  try {
    assert.equal(await redis.ping(), 'PONG')
    assert.equal(await redis.eval('return 6 * 7', 0), 42)
  } finally {
    redis.disconnect()
  }
})

test('Restate is healthy at its admin and at its ingress side', async () => {
  for (const url of [
    `${setting('TIEOUT_RESTATE_ADMIN_URL')}/health`,
    `${setting('TIEOUT_RESTATE_INGRESS_URL')}/restate/health`,
  ]) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    assert.equal(response.status, 200, url)
    await response.body?.cancel()
  }
  assert.match(setting('TIEOUT_RESTATE_IDENTITY_KEY'), /^publickeyv1_[1-9A-HJ-NP-Za-km-z]{40,44}$/)
})

for (const bucketSetting of ['TIEOUT_S3_BUCKET_DOCUMENTS', 'TIEOUT_S3_BUCKET_EXPORTS']) {
  test(`the object store gives back the bytes put into ${bucketSetting}`, async () => {
    const client = new S3Client({
      endpoint: setting('TIEOUT_S3_ENDPOINT'),
      region: setting('TIEOUT_S3_REGION'),
      forcePathStyle: true,
      credentials: {
        accessKeyId: setting('TIEOUT_S3_ACCESS_KEY'),
        secretAccessKey: setting('TIEOUT_S3_SECRET_KEY'),
      },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    const object = { Bucket: setting(bucketSetting), Key: `stack-test/${randomUUID()}` }
    const bytes = randomBytes(300_000)
    try {
      await client.send(new PutObjectCommand({ ...object, Body: bytes }))
      const { Body } = await client.send(new GetObjectCommand(object))
      assert.ok(Body)
      assert.deepEqual(Buffer.from(await Body.transformToByteArray()), bytes)
    } finally {
      await client.send(new DeleteObjectCommand(object))
      client.destroy()
    }
  })
}
