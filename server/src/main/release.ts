/**
 * Names a release by what its code is. The engine pins work that has begun to the address it began at; the name is
 * part of that address, so that work never meets other code than the one that wrote its journal.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '..')

export function releaseName(): string {
  const hash = createHash('sha256')
  for (const file of globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] }).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(SOURCE, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
