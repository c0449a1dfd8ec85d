/** What the reader makes of any file, and all that the later stages ever see of it. */

/** A rectangle in points from the page's top left corner, after rotation has been undone: x0 < x1, y0 < y1. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number]

/** One printed word; on a sheet, the whole text of one cell as it is shown. */
export interface Word {
  readonly text: string
  readonly box: Box
  /** Base font name as the file states it; null where there is none (OCR, spreadsheets). */
  readonly font: string | null
  /** Font size in points. */
  readonly size: number
  readonly bold: boolean
  /** Name of the form field whose value this is; absent on words that are printed. */
  readonly field?: string
  /** Degrees clockwise by which the word's line leaves the horizontal: sideways labels, watermarks. Absent when 0. */
  readonly angle?: number
  /** Position of its column in the sheet, from 0; absent on anything but a cell. */
  readonly column?: number
}

/** What a file says of its own making. Whoever made it could write anything here, so it accuses nobody. */
export interface FileOrigin {
  readonly producer: string | null
  readonly creator: string | null
  /** `YYYY-MM-DDTHH:MM:SS`, without a zone; null where the file states none. */
  readonly created: string | null
  readonly modified: string | null
  /** How often the file was saved by adding to its end instead of being written anew. */
  readonly updates: number
}

/** A drawn straight line, horizontal or vertical: tables are ruled with them and totals underlined. */
export interface Rule {
  readonly box: Box
}

/** How the words of a page were found: from its own text, by optical recognition, or from cells of a sheet. */
export type PageKind = 'digital' | 'ocr' | 'sheet'

/**
 * What a reader of the page should know beyond its words:
 * - `hidden_text`: the text layer holds words that the page does not show; they are left out.
 * - `text_layer_redone`: the text layer could not be trusted; the page was read from its picture instead.
 * - `picture_text`: part of the page is a picture; its words (those without a font) were read by OCR.
 * - `hidden_cells`: rows, columns or cells that the sheet does not show; they are left out.
 * - `values_unformatted`: the sheet is so large that its numbers are given plain, without their number formats.
 * - `damaged`: the file holds this page, but nothing can be read from it.
 */
export type PageNoteCode =
  'hidden_text' | 'text_layer_redone' | 'picture_text' | 'hidden_cells' | 'values_unformatted' | 'damaged'

export interface PageNote {
  readonly code: PageNoteCode
  /** How many words or cells it concerns; 0 where that is not a number of anything. */
  readonly count: number
}

export interface Page {
  /** Position in the file, from 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  readonly kind: PageKind
  readonly words: readonly Word[]
  readonly rules: readonly Rule[]
  /** Degrees clockwise by which the page as filed was turned to stand upright; its image must be turned alike. */
  readonly turned: number
  /** Name of the sheet; null on anything but a sheet. */
  readonly title: string | null
  readonly notes: readonly PageNote[]
  /** On the first page of a PDF; absent everywhere else. */
  readonly origin?: FileOrigin
}
