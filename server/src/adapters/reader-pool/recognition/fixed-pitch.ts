/**
 * Typewriter print. Its letters are thin and stand far apart, and Tesseract, which has learned from set type, loses the
 * points between them: of 81 figures at 300 dpi it read 11. The same page pushed together and with its strokes made
 * thicker gives 62, and 80 once figures that were cut at a comma are joined (join-figures.ts).
 */
import type { GrayPicture } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

/** Words that tell the pitch: long enough to have one, and read well enough to know how many letters they have. */
const TELLING = /^\p{L}{4,}$/u
const MIN_CONFIDENCE = 60
const MIN_TELLING_WORDS = 12
/** The middle half of the pitches lies within this share of the median: 0.01 to 0.02 for typewriters, 0.17 for set type. */
const MAX_SPREAD = 0.05
/** The last letter of a word takes up less than its cell. */
const LAST_CELL_GAP = 0.25

/** Whether every letter of the page takes up the same width. */
export function isFixedPitch(words: readonly RecognisedWord[]): boolean {
  const pitches = words
    .filter((word) => TELLING.test(word.text) && word.confidence >= MIN_CONFIDENCE)
    .map((word) => word.width / (word.text.length - LAST_CELL_GAP))
    .sort((a, b) => a - b)
  if (pitches.length < MIN_TELLING_WORDS) return false
  const at = (share: number): number => pitches[Math.floor(pitches.length * share)] ?? 0
  return at(0.75) - at(0.25) < MAX_SPREAD * at(0.5)
}

/** Letters of a typewriter's 0.6 of their size apart come to the 0.4 of set type. */
const WIDTH_SHARE = 0.65
/** Strokes are blurred and then darkened by this: they come out wider. */
const INK_GAIN = 2.5
/** One pass spreads ink by a pixel, which is right for 150 dpi. */
const DPI_OF_ONE_PASS = 150

/** The picture pushed together, its strokes thicker. */
export function condense(picture: GrayPicture): GrayPicture {
  const width = Math.max(1, Math.round(picture.width * WIDTH_SHARE))
  let ink = narrowed(picture, width)
  for (let pass = 0; pass < Math.max(1, Math.round(picture.dpi / DPI_OF_ONE_PASS)); pass += 1)
    ink = blurred(blurred(ink, { length: width, step: 1 }), { length: picture.height, step: width })
  const pixels = Uint8Array.from(ink, (value) => 255 - Math.min(255, value * INK_GAIN))
  return { ...picture, pixels, width }
}

/** Words of the condensed picture, in pixels of the picture it was made from. */
export function uncondense(words: readonly RecognisedWord[], condensed: GrayPicture, original: GrayPicture) {
  const scale = original.width / condensed.width
  return words.map((word) => ({ ...word, left: word.left * scale, width: word.width * scale }))
}

/** Ink, from 0 for white to 255, each column the mean of those that it stands for. */
function narrowed({ pixels, width: from, height }: GrayPicture, width: number): Float32Array {
  const ink = new Float32Array(width * height)
  for (let x = 0; x < width; x += 1) {
    const [start, end] = [(x * from) / width, ((x + 1) * from) / width]
    for (let source = Math.floor(start); source < Math.min(from, end); source += 1) {
      const share = (Math.min(end, source + 1) - Math.max(start, source)) / (end - start)
      for (let y = 0; y < height; y += 1)
        ink[y * width + x] = (ink[y * width + x] ?? 0) + share * (255 - (pixels[y * from + source] ?? 255))
    }
  }
  return ink
}

/** Binomial weights, along rows (step 1) or columns (step of one row); beyond the edge there is no ink. */
const WEIGHTS = [1, 4, 6, 4, 1].map((weight) => weight / 16)
function blurred(ink: Float32Array, along: { readonly length: number; readonly step: number }): Float32Array {
  const { length, step } = along
  const out = new Float32Array(ink.length)
  for (let index = 0; index < ink.length; index += 1) {
    const place = Math.floor(index / step) % length
    let sum = 0
    for (let offset = -2; offset <= 2; offset += 1) {
      if (place + offset < 0 || place + offset >= length) continue
      sum += (WEIGHTS[offset + 2] ?? 0) * (ink[index + offset * step] ?? 0)
    }
    out[index] = sum
  }
  return out
}
