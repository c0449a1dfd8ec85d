import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementCases } from '../../../test/support/statement-cases.ts'
import { mapStatement } from './map-statement.ts'
import { FINDABLE_MEASURES, measureKey, placementsOf } from './placements.ts'

const MAPPINGS = statementCases().flatMap(({ id, input }) => {
  const result = mapStatement(input)
  return result.status === 'ready' ? [{ id, mapping: result.mapping }] : []
})

test('every printed figure of a placed line is found under its node, once, and no other is', () => {
  let seen = 0
  for (const { id, mapping } of MAPPINGS) {
    const placements = placementsOf(mapping)
    const found = Object.entries(placements)
      .filter(([key]) => !key.startsWith(measureKey('')))
      .flatMap(([key, addresses]) => addresses.map((address) => `${key} ${address}`))
    const expected = mapping.lines.flatMap((line) =>
      line.filedUnder === null
        ? []
        : line.sources.flatMap((source) => (source ? [`${line.filedUnder ?? ''} ${source.address ?? ''}`] : [])),
    )
    assert.deepEqual(found.toSorted(), expected.toSorted(), id)
    seen += found.length
  }
  assert.ok(seen > 500, `only ${seen} figures`)
})

test('the bottom line is found where it is printed', () => {
  let seen = 0
  for (const { id, mapping } of MAPPINGS) {
    if (mapping.state === 'unfooted') continue
    const printed = mapping.foot.flatMap(({ printedBottomLineSource }) => printedBottomLineSource?.address ?? [])
    assert.deepEqual(placementsOf(mapping)[measureKey('net_income')] ?? [], printed, id)
    seen += printed.length
  }
  assert.ok(seen > 50, `only ${seen} bottom lines`)
})

test('an unfooted statement places nothing', () => {
  const unfooted = MAPPINGS.filter(({ mapping }) => mapping.state === 'unfooted')
  assert.ok(unfooted.length > 0)
  for (const { mapping } of unfooted) assert.deepEqual(placementsOf(mapping), {})
})

test('every measure of the tree that may be printed can be asked for', () => {
  const names = MAPPINGS.flatMap(({ mapping }) => Object.keys(placementsOf(mapping)))
    .filter((key) => key.startsWith(measureKey('')))
    .map((key) => key.slice(measureKey('').length))
  for (const name of new Set(names)) assert.ok((FINDABLE_MEASURES as readonly string[]).includes(name), name)
})
