/** The folder of real documents, which is never part of the repository; tests that need it say so where it is missing. */
import { existsSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '..', '..', '..', '..')

export function corpusFolder(): string | null {
  const folder = process.env['TIEOUT_CORPUS'] ?? resolve(REPOSITORY, '..', 'shared', 'corpus')
  return existsSync(folder) ? folder : null
}

/** Files of the corpus by extension, whatever its case, sorted; empty where there is no corpus. */
export function corpusFiles(extension: string): string[] {
  const folder = corpusFolder()
  if (folder === null) return []
  const pattern = `**/*.{${extension.toLowerCase()},${extension.toUpperCase()}}`
  return globSync(pattern, { cwd: folder })
    .sort()
    .map((file) => join(folder, file))
}

/** For a test's `skip`: false when the corpus is there, otherwise why it is skipped. */
export function skipWithoutCorpus(): string | false {
  return corpusFolder() === null ? 'the folder of real documents is not here (TIEOUT_CORPUS)' : false
}
