import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cell, formulaText, magnitudeOf, minusTerm, number, plusTerm, stateExpression, sum } from './expression.ts'
import type { Expression, Position } from './expression.ts'

const at = (row: number, column = 1, sheet = 'Lines'): Position => ({ row, column, sheet })
const CELLS: Readonly<Record<string, Position>> = {
  a: at(4),
  b: at(5),
  c: at(6),
  far: at(9, 27),
  other: at(0, 0, "Bob's P&L"),
}
const positionOf = (name: string): Position => CELLS[name] ?? assert.fail(name)
const written = (of: Expression, places = 2): string => formulaText(of, places, positionOf, 'Lines')

test('a formula reads as a person would write it, and is rounded to the places of its figure', () => {
  const cases: [Expression, string][] = [
    [cell('a'), 'B5'],
    [cell('other'), "'Bob''s P&L'!A1"],
    [sum([minusTerm(cell('a'))]), 'ROUND(-B5,2)'],
    [sum([plusTerm(cell('a')), minusTerm(cell('far'))]), 'ROUND(B5-AB10,2)'],
    [sum([plusTerm(cell('a')), plusTerm(cell('b')), plusTerm(cell('c'))]), 'ROUND(SUM(B5:B7),2)'],
    [sum([plusTerm(cell('a')), plusTerm(cell('b')), minusTerm(cell('c'))]), 'ROUND(B5+B6-B7,2)'],
    [sum([plusTerm(magnitudeOf(cell('a')))]), 'ROUND(ABS(B5),2)'],
    [sum([plusTerm(cell('a')), plusTerm(number('-5'))]), 'ROUND(B5+(-5),2)'],
    [
      { kind: 'quotient', left: sum([plusTerm(cell('a')), plusTerm(cell('b'))]), right: cell('c') },
      'ROUND((B5+B6)/B7,2)',
    ],
    [
      { kind: 'quotient', left: cell('a'), right: { kind: 'product', left: cell('b'), right: cell('c') } },
      'ROUND(B5/(B6*B7),2)',
    ],
    [sum([]), 'ROUND(0,2)'],
  ]
  for (const [expression, text] of cases) assert.equal(written(expression), text)
})

test('an expression is stated as its unit is, a half away from zero; nothing divided by nothing has no value', () => {
  const valueOf = (name: string): string | null => ({ a: '1.00', b: '8.00', zero: '0.00' })[name] ?? null
  const ratio: Expression = { kind: 'quotient', left: cell('a'), right: cell('b') }
  assert.equal(stateExpression(ratio, 'ratio', valueOf), '0.1250')
  assert.equal(stateExpression(ratio, 'days', valueOf), '0.1')
  assert.equal(stateExpression(sum([minusTerm(ratio)]), 'usd', valueOf), '-0.13')
  assert.equal(stateExpression({ ...ratio, right: cell('zero') }, 'ratio', valueOf), null)
  assert.equal(stateExpression(cell('nowhere'), 'usd', valueOf), null)
})
