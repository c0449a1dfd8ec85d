import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effort, SEED } from '../../../test/support/effort.ts'
import { Dice, randomStatement } from '../../../test/support/random-statement.ts'
import { centsOf, formatCents, parseCents } from '../../lib/money.ts'
import { figureProofs } from './figure-proofs.ts'
import { mapStatement } from './map-statement.ts'
import { mappingDiff } from './mapping-diff.ts'
import { mappingToPayload } from './payload.ts'
import type { StatementMappingPayload } from './payload.ts'

const STATEMENTS = effort(3_000)

function* randomMappings(): Generator<{ payload: StatementMappingPayload; chart: Parameters<typeof figureProofs>[1] }> {
  const dice = new Dice(SEED)
  for (let made = 0; made < STATEMENTS;) {
    const size = { periods: dice.between(1, 4), lines: dice.between(4, 30) }
    const { input } = randomStatement(dice.below(2 ** 31), size)
    const result = mapStatement(input)
    if (result.status !== 'ready') continue
    made += 1
    yield { payload: mappingToPayload(result.mapping), chart: input.chart }
  }
}

test('every figure of every tree is the sum of printed figures with their signs and its unitemized part', (context) => {
  let [figures, measures] = [0, 0]
  for (const { payload, chart } of randomMappings()) {
    const proofs = figureProofs(payload, chart)
    const failed = proofs.filter(({ holds }) => !holds)
    assert.deepEqual(failed, [], JSON.stringify(failed[0]))
    figures += proofs.length
    measures += proofs.filter(({ key }) => key.startsWith('m:')).length
  }
  assert.ok(figures > 20 * STATEMENTS && measures > 5 * STATEMENTS, `${figures} figures, ${measures} of measures`)
  context.diagnostic(`seed ${SEED}: ${figures} figures, ${measures} of measures`)
})

test('a figure that is changed by a cent is no longer proved', () => {
  let changed = 0
  for (const { payload, chart } of randomMappings()) {
    const node = payload.tree?.find(({ values }) => values[0] !== null && values[0] !== undefined)
    if (!node) continue
    node.values[0] = formatCents(centsOf((parseCents(node.values[0] ?? '') ?? 0n) + 1n))
    assert.ok(figureProofs(payload, chart).some(({ key, holds }) => key === node.key && !holds))
    changed += 1
    if (changed === 100) return
  }
  assert.ok(changed > 20)
})

test('a mapping does not differ from itself, and what is put into one of two is found', () => {
  let tried = 0
  for (const { payload } of randomMappings()) {
    assert.deepEqual(mappingDiff(payload, payload), { lines: [], measures: [] })
    const other = structuredClone(payload)
    const line = other.lines.find(({ filed_under }) => filed_under !== null)
    const revenue = other.measures.revenue?.[0] ?? null
    if (!line || revenue === null || !other.measures.revenue) continue
    line.filed_under = 'opex.somewhere_else'
    other.measures.revenue[0] = null
    const { lines, measures } = mappingDiff(payload, other)
    assert.deepEqual(
      lines.map(({ key, change, to }) => [key, change, to]),
      [[line.key, 'moved', 'opex.somewhere_else']],
    )
    assert.deepEqual(
      measures.map(({ measure, from, to, difference }) => [measure, from, to, difference]),
      [['revenue', revenue, null, null]],
    )
    tried += 1
  }
  assert.ok(tried > STATEMENTS / 10)
})
