/** The text layer of a PDF page as PDFium finds it: every character with its box, its style and its text object. */
import { ReadFailure } from '../failure.ts'
import { transformBox, type Matrix } from './page-space.ts'
import type { Pdfium } from './pdfium.ts'
import type { Character, TextStyle } from './words.ts'

/** More than this on one page is no page of a lender's package; the limit keeps one page from taking all memory. */
const MAX_CHARACTERS = 1_000_000
/** PDFium's mark for a hyphen that ends a line. */
const LINE_END_HYPHEN = 0x02
/** Shown as a hyphen wherever a PDF prints it. */
const SOFT_HYPHEN = 0xad
const FORCE_BOLD_FLAG = 1 << 18
const BOLD_NAME = /bold|black|heavy|demi/i
/** Text that is filled and stroked: how a bold is made of a font that has none. */
const FILL_AND_STROKE = 2

/** A character with what is needed to judge whether the page shows it, and whether it is what it says. */
export interface LayerCharacter extends Character {
  /** PDFium's handle of the text object it belongs to; 0 for the spaces that PDFium adds. */
  readonly object: number
  /** Set where the file's own tables do not say which letter this is. */
  readonly unmapped: boolean
}

const SPACE: LayerCharacter = {
  text: ' ',
  box: [0, 0, 0, 0],
  style: { font: null, size: 0, bold: false, angle: 0 },
  object: 0,
  unmapped: false,
}

/** The characters of the text layer in the order of the file, hidden ones included. */
export function readTextLayer(pdfium: Pdfium, textPage: number, toPage: Matrix): LayerCharacter[] {
  const { call, scratch } = pdfium
  const count = call.FPDFText_CountChars(textPage)
  if (count > MAX_CHARACTERS) throw new ReadFailure('unreadable', `a page holds ${count} characters`)
  const styles = new StyleReader(pdfium, textPage, toPage)
  const characters: LayerCharacter[] = []
  for (let index = 0; index < count; index += 1) {
    const code = call.FPDFText_GetUnicode(textPage, index)
    const object = call.FPDFText_GetTextObject(textPage, index)
    if (object === 0 || isSpace(code)) {
      characters.push(SPACE)
      continue
    }
    call.FPDFText_GetLooseCharBox(textPage, index, scratch)
    characters.push({
      text: code === LINE_END_HYPHEN || code === SOFT_HYPHEN ? '-' : String.fromCodePoint(code),
      box: transformBox(
        toPage,
        pdfium.float(scratch),
        pdfium.float(scratch + 12),
        pdfium.float(scratch + 8),
        pdfium.float(scratch + 4),
      ),
      style: styles.of(object, index),
      object,
      unmapped: call.FPDFText_HasUnicodeMapError(textPage, index) === 1,
    })
  }
  return characters
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0xa0 ||
    (code < 0x20 && code !== LINE_END_HYPHEN) ||
    (code >= 0x2000 && code <= 0x200b) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0x3000 ||
    code === 0xfeff ||
    code > 0x10ffff
  )
}

/** Font, size and direction belong to a text object, not to a character: they are asked for once per object. */
class StyleReader {
  readonly #pdfium: Pdfium
  readonly #textPage: number
  readonly #toPage: Matrix
  readonly #byObject = new Map<number, TextStyle>()
  readonly #fonts = new Map<number, { name: string | null; bold: boolean }>()
  #last: { readonly object: number; readonly style: TextStyle } = { object: 0, style: SPACE.style }

  constructor(pdfium: Pdfium, textPage: number, toPage: Matrix) {
    this.#pdfium = pdfium
    this.#textPage = textPage
    this.#toPage = toPage
  }

  of(object: number, index: number): TextStyle {
    if (object !== this.#last.object) {
      const style = this.#byObject.get(object) ?? this.#read(object, index)
      this.#last = { object, style }
    }
    return this.#last.style
  }

  #read(object: number, index: number): TextStyle {
    const { call, scratch } = this.#pdfium
    const font = this.#font(call.FPDFTextObj_GetFont(object))
    call.FPDFTextObj_GetFontSize(object, scratch)
    const size = this.#pdfium.float(scratch)
    call.FPDFText_GetMatrix(this.#textPage, index, scratch)
    const right = this.#pdfium.float(scratch)
    const up = this.#pdfium.float(scratch + 4)
    const scale = Math.hypot(this.#pdfium.float(scratch + 8), this.#pdfium.float(scratch + 12))
    const across = right * this.#toPage.a + up * this.#toPage.c
    const down = right * this.#toPage.b + up * this.#toPage.d
    const style: TextStyle = {
      font: font.name,
      size: Math.abs(size) * scale,
      bold: font.bold || call.FPDFTextObj_GetTextRenderMode(object) === FILL_AND_STROKE,
      angle: (Math.atan2(down, across) * 180) / Math.PI,
    }
    this.#byObject.set(object, style)
    return style
  }

  #font(handle: number): { name: string | null; bold: boolean } {
    const known = this.#fonts.get(handle)
    if (known !== undefined) return known
    const { call } = this.#pdfium
    const name = this.#pdfium.utf8((buffer, length) => call.FPDFFont_GetBaseFontName(handle, buffer, length))
    const forced = (call.FPDFFont_GetFlags(handle) & FORCE_BOLD_FLAG) !== 0
    const font = { name: name === '' ? null : name, bold: forced || BOLD_NAME.test(name) }
    this.#fonts.set(handle, font)
    return font
  }
}
