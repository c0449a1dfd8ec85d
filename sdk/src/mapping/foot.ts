/** The walk to the printed bottom line: its sum, what it misses, and how much rounding may miss. */
import { text } from './arithmetic.ts'
import type { Ledger } from './ledger.ts'
import type { Node, Payload } from './shape.ts'

/** Folders whose printed figures the tolerance counts: everything below operating income. */
const BELOW = ['pl.other_income', 'pl.other_expenses', 'pl.dispositions', 'pl.interest', 'pl.taxes', 'grp.net_of_tax']
/** What one printed unit may be worth. */
const SCALES = [1n, 1000n, 1_000_000n]

export function checkFoot(payload: Payload, ledger: Ledger): void {
  payload.foot.forEach((foot, period) => {
    const where = `foot[${period}]`
    const { printed, lineSum, residual, tolerance } = foot
    const difference = printed === null || lineSum === null ? null : printed - lineSum
    ledger.expect(residual === difference, where, `the residual is ${text(residual)} and should be ${text(difference)}`)
    ledger.expect((tolerance === null) === (lineSum === null), where, 'a walk needs a tolerance, and only a walk')
    ledger.expect(tolerance === null || tolerance > 0n, where, 'the tolerance allows nothing')
    ledger.expect(
      (printed === null) === (foot.source === null),
      where,
      'the printed bottom line has no source or vice versa',
    )
    if (payload.tree) checkWalk(payload, payload.tree, period, ledger)
    else if (tolerance !== null) ledger.expect(tolerance % 50n === 0n, where, 'the tolerance is no sum of half dollars')
  })
  if (payload.tree) {
    ledger.expect(
      payload.foot.some(({ printed }) => printed !== null),
      'foot',
      'a mapped statement has a bottom line',
    )
    checkTolerances(payload, payload.tree, ledger)
  } else ledger.expect(missesSomewhere(payload), 'foot', 'walks to every bottom line although it is said not to')
}

/** Whether some period with figures has no bottom line, no walk to it, or a walk that misses it. */
function missesSomewhere({ foot, lines }: Payload): boolean {
  return foot.some(({ residual, tolerance }, period) => {
    const isStated = lines.some((line) => (line.values[period] ?? null) !== null)
    return isStated && (residual === null || tolerance === null || magnitude(residual) > tolerance)
  })
}

function checkWalk({ foot, lines }: Payload, tree: readonly Node[], period: number, ledger: Ledger): void {
  const where = `foot[${period}]`
  const { printed = null, lineSum = null, residual = null, tolerance = null } = foot[period] ?? {}
  const counted = tree.filter((node) => node.kind !== 'measure')
  const figures = counted.filter((node) => (node.values[period] ?? null) !== null)
  const sum = figures.reduce((total, node) => {
    const value = node.values[period] ?? 0n
    return node.effect === 'adds' ? total + value : total - value
  }, 0n)
  const expected = figures.length === 0 ? null : sum
  ledger.expect(
    lineSum === expected,
    where,
    `the line sum is ${text(lineSum)}, and the tree makes it ${text(expected)}`,
  )
  const netIncome = tree.find((node) => node.key === 'm:net_income')?.values[period] ?? null
  ledger.expect(netIncome === printed, where, 'the net income row is not the printed bottom line')
  const isStated = lines.some((line) => (line.values[period] ?? null) !== null)
  if (!isStated) return
  const within = residual !== null && tolerance !== null && magnitude(residual) <= tolerance
  ledger.expect(within, where, `misses the bottom line by ${text(residual)}, more than ${text(tolerance)} of rounding`)
}

/** One dollar and half a dollar for each printed figure below operating income, in the unit the page prints. */
function checkTolerances({ foot, lines }: Payload, tree: readonly Node[], ledger: Ledger): void {
  const values = new Map(lines.map((line) => [line.key, line.values]))
  const figuresBelow = (period: number) =>
    tree.reduce((sum, node) => sum + (BELOW.includes(node.key) ? printedFigures(node, values, period) : 0n), 0n)
  const fits = (scale: bigint) =>
    foot.every(
      ({ tolerance }, period) => tolerance === null || tolerance === scale * (100n + 50n * figuresBelow(period)),
    )
  ledger.expect(SCALES.some(fits), 'foot', 'a tolerance is not what the printed figures below operating income allow')
}

function printedFigures(
  node: Node,
  values: ReadonlyMap<string, Payload['lines'][number]['values']>,
  period: number,
): bigint {
  if ((node.values[period] ?? null) === null) return 0n
  if (node.sources[period]?.kind === 'printed') return 1n
  const lines = node.memberKeys.filter((key) => (values.get(key)?.[period] ?? null) !== null).length
  return BigInt(lines) + ((node.unitemized[period] ?? 0n) === 0n ? 0n : 1n)
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
