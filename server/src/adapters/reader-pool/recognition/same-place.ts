/** Which words of several readings of one page stand on the same ink. */
import type { RecognisedWord } from './tesseract-tsv.ts'
import { middleOf, rightOf } from './unread-places.ts'

/** Words that share this much of the narrower one's width, in one row, are read from the same ink. */
const SAME_INK = 0.3
/** How far apart the middles of two words of one row may lie, as a share of the lower one's height. */
const SAME_ROW = 0.6

type Reading = readonly RecognisedWord[]

interface Tagged {
  readonly word: RecognisedWord
  readonly reading: number
}

/** For each place of the page what each reading has there, in the order of the first reading; each word is in one place. */
export function groupByPlace(readings: readonly Reading[]): Reading[][] {
  const tagged = readings.flatMap((words, reading) => words.map((word): Tagged => ({ word, reading })))
  const groupOf = new Map<Tagged, Tagged[]>(tagged.map((one) => [one, [one]]))
  const byTop = [...tagged].sort((a, b) => a.word.top - b.word.top)
  for (const [index, one] of byTop.entries())
    for (let next = index + 1; next < byTop.length; next += 1) {
      const other = byTop[next] as Tagged
      if (other.word.top > one.word.top + one.word.height) break
      if (one.reading !== other.reading && areSameInk(one.word, other.word)) unite(groupOf, one, other)
    }
  const groups = new Set(tagged.map((one) => groupOf.get(one) ?? [one]))
  return [...groups].map((group) =>
    readings.map((_, reading) =>
      group
        .filter((one) => one.reading === reading)
        .map((one) => one.word)
        .sort((a, b) => a.left - b.left),
    ),
  )
}

function unite(groupOf: Map<Tagged, Tagged[]>, one: Tagged, other: Tagged): void {
  const [into, from] = [groupOf.get(one) ?? [], groupOf.get(other) ?? []]
  if (into === from) return
  into.push(...from)
  for (const moved of from) groupOf.set(moved, into)
}

function areSameInk(a: RecognisedWord, b: RecognisedWord): boolean {
  const shared = Math.min(rightOf(a), rightOf(b)) - Math.max(a.left, b.left)
  const apart = Math.abs(middleOf(a) - middleOf(b))
  return shared > SAME_INK * Math.min(a.width, b.width) && apart < SAME_ROW * Math.min(a.height, b.height)
}
