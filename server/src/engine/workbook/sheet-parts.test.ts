import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { captionOf, pageWords, SheetNames } from './sheet-parts.ts'

/** What spreadsheets do not take, what they quote, what is no letter, and letters of two units. */
const LETTERS = [..."aB1 '[]:*?/\\!,.&", '\u0000', '\u200b', '\ud800', 'ß', '😀']

test('whatever a company is called, its sheets have names that spreadsheets take, each once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 60 }), { maxLength: 12 }),
      (wanted) => {
        const names = new SheetNames()
        const taken = wanted.map((one) => names.take(one))
        assert.equal(new Set(taken.map((one) => one.toLowerCase())).size, wanted.length)
        for (const name of taken) {
          assert.ok(name.length >= 1 && name.length <= 31, JSON.stringify(name))
          assert.doesNotMatch(name, /[[\]:*?/\\']|\p{C}/u)
        }
      },
    ),
  )
  const names = new SheetNames()
  assert.deepEqual([names.take('A/B: [c]'), names.take('a b c'), names.take('')], ['A B c', 'a b c 2', 'Sheet'])
})

test('pages are written as runs, and keys as captions', () => {
  assert.equal(pageWords([1, 2, 3, 7, 9, 10]), '1–3, 7, 9–10')
  assert.equal(pageWords([]), '')
  assert.deepEqual(['dscr_ebitda', 'debt_service_total', 'cogs'].map(captionOf), [
    'DSCR EBITDA',
    'Debt service total',
    'Cost of goods sold',
  ])
})
