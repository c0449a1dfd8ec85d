/**
 * Runs the walls over the whole tree and guards the guard: a run that saw too few modules, or too few imports between
 * them, is a failure (an unsupported compiler version makes the tool report 'no violations' on nothing at all).
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const ROOTS = ['server', 'sdk', 'cli', 'embed', 'bench', 'ops'] as const

interface CruiseResult {
  summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number }
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

/** Runs the dependency check over `roots`, relative to `cwd`. */
export function cruise(cwd: string, roots: readonly string[], config: string): CruiseResult {
  const run = spawnSync('npx', ['depcruise', '--config', config, '--output-type', 'json', ...roots], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!run.stdout.startsWith('{'))
    throw new Error(`the dependency check printed no result:\n${run.stdout}${run.stderr}`)
  return JSON.parse(run.stdout) as CruiseResult
}

function sourceFilesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourceFilesBelow(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function main(): void {
  const onDisk = ROOTS.flatMap((root) => sourceFilesBelow(root))
  const result = cruise('.', ROOTS, '.dependency-cruiser.js')
  const seen = new Set(result.modules.map((module) => module.source))
  const unseen = onDisk.filter((file) => !seen.has(file))
  const imports = result.modules.reduce((sum, module) => sum + module.dependencies.length, 0)
  for (const { rule, from, to } of result.summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
  if (result.summary.violations.length > 0) process.exit(1)
  if (unseen.length > 0) {
    console.error(`the wall check did not see ${unseen.length} of ${onDisk.length} files, first: ${unseen[0] ?? ''}`)
    process.exit(1)
  }
  if (imports < onDisk.length / 2) {
    console.error(`the wall check saw only ${imports} imports in ${onDisk.length} files: it is blind`)
    process.exit(1)
  }
  console.log(`walls hold: ${onDisk.length} files, ${imports} imports`)
}

if (import.meta.main) main()
