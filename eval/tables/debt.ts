/** Debt schedules as the scorer sees them. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readProvedDebt } from '../../server/src/domain/extractions/read-tables.ts'
import type { DebtRow } from '../../server/src/engine/model/debt.ts'
import { formatCents } from '../../server/src/lib/money.ts'
import { generateDebt } from '../generator/debt.ts'
import type { ReadCell, TableClass, TableTruth } from './truth.ts'

type LabelRow = Record<string, string | null>

interface Label {
  file: string
  debts: LabelRow[]
  totals?: LabelRow[]
  printed_errors: unknown[]
}

export const debtClass: TableClass = {
  name: 'debt-schedules',
  class: 'debt-schedule',
  bars: { digital: 0.98, scanned: 0.98 },
  read: (pages) => {
    const { reading, proofs } = readProvedDebt(pages)
    const kept = reading.columns.flatMap((column, index) => (column.role === 'creditor' ? [] : [index]))
    return {
      columns: kept.map((index) => reading.columns[index]?.head ?? ''),
      rows: [...reading.debts, ...reading.totals].map((row) => ({
        label: row.label,
        cells: kept.map((index) => cellOf(row, index)),
      })),
      facts: { as_of: reading.asOf?.date ?? null },
      proofs,
      leftovers: reading.leftovers.length,
    }
  },
  corpus: (corpus) =>
    globSync(`${corpus}/labels/debt-schedules/*.json`)
      .sort()
      .flatMap((file) => {
        const path = `${corpus}/debt-schedules/${basename(file, '.json')}`
        return existsSync(path) ? [{ path, truth: truthOf(JSON.parse(readFileSync(file, 'utf8')) as Label) }] : []
      }),
  generate: generateDebt,
}

function cellOf(row: DebtRow, index: number): ReadCell | null {
  const cell = row.cells[index] ?? null
  if (cell === null) return null
  return { value: cell.figure ? formatCents(cell.figure.value) : cell.text, page: cell.page, box: cell.box }
}

function truthOf(label: Label): TableTruth {
  const heads = [...new Set([...label.debts, ...(label.totals ?? [])].flatMap((row) => Object.keys(row)))].filter(
    (key) => key !== 'creditor' && key !== 'label',
  )
  const rows = [...label.debts, ...(label.totals ?? [])].map((row) => ({
    label: row['creditor'] ?? row['label'] ?? '',
    values: heads.map((head) => row[head] ?? null),
  }))
  return {
    name: label.file,
    class: 'debt-schedule',
    columns: heads,
    rows,
    keyed: false,
    facts: {},
    misprinted: label.printed_errors.length > 0,
  }
}
