/** A mapping as it is printed, compared whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementMapping } from '@tieout/sdk'
import { grouped } from '../money.ts'
import { mappingRows, rowsToText } from './tree.ts'

const SOURCE = { kind: 'printed', pages: [1], document_id: 'doc_1', address: 'lines.0.0' } as const
const sources = [SOURCE, SOURCE]

function line(key: string, label: string, values: (string | null)[], filedUnder: string | null, depth = 0) {
  return { key, label, depth, is_total: false, values, sources, filed_under: filedUnder, filed_values: values }
}

function node(parts: object) {
  return {
    unitemized: ['0.00', '0.00'],
    sources,
    member_keys: [],
    direct_member_keys: [],
    flagged_keys: [],
    reclassified_keys: [],
    account_id: null,
    section: null,
    role: null,
    measure: null,
    external_code: null,
    external_label: null,
    effect: 'adds',
    children: [],
    ...parts,
  }
}

const empty = node({ kind: 'leaf', key: 'acc.9', label: 'Royalties', values: ['0.00', null] })
const MAPPING = {
  mapping_id: 'map_1',
  status: 'ready',
  payload: {
    mapping_state: 'mapped',
    periods: [
      { fiscal_year: 2024, period_end: null, label: 'FY 2024', months_covered: 12 },
      { fiscal_year: 2023, period_end: null, label: null, months_covered: 12 },
    ],
    foot: [
      { printed_bottom_line: '9000.00', line_sum: '9000.50', residual: '-0.50', tolerance: '1.00' },
      { printed_bottom_line: '-1234567.00', line_sum: '-1234567.00', residual: '0.00', tolerance: '1.00' },
    ],
    lines: [
      line('L0', 'Bread', ['10000.00', '5.00'], 'acc.1'),
      line('L1', 'Other\u001b[2J', ['1000.00', null], 'acc.2'),
      line('L2', 'Sponsorship', ['7.00', null], null),
    ],
    unmapped_lines: [{ key: 'L2', section: 'other_income', suggested_account_id: null }],
    tree: [
      node({
        kind: 'folder',
        key: 'pl.revenue',
        label: 'Revenue',
        values: ['10000.00', '5.00'],
        children: [
          node({
            kind: 'leaf',
            key: 'acc.1',
            label: 'Product sales',
            values: ['10000.00', '5.00'],
            unitemized: ['0.00', '1.00'],
            direct_member_keys: ['L0'],
            external_code: '4000',
          }),
          empty,
        ],
      }),
      node({ kind: 'folder', key: 'pl.taxes', label: 'Taxes', values: [null, null], children: [empty] }),
      node({
        kind: 'leaf',
        key: 'acc.2',
        label: 'Other expenses',
        values: ['1000.00', null],
        direct_member_keys: ['L1'],
        flagged_keys: ['L1'],
      }),
      node({ kind: 'measure', key: 'm:net_income', label: 'Net income', values: ['9000.00', '-1234567.00'] }),
    ],
  },
} as unknown as StatementMapping

const unpainted = (_style: string, text: string): string => text
const show = (mapping: StatementMapping, options: { all?: boolean; lines?: boolean } = {}): string =>
  rowsToText(mappingRows(mapping, { all: false, lines: false, ...options }), unpainted)

test('a mapped statement: sections, accounts, codes, marks, what is on no account, and the foot', () => {
  assert.equal(
    show(MAPPING),
    `mapped                               FY 2024           2023
Revenue                            10,000.00           5.00
  Product sales [4000]             10,000.00           5.00
    ~ not itemized                      0.00           1.00
Other expenses                      1,000.00
  ! Other\ufffd[2J                       1,000.00
Net income                          9,000.00  -1,234,567.00

On no account
  ? Sponsorship (in other_income)       7.00

Bottom line as printed              9,000.00  -1,234,567.00
Bottom line of the lines            9,000.50  -1,234,567.00
Residual                               -0.50           0.00
Tolerance                               1.00           1.00`,
  )
})

test('accounts without a figure and the printed lines come when they are asked for', () => {
  const shown = show(MAPPING, { all: true, lines: true })
  assert.match(shown, /^ {4}· Bread +10,000\.00 +5\.00$/m)
  assert.match(shown, /^Taxes$/m)
  assert.equal(shown.match(/Royalties/g)?.length, 2)
})

test('an unfooted statement is shown as printed, with how far it misses', () => {
  const payload = { ...MAPPING.payload, mapping_state: 'unfooted', tree: null, unmapped_lines: [] }
  const shown = show({ ...MAPPING, payload } as unknown as StatementMapping)
  assert.match(shown, /^unfooted +FY 2024 +2023\nBread +10,000\.00 +5\.00\n/)
  assert.match(shown, /^Residual +-0\.50 +0\.00$/m)
})

test('a statement that cannot be mapped says so', () => {
  const shown = show({ ...MAPPING, status: 'unmappable', payload: null })
  assert.equal(shown, 'The document cannot be read as a profit and loss statement.')
})

test('what needs a look is painted, and nothing else of its row moves', () => {
  const painted = rowsToText(
    mappingRows(MAPPING, { all: false, lines: false }),
    (style, text) => `<${style}>${text}</>`,
  )
  assert.match(painted, /^<mark> {2}! Other.*<\/>$/m)
  assert.match(painted, /^<good>Residual.*<\/>$/m)
  assert.equal(painted.replaceAll(/<[^>]*>/g, ''), show(MAPPING))
})

for (const [figure, shown] of [
  ['0.00', '0.00'],
  ['-1234567.89', '-1,234,567.89'],
  ['999.00', '999.00'],
  ['1000.00', '1,000.00'],
  [null, ''],
] as const)
  test(`${figure ?? 'no figure'} is printed as '${shown}'`, () => assert.equal(grouped(figure), shown))
