/** Scans of pages: drawn from a PDF, then leaned, blurred and pressed as scanners and cameras do. */
import sharp from 'sharp'
import { renderGray } from '../../../src/reader/pdf/render.ts'
import { openPage } from '../../../src/reader/pdf/open-page.ts'
import type { Pdfium } from '../../../src/reader/pdf/pdfium.ts'
import { PdfFile } from './pdf.ts'
import { Dice } from './random.ts'

export interface ScanSettings {
  readonly dpi: number
  /** Degrees clockwise. */
  readonly skew: number
  /** 1 to 100; lower presses harder. */
  readonly jpegQuality: number
  /** Standard deviation of the noise, of 255. */
  readonly noise: number
}

export interface ScannedPage {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
  /** Of the page that was scanned. */
  readonly points: { readonly width: number; readonly height: number }
}

/** Draws a page of an open PDF and spoils it. */
export async function scanOf(
  pdfium: Pdfium,
  document: number,
  pageIndex: number,
  settings: ScanSettings,
): Promise<ScannedPage> {
  const page = openPage(pdfium, document, pageIndex)
  if (page === null) throw new Error('the page cannot be drawn')
  const { data, width, height } = renderGray(pdfium, page, settings.dpi)
  pdfium.call.FPDF_ClosePage(page.handle)
  const leaned = await lean({ data, width, height }, settings.skew)
  const spoiled = addNoise(leaned, settings.noise)
  const jpeg = await sharp(spoiled, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: settings.jpegQuality })
    .toBuffer()
  return { jpeg, width, height, points: { width: page.width, height: page.height } }
}

/** Turned by a library that is not the reader's own code, on a canvas of the same size. */
async function lean(image: { data: Uint8Array; width: number; height: number }, degrees: number): Promise<Uint8Array> {
  const { data, width, height } = image
  if (degrees === 0) return data
  const turned = await sharp(data, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#fff' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const place = {
    left: Math.floor((turned.info.width - width) / 2),
    top: Math.floor((turned.info.height - height) / 2),
    width,
    height,
  }
  const raw = { width: turned.info.width, height: turned.info.height, channels: turned.info.channels }
  const cropped = await sharp(turned.data, { raw }).extract(place).extractChannel(0).raw().toBuffer()
  if (cropped.length !== width * height) throw new Error('a gray picture of several channels')
  return cropped
}

function addNoise(data: Uint8Array, deviation: number): Uint8Array {
  if (deviation === 0) return data
  const dice = new Dice(7)
  // Three even throws are near enough to a normal one.
  return data.map((value) => {
    const throwOf = dice.share() + dice.share() + dice.share() - 1.5
    return Math.max(0, Math.min(255, value + throwOf * 2 * deviation))
  })
}

/** A PDF whose pages are pictures, letter paper each. */
export function scannedPdf(pages: readonly ScannedPage[], entries = ''): Buffer {
  const file = new PdfFile()
  for (const { jpeg, width, height, points } of pages) {
    const image = file.add({
      dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
      stream: jpeg,
    })
    const content = `q ${points.width} 0 0 ${points.height} 0 0 cm /I Do Q`
    file.addPage({ content, ...points, resources: `/XObject << /I ${image} 0 R >>`, entries })
  }
  return file.bytes()
}
