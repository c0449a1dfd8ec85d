/** What lines and nodes say about each other: nothing lost, nothing counted twice, no key that leads nowhere. */
import type { Ledger } from './ledger.ts'
import type { Line, Node, Payload } from './shape.ts'
import { SECTIONS } from './shape.ts'

export function checkAccountedLines({ lines, unmapped, state, tree }: Payload, ledger: Ledger): void {
  const order = new Map(lines.map((line, at) => [line.key, at]))
  ledger.expect(order.size === lines.length, 'lines', 'two lines have the same key')
  ledger.expect((state === 'mapped') === (tree !== null), 'tree', 'is there without a proof, or missing despite one')
  const listed = new Set(unmapped.map(({ key }) => key))
  ledger.expect(listed.size === unmapped.length, 'unmapped_lines', 'lists a line twice')
  const positions = unmapped.map(({ key }) => order.get(key) ?? -1)
  ledger.expect(!positions.includes(-1), 'unmapped_lines', 'lists a line that is not printed')
  ledger.expect(
    positions.every((position, at) => at === 0 || position > (positions[at - 1] ?? -1)),
    'unmapped_lines',
    'is not in print order',
  )
  for (const line of lines) checkLine(line, listed.has(line.key), state, ledger)
}

function checkLine(line: Line, isUnmapped: boolean, state: Payload['state'], ledger: Ledger): void {
  const where = line.key
  const hasFigure = line.values.some((value) => value !== null)
  const fates = [line.isTotal && hasFigure, line.filedUnder !== null, isUnmapped].filter(Boolean).length
  ledger.expect(fates === (hasFigure ? 1 : 0), where, 'is not exactly one of total, filed and unmapped')
  ledger.expect(hasFigure || !line.isTotal, where, 'is a total without a figure')
  ledger.expect(state === 'mapped' || line.filedUnder === null, where, 'is filed on a statement that does not foot')
  ledger.expect(
    (line.filedUnder === null) === (line.filedValues === null),
    where,
    'is filed without figures or vice versa',
  )
  if (!line.filedValues) return
  const signs = new Set<string>()
  line.values.forEach((value, period) => {
    const filed = line.filedValues?.[period] ?? null
    const same = value === filed || (value !== null && filed === -value)
    ledger.expect(same, where, 'is filed with another amount than it prints', period)
    if (value !== null && value !== 0n && same) signs.add(value === filed ? 'as printed' : 'turned')
  })
  ledger.expect(signs.size <= 1, where, 'is turned in one period and not in another')
}

export function checkReferences({ lines, tree }: Payload, ledger: Ledger): void {
  if (!tree) return
  const order = new Map(lines.map((line, at) => [line.key, at]))
  const filedUnder = new Map(lines.map((line) => [line.key, line.filedUnder]))
  const seen = new Map<string, Node>()
  for (const node of tree) checkNode(node, { parent: null, order, filedUnder, seen }, ledger)
  for (const line of lines) {
    if (line.filedUnder === null) continue
    const node = seen.get(line.filedUnder)
    ledger.expect(
      node?.directMemberKeys.includes(line.key) === true,
      line.key,
      () => `is filed under ${String(line.filedUnder)}, which does not hold it`,
    )
  }
}

interface Context {
  readonly parent: Node | null
  readonly order: ReadonlyMap<string, number>
  readonly filedUnder: ReadonlyMap<string, string | null>
  readonly seen: Map<string, Node>
}

function checkNode(node: Node, context: Context, ledger: Ledger): void {
  const { key } = node
  ledger.expect(!context.seen.has(key), key, 'stands in the tree twice')
  context.seen.set(key, node)
  checkKind(node, context.parent, ledger)
  for (const child of node.children) checkNode(child, { ...context, parent: node }, ledger)
  const below = [...node.directMemberKeys, ...node.children.flatMap((child) => child.memberKeys)]
  ledger.expect(
    sameKeys(node.memberKeys, below),
    key,
    'does not hold exactly the lines of itself and the nodes under it',
  )
  const positions = node.memberKeys.map((member) => context.order.get(member) ?? -1)
  ledger.expect(
    positions.every((position, at) => at === 0 || position > (positions[at - 1] ?? -1)),
    key,
    'holds its lines out of print order, or one of them twice',
  )
  for (const member of node.directMemberKeys)
    ledger.expect(context.filedUnder.get(member) === key, key, () => `holds ${member}, which is filed elsewhere`)
  const members = new Set(node.memberKeys)
  ledger.expect(
    node.flaggedKeys.every((flagged) => members.has(flagged)),
    key,
    'flags a line that it does not hold',
  )
  const flagged = new Set(node.flaggedKeys)
  ledger.expect(flagged.size === node.flaggedKeys.length, key, 'flags a line twice')
  for (const child of node.children)
    ledger.expect(
      sameKeys(
        child.flaggedKeys,
        child.memberKeys.filter((member) => flagged.has(member)),
      ),
      key,
      () => `flags other lines of ${child.key} than that node does`,
    )
  ledger.expect(node.reclassifiedKeys.length === 0, key, 'reclassifies a line')
}

function checkKind(node: Node, parent: Node | null, ledger: Ledger): void {
  const { key, kind } = node
  ledger.expect((kind === 'leaf') === (node.accountId !== null), key, 'is an account without its id or the other way')
  ledger.expect(node.accountId === null || node.accountId === key, key, 'bears another account’s id')
  ledger.expect((kind === 'measure') === (node.measure !== null), key, 'is a measure without its name or the other way')
  ledger.expect(node.measure === null || key === `m:${node.measure}`, key, 'bears another measure’s name')
  ledger.expect((kind === 'measure') === (node.effect === null), key, 'has no effect, or one although it is a measure')
  ledger.expect(kind === 'folder' || node.children.length === 0, key, 'has nodes under it and is no folder')
  ledger.expect(kind !== 'measure' || node.memberKeys.length + node.directMemberKeys.length === 0, key, 'holds lines')
  ledger.expect(parent === null || node.section === parent.section, key, 'stands in another section than its folder')
  ledger.expect(parent === null || kind !== 'measure', key, 'is a measure that stands inside a folder')
  const standsFor = SECTIONS.find((section) => key === `pl.${section}`) ?? null
  ledger.expect(node.role === standsFor, key, 'does not say which section it stands for')
  ledger.expect(
    standsFor === null || (node.section === standsFor && parent === null),
    key,
    'is not where its section is',
  )
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  const inB = new Set(b)
  return a.length === b.length && inB.size === b.length && a.every((key) => inB.has(key))
}
