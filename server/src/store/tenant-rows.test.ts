import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { differences, parentsFirst } from './tenant-rows.ts'

test('each table comes after all that it refers to', () => {
  const anyGraph = fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
    .chain((names) =>
      fc.array(fc.tuple(fc.nat(names.length - 1), fc.nat(names.length - 1)), { maxLength: 20 }).map((pairs) => {
        // References to earlier ones only: no circle.
        const references = new Map(names.map((name) => [name, new Set<string>()]))
        for (const [one, other] of pairs) {
          const [late, early] = [names[Math.max(one, other)] ?? '', names[Math.min(one, other)] ?? '']
          references.get(late)?.add(early)
        }
        return { names, references }
      }),
    )
  fc.assert(
    fc.property(anyGraph, ({ names, references }) => {
      const ordered = parentsFirst(names.toReversed(), references)
      assert.deepEqual(ordered.toSorted(), names.toSorted())
      for (const [name, parents] of references)
        for (const parent of parents) assert.ok(ordered.indexOf(parent) <= ordered.indexOf(name))
    }),
  )
})

test('a circle is named and not cut somewhere', () => {
  const circle = new Map([['a', new Set(['b'])], ['b', new Set(['a'])]]) // prettier-ignore
  assert.throws(() => parentsFirst(['a', 'b'], circle), /circle: a, b/)
})

test('tables differ by their number of rows, by their content, and by not being there', () => {
  const one = new Map([['same', { rows: 1, sums: '1/2' }], ['count', { rows: 1, sums: '1/2' }], ['sum', { rows: 1, sums: '1/2' }], ['gone', { rows: 0, sums: '0/0' }]]) // prettier-ignore
  const other = new Map([['same', { rows: 1, sums: '1/2' }], ['count', { rows: 2, sums: '1/2' }], ['sum', { rows: 1, sums: '1/3' }]]) // prettier-ignore
  assert.deepEqual(differences(one, other), ['count', 'gone', 'sum'])
})
