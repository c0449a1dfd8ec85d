/** What the reader makes of any file, and all that the later stages ever see of it. */

/** A rectangle in points from the page's top left corner, after rotation has been undone: x0 < x1, y0 < y1. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

export interface Word {
  readonly text: string
  readonly box: Box
  /** Base font name as the file states it; null where there is none (OCR, spreadsheets). */
  readonly font: string | null
  /** Font size in points. */
  readonly size: number
  readonly bold: boolean
}

/** A drawn straight line, horizontal or vertical: tables are ruled with them and totals underlined. */
export interface Rule {
  readonly box: Box
}

/** How the words of a page were found: from its own text, by optical recognition, or from cells of a sheet. */
export type PageKind = 'digital' | 'ocr' | 'sheet'

export interface Page {
  /** Position in the file, from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly kind: PageKind
  readonly words: readonly Word[]
  readonly rules: readonly Rule[]
}
