/** Runs the engine over documents with known truth: cut, read, prove, score. */
import { headlineFigures } from '../server/src/engine/chart/headline.ts'
import type { CutDocument } from '../server/src/engine/model/classification.ts'
import type { StatementClass, StatementReading } from '../server/src/engine/model/extraction.ts'
import type { Page } from '../server/src/engine/model/page.ts'
import { pagesToDocuments, readProvedStatement } from '../server/src/domain/extractions/read-package.ts'
import { formatCents } from '../server/src/lib/money.ts'
import type { Score } from './score.ts'
import { scoreDocument } from './score.ts'
import type { Truth } from './truth.ts'

/** All pages of the file are cut; the part that holds the true pages is read under the true class. */
export function scorePages(truth: Truth, pages: readonly Page[]): Score {
  const documents = pagesToDocuments(pages)
  const wanted = truth.pages ?? pages.map((page) => page.number)
  const own = documents.filter((document) => document.pageNumbers.some((number) => wanted.includes(number)))
  const [document] = own
  const classRight = own.length === 1 && document?.class === truth.class && sameNumbers(document.pageNumbers, wanted)
  const taken = classRight ? document.pages : pages.filter((page) => wanted.includes(page.number))
  const { reading, proofs } = readProvedStatement(taken, truth.class)
  return scoreDocument(
    truth,
    { classRight, entity: document?.entity?.name ?? null, statement: reading, proofs, headline: headlines(reading) },
    pages,
  )
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((number, index) => number === b[index])
}

function headlines(reading: StatementReading): Record<string, (string | null)[]> {
  const figures = Object.entries(headlineFigures(reading))
  return Object.fromEntries(
    figures.map(([name, values]) => [name, values.map((value) => (value === null ? null : formatCents(value)))]),
  )
}

/** Documents that are no statement must not be taken for one. */
export function isTakenForStatement(pages: readonly Page[]): CutDocument | null {
  const statements: readonly StatementClass[] = ['profit-loss', 'balance-sheet', 'cash-flow']
  return pagesToDocuments(pages).find((document) => (statements as readonly string[]).includes(document.class)) ?? null
}
