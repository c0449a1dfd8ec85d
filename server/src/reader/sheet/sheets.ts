/** Any table file: its sheets, cut into pages. */
import type { Page } from '../../engine/model/page.ts'
import type { DocumentType } from '../../engine/model/reading.ts'
import type { InputFile } from '../input.ts'
import { SheetPages } from './grid.ts'

export async function readSheets(
  type: Extract<DocumentType, 'xlsx' | 'xls' | 'csv'>,
  input: InputFile,
  emit: (page: Page) => void,
): Promise<void> {
  const pages = new SheetPages(emit)
  switch (type) {
    case 'csv':
      return (await import('./csv.ts')).readCsv(input, pages)
    case 'xls':
      return (await import('./xls.ts')).readXls(input, pages)
    case 'xlsx':
      return (await import('./xlsx.ts')).readXlsxFile(input, pages)
  }
}
