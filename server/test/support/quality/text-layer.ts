/**
 * Every word that Poppler finds on a digital page must be among ours, at its place. Poppler reads the text layer and we
 * read the page: a word of the layer that Poppler's own picture of the page does not show is no miss, and is counted
 * apart. Where one of us cuts a word in two, the letters must still all be there, side by side.
 */
import { boxesOverlap } from '../../../src/engine/model/box.ts'
import type { Box, Page, Word } from '../../../src/engine/model/page.ts'
import { popplerImage, popplerPages, type PopplerImage, type PopplerWord } from './poppler.ts'

/** Boxes of the two are made by different rules; a hair's breadth apart is the same place. */
const PLACE_SLACK_POINTS = 0.5
const LOOK_DPI = 100
/** Least difference of gray inside a word's box that is ink, of 255. */
const MIN_INK = 12
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/

export interface TextLayerScore {
  readonly pages: number
  readonly words: number
  /** Found as one word with the same letters. */
  readonly exact: number
  /** Found with the same letters, cut differently. */
  readonly cut: number
  /** In the layer but not on the page. */
  readonly notShown: number
  readonly misses: readonly string[]
}

export function scoreTextLayer(path: string, name: string, pages: readonly Page[]): TextLayerScore {
  const score = { pages: 0, words: 0, exact: 0, cut: 0, notShown: 0, misses: [] as string[] }
  const theirs = popplerPages(path)
  for (const page of pages) {
    const other = theirs[page.number - 1]
    if (page.kind !== 'digital' || other === undefined) continue
    score.pages += 1
    let picture: PopplerImage | null = null
    for (const word of other.words) {
      if (letters(word.text) === '') continue
      score.words += 1
      const near = page.words.filter((own) => boxesOverlap(widened(own.box), word.box))
      if (near.some((own) => isSame(own.text, word.text))) score.exact += 1
      else if (isAmong(near, word.text)) score.cut += 1
      else {
        picture ??= popplerImage(path, page.number, LOOK_DPI)
        if (isShown(word, picture)) {
          const nearby = near.map((own) => own.text).join(' ')
          score.misses.push(`${name} page ${page.number}: '${word.text}' at ${place(word)}, near '${nearby}'`)
        } else score.notShown += 1
      }
    }
  }
  return score
}

/** The letters that count: forms of hyphens and ligatures are one, white space is none. */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u2010-\u2015]/g, '-')
    .replace(/\s/g, '')
}

/** Poppler gives right-to-left words as they lie on the page, we give them as they are read. */
function readings(theirs: string): string[] {
  const asGiven = letters(theirs)
  return RIGHT_TO_LEFT.test(theirs) ? [asGiven, [...asGiven].reverse().join(''), mirrorBrackets(asGiven)] : [asGiven]
}

function mirrorBrackets(text: string): string {
  const swapped: Readonly<Record<string, string>> = { '(': ')', ')': '(' }
  return [...text]
    .reverse()
    .map((letter) => swapped[letter] ?? letter)
    .join('')
}

function isSame(ours: string, theirs: string): boolean {
  return readings(theirs).includes(letters(ours))
}

function isAmong(near: readonly Word[], theirs: string): boolean {
  const inFileOrder = near.map((own) => letters(own.text)).join('')
  const byPlace = [...near].sort((a, b) => a.box[0] - b.box[0]).map((own) => letters(own.text))
  const leftToRight = byPlace.join('')
  const rightToLeft = byPlace.reverse().join('')
  return readings(theirs).some(
    (wanted) => inFileOrder.includes(wanted) || leftToRight.includes(wanted) || rightToLeft.includes(wanted),
  )
}

function isShown({ box }: PopplerWord, { width, height, dpi, pixels }: PopplerImage): boolean {
  const scale = dpi / 72
  const [left, right] = [Math.max(0, Math.floor(box[0] * scale)), Math.min(width, Math.ceil(box[2] * scale))]
  const [top, bottom] = [Math.max(0, Math.floor(box[1] * scale)), Math.min(height, Math.ceil(box[3] * scale))]
  let [darkest, lightest] = [255, 0]
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const value = pixels[y * width + x] ?? 255
      darkest = Math.min(darkest, value)
      lightest = Math.max(lightest, value)
    }
  return lightest - darkest >= MIN_INK
}

function widened([x0, y0, x1, y1]: Box): Box {
  return [x0 - PLACE_SLACK_POINTS, y0 - PLACE_SLACK_POINTS, x1 + PLACE_SLACK_POINTS, y1 + PLACE_SLACK_POINTS]
}

function place({ box }: PopplerWord): string {
  return box.map((edge) => Math.round(edge)).join(',')
}
