/**
 * Every figure of a mapping's tree as a sum of printed figures: which, with which sign, and what no line accounts for.
 * Made from the payload and the accounts' roles, not from the steps that made the mapping, so that it can disagree.
 */
import { centsOf, formatCents, parseCents } from '../../lib/money.ts'
import type { Chart } from '../chart/chart.ts'
import type { StatementMappingPayload, WireLine, WireNode } from './payload.ts'

export interface ProofTerm {
  readonly line_key: string
  readonly address: string | null
  readonly pages: readonly number[]
  /** As printed. */
  readonly printed: string
  /** How often it counts, and which way: 1 or -1. */
  readonly factor: number
}

export interface FigureProof {
  /** Of the node. */
  readonly key: string
  readonly period: number
  readonly value: string
  readonly terms: readonly ProofTerm[]
  /** The part that no printed line accounts for. */
  readonly unitemized: string
  /** Whether the terms and the rest come to the value, to the cent. */
  readonly holds: boolean
}

/** Empty for a statement that does not foot: it has no tree. */
export function figureProofs(payload: StatementMappingPayload, chart: Chart): FigureProof[] {
  const lines = new Map(payload.lines.map((line) => [line.key, line]))
  const tops = payload.tree ?? []
  const all = tops.flatMap(withNodesUnder)
  const proofs: FigureProof[] = []
  for (const node of all)
    for (const [period, value] of node.values.entries()) {
      if (value === null) continue
      const counted = node.measure === null ? partsOfNode(node) : partsOfMeasure(node.measure, tops, chart)
      if (node.measure === 'net_income') proofs.push(bottomLine(payload, node, period))
      else proofs.push(add({ key: node.key, period, value }, counted, lines))
    }
  return proofs
}

/** A node with the lines and the unitemized part that are its own, and how they count. */
interface Part {
  readonly node: WireNode
  readonly factor: number
}

function withNodesUnder(node: WireNode): WireNode[] {
  return [node, ...node.children.flatMap(withNodesUnder)]
}

/** What stands under a node counts for it when it counts the same way toward net income, and against it otherwise. */
function partsOfNode(node: WireNode): Part[] {
  return withNodesUnder(node).map((one) => ({ node: one, factor: one.effect === node.effect ? 1 : -1 }))
}

const TO_GROSS_PROFIT = ['revenue', 'cogs']
const TO_OPERATING_INCOME = [...TO_GROSS_PROFIT, 'opex']
const TO_PRETAX = [...TO_OPERATING_INCOME, 'other_income', 'other_expenses', 'dispositions', 'interest']

const SECTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  gross_profit: TO_GROSS_PROFIT,
  operating_income: TO_OPERATING_INCOME,
}

function partsOfMeasure(measure: string, tops: readonly WireNode[], chart: Chart): Part[] {
  const sections = SECTIONS_OF[measure] ?? TO_PRETAX
  return tops
    .filter(({ measure: own }) => own === null)
    .flatMap((top) =>
      withNodesUnder(top).map((node) => {
        const counts = sections.includes(top.role ?? '') ? 1 : 0
        const effect = node.effect === 'adds' ? 1 : -1
        return { node, factor: effect * (counts - takenOut(measure, top, chart.accountById.get(node.key)?.roles)) }
      }),
    )
    .filter(({ factor }) => factor !== 0)
}

/** How often what pretax income counts is left out of a measure of earnings, by its section and its account's roles. */
export function takenOut(measure: string, top: Pick<WireNode, 'role'>, roles: ReadonlySet<string> = new Set()): number {
  if (!/ebit/.test(measure)) return 0
  const section = top.role
  const has = (role: string): number => (roles.has(role) ? 1 : 0)
  const interest = section === 'interest' ? 1 : has('interest')
  const tax = section === 'taxes' ? 0 : has('income_tax')
  const depreciation = measure.endsWith('ebitda') ? has('depreciation') + has('depreciation_amortization') : 0
  const amortization = /ebitd?a$/.test(measure) ? has('amortization') : 0
  const oneTime = measure.startsWith('adjusted') ? (section === 'dispositions' ? 1 : has('one_time')) : 0
  return interest + tax + depreciation + amortization + oneTime
}

function add(
  figure: { readonly key: string; readonly period: number; readonly value: string },
  parts: readonly Part[],
  lines: ReadonlyMap<string, WireLine>,
): FigureProof {
  const { period } = figure
  const terms: ProofTerm[] = []
  let [sum, unitemized] = [0n, 0n]
  for (const { node, factor } of parts) {
    unitemized += BigInt(factor) * amount(node.unitemized[period])
    for (const key of node.direct_member_keys) {
      const line = lines.get(key)
      const printed = line?.values[period] ?? null
      if (!line || printed === null) continue
      const filed = BigInt(factor) * amount(line.filed_values?.[period])
      const source = line.sources[period]
      // Filing turns a line or leaves it; it never changes its size.
      const term = factor * (amount(printed) === amount(line.filed_values?.[period]) ? 1 : -1)
      terms.push({ line_key: key, address: source?.address ?? null, pages: source?.pages ?? [], printed, factor: term })
      sum += filed
    }
  }
  const told = terms.reduce((all, { printed, factor }) => all + BigInt(factor) * amount(printed), unitemized)
  const holds = told === amount(figure.value) && sum + unitemized === told
  return { ...figure, terms, unitemized: formatCents(centsOf(unitemized)), holds }
}

/** Net income is what is printed as such; that the lines walk there is what the foot says. */
function bottomLine(payload: StatementMappingPayload, node: WireNode, period: number): FigureProof {
  const value = node.values[period] ?? '0.00'
  const address = payload.foot[period]?.printed_bottom_line_source?.address ?? null
  const line = payload.lines.find(({ sources }) => address !== null && sources[period]?.address === address)
  const printed = line?.values[period] ?? null
  const factor = printed === value ? 1 : -1
  const terms = line && printed !== null
    ? [{ line_key: line.key, address, pages: line.sources[period]?.pages ?? [], printed, factor }]
    : [] // prettier-ignore
  const holds = printed !== null && BigInt(factor) * amount(printed) === amount(value)
  return { key: node.key, period, value, terms, unitemized: '0.00', holds }
}

function amount(text: string | null | undefined): bigint {
  return text === null || text === undefined ? 0n : (parseCents(text) ?? 0n)
}
