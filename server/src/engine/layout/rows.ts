/** Words to printed rows. Everything that reads a table starts here. */
import type { Box, Page, Word } from '../model/page.ts'
import { cutLeaders } from './leaders.ts'
import { withDaysApart } from './glued-days.ts'

export interface Row {
  readonly page: number
  readonly box: Box
  /** Left to right. */
  readonly words: readonly Word[]
}

/** Words whose heights overlap by this share of the lower one stand on one row. */
const SAME_ROW_OVERLAP = 0.5
/** How far to the left, in points, a word of the same row is looked at before the whole row is: scans sag. */
const NEIGHBOUR_REACH_POINTS = 260
/** Text that leans more than this is a watermark or a label along an axis. */
const LEVEL_DEGREES = 2
const LEADER = /^[._·•…‥\-–—=*\s]{4,}$|^[._·…‥]{2,}$|^[._…‥]$/
/** Letters this many times as high as most of the page are a title, a logo or a watermark. */
const HUGE = 2.5
/** No letter is lower than this share of most words of its page, and no dash as high as this. */
const SPECK = 0.3
const HIGH_DASH = 0.8
/** A level watermark lies over so many rows, and titles beside one or two; nothing but a watermark is this high. */
const ROWS_UNDER_WATERMARK = 3
const HIGHER_THAN_TITLES = 4.5

/** Leaders, drawn lines of underscores and leaning watermarks: ink that says nothing. */
export function isDecoration(word: Word): boolean {
  return Math.abs(word.angle ?? 0) > LEVEL_DEGREES || LEADER.test(word.text)
}

/** Every stage asks for the rows of the same pages; finding them is half of the engine's work. */
const known = new WeakMap<Page, Row[]>()

/** Given a page, its printed rows, top to bottom, each left to right. */
export function pageToRows(page: Page): Row[] {
  const rows = known.get(page) ?? findRows(page)
  known.set(page, rows)
  return rows
}

function findRows(page: Page): Row[] {
  const shown = cutLeaders(page.words).filter((word) => !isDecoration(word) && inside(word, page))
  const words = withoutWatermarks(page.kind === 'ocr' ? withoutSpecks(shown) : shown)
  const groups: Word[][] = []
  for (const word of [...words].sort((a, b) => middle(a) - middle(b) || a.box[0] - b.box[0])) {
    let best: Word[] | null = null
    let bestOverlap = SAME_ROW_OVERLAP
    for (const group of groups.slice(-12)) {
      const overlap = overlapWith(group, word)
      if (overlap >= bestOverlap) [best, bestOverlap] = [group, overlap]
    }
    if (best === null) groups.push([word])
    else best.push(word)
  }
  return groups
    .map((group) => toRow(page.number, group))
    .sort((a, b) => (a.box[1] + a.box[3]) / 2 - (b.box[1] + b.box[3]) / 2)
}

/** Recognition finds letters in dotted rules and dust, and they would tie the rows above and below to one. */
function withoutSpecks(words: readonly Word[]): readonly Word[] {
  const usual = usualHeight(words)
  return words.filter((word) =>
    /^[-–—_~]+$/.test(word.text)
      ? heightOf(word) < HIGH_DASH * usual
      : heightOf(word) >= SPECK * usual || !/[\p{L}\d]/u.test(word.text),
  )
}

/**
 * A watermark that does not lean is known by lying over or amid the text of several rows: nothing that belongs to
 * the page is printed across other words.
 */
function withoutWatermarks(words: readonly Word[]): readonly Word[] {
  const usual = usualHeight(words)
  const huge = words.filter((word) => heightOf(word) > HUGE * usual)
  if (huge.length === 0) return words
  const body = words.filter((word) => heightOf(word) <= HUGE * usual)
  const marks = new Set(huge.filter((word) => liesAmid(word, body, HIGHER_THAN_TITLES * usual)))
  return words.filter((word) => !marks.has(word))
}

function usualHeight(words: readonly Word[]): number {
  const heights = words.map(heightOf).sort((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

function heightOf(word: Word): number {
  return word.box[3] - word.box[1]
}

function liesAmid({ box }: Word, body: readonly Word[], highest: number): boolean {
  const beside = body.filter((word) => middle(word) > box[1] && middle(word) < box[3])
  const rows = new Set(beside.map((word) => Math.round(middle(word) / heightOf(word))))
  if (rows.size < (box[3] - box[1] > highest ? 1 : ROWS_UNDER_WATERMARK)) return false
  const [left, right] = [beside.some((word) => word.box[2] < box[2]), beside.some((word) => word.box[0] > box[0])]
  return left && right
}

function inside(word: Word, page: Page): boolean {
  return word.box[2] > 0 && word.box[0] < page.width && word.box[3] > 0 && word.box[1] < page.height
}

function middle(word: Word): number {
  return (word.box[1] + word.box[3]) / 2
}

/** The best overlap with a word nearby; where the row has none nearby, with any of its words. */
function overlapWith(group: readonly Word[], word: Word): number {
  const near = group.filter((other) => Math.abs(gapBetween(other.box, word.box)) < NEIGHBOUR_REACH_POINTS)
  let best = 0
  for (const other of near.length > 0 ? near : group) best = Math.max(best, verticalOverlap(other.box, word.box))
  return best
}

function gapBetween(a: Box, b: Box): number {
  return Math.max(a[0], b[0]) - Math.min(a[2], b[2])
}

/** Shared height as a share of the lower box; 0 when they lie one over the other in the same place. */
export function verticalOverlap(a: Box, b: Box): number {
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  const height = Math.min(a[3] - a[1], b[3] - b[1])
  return height <= 0 ? 0 : shared / height
}

export function boxAround(boxes: readonly Box[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    x0 = Math.min(x0, box[0])
    y0 = Math.min(y0, box[1])
    x1 = Math.max(x1, box[2])
    y1 = Math.max(y1, box[3])
  }
  return [x0, y0, x1, y1]
}

function toRow(page: number, group: readonly Word[]): Row {
  const words = withDaysApart([...group].sort((a, b) => a.box[0] - b.box[0]))
  return { page, words, box: boxAround(words.map((word) => word.box)) }
}

/** The words of a row as a person would read them out. */
export function rowText(row: Row): string {
  const text = knownTexts.get(row) ?? row.words.map((word) => word.text).join(' ')
  knownTexts.set(row, text)
  return text
}

/** Classification asks for the text of every row once for each of its patterns. */
const knownTexts = new WeakMap<Row, string>()
