/** From a scan to a page: which way up it is, its words, and where they go. */
import { boxArea, sharedArea } from '../../../engine/model/box.ts'
import { decodePage } from '../../../engine/model/page-codec.ts'
import type { Box, Page, Word } from '../../../engine/model/page.ts'
import type { Scan } from '../../../engine/model/reader-messages.ts'
import { withDashes } from './dashes.ts'
import { turnQuarters } from './quarter-turn.ts'
import { readAgain, readFirst, type FirstReading } from './readings.ts'
import { figuresOnSheet, sheetOfUnread } from './second-look.ts'
import { RecognitionError, type GrayPicture, type Tesseract } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

/** Print that is read the wrong way up comes out as a few letters that nobody is sure of. */
const MIN_UPRIGHT_CONFIDENCE = 60
const MIN_UPRIGHT_WORDS = 5
/** A recognised word that lies on a known one by this share is the same ink. */
const SAME_INK_SHARE = 0.4
/** How far along a row its size is looked for, in points. */
const ROW_REACH = 200

export async function recognise(tesseract: Tesseract, scan: Scan, signal: AbortSignal): Promise<Page> {
  const page = decodePage(scan.page)
  try {
    const first = await readFirst(tesseract, scan, signal)
    const isUpright = scan.regions !== null || looksUpright(first.words)
    const turns = isUpright ? 0 : await tesseract.quarterTurns(scan, signal)
    if (turns === 0) return withWords(page, scan, await wordsOf(tesseract, scan, first, signal))
    const turned = turnQuarters(scan, turns)
    const anew = await readFirst(tesseract, turned, signal)
    return withWords(turnPage(page, turns), { ...scan, ...turned }, await wordsOf(tesseract, turned, anew, signal))
  } catch (error) {
    if (!(error instanceof RecognitionError) || signal.aborted) throw error
    return { ...page, notes: [...page.notes, { code: 'damaged', count: 0 }] }
  }
}

/** What was passed over is looked for when all readings are compared. */
async function wordsOf(
  tesseract: Tesseract,
  picture: GrayPicture,
  first: FirstReading,
  signal: AbortSignal,
): Promise<RecognisedWord[]> {
  const words = withDashes(await readAgain(tesseract, picture, first, signal), picture)
  const sheet = sheetOfUnread(words, picture)
  if (sheet === null) return words
  return [...words, ...figuresOnSheet(sheet, await tesseract.words(sheet, signal, 'block'))]
}

function looksUpright(words: readonly RecognisedWord[]): boolean {
  const sure = words.filter((word) => word.text.length >= 2)
  if (sure.length < MIN_UPRIGHT_WORDS) return false
  const mean = sure.reduce((sum, word) => sum + word.confidence, 0) / sure.length
  return mean >= MIN_UPRIGHT_CONFIDENCE
}

function turnPage(page: Page, turns: number): Page {
  const turned = page.turned + turns * 90
  return turns % 2 === 0 ? { ...page, turned } : { ...page, turned, width: page.height, height: page.width }
}

function withWords(page: Page, scan: Scan & GrayPicture, recognised: readonly RecognisedWord[]): Page {
  const points = 72 / scan.dpi
  const found = recognised.flatMap((word): Word[] => {
    const x0 = scan.origin[0] + word.left * points
    const y0 = scan.origin[1] + word.top * points
    const box: Box = [x0, y0, x0 + word.width * points, y0 + word.height * points]
    if (!(boxArea(box) > 0) || !isWanted(box, scan.regions) || isKnown(box, page.words)) return []
    return [{ text: word.text, box, font: null, size: fontSize(word.text, box[3] - box[1]), bold: false }]
  })
  const notes = page.notes.map((note) => (note.code === 'picture_text' ? { ...note, count: found.length } : note))
  return { ...page, words: [...page.words, ...found.map((word) => ({ ...word, size: sizeInRow(word, found) }))], notes }
}

function isWanted(box: Box, regions: readonly Box[] | null): boolean {
  if (regions === null) return true
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return regions.some((region) => x >= region[0] && x <= region[2] && y >= region[1] && y <= region[3])
}

function isKnown(box: Box, words: readonly Word[]): boolean {
  return words.some((word) => sharedArea(box, word.box) > SAME_INK_SHARE * Math.min(boxArea(box), boxArea(word.box)))
}

/** Rows are printed in one size; a dash alone, or a word that a speck touches, does not tell its own. */
function sizeInRow(word: Word, words: readonly Word[]): number {
  const middle = (word.box[1] + word.box[3]) / 2
  const row = words.filter(
    (one) => one.box[1] < middle && one.box[3] > middle && Math.abs(one.box[0] - word.box[0]) < ROW_REACH,
  )
  const sizes = row.filter((one) => /[\p{L}\p{N}]/u.test(one.text)).map((one) => one.size)
  return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? word.size
}

/** A word's ink is as high as its letters: small ones without ascenders are half the font size, with both ends all. */
function fontSize(text: string, height: number): number {
  const rises = /[A-Z0-9bdfhklt()[\]{}|/$%&!?]/.test(text)
  const falls = /[gjpqy,;()[\]{}|/$]/.test(text)
  const share = rises && falls ? 0.92 : rises ? 0.72 : falls ? 0.74 : 0.52
  return height / share
}
