/** Tells a profit and loss statement from anything else that was filed as one. */
import { findByPattern, findWhole } from '../chart/caption-index.ts'
import type { Chart } from '../chart/chart.ts'
import type { Place } from '../chart/places.ts'
import { belongsToAnotherStatement } from '../chart/structure-captions.ts'
import type { Statement } from '../model/statement.ts'
import { hasFigure } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'

/** So many captions of a balance sheet or a cash flow statement are no coincidence. */
const FOREIGN_CAPTIONS = 3
const FEWEST_LINES = 2

export function isMappable(
  lines: readonly PrintedLine[],
  { statement, chart }: { statement: Statement; chart: Chart },
): boolean {
  const withFigure = lines.filter(({ line }) => hasFigure(line.values))
  if (statement.periods.length === 0 || withFigure.length < FEWEST_LINES) return false
  if (withFigure.filter(({ caption }) => belongsToAnotherStatement(caption)).length >= FOREIGN_CAPTIONS) return false
  if (withFigure.some(({ kind }) => kind.is === 'subtotal')) return true
  const names = (places: readonly Place[]) =>
    withFigure.some(({ caption }) =>
      places.some(
        (place) => findWhole(chart.captions, place, caption) ?? findByPattern(chart.captions, place, caption),
      ),
    )
  return names(['revenue']) && names(['cogs', 'opex'])
}
