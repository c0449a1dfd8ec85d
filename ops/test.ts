/**
 * Runs the tests: `unit` needs nothing, `stack` needs the running stack, `faults` break its engines on purpose, `chaos`
 * is the faults with the long runs (`*.chaos.ts`) that CI has in a short form, `pictures` shows every state of the
 * surfaces, `all` is unit, stack and faults. File names or parts of them narrow a run: `npm test -- borrowers`. With
 * TEST_COUNTS set, the totals are appended to that file, which is how CI adds up its closing line.
 *
 * A few files that fail while the machine is elsewhere (starved.ts) are run once more, alone: both outcomes are printed
 * and the second one counts. On a machine that is there, a failure is a failure.
 */
import { once } from 'node:events'
import { appendFileSync, existsSync, globSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { envFile, stackDir } from './stack/plan.ts'
import { excusedFailures, watchMachine } from './starved.ts'
import type { Outcome } from './starved.ts'

const UNIT = '{server/src,sdk/src,cli/src,embed/src,ops,eval,trial}/**/*.test.ts'
const FAULTS = 'server/test/faults/'

const SETS = {
  unit: [UNIT],
  stack: ['server/test/!(faults)/**/*.test.ts'],
  faults: [`${FAULTS}**/*.test.ts`],
  chaos: [`${FAULTS}**/*.{test,chaos}.ts`],
  pictures: ['server/test/embed/*.pictures.ts'],
  all: [UNIT, 'server/test/**/*.test.ts'],
} as const

/** Files that share the one stack run side by side only as far as two cores carry it. */
const CONCURRENCY = 2
/** A file that takes an engine away must be alone with the stack. */
const ALONE = 1
const [first = 'all', ...rest] = process.argv.slice(2)
const named = first in SETS
const set = named ? (first as keyof typeof SETS) : 'all'
const parts = named ? rest : [first, ...rest]
/** What hangs ends as a failure with a name, a test or its file; only the long runs of chaos take as long as they take. */
const LIMITS_MS = set === 'chaos' ? undefined : { test: 8 * 60_000, file: 10 * 60_000 }

const files = SETS[set].flatMap((pattern) => globSync(pattern, { exclude: (path) => path.includes('node_modules') }))
const chosen = files.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part))).sort()
if (chosen.length === 0) {
  console.error(`no test file matches ${parts.join(' ') || set}`)
  process.exit(1)
}

if (chosen.some((file) => file.startsWith('server/test/'))) {
  const settings = envFile(stackDir(process.cwd(), process.env))
  if (!existsSync(settings)) {
    console.error(`these tests need the stack, and ${settings} is not there; run: npm run stack -- up`)
    process.exit(1)
  }
  process.loadEnvFile(settings)
}

if (LIMITS_MS !== undefined) process.env['TEST_FILE_LIMIT_MS'] = String(LIMITS_MS.file)
const NOTHING_YET: Readonly<Outcome> = { passed: 0, failed: 0, fromMs: 0, toMs: 0 }
const outcomes = new Map<string, Outcome>()
const looks = watchMachine()

/** Runs files with so many at a time and keeps what they say; the last run of a file is the one that counts. */
async function runFiles(files: readonly string[], concurrency: number): Promise<void> {
  if (files.length === 0) return
  for (const file of files) outcomes.set(file, { ...NOTHING_YET })
  const outcomeOf = (path: string | undefined): Outcome => {
    const file = relative(process.cwd(), path ?? '')
    const outcome = outcomes.get(file) ?? { ...NOTHING_YET }
    outcomes.set(file, outcome)
    return outcome
  }
  const stream = run({
    files: files.map((file) => `${process.cwd()}/${file}`),
    concurrency,
    timeout: LIMITS_MS?.test,
    execArgv: LIMITS_MS === undefined ? [] : ['--import', new URL('time-limit.ts', import.meta.url).href],
  })
  stream.on('test:pass', ({ file, skip, todo }) => {
    if (skip === undefined && todo === undefined) outcomeOf(file).passed += 1
  })
  stream.on('test:fail', ({ file, todo }) => {
    if (todo === undefined) outcomeOf(file).failed += 1
  })
  // Of a file as a whole, told when it ends; what is told of its tests may wait for the files before it.
  stream.on('test:complete', ({ name, file, details }) => {
    if (name !== file) return
    const outcome = outcomeOf(file)
    outcome.toMs = performance.now()
    outcome.fromMs = outcome.toMs - details.duration_ms
  })
  stream.pipe(new spec()).pipe(process.stdout, { end: false })
  await once(stream, 'end')
}

/** Runs what failed for want of a machine once more, with as much of it as one file can have. */
async function judgeAgain(): Promise<void> {
  const excused = LIMITS_MS === undefined ? [] : excusedFailures(outcomes, looks)
  if (excused.length === 0) return
  console.log('these failed while the machine was elsewhere, and are run once more, alone:')
  for (const { file, failed, want } of excused) {
    const stolen = want.stolen === null ? 'an unknown part' : `${(want.stolen * 100).toFixed(0)} %`
    const standstill = `${want.latestMs.toFixed(0)} ms`
    console.log(`  ${file}: ${failed} failed; others had ${stolen} of the cores, longest standstill ${standstill}`)
  }
  await runFiles(
    excused.map(({ file }) => file),
    ALONE,
  )
}

/** Where the minutes of a long run go, so that they are cut where they are spent. */
function sayTheSlowest(): void {
  if (outcomes.size < 10) return
  const seconds = [...outcomes].map(([file, { fromMs, toMs }]) => [file, (toMs - fromMs) / 1000] as const)
  const slowest = seconds.sort(([, a], [, b]) => b - a).slice(0, 10)
  console.log(
    ['slowest files:', ...slowest.map(([file, took]) => `${took.toFixed(0).padStart(5)} s  ${file}`)].join('\n'),
  )
}

const breaking = chosen.filter((file) => file.startsWith(FAULTS))
await runFiles(
  chosen.filter((file) => !breaking.includes(file)),
  CONCURRENCY,
)
await runFiles(breaking, ALONE)
await judgeAgain()
sayTheSlowest()
const total = (of: 'passed' | 'failed'): number => [...outcomes.values()].reduce((sum, outcome) => sum + outcome[of], 0)
const [passed, failed] = [total('passed'), total('failed')]
if (process.env['TEST_COUNTS']) appendFileSync(process.env['TEST_COUNTS'], `${set} ${passed} ${failed}\n`)
if (passed === 0) console.error('no test passed: a run that saw nothing is a failure')
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
