/** Whether money came in or went out, for every movement of an account. */
import type { Direction } from '../../model/bank.ts'
import type { Money, Movement } from './entries.ts'
import { signedCents } from './entries.ts'

/** More than this share of a debit column printed with a minus: then the minus is decoration, not a reversal. */
const DECORATION_SHARE = 0.5

export interface Moved {
  readonly money: Money
  readonly direction: Direction
}

export function directionsOf(movements: readonly Movement[], opening: bigint | null): Moved[] {
  const outColumn = movements.flatMap((one) => one.out ?? [])
  const signedOut = outColumn.filter((money) => money.sign === 'out').length
  const decorated = signedOut > DECORATION_SHARE * outColumn.length
  const plain = movements.flatMap((one) => (one.section === null ? (one.amount ?? []) : []))
  // Where some amounts carry a minus, one without it came in; where none does, the minus may be left to the balance.
  const isSigned = plain.some((money) => money.sign !== null)
  const flags = movements.flatMap((one) => (one.flag === 'in' || one.flag === 'out' ? one.flag : []))
  const usual: Direction = flags.filter((flag) => flag === 'out').length * 2 > flags.length ? 'out' : 'in'
  const byBalance = isSigned ? null : directionsByBalance(movements, opening)
  return movements.map((one, index) => {
    if (one.in !== null) return { money: one.in, direction: one.in.sign === 'out' ? 'out' : 'in' }
    if (one.out !== null) return { money: one.out, direction: outOf(one.out, decorated) }
    const money = one.amount as Money
    const said = money.sign ?? (one.flag === 'unknown' ? usual : one.flag) ?? one.section
    return { money, direction: said ?? byBalance?.[index] ?? 'in' }
  })
}

function outOf(money: Money, decorated: boolean): Direction {
  if (money.flagged) return money.sign ?? 'out'
  return money.sign === 'out' && !decorated ? 'in' : 'out'
}

interface Step {
  readonly direction: Direction | null
  /** By exactly the amount; otherwise one of the two is misprinted, and only rise or fall is known. */
  readonly exact: boolean
}

/** The balance beside an unsigned amount rose or fell; null where it does not show. */
function directionsByBalance(movements: readonly Movement[], opening: bigint | null): (Direction | null)[] {
  const down = steps(movements, opening)
  const up = steps([...movements].reverse(), opening).reverse()
  const count = (list: readonly Step[]): number => list.filter((one) => one.exact).length
  return (count(down) >= count(up) ? down : up).map((one) => one.direction)
}

function steps(movements: readonly Movement[], opening: bigint | null): Step[] {
  let before = opening
  return movements.map(({ amount, balance }) => {
    const now = balance === null ? null : signedCents(balance)
    const moved = before === null || now === null ? null : now - before
    before = now
    if (moved === null || amount === null) return { direction: null, exact: false }
    return { direction: moved < 0n ? 'out' : 'in', exact: (moved < 0n ? -moved : moved) === amount.magnitude }
  })
}
