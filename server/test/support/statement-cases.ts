/** Reads the statement fixtures: pages as a person would write them down, with what mapping must make of each line. */
import { readFileSync } from 'node:fs'
import { centsOf, parseCents } from '../../src/lib/money.ts'
import type { CaptionRule } from '../../src/engine/chart/caption-rules.ts'
import { EMPTY_OVERLAY, overlayChart } from '../../src/engine/chart/chart.ts'
import type { ExportedAccount } from '../../src/engine/chart/export-map.ts'
import { columnsToPeriods } from '../../src/engine/layout/period-columns.ts'
import { parsePrintedNumber } from '../../src/engine/layout/printed-number.ts'
import type { Amounts, Section } from '../../src/engine/model/mapping.ts'
import type { Period, Statement, StatementLine } from '../../src/engine/model/statement.ts'
import type { MappingInput } from '../../src/engine/map/map-statement.ts'

type Figures = (string | null)[]

export interface ExpectedLine {
  readonly key: string
  /** 'total', an account or folder key, `?section`, or '' for a heading. */
  readonly becomes: string
  readonly turned: boolean
  readonly flagged: boolean
}

export interface ExpectedFigure {
  readonly values: Figures
  /** `lines.i.j`, 'derived' or null per period; null when the case does not say. */
  readonly sources: Figures | null
}

export interface StatementCase {
  readonly id: string
  readonly title: string
  readonly input: MappingInput
  readonly columns: readonly { readonly head: string; readonly kind: string; readonly kept: boolean }[]
  readonly readColumns: ReturnType<typeof columnsToPeriods> | null
  readonly expected: {
    readonly state: 'mapped' | 'unfooted' | 'unmappable'
    readonly periods: readonly Period[]
    readonly lines: readonly ExpectedLine[]
    readonly foot: readonly Figures[]
    readonly sections: ReadonlyMap<string, ExpectedFigure>
    readonly unitemized: ReadonlyMap<string, Figures>
    readonly rows: ReadonlyMap<string, ExpectedFigure>
    readonly measures: ReadonlyMap<string, Figures>
    readonly unlisted: readonly string[]
  }
}

export function statementCases(): StatementCase[] {
  const text = readFileSync(new URL('../fixtures/statement-cases.txt', import.meta.url), 'utf8')
  const blocks = text.split(/\n(?=case )/).filter((block) => block.startsWith('case '))
  return blocks.map((block) => new CaseReader(block.trimEnd().split('\n')).read())
}

export const DOCUMENT_ID = 'doc_case'

