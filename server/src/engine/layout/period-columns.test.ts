import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsToPeriods } from './period-columns.ts'

const YEAR = { fiscalYear: 2024, periodEnd: '2024-12-31', monthsCovered: 12 }

test('a column without a head takes its period from the statement’s title', () => {
  const table = { columns: [''], rows: [{ cells: ['100'] }], header: 'Jan - Dec 2024', fallbackYear: 1999 }
  assert.deepEqual(columnsToPeriods(table).periods, [{ ...YEAR, label: 'Jan - Dec 2024' }])
})

test('a page that prints no period at all is dated by what is known of the document, and says so', () => {
  const table = { columns: ['Amount'], rows: [{ cells: ['100'] }], header: null, fallbackYear: 2021 }
  assert.deepEqual(columnsToPeriods(table).periods, [
    { fiscalYear: 2021, periodEnd: null, label: null, monthsCovered: null },
  ])
})

test('columns by class without a total are no periods', () => {
  const table = {
    columns: ['North', 'South'],
    rows: [{ cells: ['1', '2'] }],
    header: 'Jan - Dec 2024',
    fallbackYear: 2024,
  }
  assert.deepEqual(columnsToPeriods(table).kept, [])
})

test('a column of nothing but percentages is one, whatever its head says', () => {
  const table = { columns: ['2024', 'Share'], rows: [{ cells: ['10', '50%'] }], header: null, fallbackYear: 2024 }
  assert.deepEqual(columnsToPeriods(table).kinds, ['period', 'percent'])
})
