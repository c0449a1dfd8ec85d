/** Tesseract's table of results. */

/** A word in pixels of the picture that was recognised. */
export interface RecognisedWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** 0 to 100, for telling a page that is upside down from one that is not; it does not tell right from wrong words. */
  readonly confidence: number
}

const WORD_LEVEL = '5'
/** A space is about this share as wide as the letters are high. */
const SPACE_SHARE = 0.35
const DASH = /^[-–—−]$/
/** Where a dash lies between the top and the bottom of a row of letters, and how thick it is. */
const DASH_TOP = 0.45
const DASH_HEIGHT = 0.15

export function parseTsv(table: string): RecognisedWord[] {
  const lines = new Map<string, RecognisedWord[]>()
  for (const row of table.split('\n')) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, text] = row.split('\t')
    if (level !== WORD_LEVEL || text === undefined || text.trim() === '') continue
    const word = {
      text: text.trim(),
      left: Number(left),
      top: Number(top),
      width: Number(width),
      height: Number(height),
      confidence: Number(confidence),
    }
    const key = [page, block, paragraph, line].join()
    const words = lines.get(key)
    if (words === undefined) lines.set(key, [word])
    else words.push(word)
  }
  return [...lines.values()].flatMap(setApart)
}

/**
 * Now and then Tesseract cannot tell which ink is whose: the first word then has the box of several (`31` that of
 * `31 - 60`), and a dash is as high as the row. A word ends where the next one begins, and a dash is flat.
 */
function setApart(words: readonly RecognisedWord[]): RecognisedWord[] {
  let reach = -Infinity
  return words.map((word, index) => {
    const { left, top, width, height } = word
    const isUnderAnother = left < reach
    reach = Math.max(reach, left + width)
    if (isUnderAnother && DASH.test(word.text))
      return { ...word, top: top + DASH_TOP * height, height: DASH_HEIGHT * height }
    const next = words[index + 1]
    if (next === undefined || next.left <= left || next.left >= left + width) return word
    return { ...word, width: Math.max(1, next.left - left - SPACE_SHARE * height) }
  })
}
