/** Forms print a caption in the corner of a box and people write below it: what stands in the box of a caption. */
import type { Page, Word } from '../model/page.ts'
import type { Row } from './rows.ts'
import { boxAround, pageToRows } from './rows.ts'
import type { Spot } from '../model/extraction.ts'
import { isWritten } from './written.ts'

/** Words of one caption stand this near to each other, in letter heights; further off begins the next box. */
const CAPTION_GAP = 1.6
/** How far below its caption, in letter heights of the caption, the writing in a box may begin. */
const WRITING_BELOW = 2.4
/** Captions of the next box, where this one is empty. */
const PRINTED =
  /\b(?:if|see|your|spouse|number|instructions?|address|city|part|note|street|income|forms?|amounts?|box|did|business)\b/i

interface Caption {
  readonly text: string
  readonly left: number
  /** Where the next caption of the row begins. */
  readonly right: number
  readonly bottom: number
  readonly size: number
}

/** The first line of writing under the first caption that matches; null when the box is empty or there is none. */
export function writtenUnder(page: Page, caption: RegExp, rows: readonly Row[] = pageToRows(page)): Spot | null {
  for (const row of rows)
    for (const found of captionsOf(row, page)) {
      if (!caption.test(found.text)) continue
      const written = writingIn(found, rows, row, page)
      if (written !== null) return written
    }
  return null
}

function captionsOf(row: Row, page: Page): Caption[] {
  const groups: Word[][] = []
  for (const word of row.words) {
    const last = groups.at(-1)?.at(-1)
    if (last === undefined || word.box[0] - last.box[2] > CAPTION_GAP * Math.max(word.size, last.size))
      groups.push([word])
    else groups.at(-1)?.push(word)
  }
  return groups.map((words, index) => {
    const box = boxAround(words.map((word) => word.box))
    return {
      text: words.map((word) => word.text).join(' '),
      left: box[0],
      right: groups[index + 1]?.[0]?.box[0] ?? page.width,
      bottom: box[3],
      size: Math.max(...words.map((word) => word.size)),
    }
  })
}

function writingIn(caption: Caption, rows: readonly Row[], own: Row, page: Page): Spot | null {
  for (const row of rows) {
    const middle = (row.box[1] + row.box[3]) / 2
    if (row === own || middle <= caption.bottom - 1 || middle > caption.bottom + WRITING_BELOW * caption.size) continue
    const words = row.words.filter(
      (word) => word.box[0] > caption.left - 2 * caption.size && word.box[0] < caption.right - 1,
    )
    const writing = startingRun(words.filter((word) => isWritten(word, page) !== false))
    const text = writing.map((word) => word.text).join(' ')
    const isSure = writing.length > 0 && writing.every((word) => isWritten(word, page) === true)
    if (!/\p{L}{2}/u.test(text) || (!isSure && PRINTED.test(text))) continue
    return { page: row.page, box: boxAround(writing.map((word) => word.box)), text }
  }
  return null
}

/** The words of one field, or a run of words without a wide gap. */
function startingRun(words: readonly Word[]): Word[] {
  const run: Word[] = []
  for (const word of words) {
    const last = run.at(-1)
    if (last !== undefined && (word.field !== last.field || word.box[0] - last.box[2] > 3 * last.size)) break
    run.push(word)
  }
  return run
}
