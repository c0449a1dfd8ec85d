/** The fonts of a memo: IBM Plex Sans, whose licence (OFL 1.1) lies beside them in their package. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { coverageOf } from './font-coverage.ts'

const FOLDER = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/ibm-plex-sans/package.json'))

export const FONT_FILES: readonly string[] = [
  join(FOLDER, '400Regular/IBMPlexSans_400Regular.ttf'),
  join(FOLDER, '600SemiBold/IBMPlexSans_600SemiBold.ttf'),
]

/** The code points that all of them have. */
export function commonCoverage(): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = FONT_FILES.map((file) => coverageOf(readFileSync(file)))
  return new Set([...first].filter((point) => others.every((other) => other.has(point))))
}
