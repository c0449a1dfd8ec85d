import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { choose, hasFigures } from './choose.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

const [ROW, HEIGHT, WIDTH] = [60, 30, 100]

function word(text: string, left: number, top: number, width = WIDTH): RecognisedWord {
  return { text, left, top, width, height: HEIGHT, confidence: 90 }
}

/** One place of the page under the other; several words stand side by side in one, none where nothing was read. */
function reading(...places: string[]): RecognisedWord[] {
  return places.flatMap((place, row) => {
    const texts = place === '' ? [] : place.split(' ')
    const width = WIDTH / texts.length
    return texts.map((text, index) => word(text, 500 + index * width, row * ROW, width))
  })
}

const textsOf = (words: readonly RecognisedWord[]): string[] => words.map(({ text }) => text)

/** Enough figures on which all agree to show how the page writes them. */
const AMERICAN = ['1,100', '2,200', '3,300', '4,400', '5,500', '6,600']
const DUTCH = AMERICAN.map((text) => text.replace(',', '.'))

/** What is chosen in one place of a page that is the same in all readings otherwise. */
function chosen(page: readonly string[], ...texts: string[]): { texts: string[]; open: number } {
  const { words, open } = choose(texts.map((text) => reading(...page, text)))
  return { texts: textsOf(words).slice(page.length), open }
}

for (const [why, page, first, second, result] of [
  ['the form of a figure', AMERICAN, '23:299', '23,299', '23,299'],
  ['the form of a short figure', AMERICAN, '2}', '27', '27'],
  ['the separators of the page', DUTCH, '12,153', '12.153', '12.153'],
  ['groups where the page has them', DUTCH, '2592', '2.592', '2.592'],
  ['closed brackets', AMERICAN, '(24,394', '(24,394)', '(24,394)'],
  ['the sign that only one has seen', AMERICAN, '-8,800', '8,800', '-8,800'],
  ['the brackets that only one has seen', AMERICAN, '8,800', '(8,800)', '(8,800)'],
  ['a figure instead of letters', AMERICAN, 'bo,725', '55,725', '55,725'],
  ['a whole figure instead of pieces', AMERICAN, 'T5252) 007.', '152,527', '152,527'],
  ['the first reading for words', AMERICAN, 'Inventory', 'lnventory', 'Inventory'],
  ['the first reading for words with digits amid letters', AMERICAN, 'Item', '1tem', 'Item'],
  ['the first reading where the second has nothing', AMERICAN, '8,800', '', '8,800'],
] as const)
  test(`what decides is ${why}: '${first}' or '${second}'`, () => {
    assert.deepEqual(chosen(page, first, second), { texts: result.split(' '), open: 0 })
  })

test('dust that only the second reading has seen stays out', () => {
  for (const dust of ['ee', '|', '4', '2;3']) assert.deepEqual(chosen(AMERICAN, '', dust), { texts: [], open: 0 })
})

for (const [first, second, third, result] of [
  ['5,812', '3,812', '3,812', '3,812'],
  ['5,812', '3,812', '5,812', '5,812'],
  ['5,812', '3,812', '9,812', '5,812'],
  ['2:5 16:508', '2;516,308', '2,516', '2,516'],
] as const)
  test(`'${first}' or '${second}' is open, and '${third}' decides for '${result}'`, () => {
    assert.equal(chosen(AMERICAN, first, second).open, 1)
    assert.deepEqual(chosen(AMERICAN, first, second, third).texts, [result])
  })

test('a figure that the first reading has not seen counts when two others agree on it', () => {
  assert.deepEqual(chosen(AMERICAN, '', '375,514'), { texts: [], open: 1 })
  assert.deepEqual(chosen(AMERICAN, '', '375,514', '375,514'), { texts: ['375,514'], open: 0 })
  assert.deepEqual(chosen(AMERICAN, '', '514', '375,514').texts, [])
})

test('where the first two agree, a third changes nothing', () => {
  assert.deepEqual(chosen(AMERICAN, '(15, 19)', '(15, 19)', '(15,219)').texts, ['(15,', '19)'])
})

test('a currency sign that stands apart makes no difference', () => {
  assert.equal(chosen(AMERICAN, '$ 7,700', '$7,700').open, 0)
})

test('words count as figures from two digits on', () => {
  assert.equal(hasFigures(reading('Dear', 'Sirs,', '1', '2')), false)
  assert.equal(hasFigures(reading('Cash', '1,200')), true)
})

const text = fc.oneof(fc.stringMatching(/^[(]?[0-9]{1,3}([,.;:][0-9]{3}){0,2}[)]?$/), fc.stringMatching(/^[a-z]{1,6}$/))
const page = fc.array(
  fc
    .record({ text, left: fc.nat(900), top: fc.nat(900), width: fc.integer({ min: 1, max: 200 }) })
    .map((one) => word(one.text, one.left, one.top, one.width)),
  { maxLength: 20 },
)

test('readings that are the same give that reading', () => {
  fc.assert(
    fc.property(reading1(), (words) => {
      const { words: result, open } = choose([words, words])
      assert.deepEqual(new Set(result), new Set(words))
      assert.equal(open, 0)
    }),
  )
})

test('nothing comes out that no reading has, nothing twice, and the same again for the same', () => {
  fc.assert(
    fc.property(page, page, page, (first, second, third) => {
      for (const readings of [
        [first, second],
        [first, second, third],
      ]) {
        const { words } = choose(readings)
        for (const one of words) assert.ok(readings.flat().includes(one))
        assert.equal(new Set(words).size, words.length)
        assert.deepEqual(choose(readings).words, words)
      }
    }),
  )
})

test('which of two figures is better formed does not depend on which was read first', () => {
  const figure = fc.stringMatching(/^[(]?[0-9]{1,3}([,.;:][0-9]{3}){1,2}[)]?$/)
  fc.assert(
    fc.property(figure, figure, (one, other) => {
      const [there, back] = [chosen(AMERICAN, one, other), chosen(AMERICAN, other, one)]
      assert.equal(there.open, back.open)
      if (there.open === 0) assert.deepEqual(there.texts, back.texts)
    }),
  )
})

/** A page whose words stand apart, as they do on paper. */
function reading1() {
  return fc.array(text, { maxLength: 12 }).map((texts) => texts.map((one, row) => word(one, 100, row * ROW)))
}
