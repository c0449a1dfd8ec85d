import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FORM, formOf, styleOf } from './figure-form.ts'

const ENGLISH = styleOf(['1,234', '56,789', '1,234,567', '(2,345)', '$9,876'])
const GERMAN = styleOf(['1.234', '56.789', '1.234.567', '-2.345', '9.876'])
const CENTS = styleOf(['1,234.56', '56,789.10', '1,234,567.89', '(2,345.00)', '$9,876.54'])
const UNKNOWN = styleOf([])

test('a page tells how it writes its figures', () => {
  assert.deepEqual(ENGLISH, { thousands: ',', isGrouped: true, hasCents: false })
  assert.deepEqual(GERMAN, { thousands: '.', isGrouped: true, hasCents: false })
  assert.deepEqual(CENTS, { thousands: ',', isGrouped: true, hasCents: true })
  assert.deepEqual(UNKNOWN, { thousands: null, isGrouped: null, hasCents: null })
  assert.deepEqual(styleOf(['1,234', '1.234', '2,345', '2.345', '3456', '3,456.78']).thousands, null)
})

for (const [text, style, form] of [
  ['Total', ENGLISH, 'none'],
  ['1,234', ENGLISH, 'usual'],
  ['(1,234)', ENGLISH, 'usual'],
  ['$(1,234)', ENGLISH, 'usual'],
  ['-12.5%', ENGLISH, 'usual'],
  ['12.345', ENGLISH, 'foreign'],
  ['12.345', GERMAN, 'usual'],
  ['12,153', GERMAN, 'foreign'],
  ['12,153', UNKNOWN, 'usual'],
  ['2592', GERMAN, 'foreign'],
  ['2592', UNKNOWN, 'usual'],
  ['2024', GERMAN, 'usual'],
  ['15,00', ENGLISH, 'foreign'],
  ['612,92', CENTS, 'foreign'],
  ['1,234', CENTS, 'foreign'],
  ['12', CENTS, 'usual'],
  ['23:299', ENGLISH, 'spoiled'],
  ['2}', ENGLISH, 'spoiled'],
  ['(24,394', ENGLISH, 'spoiled'],
  ['122,443)', ENGLISH, 'spoiled'],
  ['15,227,', ENGLISH, 'spoiled'],
  ['1,541.036.881', ENGLISH, 'spoiled'],
  ['219;5712,209', ENGLISH, 'spoiled'],
  ['70.848.8353', GERMAN, 'spoiled'],
  ['T1297', ENGLISH, 'spoiled'],
  ['92/500', ENGLISH, 'spoiled'],
  ['31.12.2022', GERMAN, 'usual'],
  ['12/31/24', ENGLISH, 'usual'],
  ['12-3456789', ENGLISH, 'usual'],
  ['16b', ENGLISH, 'usual'],
] as const)
  test(`'${text}' on a page with ${style.thousands ?? 'no habits'}${style.hasCents === true ? ' and cents' : ''} is ${form}`, () => {
    assert.equal(formOf(text, style), FORM[form])
  })

test('every amount is as usual on a page of its like, with a bracket, a sign or a currency', () => {
  const amounts = fc.array(fc.integer({ min: 100_000, max: 2_000_000_000 }), { minLength: 6, maxLength: 12 })
  const look = fc.record({ locale: fc.constantFrom('en-US', 'de-DE'), decimals: fc.constantFrom(0, 2) })
  const around = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `(${text})`,
    (text) => `-${text}`,
    (text) => `$${text}`,
  )
  fc.assert(
    fc.property(amounts, look, around, (values, { locale, decimals }, dress) => {
      const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      const texts = values.map((value) => dress((value / 100).toLocaleString(locale, options)))
      const style = styleOf(texts)
      for (const text of texts) assert.equal(formOf(text, style), FORM.usual, text)
    }),
  )
})
