/** The corpus of real documents. It is not part of the project; where it is not, nothing of it is measured. */
import { existsSync, globSync } from 'node:fs'
import type { StatementClass } from '../server/src/engine/model/extraction.ts'
import type { Scored } from './eval-set.ts'
import type { PageSource } from './pages.ts'
import { isTakenForStatement, scorePages } from './statements.ts'
import { corpusDocuments } from './truth.ts'

/** Papers that hold amounts and captions and are no statements. */
const OTHER_FOLDERS = ['other', 'ap-agings', 'ar-agings', 'bank-statements', 'debt-schedules', 'tax-returns']

export function corpusPath(asked: string | undefined): string | null {
  const path = asked ?? process.env['TIEOUT_CORPUS'] ?? '../shared/corpus'
  return existsSync(`${path}/labels`) ? path : null
}

/** For evaluations that have nothing else to measure. */
export function requiredCorpus(asked: string | undefined): string {
  const path = corpusPath(asked)
  if (path === null) throw new Error('no corpus: give --corpus DIR or set TIEOUT_CORPUS')
  return path
}

export async function scoreCorpus(
  corpus: string,
  classes: readonly StatementClass[],
  source: PageSource,
): Promise<Scored[]> {
  const scored: Scored[] = []
  for (const name of classes)
    for (const { path, truth } of corpusDocuments(corpus, name)) {
      const pages = await source.pagesOf(path)
      const kind = pages.some((page) => page.kind === 'ocr') ? 'scanned' : 'digital'
      scored.push({ score: scorePages(truth, pages), path, pages, set: `real ${kind}` })
    }
  return scored
}

/** How many papers that are no statements are left alone. */
export async function scoreOthers(corpus: string, source: PageSource): Promise<void> {
  let [seen, taken] = [0, 0]
  for (const folder of OTHER_FOLDERS)
    for (const path of globSync(`${corpus}/${folder}/*.{pdf,xlsx,csv,png,jpg}`).sort()) {
      const document = isTakenForStatement(await source.pagesOf(path))
      seen += 1
      if (!document) continue
      taken += 1
      console.log(
        `taken for a ${document.class}: ${path.slice(corpus.length + 1)} page ${document.pageNumbers.join(',')}`,
      )
    }
  console.log(`papers that are no statements: ${seen}, taken for one: ${taken}\n`)
}
