import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPages } from '../../../test/support/printed-page.ts'
import { cutPages } from './cut-pages.ts'

const INCOME = `
  Harbor Foods LLC
  Profit and Loss
  January - December 2024
  Sales                 120,400.00
  Cost of goods sold     40,300.00
  Gross Profit           80,100.00
  Rent expense           20,100.00
  Net Income             60,000.00`
const SHEET = `
  Harbor Foods LLC
  Balance Sheet
  As of December 31, 2024
  Current assets         88,000.00
  Total assets          220,400.00
  Total liabilities      80,100.00
  Total equity          140,300.00`
const REST = `
  Utilities               1,100.00
  Travel                  2,200.00
  Wages                   3,300.00`
const LETTER = `
  Dear Credit Committee,
  the enclosed statements cover the year 2024.
  We ask for a loan of $750,000.`

function cut(...pages: readonly string[]): string[] {
  return cutPages(printedPages(pages.join('\n---\n'))).map((one) => `${one.class} ${one.pageNumbers.join(',')}`)
}

const CUTS: readonly (readonly [guarantee: string, pages: readonly string[], documents: readonly string[]])[] = [
  ['each statement is a document of its own', [INCOME, SHEET], ['profit-loss 1', 'balance-sheet 2']],
  ['a page of figures without a title goes on with the statement before it', [INCOME, REST], ['profit-loss 1,2']],
  [
    'one row that speaks of something else does not end a statement',
    [INCOME, `${REST}\n  Retirement plan contributions   4,400.00`],
    ['profit-loss 1,2'],
  ],
  ['a repeated title goes on with its statement', [INCOME, INCOME], ['profit-loss 1,2']],
  [
    'a last page with little but the bottom line, under the same title, goes on with its statement',
    [INCOME, INCOME.replace('Profit and Loss', 'Profit and Loss (continued)').replace(/  Sales[^]*(?=  Net)/, '')],
    ['profit-loss 1,2'],
  ],
  ['thousands apart by spaces are figures', [SHEET.replaceAll(/(\d),(\d{3})\.00/g, '$1 $2')], ['balance-sheet 1']],
  [
    'the same statement of another year is another document',
    [INCOME, INCOME.replace('2024', '2023')],
    ['profit-loss 1', 'profit-loss 2'],
  ],
  ['a letter belongs to no statement', [LETTER, SHEET, LETTER], ['other 1', 'balance-sheet 2', 'other 3']],
  ['two statements on one page are two documents', [`${INCOME}\n${SHEET}`], ['profit-loss 1', 'balance-sheet 1']],
  ['an empty page is other', ['', SHEET], ['other 1', 'balance-sheet 2']],
]

for (const [guarantee, pages, documents] of CUTS)
  test(guarantee, () => {
    assert.deepEqual(cut(...pages), documents)
  })

test('every page of a file is in a document, in order', () => {
  const pages = printedPages([LETTER, INCOME, REST, SHEET, LETTER].join('\n---\n'))
  assert.deepEqual(
    cutPages(pages).flatMap((one) => one.pageNumbers),
    [1, 2, 3, 4, 5],
  )
})

test('where two documents share a page, each gets its own words and none is lost', () => {
  const pages = printedPages(`${INCOME}\n${SHEET}`)
  const words = cutPages(pages).flatMap((one) => one.pages.flatMap((page) => page.words))
  assert.deepEqual(words.length, pages[0]?.words.length)
})

test('the same pages are cut alike every time', () => {
  const text = [LETTER, INCOME, SHEET].join('\n---\n')
  assert.equal(JSON.stringify(cutPages(printedPages(text))), JSON.stringify(cutPages(printedPages(text))))
})

test('no pages make no documents', () => {
  assert.deepEqual(cutPages([]), [])
})
