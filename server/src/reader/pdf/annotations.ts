/**
 * What is written onto a page rather than in it: form fields, typewriter notes, stamps, watermarks. Their text is not
 * in the page's text layer. What they show is their appearance, which may say more than the stored value (a 5000
 * shown as 5,000.00) or something else altogether; the value counts only where there is no appearance.
 */
import type { Box, Word } from '../../engine/model/page.ts'
import { closePage, openPage } from './open-page.ts'
import { multiply, transformBox, type Matrix } from './page-space.ts'
import type { Pdfium } from './pdfium.ts'
import { readShownText } from './shown-text.ts'
import { charactersToWords } from './words.ts'

const FREE_TEXT = 3
const POPUP = 16
const LINK = 2
const STAMP = 13
const WIDGET = 20
const WATERMARK = 24
const WITH_TEXT = new Set([FREE_TEXT, STAMP, WIDGET, WATERMARK])
/** Invisible, hidden, no view. */
const NOT_SHOWN_FLAGS = 0x01 | 0x02 | 0x20
const CHECK_BOX = 2
const RADIO_BUTTON = 3
const NORMAL_APPEARANCE = 0
/** How a ticked box reads. */
const TICK = 'X'
/** More annotations than this on one page are not read. */
const MAX_ANNOTATIONS = 5000

export interface PageAnnotations {
  readonly words: readonly Word[]
  /** Boxes of everything that is drawn over the page's own content. */
  readonly overlays: readonly Box[]
}

/** `form` is the document's form-fill environment, or 0 when it has no form. */
export function readAnnotations(pdfium: Pdfium, page: number, form: number, toPage: Matrix): PageAnnotations {
  const { call } = pdfium
  const words: Word[] = []
  const overlays: Box[] = []
  const count = Math.min(call.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)
  for (let index = 0; index < count; index += 1) {
    const annotation = call.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = call.FPDFAnnot_GetSubtype(annotation)
    const isShown = (call.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN_FLAGS) === 0
    if (isShown && subtype !== LINK && subtype !== POPUP) {
      const found = WITH_TEXT.has(subtype) ? annotationWords(pdfium, annotation, subtype, form, toPage) : []
      words.push(...found)
      // An empty field is drawn as nothing; anything else may hide what it lies on.
      if (subtype !== WIDGET || found.length > 0) overlays.push(annotationBox(pdfium, annotation, toPage))
    }
    call.FPDFPage_CloseAnnot(annotation)
  }
  return { words, overlays }
}

function annotationWords(pdfium: Pdfium, annotation: number, subtype: number, form: number, toPage: Matrix): Word[] {
  if (subtype !== WIDGET || form === 0) {
    if (hasAppearance(pdfium, annotation)) return appearanceWords(pdfium, annotation, toPage)
    return laidOut(noteText(pdfium, annotation, subtype), annotationBox(pdfium, annotation, toPage))
  }
  const words = fieldWords(pdfium, annotation, form, toPage)
  if (words.length === 0) return []
  const field = pdfium.utf16((buffer, length) =>
    pdfium.call.FPDFAnnot_GetFormFieldName(form, annotation, buffer, length),
  )
  return words.map((word) => ({ ...word, field }))
}

function fieldWords(pdfium: Pdfium, annotation: number, form: number, toPage: Matrix): Word[] {
  const { call } = pdfium
  const type = call.FPDFAnnot_GetFormFieldType(form, annotation)
  if (type === CHECK_BOX || type === RADIO_BUTTON) {
    // Which of its appearances is shown; PDFium's own question about it needs the page opened for editing.
    const state = stringEntry(pdfium, annotation, 'AS')
    const isTicked = state !== '' && state !== 'Off'
    return isTicked ? [plainWord(TICK, annotationBox(pdfium, annotation, toPage))] : []
  }
  const value = pdfium.utf16((buffer, length) => call.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length))
  if (hasAppearance(pdfium, annotation)) return joinComb(appearanceWords(pdfium, annotation, toPage), value)
  return laidOut(value, annotationBox(pdfium, annotation, toPage))
}

