import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSigningSecret, signatureHeader } from './signature.ts'

/** Made with `printf '%s' "$t.$body" | openssl dgst -sha256 -hmac "$secret"`, not with this code. */
const GOLDEN = [
  ['whsec_test', 1_752_926_400, '{}', '01f9d12333d3d791470c713170f0db446a299cf98a6125e11a1a4c46d1adb7db'],
  [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    1_752_926_400,
    '{"id":"evt_1","data":{"name":"Zoë’s Bäckerei"}}',
    'a3bf7952be72b5bb43852c9e271747fcf4ea961138e3c8d808b7530e572c9369',
  ],
  ['whsec_test', 0, '', 'a2fa7a43c6a1cf2e784eaf3327d65c65b3d2b790320ebed9aa5661bc42a8cccd'],
] as const

for (const [secret, t, body, v1] of GOLDEN) {
  test(`bar 21: the signature of ${JSON.stringify(body)} at ${t} is the golden one`, () => {
    assert.equal(signatureHeader(secret, new Date(t * 1000), body), `t=${t},v1=${v1}`)
    assert.equal(signatureHeader(secret, new Date(t * 1000 + 999), body), `t=${t},v1=${v1}`, 't is whole seconds')
  })
}

test('a signing secret has its prefix, 256 random bits, and no character that needs quoting', () => {
  const made = new Set(Array.from({ length: 100 }, newSigningSecret))
  assert.equal(made.size, 100)
  for (const secret of made) assert.match(secret, /^whsec_[A-Za-z0-9_-]{43}$/)
})
