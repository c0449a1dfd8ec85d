import assert from 'node:assert/strict'
import test from 'node:test'
import { centsOf } from '../../lib/money.ts'
import type { ReadLine, StatementReading } from '../model/extraction.ts'
import { proveStatement } from './prove-statement.ts'

type Row = readonly [label: string, ...values: (number | null)[]]

function balanceSheet(rows: readonly Row[], kind: StatementReading['kind'] = 'digital'): StatementReading {
  const source = { page: 1, box: [0, 0, 1, 1] as const, text: '2024' }
  const lines = rows.map(([label, ...values], index): ReadLine => {
    const spot = { page: 1, box: [300, index * 12, 350, index * 12 + 10] as const }
    return {
      label,
      depth: /^total/i.test(label) ? 0 : 1,
      isTotal: /^total/i.test(label),
      section: null,
      bold: false,
      ...spot,
      figures: values.map((value) =>
        value === null ? null : { ...spot, text: String(value), decimals: 2, value: centsOf(BigInt(value * 100)) },
      ),
    }
  })
  const period = {
    fiscalYear: 2024,
    periodEnd: '2024-12-31',
    label: '2024',
    monthsCovered: null,
    source,
    scale: 1,
    dated: true,
  }
  const scale = { factor: 1, source: null }
  return { class: 'balance-sheet', kind, pages: [1], currency: null, scale, periods: [period], lines, leftovers: [] }
}

const SHEET: readonly Row[] = [
  ['Cash', 100],
  ['Receivables', 250],
  ['Total assets', 350],
  ['Payables', 120],
  ['Total liabilities', 120],
  ['Capital', 230],
  ['Total equity', 230],
  ['Total liabilities and equity', 350],
]

function changed(label: string, value: number): readonly Row[] {
  return SHEET.map((row): Row => (row[0] === label ? [label, value] : row))
}

test('a balance sheet that adds up is proved by every check', () => {
  const open = proveStatement(balanceSheet(SHEET)).filter((proof) => proof.state !== 'proved')
  assert.deepEqual(open, [])
})

for (const [label, value] of SHEET)
  test(`a wrong figure at '${label}' is never proved`, () => {
    const proofs = proveStatement(balanceSheet(changed(label, Number(value) + 7)))
    assert.ok(proofs.some((proof) => proof.state !== 'proved'))
  })

test('a number without a place keeps the document from being proved', () => {
  const leftover = { page: 1, box: [0, 0, 1, 1] as const, text: '77.00', reason: 'unplaced' as const, column: null }
  const proofs = proveStatement({ ...balanceSheet(SHEET), leftovers: [leftover] })
  assert.equal(proofs.find((proof) => proof.name === 'conservation')?.state, 'not_proved')
})

test('a statement without figures has nothing to test and proves nothing', () => {
  const proofs = proveStatement(balanceSheet([]))
  assert.ok(proofs.length > 0)
  assert.ok(proofs.every((proof) => proof.state !== 'proved' || proof.name === 'periods'))
})

test('a broken total fails and names the line that would close it', () => {
  const rows: readonly Row[] = [
    ['Cash', 100],
    ['Deposit', 40],
    ['Total assets', 100],
  ]
  const failed = proveStatement(balanceSheet(rows)).find((proof) => proof.name === 'subtotal')
  assert.equal(failed?.state, 'failed')
  assert.equal(failed.residual, -4000n)
  assert.match(failed.hint ?? '', /leaving out 'Deposit'/)
})

test('on a scan a line of unread dashes is no heading, and the document is not proved', () => {
  const rows: readonly Row[] = [
    ['Cash', 100],
    ['Inventory', null],
    ['Total assets', 100],
    ...SHEET.slice(3).map((row): Row => row),
  ]
  const proofs = proveStatement(balanceSheet(rows, 'ocr'))
  assert.equal(proofs.find((proof) => proof.name === 'coverage')?.state, 'not_proved')
})
