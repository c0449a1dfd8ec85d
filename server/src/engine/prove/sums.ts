/**
 * Finds the arithmetic of a statement: which printed lines add up to which. Nothing is assumed about sections; a
 * line is a total because the lines before it make it, in every period at once.
 */
import type { StatementClass, StatementReading } from '../model/extraction.ts'

export interface Sum {
  /** The line that is the total. */
  readonly total: number
  readonly parts: readonly { readonly line: number; readonly sign: 1 | -1 }[]
  /** In whole printed units, per period; all 0 when it is exact. */
  readonly residuals: readonly bigint[]
}

/** A caption that promises a total which no arithmetic leads to, and the lines it should have been made of. */
export interface BrokenSum {
  readonly total: number
  readonly parts: readonly number[]
}

export interface Arithmetic {
  readonly sums: readonly Sum[]
  readonly broken: readonly BrokenSum[]
}

/** Longest run of lines that is searched for mixed signs, 2^n combinations: with one period, and with more. */
const MAX_SIGNED = 7
const MAX_SIGNED_PERIODS = 10
/** Lines of which only a part counts, or none: they stand in no sum. */
const MEMO =
  /^(?:davon|of which|waarvan|dont|included (?:in|above)|memo)\b|^[^(]*\bper (?:common |ordinary )?share\b|^(?:number of )?(?:common )?shares (?:outstanding|used)|^weighted[- ]average\b|^headcount\b|%$/i
const PROMISES_TOTAL = /^(?:grand |sub-?)?totals?\b|^sub-?total|\btotals?:?$|^summe\b|^totaal\b/i
/** Results by class: the net income of a profit and loss statement is a result, that of the other two is a line. */
const RESULTS: Readonly<Record<StatementClass, RegExp>> = {
  'profit-loss':
    /^(?:net|gross|operating (?:income|profit|loss|result)|income|profit|loss|earnings|ebit|excess|surplus|deficit|change in|increase in net|noi|nett|comprehensive|jahres|resultaat|bedrijfsresultaat|bruto|financiële|\d+\. (?:ergebnis|jahres))/i,
  'balance-sheet': /^net (?:assets|worth|fixed|property|book|current)|^(?:total )?liabilities and/i,
  'cash-flow':
    /^net (?:cash|increase|decrease|change|\(|inflow|outflow)|^nett |^cash (?:generated|provided|used|flows? (?:from|used)|(?:and|,).*\bend\b|at end|at the end|balance,? end|,? end)|^ending|^closing|^operating (?:income|profit|loss).*before|^(?:increase|decrease|change) in cash\b/i,
}

interface Line {
  readonly index: number
  readonly label: string
  readonly depth: number
  readonly values: readonly (bigint | null)[]
  readonly heading: boolean
  /** Its caption promises a result of what stands above. */
  readonly result: boolean
}

/** `tolerance`: how far, in cents, a sum of n parts may miss by rounding; 0 where digits cannot be trusted that far. */
export function findArithmetic(reading: StatementReading, tolerance: (parts: number) => bigint): Arithmetic {
  const lines: Line[] = reading.lines.map((line, index) => ({
    index,
    label: line.label,
    depth: line.depth,
    values: line.figures.map((figure) => figure?.value ?? null),
    heading: line.figures.every((figure) => figure === null),
    result: RESULTS[reading.class].test(line.label),
  }))
  const below = new Solver(lines, tolerance, false).solve()
  if (below.broken.length === 0 && below.sums.length > 0) return below
  const above = new Solver(lines, tolerance, true).solve()
  return above.broken.length < below.broken.length ||
    (above.broken.length === below.broken.length && above.sums.length > below.sums.length)
    ? above
    : below
}

class Solver {
  readonly #lines: readonly Line[]
  readonly #tolerance: (parts: number) => bigint
  readonly #groupsAbove: boolean
  readonly #sums: Sum[] = []
  readonly #broken: BrokenSum[] = []
  #open: Line[] = []

  constructor(lines: readonly Line[], tolerance: (parts: number) => bigint, groupsAbove: boolean) {
    this.#lines = lines
    this.#tolerance = tolerance
    this.#groupsAbove = groupsAbove
  }

  solve(): Arithmetic {
    for (let index = 0; index < this.#lines.length; index += 1) {
      const line = this.#lines[index]
      if (line === undefined || line.heading || MEMO.test(line.label)) continue
      const sum = this.#sumEndingAt(line)
      if (sum !== null) {
        this.#close(line, sum.parts.length, sum)
        continue
      }
      const group = this.#groupsAbove ? this.#groupStartingAt(index) : 0
      if (group > 0) index += group
      else if (isTotalPromise(line)) {
        this.#breakAt(line)
        continue
      }
      this.#open.push(line)
    }
    return { sums: this.#sums, broken: this.#broken }
  }

  #close(total: Line, count: number, sum: Sum): void {
    this.#sums.push(sum)
    this.#open = [...this.#open.slice(0, this.#open.length - count), total]
  }

  /** The lines right before `total` that make it, with plain signs first, then with mixed ones, then with rounding. */
  #sumEndingAt(total: Line): Sum | null {
    if (total.values.every((value) => value === null)) return null
    return (
      this.#plain(total, false) ?? this.#signed(total, false) ?? this.#plain(total, true) ?? this.#signed(total, true)
    )
  }

  #plain(total: Line, rounded: boolean): Sum | null {
    let best: Sum | null = null
    let misses = 0
    for (let count = 1; count <= this.#open.length; count += 1) {
      const parts = this.#open.slice(-count).map((line) => ({ line, sign: 1 as const }))
      const sum = this.#try(total, parts, rounded)
      const added = parts[0]?.line
      if (
        sum !== null &&
        (promises(total) ||
          isSilentTotal(
            total,
            parts.map((part) => part.line),
          ))
      ) {
        if (best !== null && (misses > 0 || (added && !isNothing(added)))) break
        best = sum
      } else if (best !== null) misses += 1
    }
    return best
  }

  #signed(total: Line, rounded: boolean): Sum | null {
    const periods = total.values.filter((value) => value !== null).length
    const longest = Math.min(this.#open.length, periods > 1 ? MAX_SIGNED_PERIODS : MAX_SIGNED)
    for (let count = 1; count <= longest; count += 1) {
      const lines = this.#open.slice(-count)
      if (count === 1) {
        // A result of nothing but costs is their negative.
        const sum = total.result
          ? this.#try(
              total,
              lines.map((line) => ({ line, sign: -1 as const })),
              rounded,
            )
          : null
        if (sum !== null && !isNothing(total)) return sum
        continue
      }
      if (!promises(total)) continue
      for (let mask = 1; mask < 1 << (count - 1); mask += 1) {
        const parts = lines.map((line, at) => ({
          line,
          sign: at > 0 && (mask >> (at - 1)) & 1 ? (-1 as const) : (1 as const),
        }))
        // A minus before nothing is no sign at all.
        if (parts.some(({ line, sign }) => sign === -1 && isNothing(line))) continue
        const sum = this.#try(total, parts, rounded)
        if (sum !== null) return sum
      }
    }
    return null
  }

  #try(total: Line, parts: readonly { line: Line; sign: 1 | -1 }[], rounded: boolean): Sum | null {
    const allowed = rounded ? this.#tolerance(parts.length) : 0n
    const residuals: bigint[] = []
    for (const [period, value] of total.values.entries()) {
      let made = 0n
      let any = false
      for (const { line, sign } of parts) {
        const part = line.values[period] ?? null
        if (part === null) continue
        any = true
        made += sign === 1 ? part : -part
      }
      if (value === null && !any) {
        residuals.push(0n)
        continue
      }
      const residual = (value ?? 0n) - made
      if (residual > allowed || residual < -allowed) return null
      residuals.push(residual)
    }
    return { total: total.index, parts: parts.map(({ line, sign }) => ({ line: line.index, sign })), residuals }
  }

  /** A group total printed above its parts: how many of the following lines make it; 0 when none do. */
  #groupStartingAt(index: number): number {
    const total = this.#lines[index]
    if (total === undefined || isNothing(total) || promises(total)) return 0
    const parts: { line: Line; sign: 1 }[] = []
    for (let next = index + 1; next < this.#lines.length; next += 1) {
      const line = this.#lines[next]
      if (line === undefined || line.heading || isTotalPromise(line)) return 0
      parts.push({ line, sign: 1 })
      const sum = this.#try(total, parts, false)
      if (sum === null) continue
      this.#sums.push(sum)
      return parts.length
    }
    return 0
  }

  /** The lines that a broken total most likely covers: those since its own heading, or since the last total. */
  #breakAt(total: Line): void {
    const name = total.label.replace(/^total\s+(?:for\s+|of\s+)?/i, '').toLowerCase()
    const heading = this.#lines.findLast(
      (line) => line.index < total.index && line.heading && line.label.toLowerCase().replace(/:$/, '') === name,
    )
    const lastTotal = this.#sums.findLast((sum) => sum.total < total.index)?.total ?? -1
    const since = heading?.index ?? lastTotal
    const parts = this.#open.filter((line) => line.index > since)
    if (parts.length === 0 && isNothing(total)) {
      // An empty section and its zero: nothing is claimed, so nothing is broken.
      this.#open.push(total)
      return
    }
    this.#broken.push({ total: total.index, parts: parts.map((line) => line.index) })
    this.#open = [...this.#open.filter((line) => !parts.includes(line)), total]
  }
}

function isTotalPromise(line: Line): boolean {
  return line.label === '' || PROMISES_TOTAL.test(line.label)
}

function promises(line: Line): boolean {
  return isTotalPromise(line) || line.result
}

/** A caption that says nothing of a total may still be one: over two lines or more, none of them further out. */
function isSilentTotal(total: Line, parts: readonly Line[]): boolean {
  if (isNothing(total)) return false
  return parts.filter((line) => !isNothing(line)).length > 1 && parts.every((line) => line.depth >= total.depth)
}

function isNothing(line: Line): boolean {
  return line.values.every((value) => value === null || value === 0n)
}
