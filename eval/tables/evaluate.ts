/**
 * `npm run eval -- <class> [--corpus DIR] [--generated N] [--scans N] [--seed S]`: real documents where the corpus is,
 * fresh generated ones, scans of them. Prints a table, draws the worst, and answers with the worst set's score.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { pagesToDocuments } from '../../server/src/domain/extractions/read-package.ts'
import type { Page } from '../../server/src/engine/model/page.ts'
import { corpusPath } from '../corpus.ts'
import type { Scored } from '../eval-set.ts'
import { Random } from '../generator/random.ts'
import { scanOf } from '../generator/scan.ts'
import { PageSource } from '../pages.ts'
import { writeReport } from '../report.ts'
import type { EvalResult } from '../result.ts'
import type { Score } from '../score.ts'
import { figureF1, printTable, summarise } from '../table.ts'
import { scoreTable } from './score.ts'
import type { TableClass, TableTruth } from './truth.ts'

const WORST_SHOWN = 20
const SEEDS_APART = 1_000_003
/** Forms that nobody filled in: there is nothing to find, and whatever is found is invented. */
const BLANKS = 'blanks'

export interface TableSet {
  readonly generated: number
  readonly scans: number
  readonly seed: number
}

export async function evaluate(of: TableClass, args: readonly string[]): Promise<EvalResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: 'string' },
      generated: { type: 'string', default: '0' },
      scans: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      report: { type: 'string', default: `eval/results/${of.name}.html` },
    },
  })
  const source = new PageSource()
  try {
    const set = { generated: Number(values.generated), scans: Number(values.scans), seed: Number(values.seed) }
    const corpus = corpusPath(values.corpus)
    const scored = [
      ...(corpus === null || (values.corpus === undefined && set.generated + set.scans > 0)
        ? []
        : await scoreReal(of, corpus, source)),
      ...(await scoreFresh(of, set, source)),
    ]
    if (scored.length === 0) throw new Error('nothing was measured, and a measurement that saw nothing is a failure')
    return await show(of, scored, values.report, source)
  } finally {
    await source.close()
  }
}

export async function scoreReal(of: TableClass, corpus: string, source: PageSource): Promise<Scored[]> {
  const scored: Scored[] = []
  for (const { path, truth } of of.corpus(corpus)) {
    const pages = await source.pagesOf(path)
    const kind = pages.some((page) => page.kind === 'ocr') ? 'scanned' : 'digital'
    const set = truth.rows.length === 0 ? `real ${kind} ${BLANKS}` : `real ${kind}`
    scored.push({ score: scorePages(of, truth, pages), path, pages, set })
  }
  return scored
}

export async function scoreFresh(of: TableClass, set: TableSet, source: PageSource): Promise<Scored[]> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-eval-`)
  const scored: Scored[] = []
  try {
    for (let index = 0; index < set.generated + set.scans; index += 1) {
      const scan = index >= set.generated
      const seed = set.seed * SEEDS_APART + index
      const file = await of.generate(seed, scan)
      let path = `${folder}/${index}.${file.extension}`
      writeFileSync(path, file.bytes)
      if (scan) {
        const bytes = await scanOf(path, source, new Random(seed))
        path = `${folder}/${index}-scan.pdf`
        writeFileSync(path, bytes)
      }
      const pages = await source.read(path)
      scored.push({
        score: scorePages(of, scan ? withoutBoxes(file.truth) : file.truth, pages),
        path: null,
        pages,
        set: `generated ${scan ? 'scanned' : 'digital'}`,
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return scored
}

/** A scan shifts the page: there the words inside a read box decide whether it is right. */
function withoutBoxes(truth: TableTruth): TableTruth {
  return { ...truth, rows: truth.rows.map(({ label, values }) => ({ label, values })) }
}

/** The whole file is cut; it is right when it is one document of the true class. */
function scorePages(of: TableClass, truth: TableTruth, pages: readonly Page[]): Score {
  const documents = pagesToDocuments(pages)
  const [document] = documents
  const classRight = documents.length === 1 && document?.class === truth.class
  return scoreTable(truth, of.read(pages), classRight, pages)
}

async function show(
  of: TableClass,
  scored: readonly Scored[],
  report: string,
  source: PageSource,
): Promise<EvalResult> {
  const sets = [...new Set(scored.map((one) => one.set))].sort()
  const rows = sets.map(
    (set) => [set, summarise(scored.filter((one) => one.set === set).map((one) => one.score))] as const,
  )
  const worst = [...scored].sort(
    (a, b) => (figureF1(a.score) || 0) - (figureF1(b.score) || 0) || b.score.misses.length - a.score.misses.length,
  )
  for (const { score, set } of worst.slice(0, WORST_SHOWN)) {
    if (score.misses.length === 0 && score.classRight && !score.falseProof) continue
    console.log(
      `${set} ${score.name}: F1 ${figureF1(score).toFixed(3)}${score.classRight ? '' : ' WRONG CLASS'}${score.falseProof ? ' FALSE PROOF' : ''}`,
    )
    for (const miss of score.misses.slice(0, 5))
      console.log(
        `    ${miss.what}: ${miss.label.slice(0, 70)} expected ${miss.expected ?? '–'} got ${miss.actual ?? '–'}`,
      )
  }
  const misfiled = scored.filter((one) => !one.score.classRight).map((one) => one.score.name)
  if (misfiled.length > 0) console.log(`taken for another class: ${misfiled.join(', ')}`)
  printTable(rows)
  await writeReport(report, worst.slice(0, WORST_SHOWN), source)
  const falseProofs = scored.filter((one) => one.score.falseProof).length
  const figures: Record<string, string | number> = Object.fromEntries(
    rows.flatMap(([set, summary]): [string, string | number][] => [
      [`${set}: documents`, summary.documents],
      set.endsWith(BLANKS)
        ? [`${set}: nothing found`, leftBlank(scored.filter((one) => one.set === set)).toFixed(4)]
        : [`${set}: cells F1`, Number(summary.figureF1.toFixed(4))],
      [`${set}: class right`, Number(summary.classRight.toFixed(4))],
      [`${set}: proved / false`, `${summary.proved} / ${summary.falseProofs}`],
    ]),
  )
  // Each set against its own bar; the answer is the one with the least room.
  const room = rows.map(([set, summary]) => {
    if (set.endsWith(BLANKS)) return { score: leftBlank(scored.filter((one) => one.set === set)), bar: 1 }
    const bar = set.endsWith('scanned') ? of.bars.scanned : of.bars.digital
    return { score: falseProofs > 0 || Number.isNaN(summary.figureF1) ? 0 : summary.figureF1, bar }
  })
  const least = room.reduce((worse, one) => (one.score - one.bar < worse.score - worse.bar ? one : worse))
  return { figures, scoreName: 'cells F1 of the set nearest to its bar (0 with a false proof)', ...least }
}

function leftBlank(scored: readonly Scored[]): number {
  return scored.filter(({ score }) => score.figuresRead === 0).length / scored.length
}
