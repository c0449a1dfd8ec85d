/**
 * Pictures on a page that has a text layer: a pasted table, a scanned form with typed values over it. Their words are
 * not in the layer, but a logo or a photograph is not worth seconds of recognition. What decides is how much of the
 * page the pictures take, and whether they hold print that no word of the layer accounts for.
 */
import { boxArea, boxAround } from '../../engine/model/box.ts'
import type { Box, Word } from '../../engine/model/page.ts'
import { WHITE, type GrayImage } from '../scan/gray-image.ts'
import type { Picture } from '../scan/picture.ts'
import { printPoints } from '../scan/skew.ts'
import type { PaintedObject } from './objects.ts'
import type { OpenPage } from './open-page.ts'
import type { Pdfium } from './pdfium.ts'
import { RECOGNITION_DPI, renderGray } from './render.ts'

/** Smaller than this share of the page, a picture is a logo, a signature or an ornament. */
const MIN_PICTURE_SHARE = 0.02
/** All pictures together must take this share of the page to be looked at. */
const MIN_TOTAL_SHARE = 0.1
const LOOK_DPI = 100
/** Dark spots to the square inch of picture that no word explains: an inch of small print has some thousand. */
const MIN_SPOTS_PER_SQUARE_INCH = 60

/** The part of the page whose pictures hold unread print, drawn for recognition; null when there is none. */
export function unreadPictures(
  pdfium: Pdfium,
  page: OpenPage,
  objects: readonly PaintedObject[],
  words: readonly Word[],
): Picture | null {
  const sheet = page.width * page.height
  const regions = objects
    .filter((object) => object.kind === 'image')
    .map((object) => clip(object.box, page))
    .filter((box) => boxArea(box) >= MIN_PICTURE_SHARE * sheet)
  const total = regions.reduce((sum, box) => sum + boxArea(box), 0)
  const frame = boxAround(regions)
  if (frame === null || total < MIN_TOTAL_SHARE * sheet) return null
  const look = withoutWords(crop(renderGray(pdfium, page, LOOK_DPI), frame), frame, words)
  const squareInches = boxArea(frame) / (72 * 72)
  if (printPoints(look).count < MIN_SPOTS_PER_SQUARE_INCH * squareInches) return null
  const image = crop(renderGray(pdfium, page, RECOGNITION_DPI), frame)
  return { image, origin: [frame[0], frame[1]], regions }
}

function clip([x0, y0, x1, y1]: Box, { width, height }: OpenPage): Box {
  return [Math.max(0, x0), Math.max(0, y0), Math.min(width, x1), Math.min(height, y1)]
}

function crop(image: GrayImage, [x0, y0, x1, y1]: Box): GrayImage {
  const scale = image.dpi / 72
  const left = Math.min(image.width - 1, Math.floor(x0 * scale))
  const top = Math.min(image.height - 1, Math.floor(y0 * scale))
  const width = Math.max(1, Math.min(image.width, Math.ceil(x1 * scale)) - left)
  const height = Math.max(1, Math.min(image.height, Math.ceil(y1 * scale)) - top)
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * image.width + left
    data.set(image.data.subarray(from, from + width), row * width)
  }
  return { width, height, dpi: image.dpi, data }
}

/** The picture with the place of every known word made white: what is left, the words do not explain. */
function withoutWords(image: GrayImage, frame: Box, words: readonly Word[]): GrayImage {
  const scale = image.dpi / 72
  const data = Uint8Array.from(image.data)
  for (const { box } of words) {
    const left = Math.max(0, Math.floor((box[0] - frame[0]) * scale) - 1)
    const right = Math.min(image.width, Math.ceil((box[2] - frame[0]) * scale) + 1)
    const top = Math.max(0, Math.floor((box[1] - frame[1]) * scale) - 1)
    const bottom = Math.min(image.height, Math.ceil((box[3] - frame[1]) * scale) + 1)
    for (let y = top; y < bottom; y += 1)
      if (right > left) data.fill(WHITE, y * image.width + left, y * image.width + right)
  }
  return { ...image, data }
}
