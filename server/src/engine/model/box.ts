/** Geometry of boxes. */
import type { Box } from './page.ts'

export function boxArea([x0, y0, x1, y1]: Box): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
}

/** The area that both cover; 0 when they only touch. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  if (width <= 0) return 0
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return height <= 0 ? 0 : width * height
}

export function boxesOverlap(one: Box, other: Box): boolean {
  return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]
}

/** True when `inner` sticks out of `outer` by no more than `slack` points on any side. */
export function boxContains(outer: Box, inner: Box, slack = 0): boolean {
  return (
    outer[0] <= inner[0] + slack &&
    outer[1] <= inner[1] + slack &&
    outer[2] >= inner[2] - slack &&
    outer[3] >= inner[3] - slack
  )
}

/** The smallest box around all of them; null around nothing. */
export function boxAround(boxes: readonly Box[]): Box | null {
  const [first] = boxes
  if (first === undefined) return null
  let [x0, y0, x1, y1] = first
  for (const box of boxes) {
    x0 = Math.min(x0, box[0])
    y0 = Math.min(y0, box[1])
    x1 = Math.max(x1, box[2])
    y1 = Math.max(y1, box[3])
  }
  return [x0, y0, x1, y1]
}
