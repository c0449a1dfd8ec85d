/**
 * Makes the samples that test mode answers with: documents drawn by the project's own generator, kept as they are, and
 * their pages as the real reader reads them. Classifying, extracting and proving is then done by the service itself at
 * every test upload, so that a sample has the shape and the proofs of a live document of the same release.
 *
 * `npm run samples` draws what is missing and reads everything anew; a test fails when the reader has moved on.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPackage } from '../../eval/generator/draw.ts'
import { generate } from '../../eval/generator/generate.ts'
import { PageSource } from '../../eval/pages.ts'
import { encodePage } from '../../server/src/engine/model/page-codec.ts'
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'

export const SAMPLES_FOLDER = join(import.meta.dirname, '../../server/seed/samples')

/** What is in each sample: class and seed of the generator, one a document. */
const SAMPLES: Readonly<Record<string, readonly (readonly [StatementClass, number])[]>> = {
  'profit-loss-statement-retail': [['profit-loss', 2]],
  'profit-loss-statement-unfooted': [['profit-loss', 16]],
  'balance-sheet-retail': [['balance-sheet', 5]],
  'cash-flow-statement-retail': [['cash-flow', 1]],
  'package-year-end': [
    ['profit-loss', 2],
    ['balance-sheet', 5],
    ['cash-flow', 1],
  ],
}

/** The pages of one kept document, a line each, as the reader reads them today. */
export async function readSample(source: PageSource, slug: string): Promise<string> {
  const pages = await source.read(join(SAMPLES_FOLDER, `${slug}.pdf`))
  return pages.map((page) => `${encodePage(page)}\n`).join('')
}

export const SAMPLE_SLUGS = Object.keys(SAMPLES)

async function makeAll(): Promise<void> {
  mkdirSync(SAMPLES_FOLDER, { recursive: true })
  const source = new PageSource()
  try {
    for (const [slug, documents] of Object.entries(SAMPLES)) {
      const file = join(SAMPLES_FOLDER, `${slug}.pdf`)
      if (!existsSync(file)) {
        writeFileSync(file, (await drawPackage(documents.map(([of, seed]) => generate(of, seed)))).bytes)
      }
      const pages = await readSample(source, slug)
      writeFileSync(join(SAMPLES_FOLDER, `${slug}.jsonl`), pages)
      console.log(`${slug}: ${readFileSync(file).length} bytes, ${pages.split('\n').length - 1} pages`)
    }
  } finally {
    await source.close()
  }
}

if (import.meta.main) await makeAll()
