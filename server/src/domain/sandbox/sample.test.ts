import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSample, VARIANT_NAMES } from './sample.ts'

const SLUGS = [
  'balance-sheet-retail',
  'bank-statement-retail',
  'other-paper',
  'package-year-end',
  'profit-loss-statement-retail',
  'profit-loss-statement-unfooted',
  'profit-loss-statement-unmappable',
]
const PLAIN = { failure: null, slow: false }
const ORDINARY = { ...PLAIN, slug: 'profit-loss-statement-retail' }
const OTHER = { ...PLAIN, slug: 'other-paper' }

const TABLE: [string | null, string, object][] = [
  ['balance-sheet-retail', 'x.pdf', { ...PLAIN, slug: 'balance-sheet-retail' }],
  ['profit-loss-statement-unfooted', 'x.pdf', { ...PLAIN, slug: 'profit-loss-statement-unfooted' }],
  ['package-year-end', 'x.pdf', { ...PLAIN, slug: 'package-year-end' }],
  ['profit-loss-statement', 'x.pdf', ORDINARY],
  ['balance-sheet-of-nobody', 'x.pdf', { ...PLAIN, slug: 'balance-sheet-retail' }],
  [null, '2024_P&L final.pdf', ORDINARY],
  [null, 'Balance-Sheet 2024.xlsx', { ...PLAIN, slug: 'balance-sheet-retail' }],
  [null, 'chase checking.pdf', { ...PLAIN, slug: 'bank-statement-retail' }],
  [null, 'letter.pdf', OTHER],
  ['../../secrets', 'x.pdf', OTHER],
  ['constructor', 'x.pdf', OTHER],
  ['unreadable', 'balance.pdf', { ...ORDINARY, failure: 'unreadable' }],
  ['encrypted', 'x.pdf', { ...ORDINARY, failure: 'encrypted' }],
  ['empty', 'x.pdf', { ...ORDINARY, failure: 'empty' }],
  ['slow', 'x.pdf', { ...ORDINARY, slow: true }],
  ['unfooted', 'x.pdf', { ...PLAIN, slug: 'profit-loss-statement-unfooted' }],
  ['unmappable', 'x.pdf', { ...PLAIN, slug: 'profit-loss-statement-unmappable' }],
  ['duplicate', 'balance.pdf', ORDINARY],
  ['export-failing', 'balance.pdf', ORDINARY],
  ['render-failing', 'balance.pdf', ORDINARY],
]

for (const [sampleDocument, fileName, expected] of TABLE) {
  test(`sample ${String(sampleDocument)} of ${fileName}: ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(chooseSample({ sampleDocument, fileName }, SLUGS), expected)
  })
}

test('every variant has its line in the table above', () => {
  const named = new Set(TABLE.map(([sampleDocument]) => sampleDocument))
  assert.deepEqual(
    VARIANT_NAMES.filter((name) => !named.has(name)),
    [],
  )
  assert.ok(VARIANT_NAMES.length >= 9)
})
