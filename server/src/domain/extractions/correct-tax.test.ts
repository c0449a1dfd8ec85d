import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../test/support/printed-page.ts'
import { Problem } from '../../lib/problem.ts'
import { correctPayload, readDocument } from './read-document.ts'
import type { TaxReturnPayload } from './tax-payload.ts'

const PAGE = printedPage(`
  OMB No. 1545-0074
  Department of the Treasury
  Name(s) shown on return
  1    Gross receipts or sales          1      9,000
  2    Returns and allowances           2      1,000
  3    Subtract line 2 from line 1      3      7,000
  Schedule C (Form 1040) 2023`)
const FACTS = {
  class: 'tax-return',
  confidence: 1,
  evidence: [],
  pageNumbers: [1],
  entity: null,
  einLast4: null,
  assurance: null,
  engagement: null,
} as const

function read(): TaxReturnPayload {
  const extraction = readDocument([PAGE], FACTS)
  assert.ok(extraction)
  return extraction.payload as TaxReturnPayload
}

function arithmetic(payload: TaxReturnPayload): string[] {
  return payload.proofs.filter(({ name }) => name === 'form_arithmetic').map(({ state }) => state)
}

test('a corrected line of a return is proved anew, and what was printed stays to be seen', () => {
  const before = read()
  assert.deepEqual(arithmetic(before), ['failed'])
  const after = correctPayload(before, [{ address: 'forms.0.1', value: '8000.00' }])?.payload as TaxReturnPayload
  assert.deepEqual(arithmetic(after), ['proved'])
  assert.deepEqual(after.corrections, [{ address: 'forms.0.1', member: 'value', from: '9000.00', to: '8000.00' }])
  assert.equal(after.forms[0]?.lines['1']?.value, '8000.00')
  assert.equal(after.forms[0].lines['1'].text, '9,000')
})

test('a correction of a line that the return does not print is refused', () => {
  const refused = [
    { address: 'forms.0.7', value: '1.00' },
    { address: 'forms.9.1', value: '1.00' },
    { address: 'forms.0.constructor', value: '1.00' },
    { address: 'lines.0.0', value: '1.00' },
    { address: 'forms.0.1', label: 'Sales' },
  ]
  for (const one of refused) assert.throws(() => correctPayload(read(), [one]), Problem, one.address)
})
