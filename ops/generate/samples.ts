/**
 * Makes the samples that test mode answers with: documents drawn by the project's own generator, kept as they are, and
 * their pages as the real reader reads them. Classifying, extracting and proving is then done by the service itself at
 * every test upload, so that a sample has the shape and the proofs of a live document of the same release.
 *
 * `npm run samples` draws what is missing and reads everything anew; a test fails when the reader has moved on.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateAging } from '../../eval/generator/aging.ts'
import { generateBank } from '../../eval/generator/bank/generate.ts'
import { generateDebt } from '../../eval/generator/debt.ts'
import { drawTable } from '../../eval/generator/draw-table.ts'
import { drawPackage } from '../../eval/generator/draw.ts'
import { generate } from '../../eval/generator/generate.ts'
import { generateOther } from '../../eval/generator/others.ts'
import { generatePersonal } from '../../eval/generator/personal/generate.ts'
import { generateTaxReturn } from '../../eval/generator/tax/generate.ts'
import { PageSource } from '../../eval/pages.ts'
import { encodePage } from '../../server/src/engine/model/page-codec.ts'
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'

export const SAMPLES_FOLDER = join(import.meta.dirname, '../../server/seed/samples')

type Drawing = Promise<{ readonly bytes: Uint8Array }>

/** How each sample is drawn; the numbers are seeds of the generator, chosen for short documents whose proofs hold. */
const SAMPLES: Readonly<Record<string, () => Drawing>> = {
  'profit-loss-statement-retail': () => statements(['profit-loss', 2]),
  'profit-loss-statement-unfooted': () => statements(['profit-loss', 71]),
  'profit-loss-statement-unmappable': () => programStatement(),
  'balance-sheet-retail': () => statements(['balance-sheet', 5]),
  'cash-flow-statement-retail': () => statements(['cash-flow', 1]),
  'package-year-end': () => statements(['profit-loss', 2], ['balance-sheet', 5], ['cash-flow', 1]),
  'bank-statement-retail': () => generateBank(4, 12),
  'tax-return-retail': () => generateTaxReturn(1, false, null),
  'personal-financial-statement-owner': () => generatePersonal(3, false),
  'debt-schedule-retail': () => generateDebt(11, false),
  'ar-aging-retail': () => generateAging('ar-aging', 3, false),
  'ap-aging-retail': () => generateAging('ap-aging', 3, false),
  'other-paper': () => generateOther(11),
}

/** The holder of the bank statement: with one name on all of them the statements make one spread. */
const COMPANY = 'Pioneer Mechanical Company'

/** One file of the company's statements, one behind the other. */
function statements(...documents: readonly (readonly [StatementClass, number])[]): Drawing {
  return drawPackage(
    documents.map(([of, seed]) => {
      const drawn = generate(of, seed)
      return { ...drawn, head: drawn.head.map((line) => line.replaceAll(drawn.entity, COMPANY)), entity: COMPANY }
    }),
  )
}

/** Called a profit and loss statement, and yet there is nothing on it that could be one: no income, no cost, no total. */
function programStatement(): Drawing {
  const rows = [
    ['Program A', '120,500.00'],
    ['Program B', '98,200.00'],
    ['Program C', '18,930.00'],
    ['Program D', '7,410.00'],
  ]
  return drawTable({
    titles: ['Prairie Logistics LLC', 'Profit and Loss Statement', 'For the year ended December 31, 2024'],
    titleAlign: 'center',
    columns: [
      { head: [''], align: 'left', width: 0.7 },
      { head: ['2024'], align: 'right', width: 0.3 },
    ],
    rows: rows.map((cells) => ({ cells, bold: false })),
    footer: null,
    font: 'Helvetica',
    size: 10,
    landscape: false,
    leading: 1.4,
    rowGap: 0.4,
    repeatHeads: false,
    ruledGrid: false,
  })
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
    for (const [slug, draw] of Object.entries(SAMPLES)) {
      const file = join(SAMPLES_FOLDER, `${slug}.pdf`)
      if (!existsSync(file)) writeFileSync(file, (await draw()).bytes)
      const pages = await readSample(source, slug)
      writeFileSync(join(SAMPLES_FOLDER, `${slug}.jsonl`), pages)
      console.log(`${slug}: ${readFileSync(file).length} bytes, ${pages.split('\n').length - 1} pages`)
    }
  } finally {
    await source.close()
  }
}

if (import.meta.main) await makeAll()
