import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../test/support/printed-page.ts'
import { readEin, readEntity } from './entity.ts'

const HEADS: readonly (readonly [name: string | null, head: string])[] = [
  ['Harbor Foods LLC', 'Harbor Foods LLC\nBalance Sheet\nAs of December 31, 2024'],
  ['Harbor Foods LLC', 'Balance Sheet\nHarbor Foods LLC\nAs of December 31, 2024'],
  ['Harbor Foods', 'Profit and Loss\nHarbor Foods\nJanuary - December 2024\nAccrual Basis'],
  ['Harbor Foods, Inc.', 'Harbor Foods, Inc. - Balance Sheet - December 31, 2024'],
  ['Lakeside Foundation', 'Annual Results\nLakeside Foundation\nStatement of Activities'],
  [null, 'Balance Sheet\nAs of December 31, 2024'],
  [null, 'Profit and Loss\nUnaudited\nFor the Year Ended June 30, 2024'],
]

for (const [name, head] of HEADS)
  test(`over '${head.replaceAll('\n', ' / ')}' stands ${name ?? 'no name'}`, () => {
    const page = printedPage(`${head}\nCash          1,000.00\nReceivables    2,000.00`)
    assert.equal(readEntity([page])?.name ?? null, name)
  })

test('a name is given with its place', () => {
  const entity = readEntity([printedPage('Harbor Foods LLC\nBalance Sheet\nCash   1,000.00')])
  assert.deepEqual(entity?.source, { page: 1, box: [40, 40, 120, 49], text: 'Harbor Foods LLC' })
})

const NUMBERS: readonly (readonly [text: string, last4: string | null])[] = [
  ['EIN: 12-3456789', '6789'],
  ['Employer identification number 123456789', '6789'],
  ['98-7654321', '4321'],
  ['Telephone 555-1234567', null],
  ['Account 123456789', null],
]

for (const [text, last4] of NUMBERS)
  test(`'${text}' ${last4 === null ? 'is no EIN' : `ends on ${last4}`}`, () => {
    assert.equal(readEin([printedPage(text)]), last4)
  })
