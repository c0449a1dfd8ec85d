import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { effort, SEED } from '../../../test/support/effort.ts'
import { randomStatement } from '../../../test/support/random-statement.ts'
import type { ExportMap } from '../../engine/chart/export-map.ts'
import { mapStatement } from '../../engine/map/map-statement.ts'
import type { MappingInput } from '../../engine/map/map-statement.ts'
import { emptyTree, mappingToPayload } from '../../engine/map/payload.ts'
import type { StatementMappingPayload } from '../../engine/map/payload.ts'
import { keptToPayload, payloadToKept } from '../../store/mapping-form.ts'
import type { KeptPayload, Outline, TreeRow } from '../../store/mapping-form.ts'

const STATEMENTS = effort(1_000, 0.1)

/** The codes of some other system for every second account of the chart, and for one that it does not have. */
function codesFor({ chart }: MappingInput): ExportMap {
  const coded = chart.accounts.filter((_, at) => at % 2 === 0)
  return {
    system: 'core',
    accounts: [...coded, { id: 'gone', label: null }].map(({ id, label }, at) => ({
      accountId: id,
      code: `${at}`,
      label,
    })),
  }
}

function payloadOf(input: MappingInput): StatementMappingPayload | null {
  const result = mapStatement(input)
  return result.status === 'ready' ? mappingToPayload(result.mapping) : null
}

const outlineOf = (input: MappingInput): Outline => ({ id: 'some', rows: emptyTree(input.chart, input.exportMap) })

/** As it comes back from the store. */
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

test('a mapping comes out of the store byte for byte as it went in, and most of it is not kept', (context) => {
  const seen = { whole: 0, kept: 0, bytes: 0, keptBytes: 0 }
  const check = (seed: number, hasCodes: boolean): void => {
    const { input: plain } = randomStatement(seed)
    const input = hasCodes ? { ...plain, exportMap: codesFor(plain) } : plain
    const payload = payloadOf(input)
    if (!payload) return
    const outline = outlineOf(input)
    const kept = payloadToKept(payload, outline)
    assert.equal(kept === null, payload.tree === null, 'what has a tree is kept by its outline')
    if (!kept) {
      seen.whole += 1
      return
    }
    const text = JSON.stringify(payload)
    assert.equal(JSON.stringify(keptToPayload(stored(kept), stored(outline.rows))), text)
    seen.kept += 1
    seen.bytes += text.length
    seen.keptBytes += JSON.stringify(kept).length
  }
  fc.assert(fc.property(fc.noShrink(fc.integer()), fc.boolean(), check), { numRuns: STATEMENTS, seed: SEED })
  context.diagnostic(JSON.stringify(seen))
  assert.ok(seen.kept > STATEMENTS / 2, JSON.stringify(seen))
  assert.ok(seen.keptBytes < seen.bytes / 2, JSON.stringify(seen))
})

test('a tree that is not that of the outline is kept whole', () => {
  const { input } = randomStatement(7_000, { periods: 3, lines: 40, plain: true })
  const payload = payloadOf(input)
  const { rows } = outlineOf(input)
  const [first, ...others] = rows
  assert.ok(payload?.tree && first)
  const [child] = first.children
  assert.ok(child)
  const cases: Readonly<Record<string, readonly TreeRow[]>> = {
    'a row is missing': others,
    'a row is in another place': [...others, first],
    'a row has another label': [{ ...first, ...{ label: 'Other' } }, ...others],
    'a row has a member more': [{ ...first, ...{ more: null } }, ...others],
    'a row has one child more': [{ ...first, children: [...first.children, { ...child, key: 'more' }] }, ...others],
  }
  assert.ok(payloadToKept(payload, { id: 'same', rows }))
  for (const [name, other] of Object.entries(cases))
    assert.equal(payloadToKept(payload, { id: 'other', rows: other }), null, name)
})

test('two rows of one key are kept whole, because figures are found by it', () => {
  const row: TreeRow = {
    key: 'twice',
    values: [],
    unitemized: [],
    sources: [],
    member_keys: [],
    direct_member_keys: [],
    flagged_keys: [],
    children: [],
  }
  const tree = [
    { ...row, values: ['1.00'] },
    { ...row, values: ['2.00'] },
  ]
  assert.equal(payloadToKept({ periods: [{}], tree }, { id: 'twice', rows: [row, row] }), null)
})

test('a row keeps only those of its members that hold something', () => {
  const row = {
    key: 'a',
    values: ['1.00', null],
    unitemized: [null, null],
    sources: [],
    member_keys: ['k1'],
    direct_member_keys: [],
    flagged_keys: [],
    children: [],
  }
  const blank = { ...row, values: [], unitemized: [], sources: [], member_keys: [] }
  const payload = { periods: [{}, {}], tree: [row] }
  const kept: KeptPayload | null = payloadToKept(payload, { id: 'some', rows: [blank] })
  assert.deepEqual(kept?.tree, { a: { values: ['1.00', null], sources: [], member_keys: ['k1'] } })
  assert.deepEqual(keptToPayload(kept, [blank]), payload)
})
