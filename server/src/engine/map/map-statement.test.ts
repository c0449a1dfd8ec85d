import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_ID, statementCases } from '../../../test/support/statement-cases.ts'
import type { StatementCase } from '../../../test/support/statement-cases.ts'
import { negate, parseCents, formatCents } from '../../lib/money.ts'
import { mapStatement } from './map-statement.ts'
import { mappingToPayload } from './payload.ts'
import type { StatementMappingPayload, WireNode } from './payload.ts'

const CASES = statementCases()

test('the fixtures hold every case', () => {
  assert.equal(CASES.length, 108)
  assert.equal(new Set(CASES.map(({ id }) => id)).size, 108)
})

for (const fixture of CASES)
  test(`${fixture.id}: ${fixture.title}`, () => {
    checkColumns(fixture)
    const result = mapStatement(fixture.input)
    if (fixture.expected.state === 'unmappable') {
      assert.deepEqual(result, { status: 'unmappable' })
      return
    }
    assert.equal(result.status, 'ready')
    assert.deepEqual(result.defects, [])
    const payload = mappingToPayload(result.mapping)
    assert.equal(payload.mapping_state, fixture.expected.state)
    assert.equal(payload.document_id, DOCUMENT_ID)
    checkFoot(fixture, payload)
    checkLines(fixture, payload)
    checkMeasures(fixture, payload)
    if (fixture.expected.state === 'unfooted') assert.equal(payload.tree, null)
    else checkTree(fixture, payload.tree ?? assert.fail('a mapped statement has a tree'))
    assert.deepEqual(payload.unmapped_export_account_ids, fixture.expected.unlisted)
    assert.equal(payload.export_system, fixture.input.exportMap?.system ?? null)
  })

function checkColumns({ columns, readColumns, input, expected }: StatementCase): void {
  if (!readColumns) return
  assert.deepEqual(
    readColumns.kinds,
    columns.map(({ kind }) => kind),
  )
  assert.deepEqual(
    readColumns.kept,
    columns.flatMap(({ kept }, index) => (kept ? [index] : [])),
  )
  assert.deepEqual(input.statement.periods, expected.periods)
}

function checkFoot({ expected }: StatementCase, payload: StatementMappingPayload): void {
  const foot = payload.foot.map((entry) => [entry.printed_bottom_line, entry.line_sum, entry.residual, entry.tolerance])
  assert.deepEqual(foot, expected.foot)
  for (const entry of payload.foot)
    assert.equal(entry.printed_bottom_line_source?.kind ?? null, entry.printed_bottom_line === null ? null : 'printed')
}

function checkLines({ expected, input }: StatementCase, payload: StatementMappingPayload): void {
  const unmapped = new Map(payload.unmapped_lines.map(({ key, section }) => [key, section ?? 'outside']))
  const actual = payload.lines.map((line) => {
    const section = unmapped.get(line.key)
    return line.is_total ? 'total' : (line.filed_under ?? (section === undefined ? '' : `?${section}`))
  })
  assert.deepEqual(
    actual,
    expected.lines.map(({ becomes }) => becomes),
  )
  payload.lines.forEach((line, index) => {
    const wanted = expected.lines[index]
    assert.equal(line.label, input.statement.lines[index]?.label)
    if (line.filed_values === null) return
    const filed = wanted?.turned ? line.values.map(turned) : line.values
    assert.deepEqual(line.filed_values, filed, `${line.key} is filed with the wrong figure`)
  })
}

function turned(figure: string | null): string | null {
  const cents = figure === null ? null : parseCents(figure)
  return cents === null ? null : formatCents(negate(cents))
}

function checkMeasures({ expected }: StatementCase, payload: StatementMappingPayload): void {
  for (const [name, values] of Object.entries(payload.measures))
    assert.deepEqual(values, expected.measures.get(name) ?? null, `measures.${name}`)
}

function checkTree({ expected }: StatementCase, tree: readonly WireNode[]): void {
  const flagged = new Set(tree.flatMap((node) => node.flagged_keys))
  assert.deepEqual(
    [...flagged].sort(),
    expected.lines
      .filter((line) => line.flagged)
      .map(({ key }) => key)
      .sort(),
  )
  for (const node of tree) {
    const wanted = node.kind === 'measure' ? expected.rows.get(node.measure ?? '') : expected.sections.get(node.key)
    const blank = node.values.map(() => null)
    assert.deepEqual(node.values, wanted?.values ?? blank, node.key)
    const sources = node.sources.map((source) => source && (source.address ?? source.kind))
    if (wanted?.sources) assert.deepEqual(sources, wanted.sources, `sources of ${node.key}`)
    for (const below of withChildren(node)) {
      const zero = below.values.map((value) => (value === null ? null : '0.00'))
      const unitemized = below.kind === 'measure' ? blank : (expected.unitemized.get(below.key) ?? zero)
      assert.deepEqual(below.unitemized, unitemized, `unitemized of ${below.key}`)
    }
  }
}

function withChildren(node: WireNode): WireNode[] {
  return [node, ...node.children.flatMap(withChildren)]
}
