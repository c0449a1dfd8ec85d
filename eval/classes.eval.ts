/**
 * `npm run eval -- classes [--count N] [--seed S] [--only class,…]`: N fresh documents of every class, the look-alikes
 * of `Other` among them, each a file of its own. Right is a file that becomes one document of its class.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { pagesToDocuments } from '../server/src/domain/extractions/read-package.ts'
import type { DocumentClass } from '../server/src/engine/model/classification.ts'
import { DOCUMENT_CLASSES } from '../server/src/engine/model/classification.ts'
import { STATEMENT_CLASSES } from '../server/src/engine/model/extraction.ts'
import type { StatementClass } from '../server/src/engine/model/extraction.ts'
import { generateAging } from './generator/aging.ts'
import { exportBank } from './generator/bank/export.ts'
import { generateBank } from './generator/bank/generate.ts'
import { generateDebt } from './generator/debt.ts'
import { drawStatement } from './generator/draw.ts'
import { generate } from './generator/generate.ts'
import { generateOther } from './generator/others.ts'
import { generatePersonal } from './generator/personal/generate.ts'
import { generateTaxReturn } from './generator/tax/generate.ts'
import { PageSource } from './pages.ts'
import type { EvalResult } from './result.ts'

const BAR = 0.98
const SEEDS_APART = 1_000_003
const MISSES_SHOWN = 40
const STATEMENTS: ReadonlySet<DocumentClass> = new Set(STATEMENT_CLASSES)

export interface ClassScore {
  readonly class: DocumentClass
  readonly documents: number
  readonly right: number
  readonly misses: readonly string[]
}

export async function run(args: string[]): Promise<EvalResult> {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: DOCUMENT_CLASSES.join(',') },
    },
  })
  const chosen = DOCUMENT_CLASSES.filter((of) => values.only.split(',').includes(of))
  const source = new PageSource()
  try {
    const scores: ClassScore[] = []
    for (const of of chosen) scores.push(await scoreClass(of, Number(values.count), Number(values.seed), source))
    for (const miss of scores.flatMap(({ misses }) => misses).slice(0, MISSES_SHOWN)) console.log(miss)
    const [documents, right] = [total(scores, 'documents'), total(scores, 'right')]
    return {
      figures: Object.fromEntries(scores.map((one) => [one.class, `${one.right} of ${one.documents}`])),
      scoreName: 'share of files that are one document of their class',
      score: documents === 0 ? 0 : right / documents,
      bar: BAR,
    }
  } finally {
    await source.close()
  }
}

function total(scores: readonly ClassScore[], of: 'documents' | 'right'): number {
  return scores.reduce((sum, score) => sum + score[of], 0)
}

export async function scoreClass(
  of: DocumentClass,
  count: number,
  seed: number,
  source: PageSource,
): Promise<ClassScore> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-eval-`)
  const misses: string[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const file = await generateOf(of, seed * SEEDS_APART + index)
      const path = `${folder}/${index}.${file.extension}`
      writeFileSync(path, file.bytes)
      const documents = pagesToDocuments(await source.read(path))
      // What is nothing in particular may fall apart into several of that.
      const isRight =
        of === 'other'
          ? documents.every((one) => one.class === of)
          : documents.length === 1 && documents[0]?.class === of
      if (!isRight)
        misses.push(
          `${of}: ${file.name}: ${documents.map((one) => `${one.class} ${one.pageNumbers.join(',')}`).join(' + ')}`,
        )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { class: of, documents: count, right: count - misses.length, misses }
}

interface NamedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly extension: string
}

async function generateOf(of: DocumentClass, seed: number): Promise<NamedFile> {
  if (STATEMENTS.has(of)) {
    const document = generate(of as StatementClass, seed)
    return { name: document.name, bytes: (await drawStatement(document)).bytes, extension: 'pdf' }
  }
  const named = (file: Awaited<ReturnType<typeof generateDebt>>): NamedFile => ({ ...file, name: file.truth.name })
  switch (of) {
    case 'bank-statement':
      return bankFile(seed)
    case 'tax-return':
      return named(await generateTaxReturn(seed, false))
    case 'personal-financial-statement':
      return named(await generatePersonal(seed, false))
    case 'debt-schedule':
      return named(await generateDebt(seed, false))
    case 'ar-aging':
    case 'ap-aging':
      return named(await generateAging(of, seed, false))
    default:
      return generateOther(seed)
  }
}

async function bankFile(seed: number): Promise<NamedFile> {
  if (seed % 4 === 3) {
    const file = exportBank(seed)
    return { name: file.truth.name, bytes: file.bytes, extension: 'csv' }
  }
  const file = await generateBank(seed, 40)
  return { name: file.truth.name, bytes: file.bytes, extension: 'pdf' }
}
