/** Every hostile file, and more mutants than a test run has time for: `npm run eval -- hostile [mutants per type]`. */
import { hostileFiles } from '../server/test/support/documents/hostile.ts'
import { describeReport, runHostile } from '../server/test/support/hostile-run.ts'
import type { EvalResult } from './result.ts'

export async function run([mutants = '10']: string[]): Promise<EvalResult> {
  const files = hostileFiles(Number(mutants))
  const report = await runHostile(files)
  for (const complaint of report.complaints) console.log(complaint)
  console.log(describeReport(report))
  return {
    figures: { files: report.files, ...report.outcomes, peakBytes: report.peakBytes, slowestMs: report.slowest.ms },
    scoreName: 'share of files that ended as they must',
    score: 1 - report.complaints.length / report.files,
    bar: 1,
  }
}
