import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPages } from '../../../test/support/printed-page.ts'
import { readAssurance } from './assurance.ts'

const SHEET = 'Balance Sheet\nTotal assets   1,000.00'

function assuranceOf(text: string, page: number): ReturnType<ReturnType<typeof readAssurance>['of']> {
  const pages = printedPages(text)
  return readAssurance(pages, 'month-first').of(pages.filter((one) => one.number === page))
}

const REMARKS: readonly (readonly [remark: string, level: string | null])[] = [
  ["See accountant's compilation report.", 'compiled'],
  ["See independent accountant's review report.", 'reviewed'],
  ["See accompanying independent auditor's report", 'audited'],
  ['Unaudited - for management use only', 'internally_prepared'],
  ['Income tax basis', 'tax_basis'],
  ['Accrual Basis', null],
]

for (const [remark, level] of REMARKS)
  test(`a statement that says '${remark}' is ${level ?? 'of unknown assurance'}`, () => {
    assert.equal(assuranceOf(`${SHEET}\n${remark}`, 1).level, level)
  })

const REPORT = `
  Alder & Pine, CPAs
  Independent Accountant's Review Report
  We have reviewed the accompanying financial statements.
  A review includes primarily applying analytical procedures.
  February 28, 2025`

test("an accountant's report vouches for the statements behind it and names firm, level and date", () => {
  const { level, engagement } = assuranceOf(`${REPORT}\n---\n${SHEET}`, 2)
  assert.equal(level, 'reviewed')
  assert.deepEqual(
    [engagement?.firm, engagement?.level, engagement?.reportDate, engagement?.source.page],
    ['Alder & Pine, CPAs', 'reviewed', '2025-02-28', 1],
  )
})

test('a report says nothing of the statements before it', () => {
  assert.deepEqual(assuranceOf(`${SHEET}\n---\n${REPORT}`, 1), { level: null, engagement: null })
})
