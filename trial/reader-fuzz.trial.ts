/**
 * `npm run trial -- reader-fuzz [--minutes N] [--seed N]`: mutants of generated files of every type, and of real
 * documents where their folder is there, through the reader as the worker runs it.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { corpusFiles, corpusFolder } from '../server/test/support/documents/corpus.ts'
import type { HostileFile } from '../server/test/support/documents/hostile-file.ts'
import { hostileFiles, mutantOf, mutate } from '../server/test/support/documents/hostile.ts'
import { Dice } from '../server/test/support/documents/random.ts'
import { describeReport, MEMORY_CEILING_BYTES, runHostile } from '../server/test/support/hostile-run.ts'
import type { TrialResult } from './result.ts'

/** Files between two looks at the clock. */
const BATCH = 24
/** Larger ones take their time to read, and a mutant of a small file is as hostile. */
const CORPUS_FILE_BYTES = 2 * 1024 * 1024
const EXTENSIONS = ['pdf', 'xlsx', 'xls', 'csv', 'png', 'jpg', 'tif', 'tiff'] as const

/** Without the corpus only generated files are broken; the figures say so. */
function corpusMutant(files: readonly string[], dice: Dice, number: number): HostileFile {
  const file = files[dice.below(files.length)] ?? ''
  return { name: `mutant ${number} of ${basename(file)}`, make: () => mutate(readFileSync(file), dice) }
}

export async function run(args: string[]): Promise<TrialResult> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
  })
  const real = EXTENSIONS.flatMap(corpusFiles).filter((file) => statSync(file).size <= CORPUS_FILE_BYTES)
  if (corpusFolder() === null) console.error('the folder of real documents is not here (TIEOUT_CORPUS)')
  const dice = new Dice(Number(values.seed))
  const thoughtOut = [...hostileFiles()]
  const begun = performance.now()
  const end = begun + Number(values.minutes) * 60_000
  const outcomes: Record<string, number> = {}
  const complaints: string[] = []
  let [files, realMutants, peakBytes, slowestMs] = [0, 0, 0, 0]
  for (let batch = 0; performance.now() < end; batch += 1) {
    const made = Array.from({ length: BATCH }, (_, index): HostileFile => {
      const number = batch * BATCH + index
      const isReal = real.length > 0 && number % 2 === 0
      if (isReal) realMutants += 1
      return isReal ? corpusMutant(real, dice, number) : mutantOf(dice, number)
    })
    const report = await runHostile([...thoughtOut.splice(0, BATCH), ...made])
    console.log(`${Math.round((performance.now() - begun) / 1000)} s: ${describeReport(report)}`)
    files += report.files
    peakBytes = Math.max(peakBytes, report.peakBytes)
    slowestMs = Math.max(slowestMs, report.slowest.ms)
    complaints.push(...report.complaints)
    for (const [outcome, count] of Object.entries(report.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count
  }
  for (const complaint of complaints) console.error(complaint)
  return {
    figures: {
      seconds: Math.round((performance.now() - begun) / 1000),
      seed: Number(values.seed),
      files,
      realMutants,
      outcomes,
      peakBytes,
      ceilingBytes: MEMORY_CEILING_BYTES,
      slowestMs,
      complaints,
    },
    holds: {
      'every file ended in pages or in a documented code, and the pool goes on': complaints.length === 0,
      'a child never outgrew its ceiling': peakBytes < MEMORY_CEILING_BYTES,
      'some were read and some refused': (outcomes['done'] ?? 0) > 0 && Object.keys(outcomes).length > 1,
    },
  }
}
