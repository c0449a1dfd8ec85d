/** The few figures that a reader looks for first, found by their captions. */
import type { Cents } from '../../lib/money.ts'
import type { StatementReading } from '../model/extraction.ts'
import type { StatementRole } from './statement-captions.ts'
import { balanceRoleOf, cashRoleOf, incomeRoleOf } from './statement-captions.ts'

const ROLES: Readonly<Record<StatementReading['class'], readonly StatementRole[]>> = {
  'profit-loss': ['revenue', 'gross_profit', 'operating_income', 'pretax_income', 'net_income'],
  'balance-sheet': [
    'total_assets',
    'total_current_assets',
    'total_liabilities',
    'total_current_liabilities',
    'total_equity',
  ],
  'cash-flow': ['operating', 'investing', 'financing', 'net_change', 'opening_cash', 'closing_cash'],
}

/** Per headline one figure per period; null where the statement prints no line of that name. */
export function headlineFigures(reading: StatementReading): Partial<Record<StatementRole, (Cents | null)[]>> {
  const roleOf = { 'profit-loss': incomeRoleOf, 'balance-sheet': balanceRoleOf, 'cash-flow': cashRoleOf }[reading.class]
  const found: Partial<Record<StatementRole, (Cents | null)[]>> = {}
  for (const role of ROLES[reading.class]) {
    const lines = reading.lines.filter(
      (line) => line.figures.some((figure) => figure !== null) && roleOf(line.label) === role,
    )
    // Results are stated last where they are stated twice; what opens a statement is stated first.
    const line =
      role === 'revenue' || role === 'opening_cash' ? (lines.find((one) => one.isTotal) ?? lines[0]) : lines.at(-1)
    found[role] = reading.periods.map((_, period) => line?.figures[period]?.value ?? null)
  }
  return found
}
