/** Pictures of PDF pages: gray ones to look at and to recognise, coloured ones for people. */
import { ReadFailure } from '../failure.ts'
import type { GrayImage } from '../scan/gray-image.ts'
import type { Pdfium } from './pdfium.ts'

/** Larger pages are drawn coarser: a 24 × 31 inch sheet at 300 dpi would need 67 megapixels. */
export const MAX_PIXELS = 25_000_000
/** What recognition works best at; finer costs time and gains nothing. */
export const RECOGNITION_DPI = 300
const GRAY_FORMAT = 1
const BGRA_FORMAT = 4
const WITH_ANNOTATIONS = 0x01
const GRAYSCALE = 0x08
const REVERSE_BYTE_ORDER = 0x10
const WHITE = 0xffffffff

export interface PageToDraw {
  readonly handle: number
  /** Points, after rotation. */
  readonly width: number
  readonly height: number
}

/** The resolution, at most `dpi`, at which a page of this size stays within the limit of pixels. */
export function boundedDpi(width: number, height: number, dpi: number): number {
  const pixels = (width * height * dpi * dpi) / (72 * 72)
  return pixels <= MAX_PIXELS ? dpi : dpi * Math.sqrt(MAX_PIXELS / pixels)
}

export function renderGray(pdfium: Pdfium, page: PageToDraw, wantedDpi: number): GrayImage {
  const dpi = boundedDpi(page.width, page.height, wantedDpi)
  const { width, height, data } = render(pdfium, page, dpi, GRAY_FORMAT, 1, WITH_ANNOTATIONS | GRAYSCALE)
  return { width, height, dpi, data }
}

export interface ColourImage {
  readonly width: number
  readonly height: number
  /** Four bytes to the pixel: red, green, blue, opacity. */
  readonly data: Uint8Array
}

/** `form` is the form-fill environment, or 0; it draws what stands in the form fields. */
export function renderColour(pdfium: Pdfium, page: PageToDraw, wantedDpi: number, form: number): ColourImage {
  const dpi = boundedDpi(page.width, page.height, wantedDpi)
  return render(pdfium, page, dpi, BGRA_FORMAT, 4, WITH_ANNOTATIONS | REVERSE_BYTE_ORDER, form)
}

function render(
  pdfium: Pdfium,
  page: PageToDraw,
  dpi: number,
  format: number,
  bytesPerPixel: number,
  flags: number,
  form = 0,
): ColourImage {
  const { call } = pdfium
  const width = Math.max(1, Math.round((page.width * dpi) / 72))
  const height = Math.max(1, Math.round((page.height * dpi) / 72))
  const bitmap = call.FPDFBitmap_CreateEx(width, height, format, 0, 0)
  if (bitmap === 0) throw new ReadFailure('unreadable', `no memory for a picture of ${width} × ${height}`)
  try {
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    call.FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, width, height, 0, flags)
    if (form !== 0) call.FPDF_FFLDraw(form, bitmap, page.handle, 0, 0, width, height, 0, flags)
    return { width, height, data: copyRows(pdfium, bitmap, width * bytesPerPixel, height) }
  } finally {
    call.FPDFBitmap_Destroy(bitmap)
  }
}

/** PDFium pads its rows; the copy is dense. */
function copyRows(pdfium: Pdfium, bitmap: number, rowBytes: number, height: number): Uint8Array {
  const start = pdfium.call.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.call.FPDFBitmap_GetStride(bitmap)
  const data = new Uint8Array(rowBytes * height)
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride
    data.set(pdfium.bytes.subarray(from, from + rowBytes), row * rowBytes)
  }
  return data
}
