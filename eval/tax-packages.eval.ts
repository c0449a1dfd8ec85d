/**
 * `npm run eval -- tax-packages [--count N] [--seed S]`: files in which returns of several taxpayers and years follow
 * each other, with statements and letters between them. A return is right when it was found whole: with exactly its
 * pages, its schedules and attached forms among them, and nothing of its neighbours.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { pagesToDocuments } from '../server/src/domain/extractions/read-package.ts'
import { STATEMENT_CLASSES } from '../server/src/engine/model/extraction.ts'
import { drawPackage } from './generator/draw.ts'
import { generate } from './generator/generate.ts'
import { FormFiller } from './generator/irs/form-filler.ts'
import { prosePage } from './generator/papers.ts'
import { Random } from './generator/random.ts'
import { generateTaxReturn } from './generator/tax/generate.ts'
import type { Part } from './packages.eval.ts'
import { isFound, near } from './packages.eval.ts'
import { PageSource } from './pages.ts'
import type { EvalResult } from './result.ts'

const SEEDS_APART = 1_000_003
const BAR = 0.95
const RETURN_SHARE = 0.7

export async function run(args: string[]): Promise<EvalResult> {
  const { values } = parseArgs({
    args,
    options: { count: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  })
  const source = new PageSource()
  try {
    const score = await scoreTaxPackages(source, Number(values.count), Number(values.seed))
    for (const miss of score.misses.slice(0, 40)) console.log(miss)
    if (score.parts === 0) throw new Error('nothing was measured, and a measurement that saw nothing is a failure')
    return {
      figures: { packages: Number(values.count), documents: score.parts, 'documents right': score.right },
      scoreName: 'share of documents cut at the right pages under the right class',
      score: score.right / score.parts,
      bar: BAR,
    }
  } finally {
    await source.close()
  }
}

export async function scoreTaxPackages(
  source: PageSource,
  count: number,
  seed: number,
): Promise<{ parts: number; right: number; misses: string[] }> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-eval-`)
  const filler = await FormFiller.load()
  const misses: string[] = []
  let [parts, right] = [0, 0]
  try {
    for (let index = 0; index < count; index += 1) {
      const own = seed * SEEDS_APART + index
      const path = `${folder}/${index}.pdf`
      const truth = await makePackage(own, path, filler)
      const cut = pagesToDocuments(await source.read(path))
      for (const part of truth) {
        parts += 1
        if (isFound(part, cut)) right += 1
        else misses.push(`package ${own}: ${part.name} on ${part.pages.join(',')}: ${near(part, cut)}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { parts, right, misses }
}

/** Two to five papers, most of them returns. */
async function makePackage(seed: number, path: string, filler: FormFiller): Promise<Part[]> {
  const random = new Random(seed)
  const made: { name: string; class: Part['class']; path: string }[] = []
  for (let index = 0, all = random.between(2, 5); index < all; index += 1) {
    const paper = await makePaper(random, seed * 10 + index)
    const at = `${path}-${index}.pdf`
    writeFileSync(at, paper.bytes)
    made.push({ name: paper.name, class: paper.class, path: at })
  }
  const { bytes, pages } = filler.join(made.map((one) => one.path))
  writeFileSync(path, bytes)
  let before = 0
  return made.map((one, index) => {
    const own = Array.from({ length: pages[index] ?? 0 }, (_, page) => before + page + 1)
    before += own.length
    return { name: one.name, class: one.class, pages: own }
  })
}

async function makePaper(
  random: Random,
  seed: number,
): Promise<{ name: string; class: Part['class']; bytes: Uint8Array }> {
  if (random.chance(RETURN_SHARE)) {
    const { truth, bytes } = await generateTaxReturn(seed, true)
    return { name: truth.name, class: 'tax-return', bytes }
  }
  if (random.chance(0.5)) return { name: 'text', class: 'other', bytes: (await drawPackage([prosePage(random)])).bytes }
  const statement = generate(random.pick(STATEMENT_CLASSES), seed)
  return { name: statement.name, class: statement.class, bytes: (await drawPackage([statement])).bytes }
}
