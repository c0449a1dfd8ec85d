import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeId, encodeId, ID_PREFIXES, newId, newUuid, uuidV7 } from './ids.ts'

const anyPrefix = fc.constantFrom(...ID_PREFIXES)
const anyMoment = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const anyRandom = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('every uuid survives being written as an id and read again', () => {
  fc.assert(
    fc.property(anyPrefix, fc.uuid(), (prefix, uuid) => {
      const id = encodeId(prefix, uuid)
      assert.match(id, new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`))
      assert.equal(decodeId(prefix, id), uuid)
    }),
  )
})

test('ids sort by the time they were made, as uuid and as text', () => {
  fc.assert(
    fc.property(anyMoment, anyMoment, anyRandom, anyRandom, (a, b, left, right) => {
      fc.pre(a < b)
      const first = uuidV7(a, left)
      const second = uuidV7(b, right)
      assert.ok(first < second)
      assert.ok(encodeId('bor', first) < encodeId('bor', second))
    }),
  )
})

test('a uuid made here states version 7 and the standard variant', () => {
  fc.assert(
    fc.property(anyMoment, anyRandom, (moment, random) => {
      assert.match(uuidV7(moment, random), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }),
  )
})

test('uuids made one after another ascend, more of them than a millisecond has numbers for included', () => {
  const made = Array.from({ length: 20_000 }, newUuid)
  assert.deepEqual(made, made.toSorted())
  assert.equal(new Set(made).size, made.length)
})

test('text that is not an id of the kind asked for is refused', () => {
  const id = newId('bor')
  const wrong = [
    '',
    'bor',
    'bor_',
    id.slice(1),
    `${id}0`,
    id.toUpperCase(),
    id.replace('bor', 'loan'),
    `bor_${'z'.repeat(26)}`,
    `bor_${'u'.repeat(26)}`,
  ]
  for (const text of wrong) assert.equal(decodeId('bor', text), null, text)
})
