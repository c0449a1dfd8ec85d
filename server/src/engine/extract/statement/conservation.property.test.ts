/** Whatever is printed, no number vanishes, and the same pages give the same answer. */
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { printedPage } from '../../../../test/support/printed-page.ts'
import { STATEMENT_CLASSES } from '../../model/extraction.ts'
import { readStatement } from './read-statement.ts'

const amount = fc
  .tuple(fc.integer({ min: 100, max: 9_999_999 }), fc.constantFrom('', '(', '-'))
  .map(([cents, sign]) => {
    const whole = Math.floor(cents / 100)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, ',')
    const digits = `${whole}.${String(cents % 100).padStart(2, '0')}`
    return sign === '(' ? `(${digits})` : `${sign}${digits}`
  })
const caption = fc.constantFrom(
  'Sales',
  'Freight',
  'Rent expense',
  'Total income',
  'Net income',
  'Expenses',
  '4000 Travel',
)
/** A row: a caption or none, and amounts or gaps at any of three places that need not line up. */
const row = fc.record({
  caption: fc.option(caption, { nil: '' }),
  cells: fc.array(fc.record({ amount: fc.option(amount, { nil: '' }), shift: fc.integer({ min: 0, max: 6 }) }), {
    maxLength: 3,
  }),
})
const heads = fc.constantFrom(
  '',
  '2024          2023          2022',
  'Actual        Budget        Variance',
  'North         South         Total',
)

const page = fc
  .record({ rows: fc.array(row, { minLength: 1, maxLength: 25 }), heads })
  .map(({ rows, heads: head }) =>
    [
      'Harbor Foods LLC',
      'Profit and Loss',
      'January - December 2024',
      head === '' ? '' : `${''.padEnd(34)}${head}`,
      ...rows.map(({ caption: label, cells }) =>
        cells.reduce(
          (line, cell, index) => `${line}${cell.amount.padStart(14 + (index === 0 ? cell.shift : 0))}`,
          label.padEnd(26),
        ),
      ),
    ].join('\n'),
  )

test('every number of a table is a figure, part of a caption, or a leftover', () => {
  fc.assert(
    fc.property(page, fc.constantFrom(...STATEMENT_CLASSES), (text, of) => {
      const reading = readStatement([printedPage(text)], of)
      const kept = [
        ...reading.lines.flatMap((line) => line.figures.flatMap((figure) => figure?.text ?? [])),
        ...reading.lines.map((line) => line.label),
        ...reading.leftovers.map((leftover) => leftover.text),
      ].join(' | ')
      for (const [printed] of text.matchAll(/\d[\d,]*\.\d\d/g)) assert.ok(kept.includes(printed), `${printed} vanished`)
    }),
    { numRuns: 300 },
  )
})

test('the same pages give the same reading, to the last digit', () => {
  const json = (text: string): string =>
    JSON.stringify(readStatement([printedPage(text)], 'profit-loss'), (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
  fc.assert(
    fc.property(page, (text) => {
      assert.equal(json(text), json(text))
    }),
    { numRuns: 50 },
  )
})
