/** Whether a page is a table of debts that bears no title: only loans have a rate and a day on which they are due. */
import type { DebtRole } from '../model/debt.ts'
import type { Page } from '../model/page.ts'
import { debtRoleOf } from './debt-heads.ts'
import { readHeadedTable } from './headed-table.ts'
import { slicePage } from './page-slice.ts'
import { pageToRows } from './rows.ts'

/** Heads stand among the first rows. */
const HEAD_ROWS = 10
const LEAST_ROLES = 4
/** What no other table has: of these at least one, beside what is owed; with two of them nothing more is asked. */
const OF_LOANS: readonly DebtRole[] = ['rate', 'maturity', 'collateral']
/** A plan of repayment: what is owed before and after, and what each payment is made of. */
const PLAN = [
  /\b(?:opening|beginning|starting)\b.*\bbalance\b/i,
  /\binterest\b/i,
  /\bprincipal\b/i,
  /\b(?:payment|debt service|instal+ment)\b/i,
  /\b(?:closing|ending|remaining)\b.*\bbalance\b/i,
]
const LEAST_OF_PLAN = 4

export function isDebtTable(page: Page): boolean {
  const rows = pageToRows(page)
  const last = rows[Math.min(HEAD_ROWS, rows.length) - 1]
  if (last === undefined) return false
  const top = slicePage(page, 0, last.box[3] + 0.5)
  const table = readHeadedTable([top], isDebtHead, 3)
  if (table === null) return false
  const heads = table.columns.map(({ head }) => head.replaceAll('_', ' '))
  const roles = new Set<DebtRole>(heads.map(debtRoleOf).filter((role) => role !== 'other' && role !== 'date'))
  const ofLoans = OF_LOANS.filter((role) => roles.has(role)).length
  const owed = roles.has('balance') && (ofLoans > 1 || (ofLoans > 0 && roles.size >= LEAST_ROLES))
  return owed || PLAN.filter((pattern) => heads.some((head) => pattern.test(head))).length >= LEAST_OF_PLAN
}

function isDebtHead(text: string): boolean {
  const head = text.replaceAll('_', ' ')
  return debtRoleOf(head) !== 'other' || PLAN.some((pattern) => pattern.test(head))
}
