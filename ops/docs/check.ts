/**
 * `npm run docs:check`: every link and anchor leads somewhere, every page can be reached from the front page, every code
 * block is parsed and is run by a test or has a reason why not, and what the pages name exists.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brokenLinks, faultyBlocks, isElsewhere, staleNames, unheldLines, unreachablePages } from './findings.ts'
import type { Finding, Tree } from './findings.ts'
import { fatesIn, unsaidFates } from './fates.ts'
import { readPages } from './pages.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Fewer than this and the check did not see the documentation: that is a failure of its own. */
const FLOOR = { pages: 40, links: 80, blocks: 25 } as const

function treeAt(root: string): Tree {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  return {
    exists: (path) => {
      const stat = statSync(join(root, path), { throwIfNoEntry: false })
      if (stat === undefined) return null
      return stat.isDirectory() ? 'folder' : 'file'
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    scripts: new Set(Object.keys(scripts)),
    settings: new Set(settingsIn(root)),
  }
}

function settingsIn(root: string): string[] {
  const sources = ['{server,sdk,cli,ops,bench,eval,examples}/**/*.ts', '.ci/run', 'ops/**/*.{yaml,sh}']
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('node_modules') }))
    .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\bTIEOUT_[A-Z0-9_]+\b/g) ?? [])
}

function main(): void {
  const pages = readPages(ROOT)
  const tree = treeAt(ROOT)
  const findings: Finding[] = [
    ...brokenLinks(pages, tree),
    ...unreachablePages(pages, 'README.md'),
    ...faultyBlocks(pages, tree),
    ...unsaidFates(pages),
    ...staleNames(pages, tree),
    ...unheldLines(pages, tree, 'docs/threat-model.md'),
  ]
  for (const { path, line, words } of findings) console.error(`${path}:${line}: ${words}`)
  const links = pages.flatMap((page) => page.links).filter(({ href }) => !isElsewhere(href)).length
  const blocks = pages.flatMap((page) => page.blocks).length
  if (pages.length < FLOOR.pages || links < FLOOR.links || blocks < FLOOR.blocks) {
    console.error(`only ${pages.length} pages, ${links} links and ${blocks} code blocks were seen: the check is blind`)
    process.exit(1)
  }
  if (findings.length > 0) process.exit(1)
  const { run, parsed } = fatesIn(pages)
  console.log(
    `docs hold: ${pages.length} pages, ${links} links, ${blocks} code blocks: ${run} run by tests, the others parsed:`,
  )
  for (const [why, count] of parsed) console.log(`  ${String(count).padStart(3)}  ${why}`)
}

if (import.meta.main) main()
