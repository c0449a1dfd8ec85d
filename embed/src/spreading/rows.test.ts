import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementMapping } from '@tieout/sdk'
import { columnsOf, countsOf, filterRows, rowsOf, withoutEmpty } from './rows.ts'

const source = { kind: 'printed', pages: [1], document_id: null, address: 'lines.0.0' }
const node = (key: string, more: object) => ({
  kind: 'leaf', key, label: key, values: ['10.00'], unitemized: ['0.00'], sources: [source], member_keys: [],
  direct_member_keys: [], flagged_keys: [], children: [], ...more,
}) // prettier-ignore
const line = (key: string, label: string, value: string) => ({
  key, label, depth: 0, is_total: false, values: [value], sources: [source], filed_under: null, filed_values: [value],
}) // prettier-ignore

/** A mapping with one section, two accounts and an unmapped line; the year tells two of them apart. */
function mapping(id: string, year: number, more: object = {}): StatementMapping {
  const tree = [
    node('pl.opex', {
      kind: 'folder',
      unitemized: ['2.50'],
      children: [
        node('rent', { direct_member_keys: ['l0'] }),
        node('other', { direct_member_keys: ['l1'], flagged_keys: ['l1'] }),
        node('unused', { values: [null], sources: [null], unitemized: [null] }),
      ],
    }),
    node('m:net_income', { kind: 'measure' }),
  ]
  const payload = {
    mapping_state: 'mapped',
    periods: [{ fiscal_year: year, period_end: `${year}-12-31`, label: null, months_covered: 12 }],
    foot: [],
    lines: [line('l0', 'Rent', '7.50'), line('l1', 'Misc', '10.00'), line('l2', 'Zorblat', '1.00')],
    unmapped_lines: [{ key: 'l2', section: null, suggested_account_id: null }],
    tree,
    ...more,
  }
  return { mapping_id: id, document_id: `doc_${id}`, payload } as unknown as StatementMapping
}

function columns(...mappings: StatementMapping[]) {
  const periods = mappings.map(({ mapping_id, payload }) => ({ mapping_id, ...payload?.periods[0] }))
  const entity = { periods } as unknown as Parameters<typeof columnsOf>[0]
  return columnsOf(entity, new Map(mappings.map((each) => [each.mapping_id, each])))
}

const labels = (rows: ReturnType<typeof rowsOf>): unknown[] =>
  rows.map(({ label, children }) => (children.length > 0 ? [label, labels([...children])] : label))

test('the chart gives the order, lines stand under their accounts, unmapped ones come first', () => {
  assert.deepEqual(labels(withoutEmpty(rowsOf(columns(mapping('a', 2023))))), [
    'Zorblat',
    ['pl.opex', [['rent', ['Rent']], ['other', ['Misc']], 'Not itemized']],
    'm:net_income',
  ])
})

test('the same caption in two statements is one row with a figure in each column', () => {
  const rows = rowsOf(columns(mapping('a', 2023), mapping('b', 2024)))
  const rent = rows[1]?.children[0]?.children[0]
  assert.ok(rent)
  assert.deepEqual(
    rent.cells.map((cell) => cell?.value),
    ['7.50', '7.50'],
  )
  assert.deepEqual(Object.fromEntries(rent.lineKeys), { a: 'l0', b: 'l0' })
})

test('a period that no mapping stands behind is no column', () => {
  const entity = { periods: [{ mapping_id: null }, { mapping_id: 'gone' }] } as unknown as Parameters<
    typeof columnsOf
  >[0]
  assert.deepEqual(columnsOf(entity, new Map()), [])
})

test('a statement that does not foot is shown as printed, beside those that do', () => {
  const unfooted = mapping('b', 2024, { mapping_state: 'unfooted', tree: null })
  const rows = rowsOf(columns(mapping('a', 2023), unfooted))
  assert.equal(countsOf(rows).unmapped, 1, 'the one of the statement that foots')
  assert.deepEqual(
    rows.at(-1)?.children.map(({ label, cells }) => [label, cells.map((cell) => cell?.value ?? null)]),
    [
      ['Rent', [null, '7.50']],
      ['Misc', [null, '10.00']],
      ['Zorblat', [null, '1.00']],
    ],
  )
})

test('filters count and find what needs a look, with the way down to it', () => {
  const rows = withoutEmpty(rowsOf(columns(mapping('a', 2023))))
  assert.deepEqual(countsOf(rows), { all: 8, unmapped: 1, flagged: 1, unitemized: 1 })
  assert.deepEqual(labels(filterRows(rows, 'unmapped', '')), ['Zorblat'])
  assert.deepEqual(labels(filterRows(rows, 'flagged', '')), [['pl.opex', [['other', ['Misc']]]]])
  assert.deepEqual(labels(filterRows(rows, 'unitemized', '')), [['pl.opex', ['Not itemized']]])
  assert.deepEqual(labels(filterRows(rows, 'all', 'misc')), [['pl.opex', [['other', ['Misc']]]]])
})
