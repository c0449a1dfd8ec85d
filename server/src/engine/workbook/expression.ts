/**
 * What a derived cell computes, before anybody knows where its inputs stand. The same expression is evaluated here,
 * exactly, and written as a spreadsheet's formula, so that a formula is never written that does not lead to its figure.
 */
import { fraction, minus, over, plus, readDecimal, state, times } from '../../lib/decimal.ts'
import type { Fraction, Unit } from '../../lib/decimal.ts'
import { cellAddress, quotedSheet } from '../../lib/sheet-address.ts'

export type Expression =
  | { readonly kind: 'number'; readonly value: string }
  /** The cell of that name. */
  | { readonly kind: 'cell'; readonly name: string }
  | { readonly kind: 'sum'; readonly terms: readonly Term[] }
  | { readonly kind: 'product' | 'quotient'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'magnitude'; readonly of: Expression }

export interface Term {
  readonly sign: 1 | -1
  readonly of: Expression
}

export const number = (value: string): Expression => ({ kind: 'number', value })
export const cell = (name: string): Expression => ({ kind: 'cell', name })
export const plusTerm = (of: Expression): Term => ({ sign: 1, of })
export const minusTerm = (of: Expression): Term => ({ sign: -1, of })
export const sum = (terms: readonly Term[]): Expression => ({ kind: 'sum', terms })
export const magnitudeOf = (of: Expression): Expression => ({ kind: 'magnitude', of })

export function cellsIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'number':
      return []
    case 'cell':
      return [expression.name]
    case 'sum':
      return expression.terms.flatMap(({ of }) => cellsIn(of))
    case 'magnitude':
      return cellsIn(expression.of)
    default:
      return [...cellsIn(expression.left), ...cellsIn(expression.right)]
  }
}

/** What the expression comes to, stated in the unit; null where it divides by zero or a cell has no value. */
export function stateExpression(
  expression: Expression,
  unit: Unit,
  valueOf: (name: string) => string | null,
): string | null {
  const value = evaluate(expression, valueOf)
  return value && state(value, unit)
}

function evaluate(expression: Expression, valueOf: (name: string) => string | null): Fraction | null {
  switch (expression.kind) {
    case 'number':
      return readDecimal(expression.value)
    case 'cell': {
      const value = valueOf(expression.name)
      return value === null ? null : readDecimal(value)
    }
    case 'sum':
      return expression.terms.reduce<Fraction | null>((total, { sign, of }) => {
        const term = total && evaluate(of, valueOf)
        return total && term && (sign === 1 ? plus(total, term) : minus(total, term))
      }, fraction(0n))
    case 'magnitude': {
      const value = evaluate(expression.of, valueOf)
      return value && (value.numerator < 0n ? minus(fraction(0n), value) : value)
    }
    default: {
      const [left, right] = [evaluate(expression.left, valueOf), evaluate(expression.right, valueOf)]
      if (!left || !right) return null
      if (expression.kind === 'product') return times(left, right)
      return right.numerator === 0n ? null : over(left, right)
    }
  }
}

/** Where a cell stands. Both count from 0. */
export interface Position {
  readonly sheet: string
  readonly row: number
  readonly column: number
}

/**
 * The formula, as it is written in a cell of that sheet. Rounded to the places in which the figure is stated: numbers
 * of a spreadsheet are binary, and a sum of cents in them is off by some billionths.
 */
export function formulaText(
  expression: Expression,
  places: number,
  positionOf: (name: string) => Position,
  ownSheet: string,
): string {
  const refer = (name: string): string => {
    const position = positionOf(name)
    const address = cellAddress(position.row, position.column)
    return position.sheet === ownSheet ? address : `${quotedSheet(position.sheet)}!${address}`
  }
  const write = (of: Expression, isPart: boolean): string => {
    switch (of.kind) {
      case 'number':
        return of.value.startsWith('-') && isPart ? `(${of.value})` : of.value
      case 'cell':
        return refer(of.name)
      case 'magnitude':
        return `ABS(${write(of.of, false)})`
      case 'sum': {
        const text = runs(of.terms, positionOf)
          .map((run, at) => {
            const sign = run.sign === -1 ? '-' : at === 0 ? '' : '+'
            return (
              sign +
              (run.to ? `SUM(${refer(run.name)}:${cellAddress(run.to.row, run.to.column)})` : write(run.of, true))
            )
          })
          .join('')
        if (text === '') return '0'
        return isPart && (of.terms.length > 1 || of.terms[0]?.sign === -1) ? `(${text})` : text
      }
      default:
        return `${write(of.left, true)}${of.kind === 'product' ? '*' : '/'}${factor(of.right)}`
    }
  }
  /** On the right of a division or a product, one of the same needs brackets. */
  const factor = (of: Expression): string =>
    of.kind === 'product' || of.kind === 'quotient' ? `(${write(of, false)})` : write(of, true)
  // What is one cell is already rounded.
  const text = write(expression, false)
  return expression.kind === 'cell' ? text : `ROUND(${text},${places})`
}

type Run = { readonly sign: 1 | -1; readonly of: Expression } & (
  { readonly to: null; readonly name: null } | { readonly to: Position; readonly name: string }
)

/** Fewer are as clear one by one. */
const SHORTEST_RUN = 3

/** Cells that stand below each other and count the same way, as a range: how a person would write the sum. */
function runs(terms: readonly Term[], positionOf: (name: string) => Position): Run[] {
  const made: Run[] = []
  for (let first = 0; first < terms.length;) {
    let after = first + 1
    while (after < terms.length && follows(terms[after - 1], terms[after], positionOf)) after += 1
    const [head, last] = [terms[first], terms[after - 1]]
    if (after - first >= SHORTEST_RUN && head?.of.kind === 'cell' && last?.of.kind === 'cell')
      made.push({ sign: head.sign, of: head.of, name: head.of.name, to: positionOf(last.of.name) })
    else for (const term of terms.slice(first, after)) made.push({ ...term, name: null, to: null })
    first = after
  }
  return made
}

function follows(one: Term | undefined, next: Term | undefined, positionOf: (name: string) => Position): boolean {
  if (one?.of.kind !== 'cell' || next?.of.kind !== 'cell' || one.sign !== next.sign) return false
  const [above, below] = [positionOf(one.of.name), positionOf(next.of.name)]
  return above.sheet === below.sheet && above.column === below.column && above.row + 1 === below.row
}
