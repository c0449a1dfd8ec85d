/** One document from its bytes to its pages, whatever its type. */
import type { ReaderTask } from '../engine/model/reader-messages.ts'
import type { DocumentType } from '../engine/model/reading.ts'
import { ReadFailure } from './failure.ts'
import type { InputFile } from './input.ts'
import type { Output } from './output.ts'
import { PdfDocument } from './pdf/document.ts'
import type { Pdfium } from './pdf/pdfium.ts'
import { typeOf } from './type.ts'

/** Runs the task to its end; a failure is thrown. Libraries other than PDFium are loaded only when they are needed. */
export async function runTask(task: ReaderTask, input: InputFile, pdfium: Pdfium, output: Output): Promise<void> {
  const type = typeOf(input, task.declared)
  if (task.task === 'images') await drawPages(type, task, input, pdfium, output)
  else await readPages(type, input, pdfium, output)
}

async function readPages(type: DocumentType, input: InputFile, pdfium: Pdfium, output: Output): Promise<void> {
  switch (type) {
    case 'pdf': {
      const document = new PdfDocument(pdfium, input)
      output.opened(type, document.pageCount)
      for (let number = 1; number <= document.pageCount; number += 1) output.page(document.read(number))
      break
    }
    case 'png':
    case 'jpeg':
    case 'tiff': {
      const { readImageFile } = await import('./scan/image-file.ts')
      await readImageFile(
        input,
        (pageCount) => output.opened(type, pageCount),
        (reading) => output.page(reading),
      )
      break
    }
    case 'xlsx':
    case 'xls':
    case 'csv': {
      output.opened(type, null)
      const { readSheets } = await import('./sheet/sheets.ts')
      await readSheets(type, input, (page) => output.page({ page, picture: null }))
      break
    }
  }
}

async function drawPages(
  type: DocumentType,
  task: Extract<ReaderTask, { task: 'images' }>,
  input: InputFile,
  pdfium: Pdfium,
  output: Output,
): Promise<void> {
  if (type === 'xlsx' || type === 'xls' || type === 'csv')
    throw new ReadFailure('unsupported', 'sheets have no pictures')
  const { drawImageFile, webpOf } = await import('./scan/image-file.ts')
  const document = type === 'pdf' ? new PdfDocument(pdfium, input) : null
  for (const { number, turned } of task.pages) {
    const drawn = document === null ? await drawImageFile(input, number, task.dpi) : document.draw(number, task.dpi)
    if (drawn === null) throw new ReadFailure('unreadable', `page ${number} cannot be drawn`)
    output.image(number, await webpOf(drawn, turned))
  }
}
