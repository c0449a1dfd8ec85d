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

export function parseTsv(table: string): RecognisedWord[] {
  return table.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text] = line.split('\t')
    if (level !== WORD_LEVEL || text === undefined || text.trim() === '') return []
    return [
      {
        text: text.trim(),
        left: Number(left),
        top: Number(top),
        width: Number(width),
        height: Number(height),
        confidence: Number(confidence),
      },
    ]
  })
}
