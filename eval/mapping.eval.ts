/**
 * `npm run eval -- mapping [--corpus DIR]`
 *
 * Real profit and loss statements, as a person wrote them down line by line: does the mapping foot where the page
 * does, does it state the measures that the page prints, and how many lines find an account?
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { platformChart } from '../server/src/engine/chart/chart.ts'
import { mapStatement } from '../server/src/engine/map/map-statement.ts'
import { mappingToPayload } from '../server/src/engine/map/payload.ts'
import type { StatementMappingPayload } from '../server/src/engine/map/payload.ts'
import type { Statement } from '../server/src/engine/model/statement.ts'
import { centsOf, parseCents } from '../server/src/lib/money.ts'
import { verifyMapping } from '../sdk/src/index.ts'
import { requiredCorpus } from './corpus.ts'
import type { EvalResult } from './result.ts'

interface Label {
  readonly scale: number
  readonly periods: readonly { label: string | null; period_end: string | null; months: number | null }[]
  readonly lines: readonly { label: string; depth: number; values: (string | null)[]; page: number }[]
  readonly measures_printed?: Readonly<Record<string, (string | null)[] | null>>
  readonly expected_mapping_state?: 'mapped' | 'unfooted' | 'unmappable'
  readonly scale_by_period?: readonly number[]
}

/**
 * The lexicon is English, and two of the statements are not: they are unmappable, which is honest and not what a reader
 * of German or Dutch finds. A statement that is mapped and should not be fails the evaluation whatever the share.
 */
const BAR = 0.88
/** A page's own subtotal may be off by the rounding of the figures it was made of, in printed units. */
const ROUNDING_UNITS = 1n

export function run(args: string[]): Promise<EvalResult> {
  const { corpus } = parseArgs({ args, options: { corpus: { type: 'string' } } }).values
  const files = globSync(`${requiredCorpus(corpus)}/labels/profit-loss-statements/*.json`).sort()
  if (files.length === 0) throw new Error('nothing was measured, and a measurement that saw nothing is a failure')
  const tally = { statements: 0, asExpected: 0, falselyMapped: 0, measures: 0, measuresRight: 0, lines: 0, placed: 0 }
  for (const file of files) {
    const label = JSON.parse(readFileSync(file, 'utf8')) as Label
    const result = mapStatement({ statement: statementOf(label), chart: platformChart(), rules: [], exportMap: null })
    const payload = result.status === 'ready' ? mappingToPayload(result.mapping) : null
    if (payload && !verifyMapping(payload).holds) throw new Error(`${file}: the mapping does not hold`)
    const state = payload?.mapping_state ?? 'unmappable'
    const measures = payload ? compareMeasures(label, payload) : { printed: 0, right: 0, wrong: [] }
    const lines = payload?.lines.filter((line) => !line.is_total && line.values.some((value) => value !== null)) ?? []
    const placed = lines.filter((line) => line.filed_under !== null).length
    tally.statements += 1
    tally.asExpected += state === label.expected_mapping_state ? 1 : 0
    tally.falselyMapped += state === 'mapped' && label.expected_mapping_state !== 'mapped' ? 1 : 0
    tally.measures += measures.printed
    tally.measuresRight += measures.right
    if (state === 'mapped') {
      tally.lines += lines.length
      tally.placed += placed
    }
    const expected = label.expected_mapping_state ?? '?'
    const hint = result.status === 'ready' ? result.hint?.firstBreak : null
    console.log(
      `${basename(file, '.json').padEnd(60)} ${state.padEnd(10)} ${state === expected ? '' : `expected ${expected}`} ` +
        `measures ${measures.right}/${measures.printed} ${measures.wrong.join(' ')} lines ${placed}/${lines.length}` +
        (hint ? ` first break at '${hint.label}'` : ''),
    )
  }
  return Promise.resolve({
    figures: tally,
    scoreName: 'share of real statements in the state a reader finds them in',
    score: tally.falselyMapped > 0 ? 0 : tally.asExpected / tally.statements,
    bar: BAR,
  })
}

function compareMeasures({ measures_printed: printed = {}, scale }: Label, payload: StatementMappingPayload) {
  const stated = payload.measures as unknown as Record<string, (string | null)[] | null>
  const wrong: string[] = []
  let [count, right] = [0, 0]
  for (const [name, values] of Object.entries(printed)) {
    if (!values || !(name in stated)) continue
    count += 1
    const same = values.every((value, period) => isSame(value, stated[name]?.[period] ?? null, BigInt(scale)))
    if (same) right += 1
    else wrong.push(name)
  }
  return { printed: count, right, wrong }
}

function isSame(printed: string | null, stated: string | null, scale: bigint): boolean {
  const expected = printed === null ? null : parseCents(printed)
  const actual = stated === null ? null : parseCents(stated)
  if (expected === null) return true
  if (actual === null) return false
  const off = actual - expected * scale
  return (off < 0n ? -off : off) <= ROUNDING_UNITS * 100n * scale
}

function statementOf(label: Label): Statement {
  const scales = label.periods.map((_, period) => label.scale_by_period?.[period] ?? label.scale)
  return {
    documentId: 'label',
    periods: label.periods.map((period) => ({
      fiscalYear: Number(period.period_end?.slice(0, 4) ?? 2000),
      periodEnd: period.period_end,
      label: period.label,
      monthsCovered: period.months,
    })),
    lines: label.lines.map((line, index) => {
      const values = line.values.map((value, period) => {
        const cents = value === null ? null : parseCents(value)
        return cents === null ? null : centsOf(cents * BigInt(scales[period] ?? 1))
      })
      const sources = values.map((value, period) =>
        value === null
          ? null
          : ({
              kind: 'printed',
              pages: [line.page],
              documentId: 'label',
              address: `lines.${index}.${period}`,
            } as const),
      )
      return { key: `L${index}`, label: line.label, depth: line.depth, values, sources }
    }),
    scale: label.scale,
  }
}
