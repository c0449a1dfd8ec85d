/** What columns of money hold when no head says so: the arithmetic between them tells. */
import type { BankAmount } from './amount.ts'
import type { ColumnRole } from './captions.ts'
import { signedCents } from './entries.ts'

/** A running balance follows its amounts in at least this share of the rows that can show it. */
const CHAIN_SHARE = 0.6
/** Debit and credit columns share hardly any rows. */
const BESIDE_SHARE = 0.1
const MIN_STEPS = 2

/** `rows[i][c]` is the amount of row i in column c. */
export function inferRoles(rows: readonly (readonly (BankAmount | null)[])[], columns: number): ColumnRole[] {
  const roles: ColumnRole[] = Array.from({ length: columns }, () => 'other')
  const balance = findBalance(rows, columns)
  if (balance >= 0) roles[balance] = 'balance'
  const rest = roles.flatMap((role, column) => (role === 'other' ? [column] : []))
  const filled = (column: number): number => rows.filter((row) => row[column]).length
  const [fullest] = [...rest].sort((a, b) => filled(b) - filled(a))
  if (fullest === undefined) return roles
  const other = rest.find((column) => column !== fullest && !shareRows(rows, column, fullest))
  if (other === undefined || filled(other) === 0) {
    roles[fullest] = 'amount'
    return roles
  }
  const [left, right] = [Math.min(fullest, other), Math.max(fullest, other)]
  const leftIsOut = balance < 0 || movesDown(rows, left, balance) >= 0
  roles[left] = leftIsOut ? 'out' : 'in'
  roles[right] = leftIsOut ? 'in' : 'out'
  return roles
}

function findBalance(rows: readonly (readonly (BankAmount | null)[])[], columns: number): number {
  for (let column = columns - 1; column > 0; column -= 1) {
    let [steps, fits] = [0, 0]
    for (let index = 1; index < rows.length; index += 1) {
      const [before, now] = [signed(rows[index - 1]?.[column]), signed(rows[index]?.[column])]
      if (before === null || now === null) continue
      steps += 1
      const moved = now > before ? now - before : before - now
      // Read downwards the row's own amount makes the step, read upwards that of the row above.
      const fit = [rows[index], rows[index - 1]].some((row) =>
        row?.some((amount, at) => at !== column && amount?.magnitude === moved),
      )
      if (fit) fits += 1
    }
    if (steps >= MIN_STEPS && fits >= CHAIN_SHARE * steps) return column
  }
  return -1
}

function signed(amount: BankAmount | null | undefined): bigint | null {
  return amount ? signedCents(amount) : null
}

function shareRows(rows: readonly (readonly (BankAmount | null)[])[], a: number, b: number): boolean {
  const shared = rows.filter((row) => row[a] && row[b]).length
  const least = Math.min(rows.filter((row) => row[a]).length, rows.filter((row) => row[b]).length)
  return shared > BESIDE_SHARE * least
}

/** More than 0 when amounts of the column mostly lower the balance. */
function movesDown(rows: readonly (readonly (BankAmount | null)[])[], column: number, balance: number): number {
  let votes = 0
  for (let index = 1; index < rows.length; index += 1) {
    const amount = rows[index]?.[column]
    const [before, now] = [signed(rows[index - 1]?.[balance]), signed(rows[index]?.[balance])]
    if (!amount || before === null || now === null) continue
    if (before - now === amount.magnitude) votes += 1
    if (now - before === amount.magnitude) votes -= 1
  }
  return votes
}
