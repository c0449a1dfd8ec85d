/**
 * A workbook while it is put together: figures with names and expressions. Once all cells have their places, the
 * expressions become formulas. One that asks for a cell that is not there, or does not lead to its figure, or is longer
 * than a spreadsheet takes, is left out: then the figure stands as it is stated, and the count of such figures is known.
 */
import { PLACES } from '../../lib/decimal.ts'
import type { Unit } from '../../lib/decimal.ts'
import type {
  Cell,
  CellContent,
  CellFormat,
  CellLink,
  CellRole,
  CellStyle,
  DefinedName,
  Sheet,
  Workbook,
} from '../model/workbook.ts'
import { cellsIn, formulaText, stateExpression } from './expression.ts'
import type { Expression, Position } from './expression.ts'

/** What a figure of a sheet is before its formula is known. */
export interface DraftFigure {
  readonly kind: 'figure'
  readonly value: string
  readonly unit: Unit
  readonly expression: Expression | null
  readonly name: string | null
}

export interface DraftCell {
  readonly content: CellContent | DraftFigure
  readonly style: CellStyle
  readonly note: string | null
  readonly link: CellLink | null
}

export interface DraftSheet extends Omit<Sheet, 'rows'> {
  readonly rows: readonly (readonly (DraftCell | null)[])[]
}

/** A spreadsheet's number holds fifteen digits, and cents are two of them. */
const MOST_DIGITS = 15
/** The longest formula that spreadsheets read. */
const LONGEST_FORMULA = 8_000

export const isExact = (value: string): boolean => value.replaceAll(/\D/g, '').replace(/^0+/, '').length <= MOST_DIGITS

export interface Settled {
  readonly workbook: Workbook
  /** Figures that were to be formulas and stand as stated. */
  readonly unmade: readonly Position[]
}

export function settle(draft: {
  readonly title: string
  readonly madeAt: Date
  readonly sheets: readonly DraftSheet[]
  readonly names: readonly DefinedName[]
}): Settled {
  const known = new Map<string, Position & { readonly value: string }>()
  for (const sheet of draft.sheets)
    for (const [row, cells] of sheet.rows.entries())
      for (const [column, one] of cells.entries()) {
        const content = one?.content
        if (content?.kind !== 'figure' || content.name === null || known.has(content.name)) continue
        if (isExact(content.value)) known.set(content.name, { sheet: sheet.name, row, column, value: content.value })
      }
  const unmade: Position[] = []
  const make = (figure: DraftFigure, at: Position): CellContent => {
    if (!isExact(figure.value)) return { kind: 'text', text: figure.value }
    const formula = figure.expression && formulaFor(figure, figure.expression, at, known)
    if (formula !== null) return { kind: 'formula', formula, result: figure.value, isText: false }
    if (figure.expression) unmade.push(at)
    return { kind: 'number', value: figure.value }
  }
  const sheets = draft.sheets.map((sheet): Sheet => ({
    ...sheet,
    rows: sheet.rows.map((cells, row) =>
      cells.map((one, column): Cell | null => {
        if (one === null) return null
        if (one.content.kind !== 'figure') return { ...one, content: one.content }
        const content = make(one.content, { sheet: sheet.name, row, column })
        // What has no formula is not shown as if it had one.
        const isStated = one.content.expression !== null && content.kind !== 'formula'
        return { ...one, content, style: isStated ? { ...one.style, role: 'given' } : one.style }
      }),
    ),
  }))
  return { workbook: { title: draft.title, madeAt: draft.madeAt, sheets, names: draft.names }, unmade }
}

function formulaFor(
  figure: DraftFigure,
  expression: Expression,
  at: Position,
  known: ReadonlyMap<string, Position & { readonly value: string }>,
): string | null {
  const asked = cellsIn(expression).map((name) => known.get(name))
  const isOwn = (one: Position): boolean => one.sheet === at.sheet && one.row === at.row && one.column === at.column
  if (asked.some((one) => one === undefined || isOwn(one))) return null
  if (stateExpression(expression, figure.unit, (name) => known.get(name)?.value ?? null) !== figure.value) return null
  const text = formulaText(expression, PLACES[figure.unit], (name) => known.get(name) as Position, at.sheet)
  return text.length <= LONGEST_FORMULA ? text : null
}

const FORMATS: Readonly<Record<Unit, CellFormat>> = {
  usd: 'money',
  ratio: 'ratio',
  percent: 'percent',
  days: 'days',
}

export interface CellDetails extends Partial<Omit<CellStyle, 'format'>> {
  readonly note?: string | null
  readonly link?: CellLink | null
}

function styled(content: DraftCell['content'], role: CellRole, format: CellFormat, details: CellDetails): DraftCell {
  const { note = null, link = null, ...style } = details
  return { content, style: { role, format, ...style }, note, link }
}

export function text(words: string, details: CellDetails = {}): DraftCell {
  return styled({ kind: 'text', text: words }, details.role ?? 'plain', 'text', details)
}

export function count(value: number, details: CellDetails = {}): DraftCell {
  return styled({ kind: 'number', value: String(value) }, details.role ?? 'plain', 'integer', details)
}

/** A formula that is no figure of the service: a count, a state in words. */
export function formula(
  made: { readonly formula: string; readonly result: string; readonly isText: boolean },
  details: CellDetails = {},
): DraftCell {
  return styled({ kind: 'formula', ...made }, details.role ?? 'derived', made.isText ? 'text' : 'integer', details)
}

export function figure(
  of: {
    readonly value: string
    readonly unit: Unit
    readonly expression?: Expression | null
    readonly name?: string | null
  },
  details: CellDetails = {},
): DraftCell {
  const content = {
    kind: 'figure',
    value: of.value,
    unit: of.unit,
    expression: of.expression ?? null,
    name: of.name ?? null,
  } as const
  return styled(content, details.role ?? (of.expression ? 'derived' : 'given'), FORMATS[of.unit], details)
}
