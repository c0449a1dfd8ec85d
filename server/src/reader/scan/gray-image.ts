/** Gray pictures of pages: one byte to the pixel, 0 black, 255 white, rows from the top without padding. */

export interface GrayImage {
  readonly width: number
  readonly height: number
  /** Pixels to the inch of the page that it shows, whatever a file's own header claims. */
  readonly dpi: number
  readonly data: Uint8Array
}

export const WHITE = 255

/** Sixteen bits of fraction: pixel places are whole numbers in the inner loop, three times as fast as floats there. */
const UNIT = 0x10000

/** Turned clockwise about its centre by a small angle, on a canvas of the same size; what comes in is white. */
export function rotateSlightly(image: GrayImage, degrees: number): GrayImage {
  if (degrees === 0) return image
  const { width, height, data } = image
  const turned = new Uint8Array(width * height).fill(WHITE)
  const sine = Math.sin((degrees * Math.PI) / 180)
  const cosine = Math.cos((degrees * Math.PI) / 180)
  const middleX = (width - 1) / 2
  const middleY = (height - 1) / 2
  const stepX = Math.round(cosine * UNIT)
  const stepY = Math.round(-sine * UNIT)
  for (let y = 0; y < height; y += 1) {
    let fromX = Math.round((sine * (y - middleY) - cosine * middleX + middleX) * UNIT)
    let fromY = Math.round((cosine * (y - middleY) + sine * middleX + middleY) * UNIT)
    const row = y * width
    for (let x = 0; x < width; x += 1, fromX += stepX, fromY += stepY) {
      const left = fromX >> 16
      const top = fromY >> 16
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const shareX = (fromX & 0xffff) >> 8
      const shareY = (fromY & 0xffff) >> 8
      const at = top * width + left
      const upper = (data[at] ?? 0) * (256 - shareX) + (data[at + 1] ?? 0) * shareX
      const lower = (data[at + width] ?? 0) * (256 - shareX) + (data[at + width + 1] ?? 0) * shareX
      turned[row + x] = (upper * (256 - shareY) + lower * shareY + 0x8000) >> 16
    }
  }
  return { ...image, data: turned }
}

/** Smaller by a whole factor, each pixel the mean of those it replaces. */
export function shrink(image: GrayImage, factor: number): GrayImage {
  const width = Math.floor(image.width / factor)
  const height = Math.floor(image.height / factor)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let row = 0; row < factor; row += 1) {
        const from = (y * factor + row) * image.width + x * factor
        for (let column = 0; column < factor; column += 1) sum += image.data[from + column] ?? 0
      }
      data[y * width + x] = sum / (factor * factor)
    }
  }
  return { width, height, dpi: image.dpi / factor, data }
}
