/**
 * `npm run eval -- bank-statements [--corpus DIR] [--generated N] [--scans N] [--seed S]`: transactions by date,
 * amount and order, facts of accounts, classes and proofs, on real and on generated statements.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ScoredBank } from './bank/run.ts'
import { scoreBankCorpus, scoreBankGenerated } from './bank/run.ts'
import { printBankTable, summariseBank } from './bank/table.ts'
import { corpusPath } from './corpus.ts'
import { PageSource } from './pages.ts'
import type { EvalResult } from './result.ts'

const DIGITAL_BAR = 0.98
const SCANNED_BAR = 0.92
const WORST_SHOWN = 30

export async function run(args: string[]): Promise<EvalResult> {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string' },
      generated: { type: 'string', default: '0' },
      scans: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  })
  const wanted = { count: Number(values.generated), scans: Number(values.scans), seed: Number(values.seed) }
  const source = new PageSource()
  try {
    const corpus = corpusPath(values.corpus)
    if (corpus === null) console.error('no corpus: only generated statements are measured')
    const real = corpus === null ? [] : await scoreBankCorpus(corpus, source)
    const scored = [...real, ...(await scoreBankGenerated(wanted, source))]
    if (scored.length === 0) throw new Error('nothing was measured, and a measurement that saw nothing is a failure')
    return report(scored)
  } finally {
    await source.close()
  }
}

function report(scored: readonly ScoredBank[]): EvalResult {
  const sets = [...new Set(scored.map((one) => one.set))].sort()
  const rows = sets.map(
    (set) => [set, summariseBank(scored.filter((one) => one.set === set).map((one) => one.score))] as const,
  )
  showWorst(scored)
  printBankTable(rows)
  mkdirSync('eval/results', { recursive: true })
  writeFileSync('eval/results/bank-scores.json', `${JSON.stringify(scored, null, 1)}\n`)
  const reached = rows.filter(([set, summary]) => {
    const bar = set.includes('scanned') ? SCANNED_BAR : DIGITAL_BAR
    return set === 'real others' || (summary.f1 >= bar && summary.falseProofs === 0)
  })
  return {
    figures: Object.fromEntries(rows.map(([set, summary]) => [`${set}: transactions F1`, summary.f1.toFixed(4)])),
    scoreName: 'share of sets that reach their bar (digital 0.98, scanned 0.92, no false proof)',
    score: reached.length / rows.length,
    bar: 1,
  }
}

function showWorst(scored: readonly ScoredBank[]): void {
  const missed = scored.filter(
    ({ set, score }) =>
      score.misses.length > 0 || !score.classRight || score.falseProof || (set === 'real others' && !score.classRight),
  )
  missed.sort((a, b) => b.score.misses.length - a.score.misses.length)
  for (const { set, score } of missed.slice(0, WORST_SHOWN)) {
    const flags = `${score.classRight ? '' : ' WRONG CLASS'}${score.falseProof ? ' FALSE PROOF' : ''}`
    console.log(
      `${set} ${score.name}: ${score.transactionsRight} right of ${score.transactionsTrue}, read ${score.transactionsRead}${flags}`,
    )
    for (const miss of score.misses.slice(0, 4)) console.log(`    ${miss}`)
  }
  console.log()
}
