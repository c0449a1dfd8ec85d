/**
 * Writes into the fields of an official blank as a viewer does, by way of PDFium: type into a field, leave it, and the
 * field draws its own appearance. Filled blanks stay forms, or are flattened into print and joined to one return.
 */
import { closeSync, openSync } from 'node:fs'
import type { Box } from '../../../server/src/engine/model/page.ts'
import { InputFile } from '../../../server/src/reader/input.ts'
import { closePage, openPage } from '../../../server/src/reader/pdf/open-page.ts'
import { transformBox } from '../../../server/src/reader/pdf/page-space.ts'
import { Pdfium } from '../../../server/src/reader/pdf/pdfium.ts'

export interface BlankField {
  /** Without the forms around it: `f1_32`. */
  readonly name: string
  readonly page: number
  readonly box: Box
}

/** Where something was typed, by the position of its blank: fields of different blanks have the same names. */
export interface TypedField extends BlankField {
  readonly blank: number
}

export interface FilledBlank {
  readonly path: string
  /** What is typed into which field. */
  readonly values: ReadonlyMap<string, string>
}

const TEXT_FIELD = 6
const WIDGET = 20
const FLATTEN_AS_SHOWN = 0

export class FormFiller {
  readonly #pdfium: Pdfium

  private constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium
  }

  static async load(): Promise<FormFiller> {
    return new FormFiller(await Pdfium.load())
  }

  fieldsOf(path: string): BlankField[] {
    const fields: BlankField[] = []
    this.#withDocument(path, (document, form) => {
      this.#eachField(document, form, (name, page, box) => fields.push({ name, page, box }))
    })
    return fields
  }

  /** The filled blanks one behind the other: as fields when there is one and it is to stay a form, else as print. */
  fill(blanks: readonly FilledBlank[], keepFields: boolean): { bytes: Buffer; places: readonly TypedField[] } {
    const [only] = blanks
    if (keepFields && blanks.length === 1 && only !== undefined)
      return this.#withDocument(only.path, (document, form) => {
        const places = this.#type(document, form, only.values).map((place) => ({ ...place, blank: 0 }))
        return { bytes: this.#save(document), places }
      })
    const { call } = this.#pdfium
    const whole = call.FPDF_CreateNewDocument()
    const places: TypedField[] = []
    for (const [index, blank] of blanks.entries())
      this.#withDocument(blank.path, (document, form) => {
        const before = call.FPDF_GetPageCount(whole)
        for (const place of this.#type(document, form, blank.values))
          places.push({ ...place, page: place.page + before, blank: index })
        this.#flatten(document)
        call.FPDF_ImportPages(whole, document, 0, before)
      })
    const bytes = this.#save(whole)
    call.FPDF_CloseDocument(whole)
    return { bytes, places }
  }

  /** Files one behind the other, as print; with the number of pages of each. */
  join(paths: readonly string[]): { bytes: Buffer; pages: readonly number[] } {
    const { call } = this.#pdfium
    const whole = call.FPDF_CreateNewDocument()
    const pages = paths.map((path) =>
      this.#withDocument(path, (document) => {
        this.#flatten(document)
        call.FPDF_ImportPages(whole, document, 0, call.FPDF_GetPageCount(whole))
        return call.FPDF_GetPageCount(document)
      }),
    )
    const bytes = this.#save(whole)
    call.FPDF_CloseDocument(whole)
    return { bytes, pages }
  }

  #type(document: number, form: number, values: ReadonlyMap<string, string>): BlankField[] {
    const { call } = this.#pdfium
    const places: BlankField[] = []
    this.#eachField(document, form, (name, page, box, handles) => {
      const text = values.get(name)
      if (text === undefined) return
      call.FORM_SetFocusedAnnot(form, handles.annotation)
      const encoded = Buffer.from(`${text}\0`, 'utf16le')
      this.#pdfium.withMemory(encoded.length, (pointer) => {
        this.#pdfium.bytes.set(encoded, pointer)
        call.FORM_ReplaceSelection(form, handles.page, pointer)
      })
      call.FORM_ForceToKillFocus(form)
      places.push({ name, page, box })
    })
    return places
  }

  #eachField(
    document: number,
    form: number,
    visit: (name: string, page: number, box: Box, handles: { page: number; annotation: number }) => void,
  ): void {
    const { call } = this.#pdfium
    for (let index = 0; index < call.FPDF_GetPageCount(document); index += 1) {
      const page = openPage(this.#pdfium, document, index)
      if (page === null) throw new Error(`page ${index + 1} of a blank cannot be opened`)
      call.FORM_OnAfterLoadPage(page.handle, form)
      for (let at = 0; at < call.FPDFPage_GetAnnotCount(page.handle); at += 1) {
        const annotation = call.FPDFPage_GetAnnot(page.handle, at)
        if (
          call.FPDFAnnot_GetSubtype(annotation) === WIDGET &&
          call.FPDFAnnot_GetFormFieldType(form, annotation) === TEXT_FIELD
        ) {
          const full = this.#pdfium.utf16((buffer, length) =>
            call.FPDFAnnot_GetFormFieldName(form, annotation, buffer, length),
          )
          call.FPDFAnnot_GetRect(annotation, this.#pdfium.scratch)
          const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) =>
            this.#pdfium.float(this.#pdfium.scratch + offset),
          )
          const box = transformBox(page.toPage, left, Math.min(top, bottom), right, Math.max(top, bottom))
          visit(shortName(full), index + 1, box, { page: page.handle, annotation })
        }
        call.FPDFPage_CloseAnnot(annotation)
      }
      call.FORM_OnBeforeClosePage(page.handle, form)
      closePage(this.#pdfium, page)
    }
  }

  #flatten(document: number): void {
    const { call } = this.#pdfium
    for (let index = 0; index < call.FPDF_GetPageCount(document); index += 1) {
      const page = call.FPDF_LoadPage(document, index)
      call.FPDFPage_Flatten(page, FLATTEN_AS_SHOWN)
      call.FPDF_ClosePage(page)
    }
  }

  #save(document: number): Buffer {
    const { call } = this.#pdfium
    const writer = call.PDFiumExt_OpenFileWriter()
    try {
      if (call.PDFiumExt_SaveAsCopy(document, writer) === 0) throw new Error('a filled blank cannot be saved')
      const size = call.PDFiumExt_GetFileWriterSize(writer)
      return this.#pdfium.withMemory(size, (pointer) => {
        call.PDFiumExt_GetFileWriterData(writer, pointer, size)
        return Buffer.from(this.#pdfium.bytes.slice(pointer, pointer + size))
      })
    } finally {
      call.PDFiumExt_CloseFileWriter(writer)
    }
  }

  #withDocument<T>(path: string, use: (document: number, form: number) => T): T {
    const { call } = this.#pdfium
    const descriptor = openSync(path, 'r')
    try {
      const document = this.#pdfium.openDocument(new InputFile(descriptor))
      const form = call.PDFiumExt_InitFormFillEnvironment(document, call.PDFiumExt_OpenFormFillInfo())
      const result = use(document, form)
      call.PDFiumExt_ExitFormFillEnvironment(form)
      call.FPDF_CloseDocument(document)
      return result
    } finally {
      closeSync(descriptor)
    }
  }
}

function shortName(full: string): string {
  return (full.split('.').at(-1) ?? full).replace(/\[0\]$/, '')
}
