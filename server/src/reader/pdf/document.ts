/** A PDF from its first page to its last. */
import { MAX_DOCUMENT_PAGES } from '../../engine/model/reading.ts'
import { ReadFailure } from '../failure.ts'
import type { InputFile } from '../input.ts'
import type { PageReading } from '../scan/picture.ts'
import { closePage, openPage } from './open-page.ts'
import { readOrigin } from './origin.ts'
import { readPdfPage } from './page.ts'
import type { Pdfium } from './pdfium.ts'
import { renderColour, type ColourImage } from './render.ts'

const NO_FORM = 0
/** A form that is drawn by a program inside the file; PDFium has none to run it, and the pages say 'please wait'. */
const DYNAMIC_FORM = 2
/**
 * PDFium keeps what it decoded as long as the document is open; opened anew, it starts empty. That costs a walk through
 * all of the page tree, so it is done only once its memory has grown to a quarter of what it may take.
 */
const PAGES_PER_OPENING = 200
const MEMORY_TO_KEEP = 64 * 1024 * 1024

export class PdfDocument {
  readonly pageCount: number
  readonly #pdfium: Pdfium
  readonly #input: InputFile
  #document: number
  #form: number
  #pagesSinceOpening = 0

  constructor(pdfium: Pdfium, input: InputFile) {
    this.#pdfium = pdfium
    this.#input = input
    this.#document = pdfium.openDocument(input)
    this.#form = this.#openForm()
    this.pageCount = pdfium.call.FPDF_GetPageCount(this.#document)
    if (this.pageCount === 0) throw new ReadFailure('empty', 'the PDF has no pages')
    if (this.pageCount > MAX_DOCUMENT_PAGES) throw new ReadFailure('too_many_pages', `${this.pageCount} pages`)
  }

  read(number: number): PageReading {
    this.#keepFresh()
    const reading = readPdfPage(this.#pdfium, this.#document, number, this.#form)
    if (number > 1) return reading
    return { ...reading, page: { ...reading.page, origin: readOrigin(this.#pdfium, this.#document, this.#input) } }
  }

  /** Null when the page cannot be opened. */
  draw(number: number, dpi: number): ColourImage | null {
    this.#keepFresh()
    const page = openPage(this.#pdfium, this.#document, number - 1)
    if (page === null) return null
    try {
      return renderColour(this.#pdfium, page, dpi, this.#form)
    } finally {
      closePage(this.#pdfium, page)
    }
  }

  #openForm(): number {
    const { call } = this.#pdfium
    const type = call.FPDF_GetFormType(this.#document)
    if (type === DYNAMIC_FORM) throw new ReadFailure('unsupported', 'a form that only its own program can draw')
    if (type === NO_FORM) return 0
    return call.PDFiumExt_InitFormFillEnvironment(this.#document, call.PDFiumExt_OpenFormFillInfo())
  }

  #keepFresh(): void {
    this.#pagesSinceOpening += 1
    if (this.#pagesSinceOpening <= PAGES_PER_OPENING || this.#pdfium.bytes.length < MEMORY_TO_KEEP) return
    this.#pagesSinceOpening = 1
    if (this.#form !== 0) this.#pdfium.call.PDFiumExt_ExitFormFillEnvironment(this.#form)
    this.#pdfium.call.FPDF_CloseDocument(this.#document)
    this.#document = this.#pdfium.openDocument(this.#input)
    this.#form = this.#openForm()
  }
}
