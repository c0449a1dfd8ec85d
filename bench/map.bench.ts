/**
 * How long a mapping takes and how it grows. The time is held to a bar (5 ms for 200 lines over 12 periods); the
 * growth, the exponent of time over lines × periods, is what a reader should look at: it must stay that of one pass.
 * Time is the thread's own on its core, so that what else the machine does is not measured; the clock's is beside it.
 */
import { mapStatement } from '../server/src/engine/map/map-statement.ts'
import { mappingToPayload } from '../server/src/engine/map/payload.ts'
import { randomStatement } from '../server/test/support/random-statement.ts'
import type { BenchResult } from './result.ts'

const PERIODS = 12
const SIZES = [50, 100, 200, 500, 1000, 2000, 5000]
const STATEMENTS_PER_SIZE = 7
const WARM_UP_ROUNDS = 30
/** A size is measured for about this long, so that small ones are not read off one tick of the clock. */
const MILLISECONDS_PER_SIZE = 1500

interface Measured {
  readonly lines: number
  readonly mapping: number
  readonly payload: number
  /** By the clock, mapping alone. */
  readonly elapsed: number
}

export function run(_args: string[]): Promise<BenchResult> {
  const measured = SIZES.map(measure)
  const asked = measured.find((size, at) => SIZES[at] === 200) ?? NOT_MEASURED
  const exponent = fittedExponent(measured.map(({ lines, mapping }) => [lines * PERIODS, mapping]))
  const figures = Object.fromEntries(
    measured.map(({ lines, mapping, payload, elapsed }) => [
      `${lines} lines × ${PERIODS} periods, median ms`,
      `${mapping.toFixed(2)} (and ${payload.toFixed(2)} to write it; ${elapsed.toFixed(2)} by the clock)`,
    ]),
  )
  return Promise.resolve({
    figures: { ...figures, 'median ms at 200 lines (bar: under 5)': asked.mapping.toFixed(2) },
    ratioName: 'exponent of time over lines × periods',
    ratio: exponent,
    bar: 'at most 1.1',
  })
}

const NOT_MEASURED: Measured = { lines: 0, mapping: Infinity, payload: Infinity, elapsed: Infinity }

/** Milliseconds this thread has spent on a core. */
function onCore(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function measure(lines: number): Measured {
  const inputs = Array.from({ length: STATEMENTS_PER_SIZE }, (_, at) => {
    return randomStatement(1000 + at, { periods: PERIODS, lines: Math.round(lines * 0.8), plain: true }).input
  })
  for (let round = 0; round < WARM_UP_ROUNDS && lines <= 200; round += 1) inputs.forEach((input) => mapStatement(input))
  const mapping: number[] = []
  const payload: number[] = []
  const elapsed: number[] = []
  const started = performance.now()
  while (mapping.length < STATEMENTS_PER_SIZE || performance.now() - started < MILLISECONDS_PER_SIZE)
    for (const input of inputs) {
      const clock = performance.now()
      const before = onCore()
      const result = mapStatement(input)
      const between = onCore()
      elapsed.push(performance.now() - clock)
      if (result.status === 'ready') JSON.stringify(mappingToPayload(result.mapping))
      mapping.push(between - before)
      payload.push(onCore() - between)
    }
  const printed = inputs.reduce((sum, input) => sum + input.statement.lines.length, 0) / inputs.length
  return { lines: Math.round(printed), mapping: median(mapping), payload: median(payload), elapsed: median(elapsed) }
}

/** The slope of the least-squares line through the logarithms. */
function fittedExponent(points: readonly (readonly [size: number, time: number])[]): number {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)] as const)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(logs.map(([size]) => size))
  const y = mean(logs.map(([, time]) => time))
  const covariance = mean(logs.map(([size, time]) => (size - x) * (time - y)))
  return covariance / mean(logs.map(([size]) => (size - x) ** 2))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
