/** How often a page is read, with a recogniser that gives what it is told to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAgain } from './readings.ts'
import type { GrayPicture, Tesseract } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

const PICTURE: GrayPicture = { pixels: new Uint8Array(300 * 300).fill(255), width: 300, height: 300, dpi: 300 }

/** Rows of one word each, in pixels of a picture of this resolution. */
function words(dpi: number, texts: readonly string[]): RecognisedWord[] {
  const scale = dpi / 300
  return texts.map((text, row) => ({
    text,
    left: 60 * scale,
    top: (30 + 60 * row) * scale,
    width: 120 * scale,
    height: 30 * scale,
    confidence: 90,
  }))
}

async function read(readings: Readonly<Record<number, readonly string[]>>): Promise<{ texts: string[]; at: number[] }> {
  const at: number[] = []
  const recogniser = {
    words: ({ dpi }: GrayPicture): Promise<RecognisedWord[]> => {
      at.push(Math.round(dpi))
      return Promise.resolve(words(dpi, readings[Math.round(dpi)] ?? []))
    },
  } as unknown as Tesseract
  const first = { words: words(300, readings[300] ?? []), isTypewriter: false }
  const found = await readAgain(recogniser, PICTURE, first, AbortSignal.timeout(60_000))
  return { texts: found.map(({ text }) => text), at }
}

test('a page without figures is read once', async () => {
  assert.deepEqual(await read({ 300: ['Dear', 'Sirs'] }), { texts: ['Dear', 'Sirs'], at: [] })
})

test('a page with figures is read twice, and the better form counts, where it stands on the first picture', async () => {
  assert.deepEqual(await read({ 300: ['Cash', '23:299'], 220: ['Gash', '23,299'] }), {
    texts: ['Cash', '23,299'],
    at: [220],
  })
})

test('a page is read a third time when a figure is open', async () => {
  const readings = { 300: ['Cash', '5,812'], 220: ['Cash', '3,812'], 260: ['Cash', '3,812'] }
  assert.deepEqual(await read(readings), { texts: ['Cash', '3,812'], at: [220, 260] })
})

test('pieces of rules that hang on a figure are no part of it', async () => {
  assert.deepEqual((await read({ 300: ['Cash', '1;000'], 220: ['Cash', '|1,000_'] })).texts, ['Cash', '1,000'])
})
