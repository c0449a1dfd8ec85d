/** The few figures that a reader looks for first, found by their captions. */
import type { Cents } from '../../lib/money.ts'
import type { ReadLine, StatementReading } from '../model/extraction.ts'
import type { StatementRole } from './statement-captions.ts'
import { balanceRoleOf, cashRoleOf, incomeRoleOf } from './statement-captions.ts'

const ROLES: Readonly<Record<StatementReading['class'], readonly StatementRole[]>> = {
  'profit-loss': ['revenue', 'gross_profit', 'operating_income', 'pretax_income', 'net_income'],
  'balance-sheet': [
    'cash',
    'total_assets',
    'total_current_assets',
    'total_liabilities',
    'total_current_liabilities',
    'total_equity',
  ],
  'cash-flow': ['operating', 'investing', 'financing', 'net_change', 'opening_cash', 'closing_cash'],
}
/** Stated first where they are stated twice; results are stated last. */
const OPENING: ReadonlySet<StatementRole> = new Set(['revenue', 'opening_cash', 'cash'])

type RoleOf = (label: string) => StatementRole | null

/** Per headline one figure per period; null where the statement prints no line of that name. */
export function headlineFigures(reading: StatementReading): Partial<Record<StatementRole, (Cents | null)[]>> {
  const roleOf: RoleOf = { 'profit-loss': incomeRoleOf, 'balance-sheet': balanceRoleOf, 'cash-flow': cashRoleOf }[
    reading.class
  ]
  const filled = reading.lines.filter((line) => line.figures.some((figure) => figure !== null))
  const found: Partial<Record<StatementRole, (Cents | null)[]>> = {}
  for (const role of ROLES[reading.class]) {
    const line = lineOf(role, filled, roleOf)
    found[role] = reading.periods.map((_, period) => line?.figures[period]?.value ?? null)
  }
  return found
}

/**
 * By its own caption; else a sum without a caption, which is the total of the heading it stands under; else a
 * condensed line that is its own total, as `Current assets` on a sheet that itemises nothing.
 */
function lineOf(role: StatementRole, lines: readonly ReadLine[], roleOf: RoleOf): ReadLine | undefined {
  const pick = (list: readonly ReadLine[]): ReadLine | undefined =>
    OPENING.has(role) ? (list.find((one) => one.isTotal) ?? list[0]) : list.at(-1)
  return (
    pick(lines.filter((line) => roleOf(line.label) === role)) ??
    lines.find((line) => line.label === '' && roleOf(`total ${line.section ?? ''}`) === role) ??
    pick(lines.filter((line) => CONDENSED.test(line.label) && roleOf(`total ${line.label}`) === role))
  )
}

const CONDENSED = /^(?:(?:current )?(?:assets|liabilities)|(?:\p{L}+['’]?s?['’]? )?equity)$/iu
