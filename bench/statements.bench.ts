/**
 * What classifying, reading and proving cost beside reading the file alone. All statements are pages of one file,
 * read by one warm reader child, so that no start of a process flatters the engine; the reader's time is taken from
 * the outside, as a caller sees it, and each side counts its best of several rounds.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { drawPackage } from '../eval/generator/draw.ts'
import { generate } from '../eval/generator/generate.ts'
import { PageSource } from '../eval/pages.ts'
import {
  isStatementClass,
  pagesToDocuments,
  readProvedStatement,
} from '../server/src/domain/extractions/read-package.ts'
import { STATEMENT_CLASSES, type StatementClass } from '../server/src/engine/model/extraction.ts'
import type { Page } from '../server/src/engine/model/page.ts'
import type { BenchResult } from './result.ts'

const DOCUMENTS = 90
const ROUNDS = 8
const SEED = 77_000
/** Of the statements in the file, at least this share must be recognised for the times to mean anything. */
const MIN_RECOGNISED = 0.9

export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(`${tmpdir()}/tieout-bench-`)
  const source = new PageSource()
  let [readingMs, engineMs, statements] = [Infinity, Infinity, 0]
  let pages: readonly Page[] = []
  try {
    const path = `${folder}/statements.pdf`
    writeFileSync(path, (await drawPackage(documents())).bytes)
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now()
      // A fresh array of pages each round: rows are kept per page, and kept rows would cost nothing.
      pages = await source.read(path)
      const opened = performance.now()
      statements = readAll(pages)
      const done = performance.now()
      readingMs = Math.min(readingMs, opened - started)
      engineMs = Math.min(engineMs, done - opened)
    }
  } finally {
    await source.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (statements < MIN_RECOGNISED * DOCUMENTS)
    throw new Error(`only ${statements} of ${DOCUMENTS} statements were recognised`)
  return {
    figures: {
      pages: pages.length,
      statements,
      'reader alone, pages/s': Math.round((pages.length / readingMs) * 1000),
      'classify + extract + prove, pages/s': Math.round((pages.length / engineMs) * 1000),
    },
    ratioName: 'cost of classify + extract + prove over the cost of reading',
    ratio: engineMs / readingMs,
    bar: 'at most 0.5',
  }
}

function documents(): ReturnType<typeof generate>[] {
  return Array.from({ length: DOCUMENTS }, (_, index) =>
    generate(STATEMENT_CLASSES[index % STATEMENT_CLASSES.length] as StatementClass, SEED + index),
  )
}

function readAll(pages: readonly Page[]): number {
  let statements = 0
  for (const document of pagesToDocuments(pages)) {
    if (!isStatementClass(document.class)) continue
    readProvedStatement(document.pages, document.class)
    statements += 1
  }
  return statements
}
