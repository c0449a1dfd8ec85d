import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApiKey } from '../lib/api-key.ts'
import { newUuid } from '../lib/ids.ts'
import { createLogger, faultLog, withoutFloods } from './logging.ts'

test('bar 38: no key, signing secret or password reaches the log, whatever member or text it stands in', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', name: 'test', destination: { write: (line) => void lines.push(line) } })
  const key = newApiKey('live', newUuid())
  const secret = 'whsec_dGhpcyBpcyBhIHNlY3JldA'
  logger.info({ headers: { authorization: `Bearer ${key}` }, nested: { deep: { anything: key } } }, `used ${key}`)
  logger.error({ err: new Error(`bad ${secret} at postgres://tieout_app:hunter2hunter2@db/tieout`) }, 'failed')
  logger.info({ password: 'hunter2hunter2', signing_secret: secret })
  const log = lines.join('')
  assert.equal(lines.length, 3)
  for (const text of [key, secret, 'hunter2hunter2', key.slice(9)]) assert.ok(!log.includes(text), text)
  assert.match(log, /postgres:\/\/tieout_app:\[redacted\]@db/)
})

test('an error is logged with its words and its code, and without the client that a library hung on it', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'debug', name: 'test', destination: { write: (line) => void lines.push(line) } })
  const broken = Object.assign(new Error('the connection broke', { cause: new Error('reset by peer') }), {
    code: '57P01',
    client: { parsedStatements: { a: 'select ein from borrowers' } },
  })
  logger.warn({ err: broken }, 'a database connection broke')
  logger.warn({ err: new AggregateError([broken], 'none answered') }, 'no address answered')
  const log = lines.join('')
  assert.match(log, /the connection broke.*reset by peer/)
  assert.match(log, /"code":"57P01"/)
  assert.match(log, /"aggregateErrors":\[\{"type":"Error","message":"the connection broke/)
  assert.doesNotMatch(log, /parsedStatements|select ein/)
})

test('a fault that work survived is logged under what failed, with the error and whom it was about', () => {
  const lines: string[] = []
  const logger = createLogger({ level: 'error', name: 'test', destination: { write: (line) => void lines.push(line) } })
  const faults = faultLog(logger)
  faults.report(new Error('no such font'), { what: 'a memo could not be printed', render: 'r1' })
  faults.report(new Error('a row too many'), { what: 'a workbook could not be made', loan: 'l1' })
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; err: { message: string } })
  assert.deepEqual(
    logged.map(({ msg, err }) => [msg, err.message]),
    [
      ['a memo could not be printed', 'no such font'],
      ['a workbook could not be made', 'a row too many'],
    ],
  )
  assert.match(lines.join(''), /"render":"r1".*"loan":"l1"/s)
})

test('a complaint that is repeated thousands of times is said once, in full, and then counted', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const log = withoutFloods((level, message) => said.push(`${level}: ${message}`), 30_000)
  for (let call = 0; call < 5_000; call += 1) log('error', 'the connection was lost\nwhich may mean anything')
  log('warn', 'another thing')
  log('debug', 'a step begins')
  log('debug', 'a step begins')
  const atOnce = ['error: the connection was lost\nwhich may mean anything', 'warn: another thing']
  assert.deepEqual(said, [...atOnce, 'debug: a step begins', 'debug: a step begins'])
  t.mock.timers.tick(30_000)
  assert.deepEqual(said.slice(4), ['error: the connection was lost (4999 more in 30 s)'])
  log('error', 'the connection was lost')
  assert.equal(said.at(-1), 'error: the connection was lost')
})
