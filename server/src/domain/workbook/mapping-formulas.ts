/**
 * How every figure of a mapping is made of printed ones, as expressions over named cells: a folder of what stands under
 * it, a measure of sections and accounts by what they are. Each is held against the mapping's own figure; one that does
 * not come to it is written as the sum of printed figures that the mapping's proof gives.
 */
import type { Chart } from '../../engine/chart/chart.ts'
import { figureProofs, takenOut } from '../../engine/map/figure-proofs.ts'
import type { FigureProof } from '../../engine/map/figure-proofs.ts'
import type { StatementMappingPayload, WireNode } from '../../engine/map/payload.ts'
import {
  cell,
  magnitudeOf,
  minusTerm,
  number,
  plusTerm,
  stateExpression,
  sum,
} from '../../engine/workbook/expression.ts'
import type { Expression, Term } from '../../engine/workbook/expression.ts'
import { filedCell, nodeCell, openCell, printedCell } from '../../engine/workbook/names.ts'

export interface PlacedNode {
  readonly node: WireNode
  readonly top: WireNode
  readonly depth: number
}

const signed = (sign: 1 | -1, of: Expression): Term => ({ sign, of })
const towardIncome = ({ effect }: Pick<WireNode, 'effect'>): 1 | -1 => (effect === 'adds' ? 1 : -1)
const opposite = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1)

/** The sections between the measures above the line, each with how it counts. */
const STEPS: Readonly<Record<string, readonly (readonly [sign: 1 | -1, key: string])[]>> = {
  gross_profit: [[1, 'pl.revenue'], [-1, 'pl.cogs']],
  operating_income: [[1, 'm:gross_profit'], [-1, 'pl.opex']],
  pretax_income: [
    [1, 'm:operating_income'], [1, 'pl.other_income'], [-1, 'pl.other_expenses'], [-1, 'pl.interest'], [1, 'pl.dispositions'],
  ],
} // prettier-ignore

export class MappingFormulas {
  readonly mappingId: string
  readonly payload: StatementMappingPayload
  readonly nodes: readonly PlacedNode[]
  readonly #chart: Chart
  readonly #values = new Map<string, string>()
  readonly #proofs: ReadonlyMap<string, FigureProof>

  constructor(mappingId: string, payload: StatementMappingPayload, chart: Chart) {
    this.mappingId = mappingId
    this.payload = payload
    this.#chart = chart
    this.nodes = (payload.tree ?? []).flatMap((top) => placed(top, top, 0))
    this.#proofs = new Map(figureProofs(payload, chart).map((proof) => [`${proof.key} ${proof.period}`, proof]))
    this.#noteValues()
  }

