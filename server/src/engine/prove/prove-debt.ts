/** The checks of a debt schedule: every column of money to its printed totals, and on to what is left of them. */
import type { DebtReading, DebtRow } from '../model/debt.ts'
import type { Proof } from '../model/extraction.ts'
import type { Term } from './equation.ts'
import { coverage, equation, nothingToTest } from './equation.ts'
import { note } from './prove-statement.ts'

const PROMISES_TOTAL = /\btotals?\b|^(?:net )?long-term debt\b|^net\b/i
const TAKEN_OFF = /^less\b|^current (?:portion|maturities)\b/i

export function proveDebt(reading: DebtReading): Proof[] {
  const columns = reading.columns.map((_, index) => index).filter((index) => isSummed(reading, index))
  const sums =
    columns.length === 0 ? [nothingToTest('debts_to_totals')] : columns.flatMap((index) => columnChecks(reading, index))
  return [...sums, coverage(figureAddresses(reading), sums), conservationCheck(reading)]
}

/** A column that prints at least one total. */
function isSummed(reading: DebtReading, column: number): boolean {
  return reading.totals.some((row) => (row.cells[column]?.figure ?? null) !== null)
}

/** Totals in print order: each of what is open above it, which it then stands for. */
function columnChecks(reading: DebtReading, column: number): Proof[] {
  const proofs: Proof[] = []
  let open = reading.debts.flatMap((row, index) => term(row, column, `debts.${index}.${column}`) ?? [])
  for (const [index, row] of reading.totals.entries()) {
    const own = term(row, column, `totals.${index}.${column}`)
    if (own === null) continue
    if (!PROMISES_TOTAL.test(row.label) || TAKEN_OFF.test(row.label)) {
      open.push(own)
      continue
    }
    proofs.push(closing(own, open))
    open = [own]
  }
  return proofs
}

/** What is taken off may be printed as a minus or as a plain amount under `less`. */
function closing(total: Term, open: readonly Term[]): Proof {
  const plain = equation('debts_to_totals', total, open)
  if (plain.state === 'proved') return plain
  const off = open.filter((one) => TAKEN_OFF.test(one.label) && one.value > 0n)
  if (off.length === 0) return plain
  const less = equation(
    'debts_to_totals',
    total,
    open.filter((one) => !off.includes(one)),
    off,
  )
  return less.state === 'proved' ? less : plain
}

function term(row: DebtRow, column: number, address: string): Term | null {
  const figure = row.cells[column]?.figure ?? null
  return figure === null ? null : { address, label: row.label, value: figure.value }
}

/** Rates are read as texts, so every figure is money that should be summed somewhere. */
function figureAddresses(reading: DebtReading): string[] {
  const of = (rows: readonly DebtRow[], name: string): string[] =>
    rows.flatMap((row, index) =>
      row.cells.flatMap((cell, column) => (cell?.figure ? [`${name}.${index}.${column}`] : [])),
    )
  return [...of(reading.debts, 'debts'), ...of(reading.totals, 'totals')]
}

function conservationCheck(reading: DebtReading): Proof {
  const unplaced = reading.leftovers.filter((one) => one.reason === 'unplaced')
  const nameless = reading.debts.filter((row) => row.label === '')
  return note(
    'conservation',
    reading.debts.length > 0 && unplaced.length === 0 && nameless.length === 0,
    [],
    [
      unplaced.length > 0 ? `${unplaced.length} numbers have no place, the first is ${unplaced[0]?.text ?? ''}` : null,
      nameless.length > 0 ? `${nameless.length} debts name no creditor` : null,
    ],
  )
}
