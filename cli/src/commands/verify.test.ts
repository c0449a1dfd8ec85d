import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const COMMAND = fileURLToPath(new URL('../../bin/tieout', import.meta.url))

function tieout(args: readonly string[], input = ''): { code: number | null; out: string; error: string } {
  const run = spawnSync(process.execPath, [COMMAND, ...args], { input, encoding: 'utf8' })
  return { code: run.status, out: run.stdout, error: run.stderr }
}

const FIGURES = {
  values: ['10.00'],
  sources: [{ kind: 'printed', pages: [1], document_id: 'd', address: 'lines.0.0' }],
}
const UNFOOTED = {
  schema_version: 1,
  statement: 'profit_and_loss',
  document_id: 'd',
  mapping_state: 'unfooted',
  periods: [{ fiscal_year: 2024, period_end: null, label: '2024', months_covered: null }],
  foot: [
    {
      printed_bottom_line_source: FIGURES.sources[0],
      printed_bottom_line: '10.00',
      line_sum: '7.00',
      residual: '3.00',
      tolerance: '1.00',
    },
  ],
  lines: [
    { key: 'L0', label: 'Net income', depth: 0, is_total: true, ...FIGURES, filed_under: null, filed_values: null },
  ],
  measures: {
    revenue: null,
    gross_profit: null,
    operating_expenses: null,
    operating_income: null,
    pretax_income: null,
    net_income: ['10.00'],
    ebitda: null,
    noi: null,
  },
  unmapped_lines: [],
  unmapped_export_account_ids: [],
  overrides_applied: false,
  export_system: null,
  tree: null,
}

test('a mapping that holds ends with exit code 0 and says how much was tested', () => {
  const { code, out } = tieout(['verify', '-'], JSON.stringify({ status: 'ready', payload: UNFOOTED }))
  assert.equal(code, 0, out)
  assert.match(out, /unfooted: the mapping holds; \d\d+ facts tested/)
  assert.match(out, /every node is the sum of what stands under it: nothing to test/)
})

test('a mapping that does not hold ends with exit code 1 and names what broke', () => {
  const [foot] = UNFOOTED.foot
  const { code, out } = tieout(['verify', '-'], JSON.stringify({ ...UNFOOTED, foot: [{ ...foot, residual: '3.01' }] }))
  assert.equal(code, 1)
  assert.match(out, /foot\[0\]: the residual is 3\.01 and should be 3\.00/)
})

test('what cannot be read at all ends with exit code 2', () => {
  assert.equal(tieout(['verify', 'no-such-file.json']).code, 2)
  assert.equal(tieout(['verify', '-'], '{').code, 2)
  assert.equal(tieout(['verify']).code, 2)
  assert.equal(tieout(['no-such-command']).code, 2)
})

test('JSON that is no mapping is a mapping that does not hold', () => {
  for (const json of ['null', '[]', '{}', '"x"', '{"payload":null}'])
    assert.equal(tieout(['verify', '-'], json).code, 1, json)
})

test('an unmappable statement holds: it claims nothing', () => {
  const mapping = { status: 'unmappable', payload: null, error_code: 'unmappable' }
  const { code, out } = tieout(['--json', 'verify', '-'], JSON.stringify(mapping))
  assert.equal(code, 0)
  assert.equal((JSON.parse(out) as { state: string }).state, 'unmappable')
})
