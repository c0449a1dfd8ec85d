/**
 * `npm run eval -- reading [text|recognition] [pages]`: how well pages are read. The text layer of every real PDF
 * against Poppler's reading of it; and figures of digital pages that were printed, leaned by a degree, pressed as JPEG
 * and recognised, at 200 and 300 dpi. `pages` is how many pages of each look are recognised, for a shorter run.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Pdfium } from '../server/src/reader/pdf/pdfium.ts'
import type { Page } from '../server/src/engine/model/page.ts'
import { corpusFiles, corpusFolder } from '../server/test/support/documents/corpus.ts'
import { withInput } from '../server/test/support/documents/input.ts'
import { onePage } from '../server/test/support/documents/pdf.ts'
import { scannedPdf, scanOf } from '../server/test/support/documents/scans.ts'
import { PRESETS, statementPage } from '../server/test/support/documents/statement.ts'
import { figuresOf, scoreFigures, type PrintedFigure } from '../server/test/support/quality/recognition.ts'
import { scoreTextLayer } from '../server/test/support/quality/text-layer.ts'
import { openReader, readBytes } from '../server/test/support/reader.ts'
import type { EvalResult } from './result.ts'

const TEXT_BAR = 0.995
const RECOGNITION_BAR = 0.98
const RESOLUTIONS = [200, 300]
const DECIDING_DPI = 300
/** What a careless scan does to a page. */
const DAMAGE = { skew: 1, jpegQuality: 60, noise: 6 }
const STATEMENTS = /\/(balance-sheets|profit-loss-statements|cash-flow-statements)\/(?!scan-)/
const REAL = 'real statements'
const PAGES_PER_LOOK = 3
const LEAST_FIGURES = 10
const SHOWN_MISSES = 40
const AT_ONCE = 2

const pool = openReader({ size: AT_ONCE, recognitions: AT_ONCE, pageMs: 600_000 })
const figures: Record<string, string | number> = {}

export async function run([part, pages]: string[]): Promise<EvalResult> {
  const folder = corpusFolder()
  if (folder === null) throw new Error('the folder of real documents is not here (TIEOUT_CORPUS)')
  const scores: number[] = []
  if (part !== 'recognition') scores.push((await textLayer(folder)) / TEXT_BAR)
  if (part !== 'text') scores.push((await recognition(pages === undefined ? null : Number(pages))) / RECOGNITION_BAR)
  await pool.close()
  return {
    figures,
    scoreName: 'the worst of its measures, as a multiple of its bar',
    score: Math.min(...scores),
    bar: 1,
  }
}

/** The share of Poppler's words on digital pages that are among ours. */
async function textLayer(folder: string): Promise<number> {
  const scores = await eachOf(corpusFiles('pdf'), async (path) =>
    scoreTextLayer(path, relative(folder, path), await pagesOf(readFileSync(path))),
  )
  const sum = (pick: (score: (typeof scores)[number]) => number): number =>
    scores.reduce((total, score) => total + pick(score), 0)
  const misses = scores.flatMap((score) => score.misses)
  for (const miss of misses) console.log(`miss: ${miss}`)
  const words = sum((score) => score.words)
  if (words === 0) throw new Error('no digital page was seen')
  const shown = words - sum((score) => score.notShown)
  const found = sum((score) => score.exact + score.cut)
  figures['text layer: files, digital pages'] = `${scores.length}, ${sum((score) => score.pages)}`
  figures['text layer: words by Poppler'] = words
  figures['text layer: of them not shown by the page'] = words - shown
  figures['text layer: found as one word'] = (sum((score) => score.exact) / shown).toFixed(4)
  figures['text layer: found'] = (found / shown).toFixed(4)
  figures['text layer: misses'] = misses.length
  return found / shown
}

interface PrintedPage {
  /** What it looks like: a preset of the project's own statements, or a real one. */
  readonly look: string
  readonly bytes: Uint8Array
  readonly index: number
  readonly printed: readonly PrintedFigure[]
}

/** The share of figures exact at 300 dpi: the worse of the project's own pages and the real ones. */
async function recognition(pagesPerLook: number | null): Promise<number> {
  const pages = await printedPages(pagesPerLook)
  const pdfium = await Pdfium.load()
  const shares: number[] = []
  for (const dpi of RESOLUTIONS) {
    const results = await eachOf(pages, async (page) => {
      const settings = { dpi, ...DAMAGE }
      const scan = await withInput(page.bytes, (input) =>
        scanOf(pdfium, pdfium.openDocument(input), page.index, settings),
      )
      const [read] = await pagesOf(scannedPdf([scan]))
      if (read === undefined) throw new Error('a scan without a page')
      return { look: page.look, all: page.printed.length, ...scoreFigures(page.printed, read) }
    })
    const missed = results.flatMap(({ look, missed }) => missed.map((miss) => `${dpi} dpi, ${look}: ${miss}`))
    for (const miss of missed.slice(0, SHOWN_MISSES)) console.log(miss)
    const shareOf = (label: string, of: readonly (typeof results)[number][]): number => {
      const [exact, all] = [of.reduce((sum, one) => sum + one.exact, 0), of.reduce((sum, one) => sum + one.all, 0)]
      figures[`recognition at ${dpi} dpi: ${label}`] =
        `${(exact / all).toFixed(4)} of ${all} figures, ${of.length} pages`
      return exact / all
    }
    const byLook = Map.groupBy(results, ({ look }) => look)
    for (const [look, of] of byLook) if (look !== REAL) shareOf(look, of)
    const own = shareOf(
      'all of the project’s own',
      results.filter(({ look }) => look !== REAL),
    )
    const real = shareOf(REAL, byLook.get(REAL) ?? [])
    if (dpi === DECIDING_DPI) shares.push(own, real)
  }
  return Math.min(...shares)
}

async function printedPages(atMost: number | null): Promise<PrintedPage[]> {
  const own = PRESETS.flatMap((look) =>
    Array.from({ length: atMost ?? PAGES_PER_LOOK }, (_, seed) => ({
      look: look,
      bytes: onePage(statementPage(look, seed + 100).content),
    })),
  )
  const paths = corpusFiles('pdf').filter((path) => STATEMENTS.test(path))
  const real = paths.map((path) => ({ look: REAL, bytes: new Uint8Array(readFileSync(path)) }))
  const pages = await eachOf([...own, ...real], async (page) => {
    const read = await pagesOf(page.bytes)
    const index = read.findIndex((one) => one.kind === 'digital' && figuresOf(one).length >= LEAST_FIGURES)
    return { ...page, index, printed: read.slice(index, index + 1).flatMap(figuresOf) }
  })
  const [ours, theirs] = [pages.slice(0, own.length), pages.slice(own.length).filter(({ index }) => index >= 0)]
  if (ours.some(({ index }) => index < 0) || theirs.length === 0) throw new Error('there is nothing to recognise')
  return [...ours, ...theirs.slice(0, atMost === null ? theirs.length : atMost * PRESETS.length)]
}

/** As many at a time as there are readers, in order. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()]
  const serve = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, serve))
  return results
}

async function pagesOf(bytes: Uint8Array): Promise<readonly Page[]> {
  const { pages, outcome, detail } = await readBytes(pool, bytes, { deadlineMs: 1_200_000 })
  if (outcome !== 'done') throw new Error(`a document of the evaluation is ${outcome}: ${detail}`)
  return pages
}
