import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodePage, encodePage, PageFormatError } from './page-codec.ts'
import type { Page } from './page.ts'

/** Hundredths of a point, the precision that is kept. */
const points = fc.integer({ min: -100_000, max: 2_000_000 }).map((value) => value / 100)
const box = fc.tuple(points, points, points, points)
const word = fc.record(
  {
    text: fc.string({ minLength: 1, unit: 'grapheme' }),
    box,
    font: fc.option(fc.string()),
    size: points,
    bold: fc.boolean(),
    field: fc.string(),
    angle: points,
    column: fc.nat({ max: 16_383 }),
  },
  { requiredKeys: ['text', 'box', 'font', 'size', 'bold'], noNullPrototype: true },
)
const origin = fc.record(
  {
    producer: fc.option(fc.string()),
    creator: fc.option(fc.string()),
    created: fc.option(fc.string()),
    modified: fc.option(fc.string()),
    updates: fc.nat(),
  },
  { noNullPrototype: true },
)
const page: fc.Arbitrary<Page> = fc.record(
  {
    origin,
    number: fc.integer({ min: 1, max: 3000 }),
    width: points,
    height: points,
    kind: fc.constantFrom('digital', 'ocr', 'sheet'),
    words: fc.array(word),
    rules: fc.array(fc.record({ box }, { noNullPrototype: true })),
    turned: points,
    title: fc.option(fc.string()),
    notes: fc.array(
      fc.record({ code: fc.constantFrom('hidden_text', 'damaged'), count: fc.nat() }, { noNullPrototype: true }),
    ),
  },
  {
    requiredKeys: ['number', 'width', 'height', 'kind', 'words', 'rules', 'turned', 'title', 'notes'],
    noNullPrototype: true,
  },
)

test('a page that is encoded and decoded is the same page', () => {
  fc.assert(fc.property(page, (original) => assert.deepEqual(decodePage(encodePage(original)), original)))
})

test('coordinates are rounded to hundredths of a point', () => {
  const base = { kind: 'digital', rules: [], turned: 0, title: null, notes: [] } as const
  const exact: Page = {
    ...base,
    number: 1,
    width: 612.004,
    height: 792,
    words: [{ text: 'a', box: [1.2345, 2, 3, 4], font: null, size: 9.999, bold: false }],
  }
  const decoded = decodePage(encodePage(exact))
  assert.equal(decoded.width, 612)
  assert.deepEqual(decoded.words[0]?.box, [1.23, 2, 3, 4])
  assert.equal(decoded.words[0].size, 10)
})

const VALID = {
  ...{ number: 1, width: 1, height: 1, kind: 'ocr', turned: 0, title: null, notes: [], rules: [] },
  ...{ styles: [[null, 10, 0]], texts: ['a'], boxes: [1, 2, 3, 4], styled: [0], fields: {}, angles: {} },
}

const BROKEN: readonly { readonly name: string; readonly change: Record<string, unknown> }[] = [
  { name: 'a number that is none', change: { width: 'wide' } },
  { name: 'a number out of all bounds', change: { number: Infinity } },
  { name: 'an unknown kind', change: { kind: 'drawn' } },
  { name: 'a word without a box', change: { boxes: [] } },
  { name: 'half a box', change: { boxes: [1, 2, 3] } },
  { name: 'a style that is not there', change: { styled: [7] } },
  { name: 'a style that is the prototype', change: { styled: ['length'] } },
  { name: 'a text that is none', change: { texts: [5] } },
  { name: 'a note that nobody knows', change: { notes: [{ code: 'other', count: 1 }] } },
  { name: 'fields that are a list', change: { fields: [] } },
  { name: 'a title that is a number', change: { title: 5 } },
]

for (const { name, change } of BROKEN) {
  test(`a page with ${name} is refused`, () => {
    assert.equal(decodePage(JSON.stringify(VALID)).words.length, 1)
    assert.throws(() => decodePage(JSON.stringify({ ...VALID, ...change })), PageFormatError)
  })
}

test('whatever text is decoded, the answer is a page or a refusal', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      assert.throws(() => decodePage(text), PageFormatError)
    }),
  )
})
