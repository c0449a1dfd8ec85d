import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePrintedPeriod } from './printed-period.ts'

test('a printed period is read as far as it says, and no further', () => {
  const table: [printed: string, year: number, end: string | null, months: number | null][] = [
    ['Jan - Dec 2024', 2024, '2024-12-31', 12],
    ['January through December 2023', 2023, '2023-12-31', 12],
    ['Jan - Dec 24', 2024, '2024-12-31', 12],
    ['Jan-Jun 2024', 2024, '2024-06-30', 6],
    ['January - June, 2024', 2024, '2024-06-30', 6],
    ['Jan 1 - Jun 30, 2024', 2024, '2024-06-30', 6],
    ['January 1 to March 31, 2025', 2025, '2025-03-31', 3],
    ['1/1/24 - 6/30/24', 2024, '2024-06-30', 6],
    ['Year Ended December 31, 2024', 2024, '2024-12-31', 12],
    ['For the Years Ended June 30, 2023', 2023, '2023-06-30', 12],
    ['For the three months ended March 31, 2025', 2025, '2025-03-31', 3],
    ['Nine Months Ended September 30, 2024', 2024, '2024-09-30', 9],
    ['Quarter ended Sept 30, 2024', 2024, '2024-09-30', 3],
    ['52 weeks ended January 28, 2023', 2023, '2023-01-28', 12],
    ['Jun 2024', 2024, '2024-06-30', 1],
    ['Dec-23', 2023, '2023-12-31', 1],
    ['Jan 24', 2024, '2024-01-31', 1],
    ['Feb 2024', 2024, '2024-02-29', 1],
    ['Jul 2023 - Jun 2024', 2024, '2024-06-30', 12],
    ['Nov - Jan 2024', 2024, '2024-01-31', 3],
    ['Q1 2024', 2024, '2024-03-31', 3],
    ['FY2024', 2024, null, 12],
    ['2024', 2024, null, null],
    ['12/31/2024', 2024, '2024-12-31', null],
    ['31 December 2024', 2024, '2024-12-31', null],
    ['Jan 1 - Jun 16, 2024', 2024, '2024-06-16', null],
  ]
  for (const [printed, fiscalYear, periodEnd, monthsCovered] of table)
    assert.deepEqual(parsePrintedPeriod(printed), { fiscalYear, periodEnd, monthsCovered }, printed)
})

test('what is no period is not made into one', () => {
  for (const printed of [
    '',
    'Total',
    'Downtown',
    'Year to date',
    'May',
    'Feb 30, 2024',
    '13/45/2024',
    '1234',
    'x'.repeat(200),
  ])
    assert.equal(parsePrintedPeriod(printed), null, printed)
})
