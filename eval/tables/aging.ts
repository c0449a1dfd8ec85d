/** Agings as the scorer sees them. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readProvedAging } from '../../server/src/domain/extractions/read-tables.ts'
import type { AgingClass, AgingRow } from '../../server/src/engine/model/aging.ts'
import type { Figure } from '../../server/src/engine/model/extraction.ts'
import { formatCents } from '../../server/src/lib/money.ts'
import { generateAging } from '../generator/aging.ts'
import type { ReadCell, TableClass, TableTruth } from './truth.ts'

interface Label {
  file: string
  as_of: string | null
  buckets: string[]
  rows: { party: string; values: string[]; total: string | null }[]
  party_totals?: { party: string; total: string }[]
  totals: string[]
}

export function agingClass(of: AgingClass): TableClass {
  const name = `${of}s`
  return {
    name,
    class: of,
    bars: { digital: 0.98, scanned: 0.98 },
    read: (pages) => {
      const { reading, proofs } = readProvedAging(pages, of)
      const rows = [...reading.rows, ...reading.partyTotals, ...(reading.totals ? [reading.totals] : [])]
      // In print order: a party's total stands below its items.
      const printed = rows.sort((a, b) => a.source.page - b.source.page || a.source.box[1] - b.source.box[1])
      return {
        columns: [...reading.buckets.map((bucket) => bucket.label), 'Total'],
        rows: printed.map((row) => ({ label: row.party, cells: cellsOf(row) })),
        facts: { as_of: reading.asOf?.date ?? null },
        proofs,
        leftovers: reading.leftovers.filter((one) => one.reason === 'unplaced').length,
      }
    },
    corpus: (corpus) =>
      globSync(`${corpus}/labels/${name}/*.json`)
        .sort()
        .flatMap((file) => {
          const path = `${corpus}/${name}/${basename(file, '.json')}`
          const label = JSON.parse(readFileSync(file, 'utf8')) as Label
          return existsSync(path) ? [{ path, truth: truthOf(label, of) }] : []
        }),
    generate: (seed, scan) => generateAging(of, seed, scan),
  }
}

function cellsOf(row: AgingRow): (ReadCell | null)[] {
  return [...row.values, row.total].map((figure) => figure && cell(figure))
}

function cell(figure: Figure): ReadCell {
  return { value: formatCents(figure.value), page: figure.page, box: figure.box }
}

/** What an aging prints wrongly about days is no matter of its amounts: those add up in every labelled one. */
function truthOf(label: Label, of: AgingClass): TableTruth {
  const parties = (label.party_totals ?? []).map((one) => ({
    label: one.party,
    values: [one.total],
    last: label.rows.findLastIndex((row) => row.party === one.party),
  }))
  const rows = label.rows.flatMap((row, index) => [
    { label: row.party, values: [...row.values, row.total] },
    ...parties.filter((one) => one.last === index).map(({ label: party, values }) => ({ label: party, values })),
  ])
  return {
    name: label.file,
    class: of,
    columns: [...label.buckets, 'Total'],
    rows: [...rows, { label: 'Total', values: label.totals }],
    keyed: false,
    facts: { as_of: label.as_of },
    misprinted: false,
  }
}
