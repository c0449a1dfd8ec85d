/** Joins PDFs to one, with the library that reads them. */
import { readFileSync } from 'node:fs'
import type { Pdfium } from '../../../src/reader/pdf/pdfium.ts'

export function mergePdfs(pdfium: Pdfium, paths: readonly string[]): Uint8Array {
  const { call } = pdfium
  const merged = call.FPDF_CreateNewDocument()
  for (const path of paths) {
    const bytes = readFileSync(path)
    pdfium.withMemory(bytes.length, (memory) => {
      pdfium.bytes.set(bytes, memory)
      const source = call.FPDF_LoadMemDocument(memory, bytes.length, 0)
      if (source === 0) throw new Error(`${path} cannot be opened`)
      call.FPDF_ImportPages(merged, source, 0, call.FPDF_GetPageCount(merged))
      call.FPDF_CloseDocument(source)
    })
  }
  const writer = call.PDFiumExt_OpenFileWriter()
  call.PDFiumExt_SaveAsCopy(merged, writer)
  const size = call.PDFiumExt_GetFileWriterSize(writer)
  const bytes = pdfium.withMemory(size, (memory) => {
    call.PDFiumExt_GetFileWriterData(writer, memory, size)
    return Uint8Array.from(pdfium.bytes.subarray(memory, memory + size))
  })
  call.PDFiumExt_CloseFileWriter(writer)
  call.FPDF_CloseDocument(merged)
  return bytes
}
