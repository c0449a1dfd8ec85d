import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newApiKey } from '../../server/src/lib/api-key.ts'
import { secretsIn } from './secrets.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Made for a test of how keys are written down, and good for nothing. */
const KNOWN: Readonly<Record<string, string>> = { 'ops/stack/settings.test.ts': 'a private key' }

test('no secret is in the tree', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => file !== '')
  assert.ok(files.length >= 1_000, `only ${files.length} files were seen`)
  const found = files.flatMap((file) =>
    secretsIn(readFileSync(join(ROOT, file), 'latin1')).map((what) => [file, what] as const),
  )
  assert.deepEqual(Object.fromEntries(found), KNOWN)
})

const { privateKey } = generateKeyPairSync('ed25519')

/** Made anew in each run, so that this file holds none. */
const SECRETS: readonly [what: string, text: string][] = [
  ['an API key', newApiKey('live', randomUUID())],
  ['an API key', newApiKey('test', randomUUID())],
  ['a signing secret', `whsec_${randomBytes(32).toString('base64url')}`],
  ['a private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['a key of a cloud', `AKIA${'ABCDEFGH'.repeat(2)}`],
  ['a token of a code host or registry', `npm_${'a1'.repeat(18)}`],
]

for (const [what, text] of SECRETS) {
  test(`${what} is found wherever it stands: ${text.slice(0, 9)}…`, () => {
    assert.deepEqual(secretsIn(`{"member":"${text}"}\n`), [what])
  })
}

test('examples, hints and hashes are no secrets', () => {
  for (const text of [`svc_live_${'a'.repeat(36)}`, 'svc_live_…4fQx', `whsec_${'x'.repeat(43)}`, 'f'.repeat(64)])
    assert.deepEqual(secretsIn(text), [], text)
})
