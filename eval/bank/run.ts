/** Runs the engine over bank statements with known truth: cut, read, prove, score. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pagesToDocuments } from '../../server/src/domain/extractions/read-package.ts'
import { readProvedBankStatement } from '../../server/src/domain/extractions/read-bank.ts'
import type { Page } from '../../server/src/engine/model/page.ts'
import { exportBank } from '../generator/bank/export.ts'
import { generateBank } from '../generator/bank/generate.ts'
import { Random } from '../generator/random.ts'
import { degrade } from '../generator/scan.ts'
import type { PageSource } from '../pages.ts'
import type { BankScore } from './score.ts'
import { scoreBank } from './score.ts'
import type { BankTruth } from './truth.ts'
import { corpusBankStatements } from './truth.ts'

export interface ScoredBank {
  readonly set: string
  readonly score: BankScore
}

/** The whole file is one statement: its class is right when it was cut into one, and into nothing else. */
export function scoreBankPages(truth: BankTruth, pages: readonly Page[]): BankScore {
  const documents = pagesToDocuments(pages)
  const isBank = documents.length === 1 && documents[0]?.class === 'bank-statement'
  const classRight = truth.isBankStatement ? isBank : documents.every((document) => document.class !== 'bank-statement')
  const { reading, proofs } = readProvedBankStatement(pages)
  return scoreBank(truth, classRight, reading, proofs)
}

export async function scoreBankCorpus(corpus: string, source: PageSource): Promise<ScoredBank[]> {
  const scored: ScoredBank[] = []
  for (const { path, truth } of corpusBankStatements(corpus)) {
    const pages = await source.pagesOf(path)
    const kind = pages.some((page) => page.kind === 'ocr') ? 'scanned' : 'digital'
    const set = truth.isBankStatement ? `real ${kind}` : 'real others'
    scored.push({ set, score: scoreBankPages(truth, pages) })
  }
  return scored
}

const SEEDS_APART = 1_000_003
const EXPORT_SHARE = 4
const MOST_MOVEMENTS = 70
/** A picture file is one page. */
const MOST_ON_A_SCAN = 14

export async function scoreBankGenerated(
  wanted: { count: number; scans: number; seed: number },
  source: PageSource,
): Promise<ScoredBank[]> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-eval-bank-`)
  const scored: ScoredBank[] = []
  const keep = async (name: string, bytes: Uint8Array): Promise<{ path: string; pages: Page[] }> => {
    const path = `${folder}/${name}`
    writeFileSync(path, bytes)
    return { path, pages: await source.read(path) }
  }
  try {
    for (let index = 0; index < wanted.count; index += 1) {
      const seed = wanted.seed * SEEDS_APART + index
      if (index % EXPORT_SHARE === EXPORT_SHARE - 1) {
        const { bytes, truth } = exportBank(seed)
        // The name says nothing true: what a file is, its content decides.
        const { pages } = await keep(`balance-sheet-${index}.csv`, bytes)
        scored.push({ set: 'generated export', score: scoreBankPages(truth, pages) })
      } else {
        const { bytes, truth } = await generateBank(seed, MOST_MOVEMENTS)
        const { pages } = await keep(`${truth.name}.pdf`, bytes)
        scored.push({ set: 'generated digital', score: scoreBankPages(truth, pages) })
      }
    }
    for (let index = 0, seed = wanted.seed * SEEDS_APART + 500_000; index < wanted.scans; seed += 1) {
      const { bytes, truth, pages: count } = await generateBank(seed, MOST_ON_A_SCAN)
      if (count > 1) continue
      const { path, pages } = await keep(`${truth.name}.pdf`, bytes)
      const picture = pages[0] && (await source.imageOf(path, pages[0], 200))
      if (!picture) throw new Error(`no picture of ${truth.name}`)
      const scan = await keep(`${truth.name}.jpg`, await degrade(picture, new Random(seed)))
      scored.push({ set: 'generated scanned', score: scoreBankPages(truth, scan.pages) })
      index += 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return scored
}
