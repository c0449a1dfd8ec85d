/**
 * The rows of a form. Notes in the margin are set closer than the lines beside them, and an amount may be taken for part
 * of a note; it belongs to the row whose words end right before it.
 */
import type { Row } from '../../layout/rows.ts'
import { boxAround, pageToRows, verticalOverlap } from '../../layout/rows.ts'
import type { Page, Word } from '../../model/page.ts'

/** A line's number stands this near before its box, in points. */
const LABEL_REACH = 90
const MIN_OVERLAP = 0.35

export function formRows(page: Page): Row[] {
  const rows = pageToRows(page).map((row) => [...row.words])
  for (const [index, words] of rows.entries())
    for (const word of words.filter((one) => /\d/.test(one.text))) {
      if (nearestBefore(word, words) !== null) continue
      const better = [rows[index - 1], rows[index + 1]]
        .flatMap((other) => (other === undefined ? [] : [{ other, label: nearestBefore(word, other) }]))
        .filter(({ label }) => label !== null && verticalOverlap(label.box, word.box) >= MIN_OVERLAP)
        .sort((a, b) => overlapOf(word, b.label) - overlapOf(word, a.label))[0]
      if (better === undefined) continue
      words.splice(words.indexOf(word), 1)
      better.other.push(word)
    }
  return rows.filter((words) => words.length > 0).map((words) => toRow(page.number, words))
}

function nearestBefore(word: Word, words: readonly Word[]): Word | null {
  const before = words.filter((other) => other !== word && other.box[2] <= word.box[0] + 1)
  const nearest = before.sort((a, b) => b.box[2] - a.box[2])[0]
  return nearest !== undefined && word.box[0] - nearest.box[2] < LABEL_REACH ? nearest : null
}

function overlapOf(word: Word, label: Word | null): number {
  return label === null ? 0 : verticalOverlap(label.box, word.box)
}

function toRow(page: number, words: readonly Word[]): Row {
  const sorted = [...words].sort((a, b) => a.box[0] - b.box[0])
  return { page, words: sorted, box: boxAround(sorted.map((word) => word.box)) }
}
