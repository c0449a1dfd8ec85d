import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApiKey } from '../lib/api-key.ts'
import { createLogger } from './logging.ts'

test('bar 38: no key, signing secret or password reaches the log, whatever member or text it stands in', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', name: 'test', destination: { write: (line) => void lines.push(line) } })
  const key = newApiKey('live')
  const secret = 'whsec_dGhpcyBpcyBhIHNlY3JldA'
  logger.info({ headers: { authorization: `Bearer ${key}` }, nested: { deep: { anything: key } } }, `used ${key}`)
  logger.error({ err: new Error(`bad ${secret} at postgres://tieout_app:hunter2hunter2@db/tieout`) }, 'failed')
  logger.info({ password: 'hunter2hunter2', signing_secret: secret })
  const log = lines.join('')
  assert.equal(lines.length, 3)
  for (const text of [key, secret, 'hunter2hunter2', key.slice(9)]) assert.ok(!log.includes(text), text)
  assert.match(log, /postgres:\/\/tieout_app:\[redacted\]@db/)
})
