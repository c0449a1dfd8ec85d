/**
 * Evens out the paper of a picture: what lies behind the print becomes white, the print black, whatever both were. Light gray
 * figures on a shaded column are nothing to Tesseract otherwise, and grain and shadows go with the shade.
 */
import type { GrayPicture } from './tesseract.ts'

/** The paper is looked at in tiles, each larger than a letter: their side in inches. */
const TILE = 0.145
/** This share of a tile is as bright as its paper, or brighter; print covers less than the rest. */
const PAPER_SHARE = 0.4
/** Shares of the paper's brightness: from here on black, and from here on white. */
const [BLACK, WHITE] = [0.5, 0.85]

export function withEvenGround(picture: GrayPicture): GrayPicture {
  const { width, height, dpi } = picture
  const side = Math.max(8, Math.round(TILE * dpi))
  const pixels = new Uint8ClampedArray(width * height)
  for (let top = 0; top < height; top += side)
    for (let left = 0; left < width; left += side) {
      const tile = { left, top, right: Math.min(width, left + side), bottom: Math.min(height, top + side) }
      const paper = paperIn(picture, tile)
      for (let y = tile.top; y < tile.bottom; y += 1)
        for (let at = y * width + tile.left; at < y * width + tile.right; at += 1)
          pixels[at] = (((picture.pixels[at] ?? 0) / paper - BLACK) / (WHITE - BLACK)) * 255
    }
  return { ...picture, pixels: new Uint8Array(pixels.buffer) }
}

interface Tile {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How bright the paper of the tile is. */
function paperIn({ pixels, width }: GrayPicture, { left, top, right, bottom }: Tile): number {
  const counts = new Uint32Array(256)
  for (let y = top; y < bottom; y += 1)
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const value = pixels[at] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  let missing = PAPER_SHARE * (right - left) * (bottom - top)
  let value = 255
  while (value > 1 && (missing -= counts[value] ?? 0) > 0) value -= 1
  return value
}