  #noteValues(): void {
    const note = (name: string, value: string | null | undefined): void => {
      if (value !== null && value !== undefined) this.#values.set(name, value)
    }
    for (const { node } of this.nodes)
      for (const period of this.payload.periods.keys()) {
        note(nodeCell(this.mappingId, node.key, period), node.values[period])
        note(openCell(this.mappingId, node.key, period), node.unitemized[period])
      }
    for (const line of this.payload.lines)
      for (const [period, source] of line.sources.entries()) {
        if (!source?.address) continue
        note(printedCell(this.payload.document_id, source.address), line.values[period])
        note(filedCell(this.payload.document_id, source.address), line.filed_values?.[period])
      }
  }

  /** The cell of a row; null where it has no figure in the period. */
  node(key: string, period: number): Expression | null {
    const name = nodeCell(this.mappingId, key, period)
    return this.#values.has(name) ? cell(name) : null
  }

  expressionOf({ node }: PlacedNode, period: number): Expression | null {
    const value = node.values[period] ?? null
    if (value === null) return null
    const best = node.measure === null ? this.#ownParts(node, period) : this.#measure(node.measure, period)
    return [best, this.#asProved(node.key, period)].find((one) => one && this.#comesTo(one, value)) ?? null
  }

  #comesTo(expression: Expression, value: string): boolean {
    return stateExpression(expression, 'usd', (name) => this.#values.get(name) ?? null) === value
  }

  /** What stands under it, the lines placed on it, and the part that no line accounts for. */
  #ownParts(node: WireNode, period: number): Expression | null {
    const under = node.children
      .filter(({ measure }) => measure === null)
      .flatMap((child) => {
        const of = this.node(child.key, period)
        return of ? [signed(child.effect === node.effect ? 1 : -1, of)] : []
      })
    const terms = [...under, ...this.#direct(node, period)]
    return terms.length === 0 ? null : sum(terms)
  }

  #direct(node: WireNode, period: number): Term[] {
    const lines = node.direct_member_keys.flatMap((key) => {
      const line = this.payload.lines.find((one) => one.key === key)
      const address = line?.sources[period]?.address
      const isFiled = (line?.filed_values?.[period] ?? null) !== null
      return address && isFiled ? [plusTerm(cell(filedCell(this.payload.document_id, address)))] : []
    })
    const open = node.unitemized[period] ?? null
    if (open === null || open === '0.00') return lines
    return [...lines, plusTerm(cell(openCell(this.mappingId, node.key, period)))]
  }

  #measure(measure: string, period: number): Expression | null {
    const steps = STEPS[measure]
    if (measure === 'net_income') return this.bottomLine(period)
    if (!steps) return this.#earnings(measure, period)
    const terms = steps.flatMap(([sign, key]) => {
      const of = this.node(key, period)
      return of ? [signed(sign, of)] : []
    })
    return terms.length === 0 ? null : sum(terms)
  }

  /** Net income is what is printed as such. */
  bottomLine(period: number): Expression | null {
    const foot = this.payload.foot[period]
    const address = foot?.printed_bottom_line_source?.address ?? null
    const value = foot?.printed_bottom_line ?? null
    if (address === null || value === null) return null
    const printed = cell(printedCell(this.payload.document_id, address))
    return [printed, sum([minusTerm(printed)])].find((one) => this.#comesTo(one, value)) ?? null
  }

  /** EBIT and its kin: income before taxes without what the measure leaves out, wherever that is printed. */
  #earnings(measure: string, period: number): Expression | null {
    const pretax = this.node('m:pretax_income', period)
    if (!pretax) return null
    const terms = [plusTerm(pretax)]
    for (const placedNode of this.nodes) {
      const { node, top } = placedNode
      if (top.measure !== null) continue
      const roles = this.#chart.accountById.get(node.key)?.roles
      // The whole section of interest is left out at once; what else is, account by account.
      const isWhole = top.role === 'interest'
      if (isWhole && node === top) {
        const of = this.node(node.key, period)
        if (of) terms.push(signed(opposite(towardIncome(node)), of))
      }
      for (let times = takenOut(measure, top, roles) - (isWhole ? 1 : 0); times > 0; times -= 1)
        terms.push(...this.#own(node, period).map(({ sign, of }) => leftOut(node, sign, of)))
    }
    return sum(terms)
  }

  /** The row's cell, or where rows stand under it the parts that are its own. */
  #own(node: WireNode, period: number): Term[] {
    if (node.children.length > 0) return this.#direct(node, period)
    const of = this.node(node.key, period)
    return of ? [plusTerm(of)] : []
  }

  /** Net operating income: above the line, without the accounts that are no part of running the property. */
  netOperatingIncome(period: number): Expression {
    const steps = [[1, 'pl.revenue'], [-1, 'pl.cogs'], [-1, 'pl.opex']] as const // prettier-ignore
    const above = steps.flatMap(([sign, key]) => {
      const of = this.node(key, period)
      return of ? [signed(sign, of)] : []
    })
    const excluded = this.nodes.filter(
      ({ node, top }) =>
        ['revenue', 'cogs', 'opex'].includes(top.role ?? '') &&
        this.#chart.accountById.get(node.key)?.roles.has('noi_exclude') === true,
    )
    const left = excluded.flatMap(({ node }) => this.#own(node, period).map(({ sign, of }) => leftOut(node, sign, of)))
    return sum([...above, ...left])
  }

  /** What lines that a person should look at come to, whatever their signs. */
  flagged(period: number): Expression {
    const keys = new Set((this.payload.tree ?? []).flatMap(({ flagged_keys }) => flagged_keys))
    const lines = this.payload.lines.filter(({ key }) => keys.has(key))
    return sum(
      lines.flatMap((line) => {
        const address = line.sources[period]?.address
        return address ? [plusTerm(magnitudeOf(cell(printedCell(this.payload.document_id, address))))] : []
      }),
    )
  }

  /** The printed figure of that value: what a statement that does not foot states of a measure. */
  printedWith(value: string, period: number): Expression | null {
    const cells = this.payload.lines.flatMap((line) => {
      const address = line.sources[period]?.address
      return address ? [cell(printedCell(this.payload.document_id, address))] : []
    })
    const asIs = cells.find((one) => this.#comesTo(one, value))
    return asIs ?? cells.map((one) => sum([minusTerm(one)])).find((one) => this.#comesTo(one, value)) ?? null
  }

  #asProved(key: string, period: number): Expression | null {
    const proof = this.#proofs.get(`${key} ${period}`)
    if (!proof?.holds) return null
    const terms = proof.terms.flatMap(({ address, factor }) =>
      address === null
        ? []
        : Array.from({ length: Math.abs(factor) }, () =>
            signed(factor < 0 ? -1 : 1, cell(printedCell(this.payload.document_id, address))),
          ),
    )
    const open = proof.unitemized === '0.00' ? [] : [plusTerm(number(proof.unitemized))]
    return sum([...terms, ...open])
  }
}

/** What is left out of income is taken away the way it counts. */
function leftOut(node: WireNode, sign: 1 | -1, of: Expression): Term {
  const counted = towardIncome(node) === 1 ? sign : opposite(sign)
  return signed(opposite(counted), of)
}

function placed(node: WireNode, top: WireNode, depth: number): PlacedNode[] {
  return [{ node, top, depth }, ...node.children.flatMap((child) => placed(child, top, depth + 1))]
}