class CaseReader {
  readonly #lines: readonly string[]

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): StatementCase {
    const [, id = '', title = ''] = /^case (\w+): (.*)$/.exec(this.#lines[0] ?? '') ?? []
    const scale = Number(this.#all('scale')[0] ?? 1)
    const rows = this.#lines.filter((line) => line.startsWith('    ')).map(readRow)
    const columns = this.#all('column').map((text) => {
      const [head = '', kind = '', kept = ''] = fields(text)
      return { head, kind, kept: kept === 'kept' }
    })
    const readColumns =
      columns.length === 0
        ? null
        : columnsToPeriods({
            columns: columns.map((column) => column.head),
            rows,
            header: this.#all('header')[0] ?? null,
            fallbackYear: 1999,
          })
    const statement = this.#statement(rows, readColumns, scale)
    return { id, title, columns, readColumns, input: this.#input(statement), expected: this.#expected(rows, statement) }
  }

  #statement(rows: readonly Row[], columns: StatementCase['readColumns'], scale: number): Statement {
    const lines = rows.map((row, index): StatementLine => {
      const cells = columns ? columns.kept.map((column) => row.cells[column] ?? '') : row.cells
      const values = cells.map((cell) => readCell(cell, columns === null, scale))
      return {
        key: `L${index}`,
        label: row.label,
        depth: row.depth,
        values,
        sources: values.map((value, period) =>
          value === null
            ? null
            : { kind: 'printed', pages: [1], documentId: DOCUMENT_ID, address: `lines.${index}.${period}` },
        ),
      }
    })
    const periods = columns?.periods ?? this.#all('period').map(readPeriod)
    return { documentId: DOCUMENT_ID, periods, lines, scale }
  }

  #input(statement: Statement): MappingInput {
    const exported = this.#all('export').map(fields)
    const accounts = exported.map(([, accountId = '', code = '', label = '']): ExportedAccount => ({
      accountId,
      code,
      label,
    }))
    const rules = this.#all('rule').map((text): CaptionRule => {
      const [match, caption = '', accountId = '', section] = fields(text)
      return {
        match: match as CaptionRule['match'],
        caption,
        accountId,
        section: (section ?? null) as Section | null,
      }
    })
    const chart = overlayChart({ ...EMPTY_OVERLAY, outOfForce: this.#all('out-of-force') })
    return { statement, chart, rules, exportMap: exported[0] ? { system: exported[0][0] ?? '', accounts } : null }
  }

  #expected(rows: readonly Row[], statement: Statement): StatementCase['expected'] {
    const state = (['mapped', 'unfooted', 'unmappable'] as const).find((word) => this.#lines.includes(word))
    if (!state) throw new Error(`${this.#lines[0] ?? ''}: no expected state`)
    return {
      state,
      periods: this.#all('expect-period').length > 0 ? this.#all('expect-period').map(readPeriod) : statement.periods,
      lines: rows.map((row, index) => ({ key: `L${index}`, ...row.expectation })),
      foot: this.#all('foot').map((text) => fields(text).map(orNull)),
      sections: new Map(this.#all('section').map(readFigure)),
      unitemized: new Map(
        this.#all('unitemized')
          .map(readFigure)
          .map(([key, figure]) => [key, figure.values]),
      ),
      rows: new Map(this.#all('row').map(readFigure)),
      measures: new Map(
        this.#all('measure')
          .map(readFigure)
          .map(([key, figure]) => [key, figure.values]),
      ),
      unlisted: this.#all('unlisted'),
    }
  }

  /** What stands behind the word on every line that begins with it. */
  #all(word: string): string[] {
    return this.#lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  }
}

interface Row {
  readonly label: string
  readonly depth: number
  readonly cells: string[]
  readonly expectation: Omit<ExpectedLine, 'key'>
}

function readRow(line: string): Row {
  const parts = `${line.slice(4)} `.split('|')
  const label = parts[0] ?? ''
  const words = (parts.at(-1) ?? '').trim().split(' ')
  const becomes = words[0] === '?' ? `?${words[1] ?? ''}` : (words[0] ?? '')
  return {
    label: label.trim(),
    depth: label.trim() === '' ? 0 : (label.length - label.trimStart().length) / 2,
    cells: parts.slice(1, -1).map((cell) => cell.trim()),
    expectation: { becomes, turned: words.includes('turned'), flagged: words.includes('flagged') },
  }
}

/** In a statement '-' is no figure; in a table of raw cells it is a printed dash. */
function readCell(cell: string, isFigure: boolean, scale: number): Amounts[number] {
  if (isFigure) {
    const cents = cell === '-' ? null : parseCents(cell)
    if (cents === null && cell !== '-') throw new Error(`'${cell}' is no figure`)
    return cents === null ? null : centsOf(cents * BigInt(scale))
  }
  const read = parsePrintedNumber(cell)
  return read.is === 'amount' ? centsOf(read.cents * BigInt(scale)) : null
}

function readPeriod(text: string): Period {
  const [label = '', year = '', end = '', months = ''] = fields(text)
  return {
    fiscalYear: Number(year),
    periodEnd: orNull(end),
    label: orNull(label),
    monthsCovered: months === '-' ? null : Number(months),
  }
}

function readFigure(text: string): [string, ExpectedFigure] {
  const [key = '', rest = ''] = text.split(' = ')
  const [values = '', sources] = rest.split(' @ ')
  const address = (source: string) => (source === 'derived' ? source : `lines.${source}`)
  return [
    key,
    {
      values: fields(values).map(orNull),
      sources:
        sources === undefined ? null : fields(sources).map((source) => (source === '-' ? null : address(source))),
    },
  ]
}

function fields(text: string): string[] {
  return text.split('|').map((field) => field.trim())
}

function orNull(text: string): string | null {
  return text === '-' ? null : text
}
