import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytes, plain, table } from './table.ts'
import { bar } from './terminal.ts'

test('columns are as wide as their widest cell, figures stand to the right, lines have no tail', () => {
  const rows = [
    { name: 'Sales', amount: '1,000.00' },
    { name: 'Cost of goods sold', amount: '9.00' },
  ]
  assert.equal(
    table(rows, [
      { head: 'line', cell: (row) => row.name },
      { head: 'amount', cell: (row) => row.amount, right: true },
      { head: '', cell: () => '' },
    ]),
    ['line                  amount', 'Sales               1,000.00', 'Cost of goods sold      9.00'].join('\n'),
  )
})

test('a name from a document cannot speak to the terminal', () => {
  assert.equal(plain('a\u001b[2Jb\u202ec\nd'), 'a\ufffd[2Jb\ufffdc\ufffdd')
  assert.equal(plain('Zoë’s Bäckerei'), 'Zoë’s Bäckerei')
})

for (const [count, text] of [
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1536, '1.5 kB'],
  [200_000_000, '200.0 MB'],
  [5e12, '5000.0 GB'],
] as const)
  test(`${count} bytes are ${text}`, () => assert.equal(bytes(count), text))

test('a bar is empty at nothing, full at all, and full when there was nothing to do', () => {
  assert.equal(bar(0, 8), '[------------------------]   0 %')
  assert.equal(bar(2, 8), '[######------------------]  25 %')
  assert.equal(bar(8, 8), '[########################] 100 %')
  assert.equal(bar(0, 0), '[########################] 100 %')
})
