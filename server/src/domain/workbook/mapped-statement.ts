/** A mapping as a workbook shows it: the rows that have a figure, each with how it is made, and whether it foots. */
import type { WireNode } from '../../engine/map/payload.ts'
import type { MappedNode, MappedStatement } from '../../engine/workbook/input.ts'
import { parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import type { MappingFormulas, PlacedNode } from './mapping-formulas.ts'

export function mappedStatement(formulas: MappingFormulas): MappedStatement {
  const { payload, mappingId, nodes } = formulas
  return {
    mappingId,
    state: payload.mapping_state,
    nodes: nodes.filter(({ node }) => node.values.some((value) => value !== null)).map((one) => nodeOf(formulas, one)),
    foot: payload.foot.map((foot, period) => {
      const printed = cents(foot.printed_bottom_line)
      return {
        printed: printed === null ? null : { value: printed, expression: formulas.bottomLine(period) },
        lineSum: cents(foot.line_sum),
        residual: cents(foot.residual),
        tolerance: cents(foot.tolerance),
      }
    }),
    walk: (payload.tree ?? [])
      .filter(({ measure }) => measure === null)
      .map(({ key, effect }) => ({ key, sign: effect === 'adds' ? 1 : -1 })),
  }
}

function nodeOf(formulas: MappingFormulas, placed: PlacedNode): MappedNode {
  const { node, depth } = placed
  return {
    key: node.key,
    label: node.label,
    kind: node.kind,
    depth,
    effect: node.effect,
    values: node.values.map(cents),
    unitemized: node.unitemized.map(cents),
    expressions: node.values.map((_, period) => formulas.expressionOf(placed, period)),
    lines: captionsOf(formulas, node),
    sources: node.sources.map((source) => source && { isPrinted: source.kind === 'printed', pages: source.pages }),
  }
}

function captionsOf({ payload }: MappingFormulas, node: WireNode): string[] {
  const direct = new Set(node.direct_member_keys)
  return payload.lines.filter(({ key }) => direct.has(key)).map(({ label }) => label)
}

const cents = (text: string | null): Cents | null => (text === null ? null : parseCents(text))
