/**
 * Which way each line counts toward net income. The first guess comes from how the statement presents its sections
 * and what the captions say; totals may correct it (totals.ts) and so may the walk to the bottom line (walk.ts).
 * A sign is one per line, for all periods, and no figure's magnitude is ever changed.
 */
import type { Amounts } from '../model/mapping.ts'
import { balanceOfSigns, total } from './amounts.ts'
import type { Sign } from './amounts.ts'
import { natureOf } from './nature.ts'
import type { Placement } from './place.ts'
import type { PrintedLine } from './printed-lines.ts'
import type { Position, Reading } from './sections.ts'

/** A line with a figure of its own that the walk counts. */
export interface Detail {
  readonly line: PrintedLine
  readonly position: Position
  readonly placement: Placement
  /** What the printed figure is multiplied with to give its contribution to net income. */
  sign: Sign
}

/** How the statement prints its sections. */
export interface Presentation {
  /** Income negative and costs positive, as in a ledger: every result row is turned as well. */
  readonly ledger: boolean
  /** 1 where costs are printed positive. */
  readonly costs: Readonly<Record<CostZone, Sign>>
}

type CostZone = 'cogs' | 'opex' | 'mixed_costs'

/** `mayBeLedger` is false when the walk has already shown that negative sales are just that. */
export function readPresentation(reading: Reading, details: readonly Detail[], mayBeLedger: boolean): Presentation {
  const inZone = (zone: Position['zone']) =>
    details.filter(
      (detail) => detail.position.zone === zone && !detail.placement.account?.contra && !isElsewhere(detail),
    )
  const valuesIn = (zone: Position['zone']): Amounts[] => {
    const own = inZone(zone).map(({ line }) => line.line.values)
    return own.length > 0 ? own : sectionTotals(reading, zone)
  }
  const costs = {
    cogs: printedSign(valuesIn('cogs')),
    opex: printedSign(valuesIn('opex')),
    mixed_costs: printedSign(valuesIn('mixed_costs')),
  }
  const revenue = total(valuesIn('revenue'), reading.lines[0]?.line.values.length ?? 0)
  const stated = revenue.filter((amount) => amount !== null)
  const allCosts = [...valuesIn('cogs'), ...valuesIn('opex'), ...valuesIn('mixed_costs')]
  const ledger =
    mayBeLedger && stated.length > 0 && stated.every((amount) => amount < 0n) && balanceOfSigns(allCosts) > 0
  return { ledger, costs }
}

/** Gives every detail its first sign. */
export function guessSigns(details: readonly Detail[], presentation: Presentation): void {
  const blocks = blockBalances(details)
  for (const detail of details) detail.sign = guess(detail, presentation, blocks)
}

function guess(detail: Detail, { ledger, costs }: Presentation, blocks: ReadonlyMap<number, number>): Sign {
  const { line, position, placement } = detail
  const { values } = line.line
  switch (position.zone) {
    case 'revenue':
    case 'start': {
      const base = ledger ? -1 : 1
      const deducts = placement.account?.contra === true || line.caption.marker === 'less'
      return deducts && balanceOfSigns([values]) * base > 0 ? opposite(base) : base
    }
    case 'cogs':
    case 'opex':
    case 'mixed_costs':
    case 'after_revenue': {
      if (isElsewhere(detail)) return ledger ? -1 : signElsewhere(detail)
      const cost = costs[position.zone === 'after_revenue' ? 'opex' : position.zone]
      const deducts = placement.account?.contra === true
      return deducts && balanceOfSigns([values]) * cost > 0 ? cost : opposite(cost)
    }
    case 'below':
    case 'outside':
      return ledger ? -1 : signBelow(detail, blocks)
  }
}

/** Interest in an unenclosed list or a mixed block of costs stands among expenses but counts below the line. */
function isElsewhere({ placement, position }: Detail): boolean {
  const { place } = placement
  return position.zone !== 'revenue' && place !== 'cogs' && place !== 'opex' && place !== null
}

function signBelow(detail: Detail, blocks: ReadonlyMap<number, number>): Sign {
  const { block, blockFrom } = detail.position
  if (block === 'other_income') return 1
  if (blockFrom !== null && (block === 'other_expenses' || block === 'interest' || block === 'taxes'))
    return (blocks.get(blockFrom) ?? 0) < 0 ? 1 : -1
  return signElsewhere(detail)
}

/** A cost is a cost whether it is printed with a sign or without; anything else counts as it is printed. */
export function signElsewhere(detail: Detail): Sign {
  return isCost(detail) && balanceOfSigns([detail.line.line.values]) >= 0 ? -1 : 1
}

function isCost({ line, placement }: Detail): boolean {
  // 'Net income attributable to noncontrolling interest' names income and takes it away.
  if (placement.place === 'net_of_tax' && placement.account?.effect === 'subtracts') return true
  const nature = natureOf(line.caption)
  if (nature !== null) return nature === 'cost'
  return placement.place === 'interest' || placement.place === 'taxes' || placement.place === 'other_expenses'
}

/** Per block of the page below the line, how many more figures print positive than negative. */
function blockBalances(details: readonly Detail[]): Map<number, number> {
  const balances = new Map<number, number>()
  for (const { position, line } of details) {
    if (position.blockFrom === null) continue
    balances.set(position.blockFrom, (balances.get(position.blockFrom) ?? 0) + balanceOfSigns([line.line.values]))
  }
  return balances
}

function sectionTotals({ lines, closes }: Reading, zone: Position['zone']): Amounts[] {
  return lines.flatMap(({ line, index }) => {
    const closed = closes.get(index)
    return closed?.what === 'section' && closed.heading === zone ? [line.values] : []
  })
}

/** Negative when most of the figures are; where they are as many, when they are more. */
function printedSign(values: readonly Amounts[]): Sign {
  const balance = balanceOfSigns(values)
  if (balance !== 0) return balance < 0 ? -1 : 1
  const sum = values.flat().reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)
  return sum < 0n ? -1 : 1
}

export function opposite(sign: Sign): Sign {
  return sign === 1 ? -1 : 1
}
