import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { foldText } from './fold.ts'

test('the same words fold alike, however they are printed', () => {
  for (const [one, other] of [
    ['Repairs & Maintenance', 'repairs and  maintenance:'],
    ["Owner's draw", 'OWNERS DRAW'],
    ['Café  Rouge, L.L.C.', 'cafe rouge llc'],
    ['Salaries—wages', 'Salaries wages'],
  ] as const)
    assert.equal(foldText(one), foldText(other))
  assert.notEqual(foldText('Rent 1'), foldText('Rent 2'))
})

test('folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(foldText(foldText(text)), foldText(text))
    }),
  )
})
