/** A page as a bad scan of itself: tilted, soft, grainy, compressed. */
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import type { PageSource } from '../pages.ts'
import type { Random } from './random.ts'

const BACKGROUND = { r: 248, g: 247, b: 244 }

export async function degrade(picture: Uint8Array, random: Random): Promise<Buffer> {
  const upright = sharp(picture).flatten({ background: BACKGROUND }).grayscale()
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
  const grain = random.between(6, 22)
  for (let index = 0; index < data.length; index += 1) {
    const value = (data[index] ?? 0) + (random.next() - 0.5) * 2 * grain - 6
    data[index] = Math.max(0, Math.min(255, value))
  }
  const tilt = (random.next() - 0.5) * 1.6
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .rotate(tilt, { background: BACKGROUND })
    .blur(0.4 + random.next() * 0.5)
    .jpeg({ quality: random.between(45, 80) })
    .toBuffer()
}

/** A PDF whose pages are scans of another file's pages: pictures, and no text. */
export async function scanOf(path: string, source: PageSource, random: Random, dpi = 200): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, margin: 0 })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  for (const page of await source.read(path)) {
    const picture = await source.imageOf(path, page, dpi)
    if (picture === null) throw new Error(`no picture of page ${page.number} of ${path}`)
    pdf.addPage({ size: [page.width, page.height], margin: 0 })
    pdf.image(await degrade(picture, random), 0, 0, { width: page.width, height: page.height })
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
