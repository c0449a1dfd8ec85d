/** Whatever is filled into a form, on a line or beside one, no amount vanishes. */
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { printedPage } from '../../../../test/support/printed-page.ts'
import type { Page, PageKind } from '../../model/page.ts'
import { TAX_FORMS, formNamed } from '../../model/tax-forms.ts'
import { readTaxReturn } from './read-tax-return.ts'

const amount = fc
  .integer({ min: 1_000, max: 99_999_999 })
  .map((dollars) => dollars.toString().replace(/\B(?=(\d{3})+$)/g, ','))
/** A row of a form, or of something that no form has: a number or none, a caption or none, amounts at any place. */
const row = fc.record({
  pick: fc.nat(),
  numbered: fc.boolean(),
  captioned: fc.boolean(),
  labelled: fc.boolean(),
  amounts: fc.array(amount, { maxLength: 3 }),
  shift: fc.integer({ min: 2, max: 9 }),
})
const form = fc.constantFrom(...TAX_FORMS.map((one) => one.form))
const kind = fc.constantFrom<PageKind>('digital', 'ocr')

type Row = ReturnType<typeof row.generate> extends { value: infer Value } ? Value : never

function pageOf(name: string, rows: readonly Row[], pageKind: PageKind): Page {
  const of = formNamed(name)
  if (of === null) throw new Error(`no form ${name}`)
  const heading = of.heading === null ? [] : [`${of.form.replace(/ \(.*/, '')}   Heading`]
  const mark = of.parent.startsWith('Form') ? `${of.parent} (2024)` : `${of.parent} 2024`
  const lines = rows.map(({ pick, numbered, captioned, labelled, amounts, shift }) => {
    const line = of.lines[pick % of.lines.length]
    const text = `${numbered ? (line?.key ?? '') : ''}   ${captioned ? (line?.caption ?? '') : 'Whatever'}`.padEnd(90)
    const label = labelled ? `   ${line?.key ?? ''}` : ''
    return amounts.reduce((whole, one) => `${whole}${' '.repeat(shift)}${one.padStart(12)}`, `${text}${label}`)
  })
  return printedPage(['OMB No. 1545-0074', ...heading, ...lines, mark].join('\n'), { kind: pageKind })
}

test('every amount on a page of a form is a figure or a leftover', () => {
  fc.assert(
    fc.property(form, fc.array(row, { minLength: 1, maxLength: 30 }), kind, (of, rows, pageKind) => {
      const reading = readTaxReturn([pageOf(of, rows, pageKind)])
      const kept = [
        ...reading.forms.flatMap((one) => [...one.lines.values()].map((figure) => figure.text)),
        ...reading.leftovers.map((leftover) => leftover.text),
      ]
      for (const printed of rows.flatMap((one) => one.amounts)) {
        assert.ok(kept.includes(printed), `${printed} vanished`)
        kept.splice(kept.indexOf(printed), 1)
      }
    }),
    { numRuns: 300 },
  )
})

test('what stands in a field is a figure or a leftover, however small it is and wherever it stands', () => {
  const field = fc.record({
    value: fc.integer({ min: 0, max: 999_999 }).map(String),
    x: fc.integer({ min: 40, max: 400 }),
    y: fc.integer({ min: 60, max: 700 }),
  })
  fc.assert(
    fc.property(
      form,
      fc.uniqueArray(field, { maxLength: 20, selector: ({ y }) => Math.floor(y / 20) }),
      (of, fields) => {
        const page = pageOf(of, [], 'digital')
        const words = fields.map(({ value, x, y }, index) => ({
          text: value,
          box: [x, y, x + 6 * value.length, y + 9] as const,
          font: null,
          size: 9,
          bold: false,
          field: `f${index}`,
        }))
        const reading = readTaxReturn([{ ...page, words: [...page.words, ...words] }])
        const kept = [
          ...reading.forms.flatMap((one) => [...one.lines.values()].map((figure) => figure.text)),
          ...reading.leftovers.map((leftover) => leftover.text),
        ].sort()
        assert.deepEqual(kept, fields.map((one) => one.value).sort())
      },
    ),
    {
      numRuns: 200,
      // Over a word of the line that names the form.
      examples: [['Schedule M-1 (Form 1120-S)', [{ value: '0', x: 65, y: 63 }]]],
    },
  )
})
