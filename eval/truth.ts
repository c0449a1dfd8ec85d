/** Ground truth: what a person read off the page, or what the generator printed. One shape for both. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Box } from '../server/src/engine/model/page.ts'
import type { StatementClass } from '../server/src/engine/model/extraction.ts'

export interface TruthPeriod {
  readonly label: string
  readonly period_end: string | null
  readonly months: number | null
}

export interface TruthLine {
  readonly label: string
  readonly is_total: boolean
  /** Decimal strings as printed; null where nothing is printed. */
  readonly values: readonly (string | null)[]
  readonly page: number
  /** Where each figure stands; known for generated documents only. */
  readonly boxes?: readonly (Box | null)[]
}

export interface Truth {
  readonly name: string
  readonly class: StatementClass
  readonly entity: string | null
  readonly scale: number
  readonly periods: readonly TruthPeriod[]
  readonly lines: readonly TruthLine[]
  /** Further readings of a figure that are as good: a sheet shows rounded what it stores in full. */
  readonly alternatives: readonly (readonly (string | null)[])[] | null
  /** Headline figures per period; null where the page prints none. */
  readonly headline: Readonly<Record<string, readonly (string | null)[]>>
  /** The page itself does not add up. */
  readonly misprinted: boolean
  /** Pages of the file that hold the statement, from 1; null for all of them. */
  readonly pages: readonly number[] | null
}

interface Label {
  file: string
  entity_name: string | null
  scale: number
  periods: TruthPeriod[]
  lines: TruthLine[]
  pages: number
  printed_errors: unknown[]
  stored_values?: (string | null)[][]
  headline?: Record<string, string | null>[]
  measures_printed?: Record<string, (string | null)[] | null>
}

const FOLDERS: Record<StatementClass, string> = {
  'profit-loss': 'profit-loss-statements',
  'balance-sheet': 'balance-sheets',
  'cash-flow': 'cash-flow-statements',
}

export interface CorpusDocument {
  readonly path: string
  readonly truth: Truth
}

/** The labelled documents of a class; empty when the folder is not there. */
export function corpusDocuments(corpus: string, of: StatementClass): CorpusDocument[] {
  const folder = FOLDERS[of]
  return globSync(`${corpus}/labels/${folder}/*.json`)
    .sort()
    .flatMap((file) => {
      const path = `${corpus}/${folder}/${basename(file, '.json')}`
      return existsSync(path) ? [{ path, truth: toTruth(JSON.parse(readFileSync(file, 'utf8')) as Label, of) }] : []
    })
}

function toTruth(label: Label, of: StatementClass): Truth {
  const pages = [...new Set(label.lines.map((line) => line.page))].sort((a, b) => a - b)
  return {
    name: label.file,
    class: of,
    entity: label.entity_name,
    scale: label.scale,
    periods: label.periods,
    lines: label.lines,
    alternatives: label.stored_values ?? null,
    headline: headlineOf(label),
    misprinted: label.printed_errors.length > 0,
    pages,
  }
}

function headlineOf(label: Label): Truth['headline'] {
  if (label.measures_printed) {
    const entries = Object.entries(label.measures_printed)
    return Object.fromEntries(entries.map(([name, values]) => [name, values ?? label.periods.map(() => null)]))
  }
  const names = new Set((label.headline ?? []).flatMap((period) => Object.keys(period)))
  names.delete('period')
  return Object.fromEntries(
    [...names].map((name) => [name, (label.headline ?? []).map((period) => period[name] ?? null)]),
  )
}
