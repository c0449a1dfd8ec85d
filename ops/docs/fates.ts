/**
 * What becomes of each code block: which are run by the tests, and why the others are only parsed. The tests take what
 * they run from here and the check says it, so that both speak of the same blocks.
 */
import type { Finding } from './findings.ts'
import type { CodeBlock, Page } from './pages.ts'

/** Run by a test of its own, from a running stack to a proved mapping. */
export const QUICKSTART = 'docs/guide/quickstart.md'
/** Operators' transcripts, in the order in which one's ids serve the next. */
export const TRANSCRIPTS: readonly string[] = [
  'docs/operate/install.md',
  'docs/operate/key-rotation.md',
  'docs/operate/billing.md',
]
/** Pages whose program stands in the page alone. */
export const PROGRAMS: readonly string[] = ['sdk/README.md']

/** Transcripts that are not run as they are printed, each with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'README.md': 'the way of the quickstart, which is run',
  'docs/guide/command-line.md': 'listens until it is ended; the tests of the command line do that',
  'docs/operate/backup.md': 'the test of backups does it with folders of its own',
  'docs/operate/deployment.md': 'needs containers or a cluster',
  'docs/operate/local-stack.md': 'the stack is what every test stands on',
  'docs/operate/scale.md': 'needs a second cell',
  'docs/operate/trial.md': 'takes hours',
  'docs/operate/trial-faults.md': 'takes hours',
  'docs/operate/upgrades.md': 'needs two releases at once; the test of rolling upgrades has them',
}

const BY_LANGUAGE: Readonly<Record<string, string>> = {
  json: 'an answer or a body',
  sql: 'for an engine',
  toml: 'for an engine',
  yaml: 'for an engine',
  '': 'no language',
}

/** Why a block is not run; null when it is. Throws nothing: a block without a fate says so. */
export function whyNotRun({ path }: Pick<Page, 'path'>, { language, about }: CodeBlock): string | null {
  if (language === 'bash') return null
  if (language === 'console') return TRANSCRIPTS.includes(path) ? null : (NOT_RUN[path] ?? NOBODY_SAID)
  if (language !== 'ts') return BY_LANGUAGE[language] ?? NOBODY_SAID
  // A block that is a file of the examples is run as that file.
  if (about.startsWith('examples/') || PROGRAMS.includes(path)) return null
  if (path.startsWith('docs/reference/')) return 'declarations, generated from the source'
  return about === 'fragment' ? 'a part of examples that are run' : NOBODY_SAID
}

const NOBODY_SAID = 'nobody has said why it is not run'

/** Blocks that are neither run nor have a reason: `sh` instead of `bash`, a transcript on a new page. */
export function unsaidFates(pages: readonly Page[]): Finding[] {
  return pages.flatMap((page) =>
    page.blocks
      .filter((block) => whyNotRun(page, block) === NOBODY_SAID)
      .map(({ line }) => ({ path: page.path, line, words: `${NOBODY_SAID} (ops/docs/fates.ts)` })),
  )
}

/** How many blocks are run, and how many are not for each reason, the most frequent first. */
export function fatesIn(pages: readonly Page[]): {
  readonly run: number
  readonly parsed: readonly [string, number][]
} {
  const reasons = pages.flatMap((page) => page.blocks.map((block) => whyNotRun(page, block)))
  const counts = Map.groupBy(
    reasons.filter((why) => why !== null),
    (why) => why,
  )
  const parsed = [...counts].map(([why, all]): [string, number] => [why, all.length])
  return { run: reasons.filter((why) => why === null).length, parsed: parsed.sort(([, a], [, b]) => b - a) }
}
