/** The days in a row of a list, and which of them is the day of booking. */
import type { DayCell } from '../../layout/printed-day.ts'
import { readPrintedDay } from '../../layout/printed-day.ts'
import { boxAround } from '../../layout/rows.ts'
import type { Spot } from '../../model/extraction.ts'
import type { Word } from '../../model/page.ts'
import type { HeadColumn } from './table-head.ts'
import { isDateRole } from './table-head.ts'

export interface RowDay {
  readonly day: DayCell
  readonly words: readonly Word[]
  readonly spot: Spot
}

/** Words of one day stand nearer than this, in letter heights. */
const DAY_GAP = 1.2
/** A day stands clear of the text before it by this many letter heights, or it is part of that text. */
const CLEAR_GAP = 0.8
const MAX_DAY_WORDS = 4
/** How far, in points, a day may stand out of its head's place. */
const HEAD_SLACK_POINTS = 14

/** Every day that stands clear in the row, left to right. */
export function daysInRow(words: readonly Word[], page: number): RowDay[] {
  const found: RowDay[] = []
  for (let index = 0; index < words.length; index += 1) {
    const [before, word] = [words[index - 1], words[index]]
    if (word === undefined || !/[\dmdxMDX\p{L}]/u.test(word.text)) continue
    const isClear =
      before === undefined ||
      word.box[0] - before.box[2] > CLEAR_GAP * word.size ||
      found.at(-1)?.words.at(-1) === before
    const taken = isClear ? takeDay(words, index) : null
    if (taken === null) continue
    const own = words.slice(index, index + taken.count)
    const text = own.map((one) => one.text).join(' ')
    found.push({ day: taken.day, words: own, spot: { page, box: boxAround(own.map((one) => one.box)), text } })
    index += taken.count - 1
  }
  return found
}

function takeDay(words: readonly Word[], from: number): { day: DayCell; count: number } | null {
  let most = 1
  while (most < MAX_DAY_WORDS) {
    const [left, right] = [words[from + most - 1], words[from + most]]
    if (!left || !right || right.box[0] - left.box[2] > DAY_GAP * left.size) break
    most += 1
  }
  for (let count = most; count > 0; count -= 1) {
    const texts = words.slice(from, from + count).map((word) => word.text)
    const day = readPrintedDay(texts.join(' ')) ?? (count > 1 ? readPrintedDay(texts.join('')) : null)
    if (day !== null) return { day, count }
  }
  return null
}

/** The days that stand in columns of days; without heads, those at the row's beginning. */
export function daysInColumns(days: readonly RowDay[], heads: readonly HeadColumn[], words: readonly Word[]): RowDay[] {
  const columns = heads.filter((head) => isDateRole(head.role))
  if (columns.length === 0) {
    const leading = days.filter((one, index) => leads(days, index, words))
    return leading.length > 0 ? leading : days.filter((one) => one.words.length > 0 && heads.length > 0)
  }
  return days.filter(({ spot: { box } }) => columns.some((column) => overlaps(column, box)))
}

function leads(days: readonly RowDay[], index: number, words: readonly Word[]): boolean {
  const before = days.slice(0, index + 1).flatMap((one) => one.words)
  return before.every((word, position) => words[position] === word)
}

function overlaps({ box: head }: HeadColumn, box: readonly number[]): boolean {
  return (box[0] ?? 0) < head[2] + HEAD_SLACK_POINTS && (box[2] ?? 0) > head[0] - HEAD_SLACK_POINTS
}

/** Booked before plain, plain before value date; among equals the first. */
export function bookingDay(days: readonly RowDay[], heads: readonly HeadColumn[]): RowDay | null {
  const columns = heads.filter((head) => isDateRole(head.role))
  const rank = (one: RowDay): number => {
    const [column] = columns
      .filter((head) => overlaps(head, one.spot.box))
      .sort((a, b) => Math.abs(a.box[0] - one.spot.box[0]) - Math.abs(b.box[0] - one.spot.box[0]))
    return column === undefined ? 3 : ['booked', 'date', 'valued'].indexOf(column.role)
  }
  return [...days].sort((a, b) => rank(a) - rank(b))[0] ?? null
}
