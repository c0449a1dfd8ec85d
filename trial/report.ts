/**
 * `npm run trial:report`: keeps what the trials found (trial/results, of this machine alone) beside the code, in
 * trial/kept, and writes the tables of the pages below anew from there. Prose is written by hand, so
 * only what stands between `<!-- table: name -->` and `<!-- end -->` changes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { TABLES } from './tables.ts'
import type { Kept } from './tables.ts'

export const PAGES = ['trial', 'scale', 'trial-faults', 'trial-hostile'].map((page) => `docs/operate/${page}.md`)
const KEPT = [
  'load', 'growth', 'profile', 'fixed',
  'faults', 'faults-pairs', 'faults-three-nodes', 'fuzz', 'reader-fuzz',
] as const // prettier-ignore
const TABLE_PLACE = /<!-- table: ([a-z-]+) -->\n[^]*?<!-- end -->/g

/** Given a page and what was kept, the page with its tables made anew; throws where a table is not known. */
export function withTables(page: string, kept: Kept): string {
  return page.replaceAll(TABLE_PLACE, (_place, name: string) => {
    const make = TABLES[name]
    if (!make) throw new Error(`there is no table ${name}`)
    return `<!-- table: ${name} -->\n${make(kept)}\n<!-- end -->`
  })
}

function keep(): Kept {
  mkdirSync('trial/kept', { recursive: true })
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const [fresh, kept] = [`trial/results/${name}.json`, `trial/kept/${name}.json`]
      if (existsSync(fresh)) writeFileSync(kept, readFileSync(fresh))
      return existsSync(kept) ? [[name, JSON.parse(readFileSync(kept, 'utf8')) as unknown]] : []
    }),
  )
}

if (import.meta.main) {
  const kept = keep()
  for (const path of PAGES) writeFileSync(path, withTables(readFileSync(path, 'utf8'), kept))
  console.log(`Wrote the tables of ${PAGES.join(', ')} from ${Object.keys(kept).join(', ')}.`)
}
