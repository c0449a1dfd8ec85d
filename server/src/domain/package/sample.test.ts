import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSample, sampleCategory } from './sample.ts'

const SLUGS = [
  'balance-sheet-retail',
  'package-year-end',
  'profit-loss-statement-retail',
  'profit-loss-statement-unfooted',
]
const NONE = { failure: null, slow: false, slug: null }
const wish = (sampleDocument: string | null, fileName = 'scan.pdf') => ({ sampleDocument, fileName })

const TABLE: [string | null, string, object][] = [
  ['balance-sheet-retail', 'x.pdf', { ...NONE, slug: 'balance-sheet-retail' }],
  ['profit-loss-statement-unfooted', 'x.pdf', { ...NONE, slug: 'profit-loss-statement-unfooted' }],
  ['package-year-end', 'x.pdf', { ...NONE, slug: 'package-year-end' }],
  ['profit-loss-statement', 'x.pdf', { ...NONE, slug: 'profit-loss-statement-retail' }],
  ['balance-sheet-of-nobody', 'x.pdf', { ...NONE, slug: 'balance-sheet-retail' }],
  [null, '2024_P&L final.pdf', { ...NONE, slug: 'profit-loss-statement-retail' }],
  [null, 'Balance-Sheet 2024.xlsx', { ...NONE, slug: 'balance-sheet-retail' }],
  [null, 'chase checking.pdf', NONE],
  [null, 'letter.pdf', NONE],
  ['unreadable', 'balance.pdf', { ...NONE, failure: 'unreadable' }],
  ['encrypted', 'x.pdf', { ...NONE, failure: 'encrypted' }],
  ['slow', 'x.pdf', { ...NONE, slow: true, slug: 'profit-loss-statement-retail' }],
  ['../../secrets', 'x.pdf', NONE],
]

for (const [sampleDocument, fileName, expected] of TABLE) {
  test(`sample ${String(sampleDocument)} of ${fileName}: ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(chooseSample(wish(sampleDocument, fileName), SLUGS), expected)
  })
}

test('a sample without pages of its own still has the category that its name says', () => {
  assert.equal(sampleCategory(wish('bank-statement-retail')).category, 'Bank Statement')
  assert.equal(sampleCategory(wish(null, 'letter.pdf')).category, 'Other')
})