function hasAppearance(pdfium: Pdfium, annotation: number): boolean {
  return pdfium.call.EPDFAnnot_HasAppearanceStream(annotation, NORMAL_APPEARANCE) !== 0
}

function noteText(pdfium: Pdfium, annotation: number, subtype: number): string {
  return subtype === FREE_TEXT ? stringEntry(pdfium, annotation, 'Contents') : ''
}

/** A text or name in the annotation's dictionary; empty when it has none. */
function stringEntry(pdfium: Pdfium, annotation: number, key: string): string {
  return pdfium.withText(key, (name) =>
    pdfium.utf16((buffer, length) => pdfium.call.FPDFAnnot_GetStringValue(annotation, name, buffer, length)),
  )
}

/** The words of the appearance, which PDFium hands out as a small document of its own: a page to be read like any. */
function appearanceWords(pdfium: Pdfium, annotation: number, toPage: Matrix): Word[] {
  const { call } = pdfium
  const document = call.EPDFAnnot_ExportAppearanceAsDocument(annotation)
  if (document === 0) return []
  try {
    const page = openPage(pdfium, document, 0)
    if (page === null) return []
    const { characters } = readShownText(pdfium, page, [])
    closePage(pdfium, page)
    const { left, bottom } = annotationRectangle(pdfium, annotation)
    const placed = multiply({ a: 1, b: 0, c: 0, d: -1, e: left, f: bottom + page.height }, toPage)
    return charactersToWords(characters).map((word) => placeWord(word, placed))
  } finally {
    call.FPDF_CloseDocument(document)
  }
}

/** From the upright space of the appearance to the upright space of the page it stands on. */
function placeWord(word: Word, matrix: Matrix): Word {
  const turn = (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI
  const angle = (word.angle ?? 0) + turn
  const { angle: _own, ...upright } = word
  return {
    ...upright,
    box: transformBox(matrix, ...word.box),
    ...(Math.abs(angle) < 1 ? {} : { angle }),
  }
}

/** A comb field spreads its characters over cells; they are one word all the same. */
function joinComb(words: Word[], value: string): Word[] {
  const [first] = words
  if (first === undefined || words.length < 2 || /\s/.test(value)) return words
  if (words.map((word) => word.text).join('') !== value) return words
  const box: Box = [
    Math.min(...words.map((word) => word.box[0])),
    Math.min(...words.map((word) => word.box[1])),
    Math.max(...words.map((word) => word.box[2])),
    Math.max(...words.map((word) => word.box[3])),
  ]
  return [{ ...first, text: value, box }]
}

/** A text without an appearance, set line by line into its box as a viewer would set it. */
function laidOut(text: string, box: Box): Word[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const height = (box[3] - box[1]) / Math.max(1, lines.length)
  return lines.flatMap((line, row) => {
    const letter = (box[2] - box[0]) / Math.max(1, line.length)
    return [...line.matchAll(/\S+/g)].map((match) =>
      plainWord(match[0], [
        box[0] + match.index * letter,
        box[1] + row * height,
        box[0] + (match.index + match[0].length) * letter,
        box[1] + (row + 1) * height,
      ]),
    )
  })
}

function plainWord(text: string, box: Box): Word {
  return { text, box, font: null, size: Math.min(12, box[3] - box[1]), bold: false }
}

function annotationRectangle(pdfium: Pdfium, annotation: number) {
  pdfium.call.FPDFAnnot_GetRect(annotation, pdfium.scratch)
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => pdfium.float(pdfium.scratch + offset)) as [
    number,
    number,
    number,
    number,
  ]
  return {
    left: Math.min(left, right),
    bottom: Math.min(bottom, top),
    right: Math.max(left, right),
    top: Math.max(bottom, top),
  }
}

function annotationBox(pdfium: Pdfium, annotation: number, toPage: Matrix): Box {
  const { left, bottom, right, top } = annotationRectangle(pdfium, annotation)
  return transformBox(toPage, left, bottom, right, top)
}
