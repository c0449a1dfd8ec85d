import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { portsFrom, secretsFile } from './plan.ts'
import { base58, loadOrMakeSecrets, restatePublicKey } from './secrets.ts'
import { renderEnvFile, serviceSettings } from './settings.ts'

function withFolder(work: (dir: string) => void): void {
  const dir = mkdtempSync(join(tmpdir(), 'stack-test-'))
  try {
    work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('the env file reads back as the settings it was made from', () =>
  withFolder((dir) => {
    const settings = serviceSettings(portsFrom(21_000), loadOrMakeSecrets(dir))
    assert.deepEqual({ ...parseEnv(renderEnvFile(settings)) }, settings)
    assert.equal(Object.keys(settings).length, 17)
    assert.ok(Object.entries(settings).every(([name, value]) => name.startsWith('TIEOUT_') && value !== ''))
  }))

test('a value that a shell would read differently is refused', () => {
  for (const value of ['two words', '$HOME', 'a#b', "it's", 'a;b', 'line\nbreak'])
    assert.throws(() => renderEnvFile({ TIEOUT_X: value }), /quoting/)
  assert.throws(() => renderEnvFile({ 'not a name': 'x' }), /no name/)
})

test('secrets are made once, differ from each other, and only their owner reads them', () =>
  withFolder((dir) => {
    const first = loadOrMakeSecrets(dir)
    assert.deepEqual(loadOrMakeSecrets(dir), first)
    assert.equal(new Set(Object.values(first)).size, Object.keys(first).length)
    assert.equal(Buffer.from(first.serviceSecretKey, 'base64').length, 32)
    assert.equal(statSync(secretsFile(dir)).mode & 0o777, 0o600)
  }))

test("the identity's public half is written as Restate prints it", () => {
  // Key of all ones, and what restate-server 1.7 logs for it.
  const pem = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB
-----END PRIVATE KEY-----
`
  assert.equal(restatePublicKey(pem), 'publickeyv1_AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9')
  const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  assert.match(restatePublicKey(other), /^publickeyv1_[1-9A-HJ-NP-Za-km-z]{40,44}$/)
})

test('base58 keeps every byte, leading zeros included', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const decode = (text: string) => {
    const zeros = /^1*/.exec(text)?.[0].length ?? 0
    let value = 0n
    for (const digit of text) value = value * 58n + BigInt(alphabet.indexOf(digit))
    const hex = value === 0n ? '' : value.toString(16)
    return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) =>
      assert.deepEqual(decode(base58(bytes)), Buffer.from(bytes)),
    ),
  )
})
