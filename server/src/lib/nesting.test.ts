import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nestsDeeperThan } from './nesting.ts'

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0

const CASES: readonly [json: string, levels: number][] = [
  ['0', 0],
  ['"[[["', 0],
  ['[]', 1],
  ['[[],[],[]]', 2],
  ['{"a":[{}]}', 3],
  [String.raw`["\"[[[", "\\", "\\\"{{{", "]"]`, 1],
  [String.raw`{"[[\\":"{\\"}`, 1],
]

test('levels are those of lists and objects; brackets in strings and names do not count', () => {
  for (const [json, levels] of CASES) {
    assert.equal(nestsDeeperThan(levels, json), false, json)
    assert.equal(nestsDeeperThan(levels - 1, json), levels > 0, json)
  }
})

test('it agrees with a walk through the value, whatever the value and however it is spaced', () => {
  const text = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', 'a') })
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 6 }, text, fc.array(tie('tree')), fc.dictionary(text, tie('tree'))),
  }))
  fc.assert(
    fc.property(tree, fc.constantFrom(undefined, 2), (value, space) => {
      const json = JSON.stringify(value, null, space)
      assert.equal(nestsDeeperThan(levelsOf(value), json), false)
      assert.equal(nestsDeeperThan(levelsOf(value) - 1, json), levelsOf(value) > 0)
    }),
  )
})
