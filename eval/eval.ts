/**
 * `npm run eval -- <class> [--corpus DIR] [--generated N] [--seed S] [--scans N] [--report FILE]`
 *
 * Measures what the engine gets right, prints a table, keeps the scores as JSON under eval/results, and draws the
 * worst misses into an HTML report. `statements` is all three statement classes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { STATEMENT_CLASSES, type StatementClass } from '../server/src/engine/model/extraction.ts'
import { corpusPath, scoreCorpus, scoreOthers } from './corpus.ts'
import type { Scored } from './eval-set.ts'
import { scoreGenerated } from './generated.ts'
import { PageSource } from './pages.ts'
import { writeReport } from './report.ts'
import { figureF1, printTable, summarise, type Summary } from './table.ts'

const WORST_SHOWN = 25

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    generated: { type: 'string' },
    scans: { type: 'string' },
    seed: { type: 'string', default: '1' },
    report: { type: 'string', default: 'eval/results/report.html' },
  },
})
const [asked] = positionals
const classes: readonly StatementClass[] =
  asked === 'statements' ? STATEMENT_CLASSES : STATEMENT_CLASSES.filter((one) => one === asked)
if (classes.length === 0) {
  console.error(
    `usage: npm run eval -- <statements|${STATEMENT_CLASSES.join('|')}> [--corpus DIR] [--generated N] [--scans N] [--seed S]`,
  )
  process.exit(2)
}

const source = new PageSource()
try {
  const scored: Scored[] = []
  const corpus = corpusPath(values.corpus)
  const generated = Number(values.generated ?? 0)
  const scans = Number(values.scans ?? 0)
  if (corpus !== null && (values.corpus !== undefined || generated + scans === 0)) {
    scored.push(...(await scoreCorpus(corpus, classes, source)))
    await scoreOthers(corpus, source)
  } else if (generated + scans === 0) console.error('no corpus: give --corpus DIR, or --generated N')
  if (generated + scans > 0)
    scored.push(...(await scoreGenerated(classes, { count: generated, scans, seed: Number(values.seed) }, source)))
  if (scored.length === 0) throw new Error('nothing was measured, and a measurement that saw nothing is a failure')
  await show(scored)
} finally {
  await source.close()
}

async function show(scored: readonly Scored[]): Promise<void> {
  const sets = [...new Set(scored.map((one) => one.set))].sort()
  const rows: [string, Summary][] = []
  for (const set of sets) {
    const own = scored.filter((one) => one.set === set)
    for (const name of classes) {
      const scores = own.filter((one) => one.score.class === name).map((one) => one.score)
      if (scores.length > 0) rows.push([`${set} ${name}`, summarise(scores)])
    }
    rows.push([`${set} all`, summarise(own.map((one) => one.score))])
  }
  const worst = [...scored].sort(
    (a, b) =>
      Number(b.score.falseProof) - Number(a.score.falseProof) ||
      Number(a.score.classRight) - Number(b.score.classRight) ||
      figureF1(a.score) - figureF1(b.score) ||
      b.score.misses.length - a.score.misses.length,
  )
  for (const { score, set } of worst.slice(0, WORST_SHOWN)) {
    if (score.misses.length === 0 && score.classRight && !score.falseProof) break
    console.log(
      `${set} ${score.name}: F1 ${figureF1(score).toFixed(3)}${score.classRight ? '' : ' WRONG CLASS'}${score.falseProof ? ' FALSE PROOF' : ''}`,
    )
    for (const miss of score.misses.slice(0, 4))
      console.log(
        `    ${miss.what}: ${miss.label.slice(0, 60)} expected ${miss.expected ?? '–'} got ${miss.actual ?? '–'}`,
      )
  }
  console.log()
  printTable(rows)
  mkdirSync('eval/results', { recursive: true })
  writeFileSync(
    'eval/results/statements.json',
    `${JSON.stringify({ summary: Object.fromEntries(rows), scores: scored.map((one) => ({ set: one.set, ...one.score })) }, null, 1)}\n`,
  )
  await writeReport(values.report, worst.slice(0, WORST_SHOWN), source)
  console.log(`\nscores: eval/results/statements.json   pictures of the worst: ${values.report}`)
}
