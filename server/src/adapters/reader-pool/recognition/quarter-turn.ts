/** Turns a gray picture by quarters: pages are scanned sideways and upside down. */
import type { GrayPicture } from './tesseract.ts'

/** `turns` clockwise, 1 to 3. */
export function turnQuarters({ pixels, width, height, dpi }: GrayPicture, turns: number): GrayPicture {
  const turned = new Uint8Array(pixels.length)
  const sideways = turns % 2 === 1
  const newWidth = sideways ? height : width
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at =
        turns === 1
          ? x * newWidth + (height - 1 - y)
          : turns === 2
            ? (height - 1 - y) * newWidth + (width - 1 - x)
            : (width - 1 - x) * newWidth + y
      turned[at] = pixels[y * width + x] ?? 0
    }
  }
  return { pixels: turned, width: newWidth, height: sideways ? width : height, dpi }
}
