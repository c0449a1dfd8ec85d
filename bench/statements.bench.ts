/**
 * What classifying, reading and proving cost beside reading the file alone, on the same generated statements in the
 * same run. The reader's time is taken from the outside, as a caller sees it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { drawStatement } from '../eval/generator/draw.ts'
import { generate } from '../eval/generator/generate.ts'
import { PageSource } from '../eval/pages.ts'
import {
  isStatementClass,
  pagesToDocuments,
  readProvedStatement,
} from '../server/src/domain/extractions/read-package.ts'
import { STATEMENT_CLASSES, type StatementClass } from '../server/src/engine/model/extraction.ts'
import type { BenchResult } from './result.ts'

const DOCUMENTS = 30
const SEED = 77_000

export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-bench-`)
  const source = new PageSource()
  let [pages, readingMs, engineMs, statements] = [0, 0, 0, 0]
  try {
    for (let index = 0; index < DOCUMENTS; index += 1) {
      const path = `${folder}/${index}.pdf`
      const of = STATEMENT_CLASSES[index % STATEMENT_CLASSES.length] as StatementClass
      writeFileSync(path, (await drawStatement(generate(of, SEED + index))).bytes)
      const started = performance.now()
      const read = await source.read(path)
      const opened = performance.now()
      for (const document of pagesToDocuments(read)) {
        if (!isStatementClass(document.class)) continue
        readProvedStatement(document.pages, document.class)
        statements += 1
      }
      const done = performance.now()
      // The first one pays for loading; nobody waits for it twice.
      if (index === 0) continue
      pages += read.length
      readingMs += opened - started
      engineMs += done - opened
    }
  } finally {
    await source.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (statements < DOCUMENTS) throw new Error(`only ${statements} of ${DOCUMENTS} statements were recognised`)
  return {
    figures: {
      pages,
      'reader alone, pages/s': Math.round((pages / readingMs) * 1000),
      'classify + extract + prove, pages/s': Math.round((pages / engineMs) * 1000),
    },
    ratioName: 'cost of classify + extract + prove over the cost of reading',
    ratio: engineMs / readingMs,
    bar: 'at most 0.5',
  }
}
