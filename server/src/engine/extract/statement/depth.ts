/** Indentation: the distinct left edges of the captions, counted from the outermost. */
import type { CaptionedRow } from './captions.ts'

/** Left edges nearer than this, in points, are one indent. */
const INDENT_TOLERANCE_POINTS = 2.5
/** Captions that begin beyond this share of the caption column are ranged right: results, not a deeper level. */
const RANGED_RIGHT_SHARE = 0.45

export function depthsOf(rows: readonly CaptionedRow[]): number[] {
  const captioned = rows.filter((row) => row.label !== '')
  const edges = [...new Set(captioned.map((row) => row.left))].sort((a, b) => a - b)
  const outermost = edges[0] ?? 0
  const width = Math.max(...captioned.map((row) => row.box[2]), outermost) - outermost
  const steps: number[] = []
  for (const edge of edges) {
    const last = steps.at(-1)
    if (edge - outermost > RANGED_RIGHT_SHARE * width) break
    if (last === undefined || edge - last > INDENT_TOLERANCE_POINTS) steps.push(edge)
  }
  return rows.map((row) => {
    if (row.label === '' || row.left - outermost > RANGED_RIGHT_SHARE * width) return 0
    const depth = steps.findLastIndex((step) => row.left >= step - 0.01)
    return Math.max(0, depth)
  })
}
