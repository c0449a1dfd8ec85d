/** The checks of an aging: across to the totals of its rows, down to the totals of its buckets, and both to the end. */
import type { AgingReading, AgingRow } from '../model/aging.ts'
import type { Figure, Proof } from '../model/extraction.ts'
import type { Term } from './equation.ts'
import { allOf, coverage, equation } from './equation.ts'
import { note } from './prove-statement.ts'

export function proveAging(reading: AgingReading): Proof[] {
  const sums = [acrossCheck(reading), ...downChecks(reading), ...partyChecks(reading), grandCheck(reading)].filter(
    (proof) => proof !== null,
  )
  return [...sums, coverage(addressesOf(reading), sums), conservationCheck(reading), dateCheck(reading)]
}

interface Placed {
  readonly row: AgingRow
  readonly address: string
}

function placed(reading: AgingReading): { rows: Placed[]; parties: Placed[]; totals: Placed | null } {
  return {
    rows: reading.rows.map((row, index) => ({ row, address: `rows.${index}` })),
    parties: reading.partyTotals.map((row, index) => ({ row, address: `party_totals.${index}` })),
    totals: reading.totals === null ? null : { row: reading.totals, address: 'totals' },
  }
}

/** Every row that prints both its buckets and its total. */
function acrossCheck(reading: AgingReading): Proof | null {
  const { rows, parties, totals } = placed(reading)
  const lines = [...rows, ...parties, ...(totals ? [totals] : [])]
  if (reading.buckets.length === 0) return null
  const proofs = lines.map(({ row, address }) =>
    equation('rows_to_totals', term(row.total, `${address}.total`, row.party), bucketTerms(row, address)),
  )
  return allOf('rows_to_totals', proofs)
}

/** Every column that has a printed total, from the rows alone: parties whose items are listed are not counted twice. */
function downChecks(reading: AgingReading): Proof[] {
  const { rows, totals } = placed(reading)
  if (totals === null) return [equation('columns_to_totals', null, [])]
  return columnsOf(reading).map(({ of, name, label }) =>
    equation(
      'columns_to_totals',
      term(of(totals.row), `totals.${name}`, label),
      rows.flatMap(({ row, address }) => term(of(row), `${address}.${name}`, row.party) ?? []),
    ),
  )
}

/** A party's total from its items, in every column. */
function partyChecks(reading: AgingReading): Proof[] {
  const { rows, parties } = placed(reading)
  const columns = columnsOf(reading)
  const byGroup = Map.groupBy(rows, ({ row }) => row.group)
  return parties.map(({ row: party, address }, group) =>
    allOf(
      'items_to_party_totals',
      columns.map(({ of, name }) =>
        equation(
          'items_to_party_totals',
          term(of(party), `${address}.${name}`, party.party),
          (byGroup.get(group) ?? []).flatMap(
            (item) => term(of(item.row), `${item.address}.${name}`, item.row.party) ?? [],
          ),
        ),
      ),
    ),
  )
}

function grandCheck(reading: AgingReading): Proof | null {
  const { totals } = placed(reading)
  if (totals === null || reading.buckets.length === 0) return null
  return equation(
    'bucket_totals_to_grand_total',
    term(totals.row.total, 'totals.total', totals.row.party),
    bucketTerms(totals.row, 'totals'),
  )
}

interface Column {
  readonly of: (row: AgingRow) => Figure | null
  readonly name: string
  readonly label: string
}

function columnsOf(reading: AgingReading): Column[] {
  const buckets = reading.buckets.map(({ label }, index): Column => ({
    of: (row) => row.values[index] ?? null,
    name: String(index),
    label,
  }))
  const hasTotal = [...reading.rows, ...(reading.totals ? [reading.totals] : [])].some((row) => row.total !== null)
  return hasTotal ? [...buckets, { of: (row) => row.total, name: 'total', label: 'total' }] : buckets
}

function bucketTerms(row: AgingRow, address: string): Term[] {
  return row.values.flatMap((figure, index) => term(figure, `${address}.${index}`, row.party) ?? [])
}

function term(figure: Figure | null, address: string, label: string): Term | null {
  return figure === null ? null : { address, label, value: figure.value }
}

function addressesOf(reading: AgingReading): string[] {
  const { rows, parties, totals } = placed(reading)
  return [...rows, ...parties, ...(totals ? [totals] : [])].flatMap(({ row, address }) => [
    ...row.values.flatMap((figure, index) => (figure === null ? [] : [`${address}.${index}`])),
    ...(row.total === null ? [] : [`${address}.total`]),
  ])
}

/** Nothing is left over, and every figure row is somebody's. */
function conservationCheck(reading: AgingReading): Proof {
  const unplaced = reading.leftovers.filter((one) => one.reason === 'unplaced')
  const nameless = reading.rows.filter((row) => row.party === '')
  const parties = reading.rows.filter((row) => row.item === null)
  const figures = reading.rows.length > 0 || reading.totals !== null
  const unread = reading.kind === 'ocr' ? [...mayHaveLostNils(parties), ...mayHaveLostNils(reading.partyTotals)] : []
  return note(
    'conservation',
    figures && unplaced.length === 0 && nameless.length === 0 && unread.length === 0,
    [],
    [
      unplaced.length > 0
        ? `${unplaced.length} numbers have no place, the first is ${unplaced[0]?.text ?? ''} on page ${unplaced[0]?.page ?? 0}`
        : null,
      nameless.length > 0 ? `${nameless.length} rows name nobody` : null,
      unread.length > 0 ? `a nil may have gone unread beside '${unread[0]?.party ?? ''}'` : null,
    ],
  )
}

/** Rows of a kind that prints its nils print all of them: on a scan, a blank may be a nil that was not seen. */
function mayHaveLostNils(rows: readonly AgingRow[]): AgingRow[] {
  const printsNils = rows.some((row) => row.values.some((figure) => figure?.value === 0n))
  return printsNils ? rows.filter((row) => row.values.some((figure) => figure === null)) : []
}

function dateCheck(reading: AgingReading): Proof {
  return note('as_of', reading.asOf !== null, [], ['the report says nothing of its date'])
}
