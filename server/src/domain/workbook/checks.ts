/** Every proof that bears on a workbook's figures, with the cells that it compares. */
import { crossChecks } from '../../engine/prove/cross-checks.ts'
import type { CheckSide as CitedSide, Cited } from '../../engine/model/cross-check.ts'
import type { SpreadPayload } from '../../engine/spread/payload.ts'
import { cell, sum } from '../../engine/workbook/expression.ts'
import type { Expression } from '../../engine/workbook/expression.ts'
import type { Check, CheckSide, PrintedDocument, PrintedFigure } from '../../engine/workbook/input.ts'
import { footCell, printedCell } from '../../engine/workbook/names.ts'
import { signsFor } from '../../engine/workbook/signs.ts'
import { centsOf, formatCents, magnitude, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import type { ReadTx } from '../../store/db.ts'
import { figuresOfLoan, formsOfLoan } from '../../store/loan-figures.ts'
import type { ExtractionPayload, ProofWire } from '../extractions/payload.ts'
import { loanFacts } from '../loans/loan-facts.ts'
import type { MappingFormulas } from './mapping-formulas.ts'

interface Spot {
  readonly figure: PrintedFigure
  readonly about: string
}

/** The figures of a document by their addresses. */
function spotsOf(document: PrintedDocument): Map<string, Spot> {
  const spots = new Map<string, Spot>()
  for (const row of document.rows)
    for (const [at, figure] of row.figures.entries())
      if (figure) spots.set(figure.address, { figure, about: `${row.label}, ${document.columns[at] ?? ''}` })
  return spots
}

export function documentChecks(document: PrintedDocument, payload: ExtractionPayload): Check[] {
  const spots = spotsOf(document)
  return payload.proofs.map((proof) => documentCheck(document, payload, spots, proof))
}

function documentCheck(
  document: PrintedDocument,
  payload: ExtractionPayload,
  spots: ReadonlyMap<string, Spot>,
  proof: ProofWire,
): Check {
  const [first, ...others] = proof.addresses.flatMap((address) => spots.get(address) ?? [])
  const scale = scaleOf(payload, proof)
  const [expected, actual] = [scaled(proof.expected, scale), scaled(proof.actual, scale)]
  const residual = scaled(proof.residual, scale)
  const allowed = residual === null ? null : proof.state === 'proved' ? formatCents(magnitude(residual)) : '0.00'
  return {
    company: document.company,
    document: document.kind,
    page: first?.figure.page ?? null,
    url: first?.figure.url ?? null,
    name: proof.name,
    about: first?.about ?? '',
    expected: expected === null ? null : sideOf(document.id, expected, first ? [first.figure] : []),
    actual: actual === null ? null : sideOf(document.id, actual, others.map(({ figure }) => figure)),
    allowed,
    state: proof.state,
    hint: proof.hint,
  } // prettier-ignore
}

/** Proofs speak in printed units; the workbook in whole currency. */
function scaleOf(payload: ExtractionPayload, proof: ProofWire): bigint {
  const period = /^lines\.\d+\.(\d+)$/.exec(proof.addresses[0] ?? '')?.[1]
  return BigInt(period === undefined ? payload.scale.factor : (payload.periods[Number(period)]?.scale ?? 1))
}

function scaled(text: string | null, scale: bigint): Cents | null {
  const cents = text === null ? null : parseCents(text)
  return cents === null ? null : centsOf(cents * scale)
}

/** An amount as the sum of the figures that make it, where there is a way to count them so. */
function sideOf(documentId: string, value: Cents, figures: readonly PrintedFigure[]): CheckSide {
  const signs = figures.length === 0 ? null : signsFor(figures.map((figure) => figure.value), value) // prettier-ignore
  const cells = figures.map(({ address }) => cell(printedCell(documentId, address)))
  return { value: formatCents(value), expression: signs && counted(cells, signs) }
}

function counted(cells: readonly Expression[], signs: readonly (1 | -1)[]): Expression {
  const [only] = cells
  if (only && cells.length === 1 && signs[0] === 1) return only
  return sum(cells.map((of, at) => ({ sign: signs[at] ?? 1, of })))
}

/** That the lines walk to the printed bottom line, period by period. */
export function mappingChecks(document: PrintedDocument, { mappingId, payload }: MappingFormulas): Check[] {
  return payload.foot.map((foot, period): Check => {
    const source = foot.printed_bottom_line_source
    const { printed_bottom_line: printed, line_sum: walk, residual, tolerance } = foot
    const isTestable = printed !== null && walk !== null && residual !== null && tolerance !== null
    const side = (value: string | null, part: 'printed' | 'walk'): CheckSide | null =>
      value === null ? null : { value, expression: cell(footCell(mappingId, part, period)) }
    const url = document.rows
      .flatMap(({ figures }) => figures)
      .find((figure) => figure !== null && figure.address === source?.address)?.url
    return {
      company: document.company,
      document: document.kind,
      page: source?.pages[0] ?? null,
      url: url ?? null,
      name: 'walk to the bottom line',
      about: document.columns[period] ?? '',
      expected: side(printed, 'printed'),
      actual: side(walk, 'walk'),
      allowed: tolerance,
      state: !isTestable ? 'not_proved' : payload.mapping_state === 'mapped' ? 'proved' : stateOf(residual, tolerance),
      hint: isTestable ? null : 'the statement prints no bottom line, or its lines give no walk',
    }
  })
}

/** One period of a statement that does not foot may still do so by itself. */
function stateOf(residual: string, tolerance: string): Check['state'] {
  return magnitude(parseCents(residual) ?? centsOf(0n)) <= (parseCents(tolerance) ?? 0n) ? 'proved' : 'failed'
}

/** The loan's documents against each other. Figures of documents that have no sheet here stand as they are stated. */
export async function crossChecksOf(
  tx: ReadTx,
  loanId: string,
  documents: readonly PrintedDocument[],
): Promise<Check[]> {
  const shown = new Set(documents.map(({ id }) => id))
  const side = (one: CitedSide | null): CheckSide | null =>
    one && { value: formatCents(one.amount), expression: citedExpression(one, shown) }
  return crossChecks(loanFacts(await figuresOfLoan(tx, loanId), await formsOfLoan(tx, loanId))).map((check): Check => {
    const cited: Cited | undefined = check.left?.figures[0] ?? check.right?.figures[0]
    const of = documents.find(({ id }) => id === cited?.documentId)
    const { residual, state } = check
    return {
      company: of?.company ?? null,
      document: 'Between documents',
      page: cited?.page ?? null,
      url: null,
      name: check.name,
      about: [check.date, cited?.label].filter((word) => word !== undefined && word !== null).join(', '),
      expected: side(check.left),
      actual: side(check.right),
      allowed: residual === null ? null : state === 'proved' ? formatCents(magnitude(residual)) : '0.00',
      state,
      hint: check.hint,
    }
  })
}

function citedExpression({ amount, figures }: CitedSide, shown: ReadonlySet<string>): Expression | null {
  if (figures.length === 0 || figures.some(({ documentId }) => !shown.has(documentId))) return null
  const signs = signsFor(
    figures.map((figure) => figure.amount),
    amount,
  )
  const cells = figures.map(({ documentId, address }) => cell(printedCell(documentId, address)))
  return signs && counted(cells, signs)
}

/** What people gave and no period took: nothing was computed with it. */
export function unusedChecks({ unused }: SpreadPayload): Check[] {
  return unused.map((one): Check => ({
    company: null,
    document: 'Given figures',
    page: null,
    url: null,
    name: one.kind === 'addback' ? 'addback without a period' : 'given figure without a period',
    about: `${one.ref}, ${one.period_end ?? `FY ${one.fiscal_year ?? ''}`}`,
    expected: null,
    actual: null,
    allowed: null,
    state: 'not_proved',
    hint: 'no statement of this company covers the period, so that no measure takes the figure',
  }))
}
