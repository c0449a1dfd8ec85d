import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeId, newUuid } from '../../../lib/ids.ts'
import { tagOf } from '../../../lib/workspace-tag.ts'
import { directoryOf, edgeMap } from './directory.ts'
import type { Places } from './directory.ts'

const UUID = newUuid()
type State = Places['moves'][number]['state']

const cellWith = (has: boolean, state?: State): Places => ({
  workspaces: has ? [{ uuid: UUID, liveUuid: null }] : [],
  moves: state === undefined ? [] : [{ uuid: UUID, state, cell: 'other' }],
})

const CASES: readonly [string, Places, Places, string | null][] = [
  ['at home in a', cellWith(true), cellWith(false), 'a'],
  ['leaving a, nothing in b yet', cellWith(true, 'leaving'), cellWith(false), 'a'],
  ['leaving a, rows in b', cellWith(true, 'leaving'), cellWith(true, 'arriving'), 'a'],
  ['left a, not open in b yet', cellWith(false, 'left'), cellWith(true, 'arriving'), 'b'],
  ['at home in b', cellWith(false, 'left'), cellWith(true), 'b'],
  ['back in a, which it had left', cellWith(true), cellWith(false, 'left'), 'a'],
  ['open in both', cellWith(true), cellWith(true), null],
  ['left a and never came', cellWith(false, 'left'), cellWith(false), null],
]

for (const [name, a, b, cell] of CASES) {
  test(`a workspace that is ${name} is ${cell === null ? 'a fault' : `found in ${cell}`}`, () => {
    const { entries, faults } = directoryOf(new Map([['a', a], ['b', b]])) // prettier-ignore
    if (cell === null) assert.equal(faults.length, 1)
    else assert.deepEqual([entries, faults], [[{ uuid: UUID, cell }], []])
  })
}

test('the map names every workspace twice, by tag and by id, and nobody else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 20 }), (uuids) => {
      const half = (index: number): Places => ({
        workspaces: uuids.filter((_, at) => at % 2 === index).map((uuid) => ({ uuid, liveUuid: null })),
        moves: [],
      })
      const lines = edgeMap(directoryOf(new Map([['a', half(0)], ['b', half(1)]]))).split('\n').filter(Boolean) // prettier-ignore
      const expected = uuids.flatMap((uuid, at) => {
        const cell = at % 2 === 0 ? 'a' : 'b'
        return [`${tagOf(uuid)} ${cell}`, `${encodeId('ws', uuid)} ${cell}`]
      })
      assert.deepEqual(lines.sort(), expected.sort())
    }),
  )
})
