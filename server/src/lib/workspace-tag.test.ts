import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newApiKey } from './api-key.ts'
import { newEmbedHandle, newEmbedToken } from './embed-secret.ts'
import { tagOf, tagOfSecret } from './workspace-tag.ts'

test('every secret of a workspace carries its tag, whatever kind it is', () => {
  fc.assert(
    fc.property(fc.uuid(), (workspace) => {
      const secrets = [
        newApiKey('live', workspace),
        newApiKey('test', workspace),
        newEmbedHandle(workspace),
        newEmbedToken(workspace),
      ]
      assert.deepEqual(new Set(secrets.map(tagOfSecret)), new Set([tagOf(workspace)]))
      assert.equal(new Set(secrets).size, secrets.length)
    }),
  )
})

test('a tag is the same for ever: maps and secrets that were given out depend on it', () => {
  assert.equal(tagOf('018f2c54-7b1a-7c3e-9d11-0242ac120002'), 'kYuMU6It')
})

test('ten thousand workspaces have ten thousand tags', () => {
  const uuid = (index: number) => `018f2c54-7b1a-7c3e-9d11-${index.toString(16).padStart(12, '0')}`
  assert.equal(new Set(Array.from({ length: 10_000 }, (_, index) => tagOf(uuid(index)))).size, 10_000)
})

test('what is no secret of ours has no tag', () => {
  for (const text of [
    '',
    'svc_live_',
    'svc_live_1234567',
    'svc_other_12345678',
    'whsec_12345678',
    'Bearer svc_live_12345678',
  ]) {
    assert.equal(tagOfSecret(text), null, text)
  }
})
