/** The headline figures of a statement that does not foot: what the page prints, and nothing that it does not. */
import type { Amounts, HeadlineMeasures } from '../model/mapping.ts'
import { signed } from './amounts.ts'
import type { ReadStatement } from './read-statement.ts'
import type { RunningSubtotal } from './printed-lines.ts'
import { contributionOf } from './totals.ts'

export function printedMeasures(read: ReadStatement): HeadlineMeasures {
  const { bottom, reading } = read
  const row = (of: RunningSubtotal): Amounts | null => {
    const isBottom = reading.bottom?.kind.is === 'subtotal' && reading.bottom.kind.of === of
    return read.results(of)[0]?.values ?? (isBottom ? (bottom?.values ?? null) : null)
  }
  const ebitda = reading.lines.find((line) => line.kind.is === 'aside' && line.caption.stem === 'ebitda')
  const opex = statedBy(read, 'opex')
  return {
    revenue: statedBy(read, 'revenue'),
    grossProfit: row('gross_profit'),
    operatingExpenses: opex && signed(opex, -1),
    operatingIncome: row('operating_income'),
    pretaxIncome: row('pretax_income'),
    netIncome: bottom?.values ?? null,
    ebitda: ebitda?.line.values ?? null,
    noi: null,
  }
}

/** The one printed figure that states a section: its total, or a line that stands for it; null when there is none. */
function statedBy({ walkInput }: ReadStatement, place: 'revenue' | 'opex'): Amounts | null {
  const items = walkInput.itemised.items.filter((item) => item.place === place)
  const [only] = items
  if (!only || items.length > 1) return null
  if (only.closed) return only.closed.isSectionTotal ? signed(only.closed.line.line.values, only.closed.sign) : null
  const standsForSection = place === 'revenue' || only.detail?.placement.nodeKey === 'pl.opex'
  return standsForSection ? contributionOf(only) : null
}
