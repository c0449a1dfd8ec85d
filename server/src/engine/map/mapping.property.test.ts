import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { verifyMapping } from '@tieout/sdk'
import fc from 'fast-check'
import { effort, SEED } from '../../../test/support/effort.ts'
import { Dice, randomJumble, randomStatement } from '../../../test/support/random-statement.ts'
import type { RandomStatement } from '../../../test/support/random-statement.ts'
import type { Amounts, Mapping } from '../model/mapping.ts'
import { mapStatement } from './map-statement.ts'
import type { MappingInput, MappingResult } from './map-statement.ts'
import { mappingToPayload } from './payload.ts'

const STATEMENTS = effort(10_000, 0.05)
const JUMBLES = effort(5_000, 0.05)
const counts = { mapped: 0, unfooted: 0, unmappable: 0, plain: 0, plainMapped: 0, plainWrong: 0, jumbles: 0 }
const aNumber = fc.noShrink(fc.integer())

function holds(check: (seed: number) => void, runs: number): void {
  fc.assert(fc.property(aNumber, check), { numRuns: runs, seed: SEED, endOnFailure: true })
}

test('whatever the statement, its mapping keeps every rule, the verifier agrees, and columns may change places', () => {
  holds((seed) => {
    const statement = randomStatement(seed)
    const result = mapStatement(statement.input)
    count(statement, result)
    const mapping = checked(result, statement.input)
    if (mapping?.state === 'mapped' && statement.isPlain && !hasTruth(mapping, statement)) counts.plainWrong += 1
    checkPermuted(statement.input, result, seed)
  }, STATEMENTS)
})

/** Whether the sections have the figures that the statement was made of. */
function hasTruth(mapping: Mapping, { truth, input }: RandomStatement): boolean {
  const scale = BigInt(input.statement.scale)
  return (['revenue', 'cogs', 'opex'] as const).every((place) => {
    const figures = truth.get(place)?.map((figure) => (figure === null ? null : figure * scale))
    const values: Amounts = mapping.tree?.find(({ key }) => key === `pl.${place}`)?.values ?? []
    return figures === undefined || isDeepStrictEqual(values, figures)
  })
}

/** The order of the period columns changes nothing but the order of the figures. */
function checkPermuted(input: MappingInput, plain: MappingResult, seed: number): void {
  const order = shuffled(input.statement.periods.length, seed)
  const other = mapStatement({ ...input, statement: permutedStatement(input.statement, order) })
  assert.equal(other.status, plain.status)
  if (plain.status !== 'ready' || other.status !== 'ready') return
  assert.equal(asText(other.mapping), asText(permutedMapping(plain.mapping, order)))
}

test('lines in any order with any figures are answered, and the answer keeps every rule', () => {
  holds((seed) => {
    const input = randomJumble(seed)
    if (checked(mapStatement(input), input)) counts.jumbles += 1
  }, JUMBLES)
  assert.ok(counts.jumbles > JUMBLES / 4, 'too few jumbles were read as statements to show anything')
})

test('most statements that foot are found to, so that the rules above were tested on trees', (context) => {
  context.diagnostic(`seed ${SEED}: ${STATEMENTS} statements, ${JUMBLES} jumbles, ${JSON.stringify(counts)}`)
  assert.ok(counts.mapped / STATEMENTS > 0.97, JSON.stringify(counts))
  assert.ok(counts.plain > STATEMENTS / 5, JSON.stringify(counts))
  // An honest 'unfooted' on a statement that leaves no doubt is a gap, not a wrong figure: seen once in about 1,500
  // such statements (the one made from -1013535161 is one). One is no rate: a short run may meet it.
  assert.ok(counts.plain - counts.plainMapped <= 1 + counts.plain * 0.002, JSON.stringify(counts))
  // Where costs end and expenses begin can be read otherwise than it was meant: seen once in about 700 such statements.
  assert.ok(counts.plainWrong <= 1 + counts.plain * 0.004, JSON.stringify(counts))
})

function count(statement: RandomStatement, result: MappingResult): void {
  const state = result.status === 'ready' ? result.mapping.state : 'unmappable'
  counts[state] += 1
  if (!statement.isPlain) return
  counts.plain += 1
  if (state === 'mapped') counts.plainMapped += 1
}

/** Every promise that holds for any statement at all. */
function checked(result: MappingResult, { statement }: MappingInput): Mapping | null {
  if (result.status === 'unmappable') return null
  const { mapping } = result
  assert.deepEqual(result.defects, [])
  const payload = mappingToPayload(mapping)
  const { holds: verified, checks } = verifyMapping(payload)
  assert.ok(verified, JSON.stringify(checks.flatMap(({ breaches }) => breaches).slice(0, 5)))
  assert.deepEqual(
    payload.lines.map(({ key, label, depth }) => ({ key, label, depth })),
    statement.lines.map(({ key, label, depth }) => ({ key, label, depth })),
    'a printed line was lost, doubled or changed',
  )
  assert.deepEqual(
    mapping.lines.map((line) => line.values),
    statement.lines.map((line) => line.values),
    'a printed figure was changed',
  )
  return mapping
}

function shuffled(length: number, seed: number): number[] {
  const dice = new Dice(seed)
  const order = Array.from({ length }, (_, at) => at)
  for (let at = length - 1; at > 0; at -= 1) {
    const other = dice.below(at + 1)
    ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
  }
  return order
}

function permuted<Value>(list: readonly Value[], order: readonly number[]): Value[] {
  return order.map((at) => list[at] as Value)
}

function permutedStatement(statement: MappingInput['statement'], order: readonly number[]): MappingInput['statement'] {
  return {
    ...statement,
    periods: permuted(statement.periods, order),
    lines: statement.lines.map((line) => ({
      ...line,
      values: permuted(line.values, order),
      sources: permuted(line.sources, order),
    })),
  }
}

/** Every list of the mapping that has one entry per period, put into another order. */
function permutedMapping(mapping: Mapping, order: readonly number[]): Mapping {
  const amounts = (list: Amounts | null) => list && permuted(list, order)
  const node = (from: NonNullable<Mapping['tree']>[number]): NonNullable<Mapping['tree']>[number] => ({
    ...from,
    values: permuted(from.values, order),
    unitemized: permuted(from.unitemized, order),
    sources: permuted(from.sources, order),
    children: from.children.map(node),
  })
  return {
    ...mapping,
    periods: permuted(mapping.periods, order),
    foot: permuted(mapping.foot, order),
    lines: mapping.lines.map((line) => ({
      ...line,
      values: permuted(line.values, order),
      sources: permuted(line.sources, order),
      filedValues: amounts(line.filedValues),
    })),
    measures: Object.fromEntries(
      Object.entries(mapping.measures).map(([name, list]) => [name, amounts(list as Amounts | null)]),
    ) as unknown as Mapping['measures'],
    tree: mapping.tree?.map(node) ?? null,
  }
}

function asText(mapping: Mapping): string {
  return JSON.stringify(mappingToPayload(mapping))
}
