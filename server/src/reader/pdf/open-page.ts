/** One page, opened: its handle, its size upright, and the way from its own space to ours. */
import { pageSpaceMatrix, type Matrix } from './page-space.ts'
import type { Pdfium } from './pdfium.ts'

/** PDF's own limit is 200 inches; what claims more is broken. */
const MAX_SIDE_POINTS = 20_000

export interface OpenPage {
  readonly handle: number
  readonly width: number
  readonly height: number
  readonly toPage: Matrix
}

/** Null when the page is too damaged to be opened. */
export function openPage(pdfium: Pdfium, document: number, index: number): OpenPage | null {
  const handle = pdfium.call.FPDF_LoadPage(document, index)
  if (handle === 0) return null
  const width = pdfium.call.FPDF_GetPageWidthF(handle)
  const height = pdfium.call.FPDF_GetPageHeightF(handle)
  if (!(width > 0 && height > 0 && width <= MAX_SIDE_POINTS && height <= MAX_SIDE_POINTS)) {
    pdfium.call.FPDF_ClosePage(handle)
    return null
  }
  return { handle, width, height, toPage: pageSpaceMatrix(pdfium, handle, width, height) }
}

export function closePage(pdfium: Pdfium, page: OpenPage): void {
  pdfium.call.FPDF_ClosePage(page.handle)
}
