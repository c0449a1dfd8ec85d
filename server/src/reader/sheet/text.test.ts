/** Tables as text: encodings, delimiters, quotation marks, and the pages they become. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Page } from '../../engine/model/page.ts'
import { withInput } from '../../../test/support/documents/input.ts'
import { readSheets } from './sheets.ts'

async function read(bytes: Uint8Array): Promise<Page[]> {
  const pages: Page[] = []
  await withInput(bytes, (input) => readSheets('csv', input, (page) => pages.push(page)))
  return pages
}

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  const rows = new Map<number, string[]>()
  for (const { number, words } of await read(bytes))
    for (const { text, box } of words) {
      const key = number * 1_000_000 + box[3]
      rows.set(key, [...(rows.get(key) ?? []), text])
    }
  return [...rows.values()]
}

const LINES = 'Konto;Betrag\nMüller;1.234,56\n'
const EXPECTED = [
  ['Konto', 'Betrag'],
  ['Müller', '1.234,56'],
]
const utf16 = Buffer.from(LINES, 'utf16le')

const ENCODINGS: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
  { name: 'UTF-8', bytes: Buffer.from(LINES) },
  { name: 'UTF-8 with a mark', bytes: Buffer.from(`\ufeff${LINES}`) },
  { name: 'UTF-16 with a mark, low byte first', bytes: Buffer.from(`\ufeff${LINES}`, 'utf16le') },
  { name: 'UTF-16 with a mark, high byte first', bytes: Buffer.from(`\ufeff${LINES}`, 'utf16le').swap16() },
  { name: 'UTF-16 without a mark', bytes: utf16 },
  { name: 'windows-1252', bytes: Buffer.from(LINES, 'latin1') },
]

for (const { name, bytes } of ENCODINGS) {
  test(`a table in ${name} is read with its accents`, async () => {
    assert.deepEqual(await rowsOf(bytes), EXPECTED)
  })
}

test('the euro sign of windows-1252 is the euro sign', async () => {
  assert.deepEqual(await rowsOf(Buffer.from([0x80, 0x31, 0x3b, 0x61, 0x0a])), [['€1', 'a']])
})

test('an export from Prague in windows-1250 is read in its own letters', async () => {
  // Částka;Měna účtu
  const head = [0xc8, 0xe1, 0x73, 0x74, 0x6b, 0x61, 0x3b, 0x4d, 0xec, 0x6e, 0x61, 0x20, 0xfa, 0xe8, 0x74, 0x75, 0x0a]
  assert.deepEqual(await rowsOf(Buffer.from([...head, ...Buffer.from('-1,00;CZK\n')])), [
    ['Částka', 'Měna účtu'],
    ['-1,00', 'CZK'],
  ])
})

const DELIMITERS: readonly { readonly name: string; readonly text: string; readonly rows: string[][] }[] = [
  {
    name: 'commas',
    text: 'a,b,c\n1,2,3\n',
    rows: [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  },
  {
    name: 'tabs, with commas inside',
    text: 'a\tb\n1,2\t3,4\n',
    rows: [
      ['a', 'b'],
      ['1,2', '3,4'],
    ],
  },
  {
    name: 'bars',
    text: 'a|b\n1|2\n',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  {
    name: 'a separator that is stated',
    text: 'sep=;\na,x;b\n1;2\n',
    rows: [
      ['a,x', 'b'],
      ['1', '2'],
    ],
  },
  {
    name: 'lines above the table',
    text: 'My bank\n\nDate;Text;Sum\n1;x;1,5\n2;y;2,5\n',
    rows: [['My bank'], ['Date', 'Text', 'Sum'], ['1', 'x', '1,5'], ['2', 'y', '2,5']],
  },
  {
    name: 'quoted delimiters and line breaks',
    text: '"a,b","c\nd"\n1,2\n',
    rows: [
      ['a,b', 'c d'],
      ['1', '2'],
    ],
  },
  {
    name: 'a quotation mark that is an inch',
    text: 'pipe 5" long,12\nhose,3\n',
    rows: [
      ['pipe 5" long', '12'],
      ['hose', '3'],
    ],
  },
  {
    name: 'a quotation mark that is never closed',
    text: '"open,1\nx,2\n',
    rows: [
      ['"open', '1'],
      ['x', '2'],
    ],
  },
  { name: 'rows of different length', text: 'a,b\n1\n1,2,3\n', rows: [['a', 'b'], ['1'], ['1', '2', '3']] },
  {
    name: 'no last line break',
    text: 'a,b\n1,2',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  {
    name: 'line ends of the old Mac',
    text: 'a,b\r1,2\r',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
]

for (const { name, text, rows } of DELIMITERS) {
  test(`a table with ${name} is cut into its cells`, async () => {
    assert.deepEqual(await rowsOf(Buffer.from(text)), rows)
  })
}

test('figures stand at the right of their column, captions at the left', async () => {
  const [page] = await read(Buffer.from('Caption,Amount\nSales,1\nCosts,"1,000,000.00"\n'))
  assert.ok(page)
  const [one, million] = ['1', '1,000,000.00'].map((text) => page.words.find((word) => word.text === text))
  const [sales, costs] = ['Sales', 'Costs'].map((text) => page.words.find((word) => word.text === text))
  assert.equal(one?.box[2], million?.box[2])
  assert.equal(sales?.box[0], costs?.box[0])
})

test('a long ledger is cut into pages and loses no cell', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => `row ${index},${index}.00`)
  const pages = await read(Buffer.from(lines.join('\n')))
  assert.deepEqual(
    pages.map((page) => page.number),
    [1, 2, 3],
  )
  assert.equal(pages.flatMap((page) => page.words).length, 5000)
})

test('any table of plain cells comes back cell by cell, quoted or not', async () => {
  const cell = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,10}[A-Za-z0-9]$/).map((text) => text.replace(/ +/g, ' '))
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), fc.constantFrom(',', ';', '\t', '|'), async (rows, quoted, delimiter) => {
      const text = rows.map((row) => row.map((value) => (quoted ? `"${value}"` : value)).join(delimiter)).join('\r\n')
      assert.deepEqual(await rowsOf(Buffer.from(text)), rows)
    }),
    { numRuns: 40 },
  )
})
