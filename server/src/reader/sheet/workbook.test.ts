/** Workbooks of both formats: what the sheet shows is what is read, checked against SheetJS as a second opinion. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { read as readBySheetJs, utils, write, type WorkSheet } from '@e965/xlsx'
import { writeXlsx, type WriteSheet } from 'hucre'
import type { Page } from '../../engine/model/page.ts'
import { corpusFiles, skipWithoutCorpus } from '../../../test/support/documents/corpus.ts'
import { withInput } from '../../../test/support/documents/input.ts'
import { ReadFailure } from '../failure.ts'
import { readSheets } from './sheets.ts'

async function read(type: 'xlsx' | 'xls', bytes: Uint8Array): Promise<Page[]> {
  const pages: Page[] = []
  await withInput(bytes, (input) => readSheets(type, input, (page) => pages.push(page)))
  return pages
}

async function readSheet(sheet: Omit<WriteSheet, 'name'>): Promise<Page> {
  const [page] = await read('xlsx', await writeXlsx({ sheets: [{ name: 'Sheet', ...sheet }] }))
  assert.ok(page)
  return page
}

function texts(page: Page): string[] {
  return page.words.map((word) => word.text)
}

const FORMATS: readonly { readonly value: number; readonly format: string; readonly shown: string }[] = [
  { value: 1234.5, format: '#,##0.00', shown: '1,234.50' },
  { value: -1234.5, format: '#,##0.00;(#,##0.00)', shown: '(1,234.50)' },
  { value: -0.05, format: '0.0%;\\(0.0%\\);\\-', shown: '(5.0%)' },
  { value: 0, format: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', shown: '$-' },
  { value: 1234567, format: '#,##0,', shown: '1,235' },
  { value: 1234567, format: '$#,##0.0,,"M"', shown: '$1.2M' },
  { value: 0.1, format: 'General', shown: '0.1' },
  { value: 45657, format: 'mmm d, yyyy', shown: 'Dec 31, 2024' },
]

for (const { value, format, shown } of FORMATS) {
  test(`${value} in the format ${format} reads as ${shown}`, async () => {
    const cells = new Map([['0,0', { value, style: { numFmt: format } }]])
    const page = await readSheet({ rows: [[value]], cells })
    assert.deepEqual(
      texts(page).map((text) => text.replaceAll(' ', '')),
      [shown.replaceAll(' ', '')],
    )
  })
}

test('captions keep their indentation, weight and place; figures end at the right of their column', async () => {
  const cells = new Map([
    ['0,0', { value: 'Income', style: { font: { bold: true } } }],
    ['1,0', { value: 'Sales', style: { alignment: { indent: 2 } } }],
  ])
  const rows = [
    ['Income', null],
    ['Sales', 1000],
    ['Services', 20],
  ]
  const page = await readSheet({ rows, cells })
  assert.deepEqual(texts(page), ['Income', 'Sales', '1000', 'Services', '20'])
  const [income, sales, thousand, services, twenty] = page.words
  assert.ok(income && sales && thousand && services && twenty)
  assert.equal(income.bold, true)
  assert.equal(income.box[0], services.box[0])
  assert.ok(sales.box[0] > services.box[0] + 10)
  assert.equal(thousand.box[2], twenty.box[2])
  assert.ok(sales.box[3] < services.box[3])
  assert.equal(page.title, 'Sheet')
  assert.equal(page.kind, 'sheet')
})

test('the border under a figure is a rule', async () => {
  const cells = new Map([['0,0', { value: 5, style: { border: { bottom: { style: 'thin' as const } } } }]])
  const page = await readSheet({ rows: [[5], [6]], cells })
  assert.equal(page.rules.length, 1)
})

test('hidden rows, columns and sheets are not read; cells are counted', async () => {
  const hidden: WriteSheet = { name: 'Hidden', rows: [['secret']], hidden: true }
  const shown: WriteSheet = {
    name: 'Shown',
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    columns: [{}, { hidden: true }],
  }
  const pages = await read('xlsx', await writeXlsx({ sheets: [hidden, shown] }))
  assert.deepEqual(pages.map(texts), [['a', 'c']])
  assert.deepEqual(pages[0]?.notes, [{ code: 'hidden_cells', count: 2 }])
})

test('two far corners are two pages at most, not a rectangle of all cells between them', async () => {
  const rows = Array.from({ length: 5001 }, () => [] as string[])
  rows[0] = ['first']
  rows[5000] = ['last']
  const pages = await read('xlsx', await writeXlsx({ sheets: [{ name: 'S', rows }] }))
  assert.deepEqual(pages.map(texts), [['first'], ['last']])
})

test('a workbook with a password is encrypted', async () => {
  const bytes = await writeXlsx({
    sheets: [{ name: 'S', rows: [['a']] }],
    encryption: { password: 'secret', spinCount: 1000 },
  })
  await assert.rejects(read('xlsx', bytes), (error) => error instanceof ReadFailure)
})

test('an old workbook reads like a new one', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Caption', 'Amount'],
    ['  Sales', 1234.5],
    ['Costs', -20],
  ])
  ;(sheet['B2'] as { z: string }).z = '#,##0.00'
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Old')
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
  const [page] = await read('xls', bytes)
  assert.ok(page)
  assert.deepEqual(texts(page), ['Caption', 'Amount', 'Sales', '1,234.50', 'Costs', '-20'])
  assert.equal(page.title, 'Old')
  const [sales, costs] = ['Sales', 'Costs'].map((text) => page.words.find((word) => word.text === text))
  assert.ok(sales && costs && sales.box[0] > costs.box[0])
})

/** What SheetJS says the visible cells of a sheet show. */
function shownBySheetJs(sheet: WorkSheet): string[] {
  const cells: string[] = []
  for (const [address, cell] of Object.entries(sheet)) {
    if (address.startsWith('!')) continue
    const { r, c } = utils.decode_cell(address)
    if (sheet['!rows']?.[r]?.hidden === true || sheet['!cols']?.[c]?.hidden === true) continue
    const { w } = cell as { w?: string }
    const text = (w ?? '').replace(/\s+/g, ' ').trim()
    if (text !== '') cells.push(text)
  }
  return cells.sort()
}

test('every cell of every real workbook shows what SheetJS shows', { skip: skipWithoutCorpus() }, async () => {
  const files = corpusFiles('xlsx')
  assert.ok(files.length >= 5, `only ${files.length} workbooks`)
  for (const file of files) {
    const bytes = readFileSync(file)
    const book = readBySheetJs(bytes, { cellNF: true, cellStyles: true })
    const pages = await read('xlsx', bytes)
    for (const [index, name] of book.SheetNames.entries()) {
      if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) continue
      const sheet = book.Sheets[name]
      assert.ok(sheet)
      const ours = pages.filter((page) => page.title === name).flatMap(texts)
      assert.deepEqual(ours.sort(), shownBySheetJs(sheet), `${basename(file)}, ${name}`)
    }
  }
})
