/** The figures of a document as cells, the same on whichever sheet they stand. */
import { formatCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { figure } from './draft.ts'
import type { CellDetails, DraftCell } from './draft.ts'
import { cell, minusTerm, plusTerm, sum } from './expression.ts'
import type { Expression } from './expression.ts'
import type { MappedNode, MappedStatement, PrintedFigure, PrintedRow } from './input.ts'
import { filedCell, footCell, nodeCell, openCell, printedCell } from './names.ts'

export function printedFigure(documentId: string, one: PrintedFigure, details: CellDetails = {}): DraftCell {
  return figure(
    { value: formatCents(one.value), unit: 'usd', name: printedCell(documentId, one.address) },
    {
      ...details,
      role: 'printed',
      note: `Page ${one.page}, printed as ${one.text}\n${documentId} ${one.address}`,
      link: one.url === null ? null : { kind: 'outside', url: one.url },
    },
  )
}

/** A line as its account counts it; null where it is not filed or prints nothing. */
export function filedFigure(documentId: string, { filing, figures }: PrintedRow, at: number): DraftCell | null {
  const [value, source] = [filing?.values[at] ?? null, figures[at] ?? null]
  if (value === null || source === null) return null
  const asPrinted = cell(printedCell(documentId, source.address))
  // Filing turns a line or leaves it; it never changes its size.
  const expression = value === source.value ? asPrinted : sum([minusTerm(asPrinted)])
  return figure({ value: formatCents(value), unit: 'usd', expression, name: filedCell(documentId, source.address) })
}

export function nodeFigure(
  { mappingId }: MappedStatement,
  node: MappedNode,
  at: number,
  details: CellDetails = {},
): DraftCell | null {
  const name = nodeCell(mappingId, node.key, at)
  return money(node.values[at] ?? null, name, node.expressions[at] ?? null, details)
}

/** The part of a node that no printed line accounts for; null where there is none. */
export function openFigure({ mappingId }: MappedStatement, node: MappedNode, at: number): DraftCell | null {
  const value = node.unitemized[at] ?? null
  const note = `${node.label}: the part that the statement prints no line for`
  return value === 0n ? null : money(value, openCell(mappingId, node.key, at), null, { note })
}

/** Whether a statement foots, period by period. */
export function footFigures(mapping: MappedStatement, at: number) {
  const { mappingId, foot } = mapping
  const of = foot[at]
  const name = (part: 'printed' | 'walk' | 'residual'): string => footCell(mappingId, part, at)
  const residual = sum([plusTerm(cell(name('printed'))), minusTerm(cell(name('walk')))])
  return {
    printed: money(of?.printed?.value ?? null, name('printed'), of?.printed?.expression ?? null),
    walk: money(of?.lineSum ?? null, name('walk'), walkOf(mapping, at)),
    residual: money(of?.residual ?? null, name('residual'), residual, { ruled: true, bold: true }),
    allowed: money(of?.tolerance ?? null, null, null, { role: 'quiet' }),
  }
}

function walkOf({ mappingId, walk, nodes }: MappedStatement, at: number): Expression | null {
  const stated = walk.filter(({ key }) => (nodes.find((node) => node.key === key)?.values[at] ?? null) !== null)
  if (stated.length === 0) return null
  return sum(stated.map(({ key, sign }) => ({ sign, of: cell(nodeCell(mappingId, key, at)) })))
}

function money(
  value: Cents | null,
  name: string | null,
  expression: Expression | null,
  details: CellDetails = {},
): DraftCell | null {
  return value === null ? null : figure({ value: formatCents(value), unit: 'usd', expression, name }, details)
}
