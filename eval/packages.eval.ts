/**
 * `npm run eval -- packages [--count N] [--seed S] [--corpus DIR]`: files of several documents, cut apart. A document
 * is right when it was found with exactly its pages under its class; a page that belongs to no class, when it was left
 * as `other`. Real papers of every class are judged beside them.
 */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { pagesToDocuments } from '../server/src/domain/extractions/read-package.ts'
import type { CutDocument, DocumentClass } from '../server/src/engine/model/classification.ts'
import { STATEMENT_CLASSES } from '../server/src/engine/model/extraction.ts'
import { corpusPath } from './corpus.ts'
import { drawPackage } from './generator/draw.ts'
import { generate } from './generator/generate.ts'
import { otherPaper, prosePage } from './generator/papers.ts'
import { Random } from './generator/random.ts'
import { PageSource } from './pages.ts'
import type { EvalResult } from './result.ts'

export interface Part {
  readonly name: string
  readonly class: DocumentClass
  readonly pages: readonly number[]
}

const FOLDERS: Readonly<Record<string, DocumentClass>> = {
  'profit-loss-statements': 'profit-loss',
  'balance-sheets': 'balance-sheet',
  'cash-flow-statements': 'cash-flow',
  'bank-statements': 'bank-statement',
  'tax-returns': 'tax-return',
  'ar-agings': 'ar-aging',
  'ap-agings': 'ap-aging',
  other: 'other',
}
const SEEDS_APART = 1_000_003
const BAR = 0.95

export async function run(args: string[]): Promise<EvalResult> {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      corpus: { type: 'string' },
    },
  })
  const source = new PageSource()
  try {
    const score = await scorePackages(source, Number(values.count), Number(values.seed))
    const corpus = corpusPath(values.corpus)
    const real = corpus === null ? {} : await scoreFolders(source, corpus)
    for (const miss of score.misses.slice(0, 40)) console.log(miss)
    return {
      figures: { packages: score.packages, documents: score.parts, 'documents right': score.right, ...real },
      scoreName: 'share of documents cut at the right pages under the right class',
      score: score.parts === 0 ? 0 : score.right / score.parts,
      bar: BAR,
    }
  } finally {
    await source.close()
  }
}

export interface PackageScore {
  readonly packages: number
  readonly parts: number
  readonly right: number
  readonly misses: readonly string[]
}

export async function scorePackages(source: PageSource, count: number, seed: number): Promise<PackageScore> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-eval-`)
  const misses: string[] = []
  let [parts, right] = [0, 0]
  try {
    for (let index = 0; index < count; index += 1) {
      const { bytes, truth } = await makePackage(seed * SEEDS_APART + index)
      const path = `${folder}/${index}.pdf`
      writeFileSync(path, bytes)
      const cut = pagesToDocuments(await source.pagesOf(path))
      for (const part of truth) {
        parts += 1
        if (isFound(part, cut)) right += 1
        else
          misses.push(
            `package ${seed * SEEDS_APART + index}: ${part.name} on ${part.pages.join(',')}: ${near(part, cut)}`,
          )
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { packages: count, parts, right, misses }
}

/** Three to seven papers: statements, letters and notes between them, and what else a borrower sends. */
async function makePackage(seed: number): Promise<{ bytes: Buffer; truth: Part[] }> {
  const random = new Random(seed)
  const documents = Array.from({ length: random.between(3, 7) }, (_, index) => {
    const share = random.next()
    if (share < 0.5) return generate(random.pick(STATEMENT_CLASSES), seed * 10 + index)
    return share < 0.7 ? prosePage(random) : otherPaper(random)
  })
  const { bytes, parts } = await drawPackage(documents)
  const truth = documents.map((document, index): Part => {
    const pages = parts[index]?.pages ?? []
    return 'paragraphs' in document
      ? { name: 'text', class: 'other', pages }
      : { name: document.name, class: document.class, pages }
  })
  return { bytes, truth }
}

export function isFound(part: Part, cut: readonly CutDocument[]): boolean {
  const own = cut.filter((document) => document.pageNumbers.some((page) => part.pages.includes(page)))
  if (part.class === 'other') return own.every((document) => document.class === 'other')
  const [document] = own
  return own.length === 1 && document?.class === part.class && document.pageNumbers.join() === part.pages.join()
}

export function near(part: Part, cut: readonly CutDocument[]): string {
  return cut
    .filter((document) => document.pageNumbers.some((page) => part.pages.includes(page)))
    .map((document) => `${document.class} ${document.pageNumbers.join(',')}`)
    .join(' + ')
}

/** Of the real papers of each class, how many files are one document of that class and nothing else but `other`. */
async function scoreFolders(source: PageSource, corpus: string): Promise<Record<string, string>> {
  const figures: Record<string, string> = {}
  for (const [folder, of] of Object.entries(FOLDERS)) {
    const paths = globSync(`${corpus}/${folder}/*.{pdf,xlsx,csv,png,jpg}`).sort()
    let right = 0
    for (const path of paths) {
      const found = new Set(pagesToDocuments(await source.pagesOf(path)).map((document) => document.class))
      found.delete('other')
      const [only] = found
      if (of === 'other' ? found.size === 0 : found.size === 1 && only === of) right += 1
      else console.log(`real ${path.slice(corpus.length + 1)}: ${[...found].join(', ') || 'other'}`)
    }
    figures[`real ${folder}`] = `${right} of ${paths.length}`
  }
  return figures
}
