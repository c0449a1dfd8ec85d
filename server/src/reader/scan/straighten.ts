/** Makes a picture of a page fit for recognition: upright to a twentieth of a degree, and without dotted leaders. */
import type { Box } from '../../engine/model/page.ts'
import { rotateSlightly, type GrayImage } from './gray-image.ts'
import { withoutLeaders } from './leaders.ts'
import { printPoints, skewToUndo } from './skew.ts'

/** Fewer dark spots than this on a whole page are dust. */
const MIN_PRINT_POINTS = 40

export function hasPrint(image: GrayImage): boolean {
  return printPoints(image).count >= MIN_PRINT_POINTS
}

export function straighten(image: GrayImage): { image: GrayImage; turned: number } {
  const turned = skewToUndo(image)
  return { image: withoutLeaders(rotateSlightly(image, turned)), turned }
}

/** Moves a box as the page's content moves when it is turned clockwise about `middle`; its size stays. */
export function turnBox(box: Box, middle: readonly [x: number, y: number], degrees: number): Box {
  if (degrees === 0) return box
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const x = (box[0] + box[2]) / 2 - middle[0]
  const y = (box[1] + box[3]) / 2 - middle[1]
  const dx = cosine * x - sine * y - x
  const dy = sine * x + cosine * y - y
  return [box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy]
}
