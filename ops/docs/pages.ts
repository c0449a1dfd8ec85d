/**
 * Reads the project's markdown pages: their headings, links, code blocks and the names they speak of. The check, the
 * replay of the quickstart and the site all see the pages through here, so that they agree on what a page says.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'

export interface Heading {
  readonly level: number
  readonly text: string
  /** What a link's `#…` names it by, made the way the usual code hosts make it. */
  readonly slug: string
}

export interface Link {
  readonly href: string
  readonly line: number
}

export interface CodeBlock {
  readonly language: string
  /** What stands behind the language on the opening line. */
  readonly about: string
  readonly text: string
  readonly line: number
}

export interface InlineCode {
  readonly text: string
  readonly line: number
}

export interface Page {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly title: string
  readonly headings: readonly Heading[]
  readonly links: readonly Link[]
  readonly blocks: readonly CodeBlock[]
  readonly inlineCode: readonly InlineCode[]
  readonly source: string
}

const NOT_OURS = ['node_modules', '.stack', '.cache', 'coverage', 'eval/results', 'bench/results', 'sdk/dist']

export const markdown = new MarkdownIt({ html: false, linkify: false })

/** Every markdown page below `root`, in a fixed order. */
export function readPages(root: string): Page[] {
  const isOurs = (path: string): boolean => !NOT_OURS.some((folder) => path === folder || path.startsWith(`${folder}/`))
  return globSync('**/*.md', { cwd: root, exclude: (path) => !isOurs(path) || path.endsWith('/node_modules') })
    .filter((path) => isOurs(path) && !path.includes('node_modules/'))
    .sort()
    .map((path) => readPage(path, readFileSync(join(root, path), 'utf8')))
}

export function readPage(path: string, source: string): Page {
  const headings: Heading[] = []
  const links: Link[] = []
  const blocks: CodeBlock[] = []
  const inlineCode: InlineCode[] = []
  const slugs = new Map<string, number>()
  const tokens = markdown.parse(source, {})
  for (const [index, token] of tokens.entries()) {
    const line = (token.map?.[0] ?? 0) + 1
    if (token.type === 'fence') {
      const [language = '', ...about] = token.info.trim().split(/\s+/)
      blocks.push({ language, about: about.join(' '), text: token.content, line })
    }
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1]?.children ?? [])
      headings.push({ level: Number(token.tag.slice(1)), text, slug: uniqueSlug(slugs, text) })
    }
    for (const child of token.children ?? []) {
      const href = child.attrGet('href') ?? child.attrGet('src')
      if (href !== null) links.push({ href: String(href), line })
      if (child.type === 'code_inline') inlineCode.push({ text: child.content, line })
    }
  }
  return { path, title: headings[0]?.text ?? path, headings, links, blocks, inlineCode, source }
}

function plainText(tokens: readonly { type: string; content: string }[]): string {
  return tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
}

/** Lower case, without punctuation, blanks as hyphens; a second heading of the same words has a number behind it. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

function uniqueSlug(taken: Map<string, number>, text: string): string {
  const slug = slugOf(text)
  const before = taken.get(slug) ?? 0
  taken.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}
