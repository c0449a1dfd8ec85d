/** What can be wrong with a page, each kind one function from pages to findings. The disk is asked through `exists`. */
import { spawnSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import type { CodeBlock, Page } from './pages.ts'

export interface Finding {
  readonly path: string
  readonly line: number
  readonly words: string
}

/** What the checks know of the tree beside the pages. */
export interface Tree {
  exists(path: string): 'file' | 'folder' | null
  read(path: string): string
  readonly scripts: ReadonlySet<string>
  /** Names of settings that the code knows. */
  readonly settings: ReadonlySet<string>
}

export const isElsewhere = (href: string): boolean => /^[a-z][a-z0-9+.-]*:/.test(href)

/** Where a link of a page leads, relative to the root; null when it leads out of the tree by name. */
export function targetOf(page: string, href: string): { path: string; anchor: string | null } | null {
  if (isElsewhere(href)) return null
  const [file = '', anchor = null] = href.split('#', 2)
  const path = file === '' ? page : normalize(join(dirname(page), decodeURIComponent(file))).replace(/\/$/, '')
  return { path, anchor }
}

/** Links and anchors that lead nowhere. */
export function brokenLinks(pages: readonly Page[], tree: Tree): Finding[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return pages.flatMap(({ path, links }) =>
    links.flatMap(({ href, line }) => {
      const target = targetOf(path, href)
      if (target === null) return URL.canParse(href) ? [] : [{ path, line, words: `'${href}' is not an address` }]
      if (href.startsWith('/')) return [{ path, line, words: `'${href}' leads to the root of whatever serves it` }]
      if (tree.exists(target.path) === null) return [{ path, line, words: `'${href}' leads to nothing` }]
      const there = byPath.get(target.path)
      const found = target.anchor === null || there?.headings.some(({ slug }) => slug === target.anchor)
      return found === true ? [] : [{ path, line, words: `'${href}': there is no such heading` }]
    }),
  )
}

/** Pages that no way of links leads to from the front page. A link to a folder leads to the pages in it. */
export function unreachablePages(pages: readonly Page[], from: string): Finding[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const reached = new Set<string>()
  const waiting = [from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    for (const { href } of byPath.get(path)?.links ?? []) {
      const target = targetOf(path, href)
      if (target === null) continue
      if (byPath.has(target.path)) waiting.push(target.path)
      else waiting.push(...pages.map((page) => page.path).filter((other) => dirname(other) === target.path))
    }
  }
  return pages
    .filter(({ path }) => !reached.has(path))
    .map(({ path }) => ({ path, line: 1, words: `no way of links leads here from ${from}` }))
}

/** Answers what is wrong with a text of its language, or null. */
type Parser = (text: string) => string | null

const PARSERS: Readonly<Record<string, Parser>> = {
  bash: parseShell,
  sh: parseShell,
  console: (text) => parseShell(commandsOf(text)),
  json: (text) => complaintOf(() => void JSON.parse(text)),
  ts: parseTypeScript,
  yaml: parseYaml,
  // Their parsers are the engines themselves: what is said in these is held by the tests of what they speak of.
  sql: () => null,
  toml: () => null,
  // Pictures made of characters, and things that are no language.
  '': () => null,
}

/** Code blocks that their language refuses, and those that say they are a file of the tree but differ from it. */
export function faultyBlocks(pages: readonly Page[], tree: Tree): Finding[] {
  return pages.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) => {
      const fault = faultOf(block, tree)
      return fault === null ? [] : [{ path, line: block.line, words: fault }]
    }),
  )
}

function faultOf({ language, about, text }: CodeBlock, tree: Tree): string | null {
  const parse = PARSERS[language]
  if (parse === undefined) return `nobody here can read '${language}'; known: ${Object.keys(PARSERS).join(' ')}`
  const complaint = parse(text)
  if (complaint !== null) return `this is not ${language}: ${complaint}`
  if (!about.includes('/')) return null
  return tree.exists(about) === 'file' && tree.read(about) === text ? null : `this is not what ${about} holds`
}

/** The commands of a transcript: what stands behind `$`, with the lines that a backslash or an open quote adds. */
export function commandsOf(transcript: string): string {
  const commands: string[] = []
  let open = false
  for (const line of transcript.split('\n')) {
    if (line.startsWith('$ ')) commands.push(line.slice(2))
    else if (open) commands.push(line)
    else continue
    open = line.endsWith('\\')
  }
  return commands.join('\n')
}

function parseShell(text: string): string | null {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
  return status === 0 ? null : stderr.trim()
}

function parseTypeScript(text: string): string | null {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  })
  const [first] = diagnostics
  return first === undefined ? null : ts.flattenDiagnosticMessageText(first.messageText, ' ')
}

function parseYaml(text: string): string | null {
  const [first] = parseAllDocuments(text).flatMap(({ errors }) => errors)
  return first?.message ?? null
}

function complaintOf(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const OWN_FILE = /^(?:server|sdk|cli|embed|ops|docs|contract|bench|eval|examples)\/(?!results\/)[\w./-]+\.[a-z]+$/
const OWN_SCRIPT = /\bnpm run (?:-s )?([a-z][a-z:-]*)/g
const OWN_SETTING = /\bTIEOUT_[A-Z0-9_]*[A-Z0-9]\b/g

/** Files, scripts and settings that prose and commands name, and that do not exist (any more). */
export function staleNames(pages: readonly Page[], tree: Tree): Finding[] {
  return pages.flatMap(({ path, inlineCode, blocks }) =>
    [...inlineCode, ...blocks].flatMap(({ text, line }) => [
      ...(OWN_FILE.test(text) && tree.exists(text) === null ? [{ path, line, words: `there is no file ${text}` }] : []),
      ...[...text.matchAll(OWN_SCRIPT)]
        .filter(([, script = '']) => !tree.scripts.has(script))
        .map(([whole]) => ({ path, line, words: `there is no '${whole}'` })),
      ...[...text.matchAll(OWN_SETTING)]
        .filter(([name]) => !tree.settings.has(name))
        .map(([name]) => ({ path, line, words: `nothing reads ${name}` })),
    ]),
  )
}

const HELD_BY = /`([\w./-]+\.(?:test|chaos)\.ts)`: “([^”]+)”/g
const TABLE_ROW = /^\|(?!-+)(.+)\|$/

/**
 * Pages that say of each line by which test it holds: tests they name that do not exist (any more), and rows of
 * `mustHold`, headings of tables aside, that name none.
 */
export function unheldLines(pages: readonly Page[], tree: Tree, mustHold: string): Finding[] {
  return pages.flatMap(({ path, source }) => {
    const lines = source.split('\n')
    return lines.flatMap((text, index) => {
      const named = [...text.matchAll(HELD_BY)].map(([, file = '', test = '']) => ({ file, test }))
      const gone = named.filter(({ file, test }) => tree.exists(file) !== 'file' || !namesTest(tree.read(file), test))
      const isHeading = lines[index + 1]?.startsWith('|-') ?? false
      const isUnheld = path === mustHold && TABLE_ROW.test(text) && !isHeading && named.length === 0
      return [
        ...gone.map(({ file, test }) => ({ path, line: index + 1, words: `${file} has no test “${test}”` })),
        ...(isUnheld ? [{ path, line: index + 1, words: 'no test is named that holds this line' }] : []),
      ]
    })
  })
}

/** Of a name that is made in a loop, the page has a part that is the same each time. */
function namesTest(source: string, name: string): boolean {
  return source.split('\n').some((line) => /\btest\(|^ {2}['`[]/.test(line) && line.includes(name))
}
