/** What becomes of the recogniser's answers, without a recogniser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { turnQuarters } from './quarter-turn.ts'
import { Semaphore } from '../../../lib/semaphore.ts'
import { parseTsv } from './tesseract-tsv.ts'

test('words are taken from the table, rows of other levels and blanks are not', () => {
  const table = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '1\t1\t0\t0\t0\t0\t0\t0\t100\t100\t-1\t',
    '5\t1\t1\t1\t1\t1\t10\t20\t30\t8\t91.5\tTotal',
    '5\t1\t1\t1\t1\t2\t50\t20\t30\t8\t95\t ',
    '',
  ].join('\n')
  assert.deepEqual(parseTsv(table), [{ text: 'Total', left: 10, top: 20, width: 30, height: 8, confidence: 91.5 }])
})

test('a word that has the box of its neighbours too ends where the next begins, and a dash among them is flat', () => {
  const line = (word: number, left: number, width: number, text: string): string =>
    `5\t1\t1\t1\t1\t${word}\t${left}\t100\t${width}\t20\t90\t${text}`
  const table = [line(1, 100, 76, '31'), line(2, 132, 12, '-'), line(3, 152, 24, '60'), line(4, 200, 30, 'Days')]
  const words = parseTsv(table.join('\n'))
  assert.deepEqual(
    words.map(({ text, left, width, height }) => [text, left, width, height]),
    [
      ['31', 100, 25, 20],
      ['-', 132, 12, 3],
      ['60', 152, 24, 20],
      ['Days', 200, 30, 20],
    ],
  )
  const dash = words[1]
  assert.ok(dash !== undefined && dash.top > 105 && dash.top + dash.height < 115, 'it lies amid the row')
})

test('four quarter turns, and a turn with its opposite, give the same picture', () => {
  const picture = fc
    .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
    .chain(({ width, height }) =>
      fc
        .uint8Array({ minLength: width * height, maxLength: width * height })
        .map((pixels) => ({ width, height, pixels, dpi: 300 })),
    )
  fc.assert(
    fc.property(picture, fc.integer({ min: 1, max: 3 }), (original, turns) => {
      assert.deepEqual(turnQuarters(turnQuarters(original, turns), 4 - turns), original)
      const once = turnQuarters(original, 1)
      assert.deepEqual(turnQuarters(once, 1), turnQuarters(original, 2))
    }),
  )
})

test('a quarter turn clockwise brings the bottom left to the top left', () => {
  const turned = turnQuarters({ pixels: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2, dpi: 300 }, 1)
  assert.deepEqual([turned.width, turned.height, ...turned.pixels], [2, 3, 4, 1, 5, 2, 6, 3])
})

test('no more than the places of a semaphore are taken, and those who give up leave the queue', async () => {
  const places = new Semaphore(1)
  const patient = new AbortController()
  const hasty = new AbortController()
  assert.equal(await places.acquire(patient.signal), true)
  const second = places.acquire(hasty.signal)
  const third = places.acquire(patient.signal)
  hasty.abort()
  assert.equal(await second, false)
  places.release()
  assert.equal(await third, true)
  places.release()
  assert.equal(await places.acquire(patient.signal), true)
  assert.equal(await places.acquire(AbortSignal.abort()), false)
})
