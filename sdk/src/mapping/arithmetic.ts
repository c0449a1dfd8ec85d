/** Sums: each node over what stands under it, each measure row over the sections, each headline over its row. */
import type { Ledger } from './ledger.ts'
import type { Figures, Node, Payload } from './shape.ts'

/** The effect each section's folder has by its nature; a tree that turns one around has turned every figure in it. */
const SECTION_EFFECTS: Readonly<Record<string, 'adds' | 'subtracts'>> = {
  'pl.revenue': 'adds',
  'pl.cogs': 'subtracts',
  'pl.opex': 'subtracts',
  'pl.other_income': 'adds',
  'pl.other_expenses': 'subtracts',
  'pl.dispositions': 'adds',
  'pl.interest': 'subtracts',
  'pl.taxes': 'subtracts',
}

export function checkSums(payload: Payload, ledger: Ledger): void {
  const filed = new Map(payload.lines.map((line) => [line.key, line.filedValues]))
  for (const node of payload.tree ?? []) {
    const effect = SECTION_EFFECTS[node.key]
    if (effect) ledger.expect(node.effect === effect, node.key, `counts toward net income as ${String(node.effect)}`)
    sumNode(node, filed, ledger)
  }
}

function sumNode(node: Node, filed: ReadonlyMap<string, Figures | null>, ledger: Ledger): void {
  if (node.kind === 'measure') {
    ledger.expect(!node.unitemized.some(isFigure), node.key, 'is a measure and itemizes nothing')
    return
  }
  for (const child of node.children) sumNode(child, filed, ledger)
  node.values.forEach((value, period) => {
    const parts = node.children
      .filter((child) => child.kind !== 'measure')
      .map((child) => towards(child.values[period] ?? null, child.effect === node.effect))
    const lines = node.directMemberKeys.map((key) => filed.get(key)?.[period] ?? null)
    const unitemized = node.unitemized[period] ?? null
    const stated = [...parts, ...lines].filter(isFigure)
    if (value === null) {
      ledger.expect(unitemized === null, node.key, 'has no figure but leaves one unitemized', period)
      ledger.expect(stated.length === 0, node.key, 'has no figure although something under it has', period)
      return
    }
    ledger.expect(unitemized !== null, node.key, 'does not say what it leaves unitemized', period)
    const sum = [...stated, unitemized ?? 0n].reduce((total, part) => total + part, 0n)
    const says = () => `is ${text(value)}, and what stands under it makes ${text(sum)}`
    ledger.expect(sum === value, node.key, says, period)
  })
}

/** Rows that the tree must have, each with what it follows from. */
export function checkMeasureRows({ tree, periods }: Payload, ledger: Ledger): void {
  if (!tree) return
  const rows = new Map(tree.map((node) => [node.key, node.values]))
  for (const key of [...Object.keys(SECTION_EFFECTS), 'm:gross_profit', 'm:operating_income', 'm:pretax_income'])
    ledger.expect(rows.has(key), key, 'is missing from the top level of the tree')
  for (let period = 0; period < periods; period += 1) {
    const at = (key: string) => rows.get(key)?.[period] ?? null
    const stated = tree.some((node) => node.kind !== 'measure' && isFigure(node.values[period] ?? null))
    const follows = (key: string, expected: bigint) => {
      const value = at(key)
      if (!stated) ledger.expect(value === null, key, 'has a figure in a period that has none', period)
      else ledger.expect(value === expected, key, () => `is ${text(value)} and should be ${text(expected)}`, period)
    }
    const of = (key: string) => at(key) ?? 0n
    follows('m:gross_profit', of('pl.revenue') - of('pl.cogs'))
    follows('m:operating_income', of('m:gross_profit') - of('pl.opex'))
    const below = of('pl.other_income') - of('pl.other_expenses') - of('pl.interest') + of('pl.dispositions')
    follows('m:pretax_income', of('m:operating_income') + below)
    checkFamily(at, period, ledger)
  }
}

/** What is adjusted out of EBIT is adjusted out of EBITDA and EBITA, to the cent, and nothing else is. */
function checkFamily(at: (key: string) => bigint | null, period: number, ledger: Ledger): void {
  const adjustments = ['ebit', 'ebitda', 'ebita'].map((name) => {
    const plain = at(`m:${name}`)
    const adjusted = at(`m:adjusted_${name}`)
    ledger.expect(
      (plain === null) === (adjusted === null),
      `m:${name}[${period}]`,
      'has a figure only with or only without its adjusted row',
    )
    return plain === null || adjusted === null ? null : adjusted - plain
  })
  const known = adjustments.filter(isFigure)
  ledger.expect(
    known.every((adjustment) => adjustment === known[0]),
    `m:adjusted_ebit[${period}]`,
    'adjusts by another amount than its sister rows',
  )
}

const HEADLINES: readonly [measure: string, row: string][] = [
  ['revenue', 'pl.revenue'],
  ['gross_profit', 'm:gross_profit'],
  ['operating_expenses', 'pl.opex'],
  ['operating_income', 'm:operating_income'],
  ['pretax_income', 'm:pretax_income'],
  ['net_income', 'm:net_income'],
  ['ebitda', 'm:ebitda'],
]

export function checkHeadlines(payload: Payload, ledger: Ledger): void {
  const { tree, measures, foot } = payload
  if (tree) {
    const rows = new Map(tree.map((node) => [node.key, node.values]))
    for (const [measure, row] of HEADLINES) {
      const stated = measures.get(measure) ?? null
      const own = rows.get(row) ?? []
      const same = stated === null ? !own.some(isFigure) : own.every((value, period) => value === stated[period])
      ledger.expect(same, `measures.${measure}`, `differs from ${row}`)
    }
  } else {
    const net = measures.get('net_income') ?? null
    ledger.expect(
      foot.every(({ printed }, period) => printed === (net?.[period] ?? null)),
      'measures.net_income',
      'is not the printed bottom line',
    )
    for (const [measure, figures] of measures) checkPrinted(payload, measure, figures, ledger)
  }
  for (const [measure, figures] of measures)
    ledger.expect(
      figures?.some(isFigure) ?? true,
      `measures.${measure}`,
      'states no figure and should be null as a whole',
    )
}

/** Without a tree a headline is a printed figure: some line of the period must print it. */
function checkPrinted(payload: Payload, measure: string, figures: Figures | null, ledger: Ledger): void {
  figures?.forEach((figure, period) => {
    if (figure === null) return
    const printed = payload.lines.some((line) => {
      const value = line.values[period] ?? null
      return value === figure || value === -figure
    })
    ledger.expect(printed, `measures.${measure}[${period}]`, `${text(figure)} is printed on no line`)
  })
}

function towards(value: bigint | null, sameEffect: boolean): bigint | null {
  return value === null || sameEffect ? value : -value
}

function isFigure(value: bigint | null): value is bigint {
  return value !== null
}

/** Cents as a person writes them. */
export function text(cents: bigint | null): string {
  if (cents === null) return 'nothing'
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
