import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPages } from '../../../test/support/printed-page.ts'
import { cutPages } from './cut-pages.ts'

/** Pages of a package, each given by the few rows that matter, and the pages of the documents they make. */
function cut(...pages: readonly string[]): string[] {
  return cutPages(printedPages(pages.join('\n---\n'))).map((one) => `${one.class} ${one.pageNumbers.join('-')}`)
}

function first(mark: string, number = '', year = 2023): string {
  return `OMB No. 1545-0074\nDepartment of the Treasury\n${number}\n1   Some line   1\n${marked(mark, year)}`
}

function later(mark: string, page: number, year = 2023): string {
  return `${marked(mark, year)}          Page ${page}\n16   Some other line   16`
}

function marked(mark: string, year: number): string {
  return mark.startsWith('Form') ? `${mark} (${year})` : `${mark} ${year}`
}

const ONE = '912-34-5678'
const OTHER = '987-65-4321'

test('a return is one document with its later pages, its schedules and the forms attached to it', () => {
  const pages = [
    first('Form 1040', ONE),
    later('Form 1040', 2),
    first('Schedule 1 (Form 1040)', ONE),
    first('Schedule C (Form 1040)', ONE),
    later('Schedule C (Form 1040)', 2),
    first('Form 4562', ONE),
    first('Form 8829', ONE),
  ]
  assert.deepEqual(cut(...pages), ['tax-return 1-2-3-4-5-6-7'])
})

test('another year, another taxpayer and another main form begin another return', () => {
  assert.deepEqual(cut(first('Form 1040', ONE), first('Form 1040', ONE, 2022)), ['tax-return 1', 'tax-return 2'])
  assert.deepEqual(cut(first('Schedule C (Form 1040)', ONE), first('Schedule C (Form 1040)', ONE, 2022)), [
    'tax-return 1',
    'tax-return 2',
  ])
  assert.deepEqual(cut(first('Form 1040', ONE), first('Schedule C (Form 1040)', OTHER)), [
    'tax-return 1',
    'tax-return 2',
  ])
  assert.deepEqual(cut(first('Form 1040', ONE), first('Form 1065', '12-3456789')), ['tax-return 1', 'tax-return 2'])
})

test('the K-1s that an entity gives out belong to its return; K-1s that came alone are documents of their own', () => {
  const share = (number: string): string => first('Schedule K-1 (Form 1065)', `12-3456789 ${number}`)
  assert.deepEqual(cut(first('Form 1065', '12-3456789'), share(ONE), share(OTHER)), ['tax-return 1-2-3'])
  assert.deepEqual(cut(share(ONE), share(OTHER)), ['tax-return 1', 'tax-return 2'])
  assert.deepEqual(cut(first('Form 1040', ONE), share(ONE)), ['tax-return 1-2'])
  assert.deepEqual(cut(first('Form 1040', ONE), share(OTHER)), ['tax-return 1', 'tax-return 2'])
})

test('a page that holds a balance sheet, or asks for a bank account, is a page of its return', () => {
  const books = `${marked('Form 1120-S', 2023)}   Page 4\nSchedule L   Balance Sheets per Books\n1   Cash   1,200   1,300\n15   Total assets   1,200   1,300\n27   Total liabilities and shareholders' equity   1,200   1,300`
  const refund = `${marked('Form 1040', 2023)}   Page 2\n34   amount you overpaid   34   1,200\nb   Routing number   c   Type:   Checking   Savings\nd   Account number`
  assert.deepEqual(cut(first('Form 1120-S'), books), ['tax-return 1-2'])
  assert.deepEqual(cut(first('Form 1040'), refund), ['tax-return 1-2'])
})

test('slips about a taxpayer and forms of other offices are no returns', () => {
  const slip = 'OMB No. 1545-0008\nForm W-2   Wage and Tax Statement   2023\nDepartment of the Treasury'
  const received = 'OMB No. 1545-0116\nForm 1099-NEC   2023   Nonemployee Compensation\nDepartment of the Treasury'
  const loan = 'OMB No. 3245-0188\nSBA Form 2202 (2023)   Schedule of Liabilities'
  for (const page of [slip, received, loan]) assert.ok(!cut(page)[0]?.startsWith('tax-return'), page)
})

test('lists attached to a return, and pages whose marks were lost, go on with it', () => {
  const list =
    'Statement 1\nForm 1120-S, Page 1, Line 20   Other Deductions\nBank charges   1,200\nOffice   3,400\nTotal   4,600'
  const lost =
    'Add lines 1 through 3   4\nSubtract line 4 from line 2   5\nEnter the smaller of line 5 or 6   7\nSee instructions\nAttach Form 4562   8'
  assert.deepEqual(cut(first('Form 1120-S'), list, lost), ['tax-return 1-2-3'])
})

test('whose return it is stands in the box that asks for the name', () => {
  const page = `OMB No. 1545-0074\nName(s) shown on return          Your social security number\nHarbor Cedar                     ${ONE}\n1   Some line   1\nSchedule C (Form 1040) 2023`
  assert.equal(cutPages(printedPages(page))[0]?.entity?.name, 'Harbor Cedar')
})
