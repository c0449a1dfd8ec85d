import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCaption, stemOf } from './caption.ts'

test('a caption is the same however the page dresses it up', () => {
  const table: [printed: string, words: string][] = [
    ['4000 · Construction Income', 'construction income'],
    ['60100 - Salaries & Wages', 'salaries and wages'],
    ['510-00 Rent', 'rent'],
    ['6010.5 Fuel', 'fuel'],
    ['Total 6000 · Automobile Expense', 'total automobile expense'],
    ['Total - Income', 'total income'],
    ['401(k) Match', '401 k match'],
    ['Section 179', 'section 179'],
    ['Insurance (Note 4)', 'insurance'],
    ['Salaries*', 'salaries'],
    ['Officers’ Salaries', 'officers salaries'],
    ['Worker’s Comp', 'workers compensation'],
    ['SG&A', 'selling general and administrative'],
    ['Café supplies', 'cafe supplies'],
    ['  Net   income (loss):  ', 'net income loss'],
    ['', ''],
    ['· · ·', ''],
  ]
  for (const [printed, words] of table) assert.equal(readCaption(printed).text, words, printed)
})

test('a leading less or add is a marker, not part of the name', () => {
  assert.deepEqual(
    ['Less: Returns', 'Deduct returns', 'Add: Returns', 'Plus returns', 'Returns', 'Less'].map((printed) => {
      const { bare, marker } = readCaption(printed)
      return [bare, marker]
    }),
    [
      ['returns', 'less'],
      ['returns', 'less'],
      ['returns', 'add'],
      ['returns', 'add'],
      ['returns', null],
      ['less', null],
    ],
  )
})

test('plural and singular have one stem and short words are left alone', () => {
  const table = { taxes: 'tax', expenses: 'expense', salaries: 'salary', losses: 'loss', gas: 'gas', bonus: 'bonus' }
  for (const [word, stem] of Object.entries(table)) assert.equal(stemOf(word), stem)
})

test('reading what was read changes nothing', () => {
  const words = fc.array(fc.constantFrom('Rent', '&', 'R&M', 'Misc.', 'Total', 'Less:', 'Owner’s', 'é'), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.constantFrom('', '6000 · '), words, (number, parts) => {
      const once = readCaption(`${number}${parts.join(' ')}`).text
      assert.equal(readCaption(once).text, once)
    }),
  )
})
