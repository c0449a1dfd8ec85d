import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { editDistance } from './edit-distance.ts'

const DISTANCES: readonly (readonly [string, string, number])[] = [
  ['', '', 0],
  ['ironwood', 'lronwood', 1],
  ['properties', 'propertis', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
]
for (const [a, b, distance] of DISTANCES)
  test(`'${a}' and '${b}' are ${distance} letters apart`, () => {
    assert.equal(editDistance(a, b), distance)
  })

test('the way back is as long, and no way is shorter than the difference of lengths or longer than the longer text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      const distance = editDistance(a, b)
      assert.equal(distance, editDistance(b, a))
      assert.ok(distance >= Math.abs(a.length - b.length) && distance <= Math.max(a.length, b.length))
      assert.equal(distance === 0, a === b)
    }),
  )
})
