import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toJson } from './json.ts'

const NUL = '\0'
const HALF = '\ud83d'

test('NUL is left out and half a character replaced, wherever they stand, and nothing else is touched', () => {
  assert.equal(toJson({ a: [`x${NUL}y`, { b: `${HALF}!` }] }), '{"a":["xy",{"b":"\ufffd!"}]}')
  assert.equal(
    toJson({ a: String.raw`spelled \u0000`, b: '\u0001😀' }),
    String.raw`{"a":"spelled \\u0000","b":"\u0001😀"}`,
  )
})

test('whatever goes in, PostgreSQL could take what comes out, and it says the same', () => {
  const texts = fc.string({
    unit: fc.oneof(fc.constantFrom(NUL, HALF, '\\', 'u', '"'), fc.string({ maxLength: 1, unit: 'grapheme' })),
  })
  fc.assert(
    fc.property(fc.array(texts), (members) => {
      const written = toJson(members)
      const read = JSON.parse(written) as string[]
      assert.deepEqual(
        read,
        members.map((text) => text.replaceAll(NUL, '').toWellFormed()),
      )
      assert.equal(JSON.stringify(read), written)
    }),
  )
})
