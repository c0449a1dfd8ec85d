import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from './canonical-json.ts'

test('members are written in the order of their names, at every depth, and lists in their own order', () => {
  assert.equal(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' }), '{"a":"x","b":[{"c":null,"d":1}]}')
})

test('the order in which members were put in does not matter, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 3 })), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse())
      assert.equal(canonicalJson(reversed), canonicalJson(value))
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('the text is that of the writer which orders members while it writes, whatever they are called', () => {
  const sorted = (members: object) =>
    Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  const whileWriting = (value: unknown): string =>
    JSON.stringify(value, (_name, member: unknown) =>
      member !== null && typeof member === 'object' && !Array.isArray(member) ? sorted(member) : member,
    )
  const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toJSON', '10', '9', 'é', '\ud83d'))
  const { value: anyValue } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined), fc.date({ noInvalidDate: true })),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  })) // prettier-ignore
  fc.assert(
    fc.property(fc.dictionary(name, anyValue), (value) => {
      assert.equal(canonicalJson(value), whileWriting(value))
    }),
  )
})
