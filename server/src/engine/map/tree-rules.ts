/**
 * The arithmetic a tree must keep to the cent, checked on every tree before it leaves. A breach is a defect of this
 * engine: the statement is then answered as unfooted, never with a tree that contradicts itself. The sdk's verifier
 * checks the same promises again, from the payload alone and with code of its own.
 */
import type { Amounts, Foot, Mapping, MappedLine, MappingNode } from '../model/mapping.ts'

/** One sentence per breach; empty when the tree holds. */
export function brokenRules(mapping: Mapping): string[] {
  const { tree } = mapping
  if (!tree) return []
  const lines = new Map(mapping.lines.map((line) => [line.key, line]))
  const broken: string[] = []
  for (const node of tree) checkNode(node, lines, broken)
  mapping.foot.forEach((foot, period) => {
    checkMeasures(tree, foot, period, broken)
  })
  return broken
}

function checkNode(node: MappingNode, lines: ReadonlyMap<string, MappedLine>, broken: string[]): void {
  if (node.kind === 'measure') return
  const sums = node.unitemized.map((amount): bigint => amount ?? 0n)
  const count = (amounts: Amounts | null, sign: 1n | -1n) =>
    amounts?.forEach((amount, period) => {
      if (amount !== null) sums[period] = (sums[period] ?? 0n) + sign * amount
    })
  for (const child of node.children) {
    count(child.values, child.effect === node.effect ? 1n : -1n)
    checkNode(child, lines, broken)
  }
  for (const key of node.directMemberKeys) count(lines.get(key)?.filedValues ?? null, 1n)
  if (sums.some((sum, period) => sum !== (node.values[period] ?? 0n)))
    broken.push(`${node.key} is not the sum of what stands under it`)
}

function checkMeasures(tree: readonly MappingNode[], foot: Foot, period: number, broken: string[]): void {
  const row = (key: string): bigint => tree.find((node) => node.key === key)?.values[period] ?? 0n
  const expect = (key: string, expected: bigint) => {
    if (row(key) !== expected) broken.push(`${key} is not what its parts make it`)
  }
  expect('m:gross_profit', row('pl.revenue') - row('pl.cogs'))
  expect('m:operating_income', row('m:gross_profit') - row('pl.opex'))
  const below = row('pl.other_income') - row('pl.other_expenses') - row('pl.interest') + row('pl.dispositions')
  expect('m:pretax_income', row('m:operating_income') + below)
  expect('m:net_income', foot.printedBottomLine ?? 0n)
  let sum = 0n
  for (const node of tree) {
    if (node.kind === 'measure') continue
    const value = node.values[period] ?? 0n
    sum = node.effect === 'adds' ? sum + value : sum - value
  }
  if (sum !== (foot.lineSum ?? 0n)) broken.push('the top-level rows do not add up to the line sum')
  if ((foot.residual ?? 0n) !== (foot.printedBottomLine ?? 0n) - sum) broken.push('the residual is not the difference')
}
