import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hintOfApiKey, modeOfApiKey, newApiKey } from './api-key.ts'

const WORKSPACE = '018f2c54-7b1a-7c3e-9d11-0242ac120002'

test('a key names its mode by its prefix and has the documented length', () => {
  for (const mode of ['live', 'test'] as const) {
    const key = newApiKey(mode, WORKSPACE)
    assert.match(key, new RegExp(`^svc_${mode}_[0-9A-Za-z]{36}$`))
    assert.equal(modeOfApiKey(key), mode)
  }
})

test('bar 38: changing any one character of a key breaks its checksum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 9, max: 44 }), fc.constantFrom(...'0Az9'), (position, character) => {
      const key = newApiKey('live', WORKSPACE)
      fc.pre(key[position] !== character)
      assert.equal(modeOfApiKey(key.slice(0, position) + character + key.slice(position + 1)), null)
    }),
  )
})

test('a live key with its prefix changed to test is not a test key', () => {
  assert.equal(modeOfApiKey(newApiKey('live', WORKSPACE).replace('live', 'test')), null)
})

test('the hint of a key is not enough to use it', () => {
  const key = newApiKey('live', WORKSPACE)
  assert.equal(hintOfApiKey(key).length, 14)
  assert.equal(modeOfApiKey(hintOfApiKey(key)), null)
})
