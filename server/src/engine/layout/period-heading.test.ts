import assert from 'node:assert/strict'
import test from 'node:test'
import { dateOrderOf } from './dates.ts'
import { periodEndOf, readPeriodHeading } from './period-heading.ts'

const HEADINGS: readonly (readonly [string, string | null, number | null])[] = [
  ['As of March 31, 2025', '2025-03-31', null],
  ['January 1-March 31, 2025', '2025-03-31', 3],
  ['January - March, 2025', '2025-03-31', 3],
  ['For the Years Ended December 31, 2022', '2022-12-31', 12],
  ['Three Months Ended June 30, 2024', '2024-06-30', 3],
  ['1-Apr-2023 to 30-Apr-2023', '2023-04-30', 1],
  ['VOM 01.01. BIS 31.12.2022', '2022-12-31', 12],
  ['31 december 2015', '2015-12-31', null],
  ['zum 31. März 2019', '2019-03-31', null],
  ['zum 31. Marz 2019', '2019-03-31', null],
  ['AUG 2017', '2017-08-31', null],
  ["Jan '24", '2024-01-31', null],
  ['As of December 31 202]', '2021-12-31', null],
  ['Q2 2024', '2024-06-30', 3],
  ['2024-12-02 14:59:15 UTC', '2024-12-02', null],
]

for (const [printed, end, months] of HEADINGS)
  test(`'${printed}' ends ${end ?? 'nowhere'} and covers ${months ?? 'an unsaid number of'} months`, () => {
    const heading = readPeriodHeading(printed, 'month-first')
    assert.ok(heading)
    assert.equal(periodEndOf(heading), end)
    assert.equal(heading.months, months)
  })

test('a year alone is a piece: it says no end of its own', () => {
  const heading = readPeriodHeading('2024', 'month-first')
  assert.equal(heading?.year, 2024)
  assert.equal(heading.month, null)
})

test('a caption says nothing about time', () => {
  assert.equal(readPeriodHeading('Accounts receivable', 'month-first'), null)
})

test('one clear date decides the order of day and month for the whole document', () => {
  assert.equal(dateOrderOf(['From 01/10/2023 To 31/10/2023']), 'day-first')
  assert.equal(dateOrderOf(['08/01/2025 to 10/31/2025']), 'month-first')
  assert.equal(dateOrderOf(['Customer 999-99-99-99', '08/01/2025']), 'month-first', 'a number is no date')
  const heading = readPeriodHeading('From 01/10/2023 To 31/10/2023', 'day-first')
  assert.ok(heading)
  assert.equal(periodEndOf(heading), '2023-10-31')
})
