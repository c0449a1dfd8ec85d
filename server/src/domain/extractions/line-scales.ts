/**
 * What one printed unit of a line is worth. A statement 'in thousands' prints its money in thousands and what a share
 * earns in dollars and cents, whether or not its head says 'except per share data'.
 */
import type { LineWire, StatementPayload } from './statement-payload.ts'

/** Money for one share or one unit of a partnership. */
const BY_SHARE = /\bper\s+(?:[a-z-]+\s+){0,3}(?:share|unit|ads)\b|\beps\b/i
/** How many shares there are, also where they are those that a figure a share was computed with. */
const OF_SHARES = /\b(?:shares|units)\b/i
/** What a row below the heading is of when it does not say so again. */
const SHARE_ROW = /^\s*(?:[-–•]\s*)?(?:basic|diluted)\b/i

/** For every line of a statement, the scale of each period: what the printed figure is to be multiplied by. */
export function lineScales({
  lines,
  periods,
}: Pick<StatementPayload, 'lines' | 'periods'>): readonly (readonly number[])[] {
  const scales = periods.map((period) => period.scale)
  const ones = periods.map(() => 1)
  let isBelowShares = false
  return lines.map((line) => {
    const isByShare = BY_SHARE.test(line.label) && !OF_SHARES.test(line.label)
    if (isHeading(line)) isBelowShares = isByShare
    return isByShare || (isBelowShares && SHARE_ROW.test(line.label) && !OF_SHARES.test(line.label)) ? ones : scales
  })
}

function isHeading(line: LineWire): boolean {
  return line.values.every((value) => value === null)
}
