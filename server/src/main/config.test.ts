import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedKey, parseConfig } from './config.ts'

const COMPLETE = {
  TIEOUT_DATABASE_APP_URL: 'postgres://a@localhost/t',
  TIEOUT_DATABASE_WORKER_URL: 'postgres://w@localhost/t',
  TIEOUT_REDIS_URL: 'redis://localhost',
  TIEOUT_RESTATE_INGRESS_URL: 'http://localhost:8080',
  TIEOUT_RESTATE_ADMIN_URL: 'http://localhost:9070',
  TIEOUT_RESTATE_IDENTITY_KEY: 'publickeyv1_x',
  TIEOUT_S3_ENDPOINT: 'http://localhost:9000',
  TIEOUT_S3_ACCESS_KEY: 'access',
  TIEOUT_S3_SECRET_KEY: 'secret',
  TIEOUT_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
}

test('what is not set has its default, and numbers are numbers', () => {
  const config = parseConfig({ ...COMPLETE, TIEOUT_PORT: '9000' })
  assert.equal(config.TIEOUT_PORT, 9000)
  assert.equal(config.TIEOUT_ENVIRONMENT, 'production')
  assert.equal(config.TIEOUT_ADDRESS_FENCE, 20_000)
})

test('everything that is wrong is named at once, with what it is for', () => {
  const { TIEOUT_REDIS_URL: _left, ...rest } = COMPLETE
  assert.throws(
    () => parseConfig({ ...rest, TIEOUT_PORT: 'eighty', TIEOUT_SECRET_KEY: 'short' }),
    (error: Error) =>
      /TIEOUT_REDIS_URL is not set\. Redis: rate windows only\./.test(error.message) &&
      /TIEOUT_PORT has a value that does not fit/.test(error.message) &&
      /TIEOUT_SECRET_KEY has a value that does not fit/.test(error.message) &&
      !error.message.includes('short'),
  )
})

test('keys for different purposes have nothing in common', () => {
  const config = parseConfig(COMPLETE)
  assert.notDeepEqual(derivedKey(config, 'cursors'), derivedKey(config, 'secrets'))
  assert.deepEqual(derivedKey(config, 'cursors'), derivedKey(config, 'cursors'))
})
