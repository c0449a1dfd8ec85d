/** Photographs and scans: PNG, JPEG and TIFF, one page or many. Every loader but these is switched off. */
import sharp from 'sharp'
import type { Page } from '../../engine/model/page.ts'
import { MAX_DOCUMENT_PAGES } from '../../engine/model/reading.ts'
import { ReadFailure } from '../failure.ts'
import type { InputFile } from '../input.ts'
import type { ColourImage } from '../pdf/render.ts'
import type { GrayImage } from './gray-image.ts'
import { grayWithoutStrokes } from './pen-strokes.ts'
import type { PageReading } from './picture.ts'
import { hasPrint, straighten } from './straighten.ts'

/** Letter paper at 1,200 dpi, and more than any scanner of an office gives. */
const MAX_INPUT_PIXELS = 150_000_000
/**
 * The long side of a page is taken to be eleven inches: a resolution stated in a file is whatever the last program
 * that touched it left there.
 */
const LONG_SIDE_INCHES = 11
const MIN_RECOGNITION_DPI = 240
const MAX_RECOGNITION_DPI = 300
/** Enlarging adds no detail, but the recogniser wants letters of a certain height; past this it is only blur. */
const MAX_ENLARGEMENT = 4
/** A strip of a page: longer than this for its width, it is no page. */
const MAX_ASPECT = 20
const WEBP_QUALITY = 80
/** Red, green and blue; gray has one channel, and one more where it is transparent. */
const COLOUR_CHANNELS = 3
const PAPER = { r: 255, g: 255, b: 255, alpha: 1 } as const

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff'] })
sharp.cache(false)
sharp.concurrency(1)

export async function readImageFile(
  input: InputFile,
  opened: (pageCount: number) => void,
  emit: (reading: PageReading) => void,
): Promise<void> {
  const bytes = input.all()
  const pageCount = await countPages(bytes)
  opened(pageCount)
  for (let number = 1; number <= pageCount; number += 1) emit(await readPage(bytes, number))
}

/** The page as a person sees it, at this resolution. */
export async function drawImageFile(input: InputFile, number: number, dpi: number): Promise<ColourImage> {
  const bytes = input.all()
  return drawColour(bytes, number, scaledTo(await uprightSize(bytes, number), dpi))
}

/** WebP of a picture, turned clockwise: a quarter turn swaps its sides, a small turn keeps its canvas. */
export async function webpOf(image: ColourImage, turned: number): Promise<Uint8Array> {
  const quarters = Math.round(turned / 90)
  const lean = turned - quarters * 90
  const raw = { width: image.width, height: image.height, channels: 4 as const }
  const upright = await sharp(image.data, { raw })
    .rotate(quarters * 90)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const level = sharp(upright.data, { raw: { width, height, channels: 4 } })
  if (lean === 0) return level.webp({ quality: WEBP_QUALITY }).toBuffer()
  const leaning = await level.rotate(lean, { background: PAPER }).raw().toBuffer({ resolveWithObject: true })
  return sharp(leaning.data, { raw: { width: leaning.info.width, height: leaning.info.height, channels: 4 } })
    .extract({
      left: Math.max(0, Math.floor((leaning.info.width - width) / 2)),
      top: Math.max(0, Math.floor((leaning.info.height - height) / 2)),
      width: Math.min(width, leaning.info.width),
      height: Math.min(height, leaning.info.height),
    })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer()
}

async function drawColour(bytes: Uint8Array, number: number, target: UprightSize): Promise<ColourImage> {
  const { data, info } = await onPaper(bytes, number, target)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Coloured pictures lose what a pen drew on them; in gray ones nobody knows a stroke from print. */
async function drawForRecognition(bytes: Uint8Array, number: number, target: UprightSize): Promise<GrayImage> {
  const { channels } = await openPage(bytes, number).metadata()
  if (channels >= COLOUR_CHANNELS) return grayWithoutStrokes(await drawColour(bytes, number, target), target.dpi)
  const { data, info } = await onPaper(bytes, number, target).greyscale().raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 1) throw new ReadFailure('unreadable', `a gray picture of ${info.channels} channels`)
  return { width: info.width, height: info.height, dpi: target.dpi, data }
}

/** Upright, at the size of the target, what is transparent white. */
function onPaper(bytes: Uint8Array, number: number, target: UprightSize) {
  return openPage(bytes, number)
    .autoOrient()
    .flatten({ background: PAPER })
    .resize(target.width, target.height, { fit: 'fill' })
}

function openPage(bytes: Uint8Array, number: number) {
  return sharp(bytes, { page: number - 1, limitInputPixels: MAX_INPUT_PIXELS, failOn: 'truncated' })
}

async function countPages(bytes: Uint8Array): Promise<number> {
  const { pages = 1 } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata()
  if (pages > MAX_DOCUMENT_PAGES) throw new ReadFailure('too_many_pages', `${pages} pages`)
  return pages
}

interface UprightSize {
  readonly width: number
  readonly height: number
  /** Pixels to the inch of the page that it is taken to be. */
  readonly dpi: number
}

async function uprightSize(bytes: Uint8Array, number: number): Promise<UprightSize> {
  const { width, height } = (await openPage(bytes, number).metadata()).autoOrient
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (short < 1 || long > MAX_ASPECT * short) throw new ReadFailure('unreadable', `a picture of ${width} × ${height}`)
  return { width, height, dpi: long / LONG_SIDE_INCHES }
}

function scaledTo({ width, height, dpi }: UprightSize, wantedDpi: number): UprightSize {
  const scale = wantedDpi / dpi
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    dpi: wantedDpi,
  }
}

async function readPage(bytes: Uint8Array, number: number): Promise<PageReading> {
  const size = await uprightSize(bytes, number)
  const wanted = Math.min(Math.max(size.dpi, MIN_RECOGNITION_DPI), MAX_RECOGNITION_DPI, size.dpi * MAX_ENLARGEMENT)
  const drawn = await drawForRecognition(bytes, number, scaledTo(size, wanted))
  const page: Page = {
    number,
    width: (drawn.width * 72) / drawn.dpi,
    height: (drawn.height * 72) / drawn.dpi,
    kind: 'ocr',
    words: [],
    rules: [],
    turned: 0,
    title: null,
    notes: [],
  }
  if (!hasPrint(drawn)) return { page, picture: null }
  const { image, turned } = straighten(drawn)
  return { page: { ...page, turned }, picture: { image, origin: [0, 0], regions: null } }
}
