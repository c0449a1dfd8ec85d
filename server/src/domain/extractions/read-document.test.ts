import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BALANCE_SHEET, CASH_FLOW, printedPage, PROFIT_AND_LOSS } from '../../../test/support/documents/loan-package.ts'
import type { PrintedStatement } from '../../../test/support/documents/loan-package.ts'
import { Problem } from '../../lib/problem.ts'
import { correctPayload, readDocument, tableOf } from './read-document.ts'
import { pagesToDocuments } from './read-package.ts'
import type { StatementPayload } from './statement-payload.ts'

function extract(statement: PrintedStatement) {
  const [document] = pagesToDocuments([printedPage(statement)])
  assert.ok(document)
  const extraction = readDocument(document.pages, document)
  assert.ok(extraction)
  return { extraction, payload: extraction.payload as StatementPayload }
}

test('a stored payload, checked again, says what the reading said', () => {
  for (const statement of [PROFIT_AND_LOSS, BALANCE_SHEET, CASH_FLOW]) {
    const { extraction, payload } = extract(statement)
    assert.equal(extraction.proof.state, 'proved')
    const stored = JSON.parse(JSON.stringify(payload)) as StatementPayload
    assert.deepEqual(correctPayload(stored, []), extraction)
  }
})

test('a wrong correction breaks the proof, and taking it back mends it', () => {
  const { payload } = extract(PROFIT_AND_LOSS)
  const line = payload.lines.findIndex(({ label }) => label === 'Rent')
  const address = `lines.${line}.0`
  const wrong = correctPayload(payload, [{ address, value: '61000.00' }])
  assert.equal(wrong?.proof.state, 'failed')
  const changed = wrong.payload as StatementPayload
  const corrected = changed.lines[line]
  assert.equal(corrected?.values[0], '61000.00')
  assert.deepEqual([corrected.sources[0]?.value, corrected.sources[0]?.text], ['61000.00', '60,000.00'])
  assert.deepEqual(changed.corrections, [{ address, member: 'value', from: '60000.00', to: '61000.00' }])
  assert.equal(wrong.figures.find(({ figure }) => figure.address === address)?.figure.value, '61000.00')
  assert.equal(correctPayload(changed, [{ address, value: '60000.00' }])?.proof.state, 'proved')
})

test('a correction that fits nothing printed is refused', () => {
  const { payload } = extract(PROFIT_AND_LOSS)
  for (const correction of [
    { address: 'lines.999.0', value: '1.00' },
    { address: 'lines.1.7', value: '1.00' },
    { address: 'lines.0.0', value: '1.00' },
    { address: 'lines.1', value: '1.00' },
    { address: 'lines.1.0', label: 'x' },
    { address: 'periods.0', label: 'x' },
    { address: '__proto__', label: 'x' },
  ])
    assert.throws(() => correctPayload(payload, [correction]), Problem, JSON.stringify(correction))
})

test('the table of a statement has one row a line and one column a period', () => {
  const { payload } = extract(BALANCE_SHEET)
  const [head, ...rows] = tableOf(payload)
  assert.deepEqual(head, ['label', 'depth', 'is_total', 'section', '2024', '2023'])
  assert.equal(rows.length, payload.lines.length)
  assert.deepEqual(rows[1]?.slice(0, 2), ['Cash', 1])
  assert.deepEqual(rows[1].slice(4), ['150000.00', '100000.00'])
})
