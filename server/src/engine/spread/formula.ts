/**
 * Formulas of attributes. The text that a reader sees is the program that runs, so that the two cannot differ. Values
 * in it are the stated ones of other attributes: whoever has the payload can compute every figure again.
 *
 *   sum     := product (('+' | '-') product)*
 *   product := term (('*' | '/') term)*
 *   term    := number | name | 'prior' '(' name ')' | 'year' '(' name ')' | '(' name 'or' '0' ')' | '(' sum ')'
 *
 * `prior` is the period of the same length a year before, `year` the full year before the one that has begun.
 * `(x or 0)` says that x may be missing: where a name stands alone, a missing value makes the whole result missing.
 */
import { fraction, minus, over, plus, readDecimal, times } from '../../lib/decimal.ts'
import type { Fraction } from '../../lib/decimal.ts'

export type When = 'now' | 'prior' | 'year'

export type Formula =
  | { readonly kind: 'number'; readonly value: Fraction }
  | { readonly kind: 'name'; readonly name: string; readonly when: When; readonly orZero: boolean }
  | {
      readonly kind: 'operation'
      readonly operator: '+' | '-' | '*' | '/'
      readonly left: Formula
      readonly right: Formula
    }

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9_]*)|([-+*/()]))/gy

export function parseFormula(text: string): Formula {
  const tokens = [...text.matchAll(TOKEN)].map((match) => match[0].trim())
  if (tokens.join('') !== text.replaceAll(/\s/g, '')) throw new Error(`a formula cannot be read: ${text}`)
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }
  const expect = (token: string): void => {
    if (!take(token)) throw new Error(`a formula lacks ${token}: ${text}`)
  }
  const chain = (operators: readonly string[], part: () => Formula): Formula => {
    let left = part()
    while (operators.includes(tokens[at] ?? '')) {
      const operator = next() as '+' | '-' | '*' | '/'
      left = { kind: 'operation', operator, left, right: part() }
    }
    return left
  }
  const term = (): Formula => {
    if (take('(')) {
      const inner = sum()
      if (inner.kind === 'name' && take('or')) {
        expect('0')
        expect(')')
        return { ...inner, orZero: true }
      }
      expect(')')
      return inner
    }
    const token = next()
    if (/^\d/.test(token)) return { kind: 'number', value: readDecimal(token) }
    if (!/^[a-z]/.test(token)) throw new Error(`a formula ends too early: ${text}`)
    if ((token === 'prior' || token === 'year') && take('(')) {
      const name = next()
      expect(')')
      return { kind: 'name', name, when: token, orZero: false }
    }
    return { kind: 'name', name: token, when: 'now', orZero: false }
  }
  const product = (): Formula => chain(['*', '/'], term)
  const sum = (): Formula => chain(['+', '-'], product)
  const formula = sum()
  if (at < tokens.length) throw new Error(`a formula goes on behind its end: ${text}`)
  return formula
}

/** Every value that a formula asks for, each once, in the order of the text. */
export function namesIn(formula: Formula): { name: string; when: When; orZero: boolean }[] {
  if (formula.kind === 'number') return []
  if (formula.kind === 'name') return [{ name: formula.name, when: formula.when, orZero: formula.orZero }]
  const found = [...namesIn(formula.left), ...namesIn(formula.right)]
  return found.filter((one, index) => found.findIndex((other) => isSame(one, other)) === index)
}

function isSame(one: { name: string; when: When }, other: { name: string; when: When }): boolean {
  return one.name === other.name && one.when === other.when
}

/** Null when something is divided by zero or less: such a quotient says nothing. Every name must have a value. */
export function evaluate(formula: Formula, valueOf: (name: string, when: When) => Fraction | null): Fraction | null {
  if (formula.kind === 'number') return formula.value
  if (formula.kind === 'name') return valueOf(formula.name, formula.when) ?? fraction(0n)
  const left = evaluate(formula.left, valueOf)
  const right = evaluate(formula.right, valueOf)
  if (left === null || right === null) return null
  switch (formula.operator) {
    case '+':
      return plus(left, right)
    case '-':
      return minus(left, right)
    case '*':
      return times(left, right)
    case '/':
      return right.numerator <= 0n ? null : over(left, right)
  }
}
