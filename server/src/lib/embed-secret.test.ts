import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newApiKey } from './api-key.ts'
import { isEmbedHandle, isEmbedToken, newEmbedHandle, newEmbedToken } from './embed-secret.ts'

const WORKSPACE = '018f2c54-7b1a-7c3e-9d11-0242ac120002'

test('handles, tokens and keys are told apart by their form: none passes for another', () => {
  const [handle, token, key] = [newEmbedHandle(WORKSPACE), newEmbedToken(WORKSPACE), newApiKey('live', WORKSPACE)]
  assert.deepEqual([handle, token, key].map(isEmbedHandle), [true, false, false])
  assert.deepEqual([handle, token, key].map(isEmbedToken), [false, true, false])
})

test('changing any one character of a token breaks its checksum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 45 }), fc.constantFrom(...'0Az9'), (position, character) => {
      const token = newEmbedToken(WORKSPACE)
      fc.pre(token[position] !== character)
      assert.equal(isEmbedToken(token.slice(0, position) + character + token.slice(position + 1)), false)
    }),
  )
})
