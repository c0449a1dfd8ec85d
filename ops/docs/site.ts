/**
 * The documentation as a site: each markdown page as HTML, with the index page's tables as its menu. Plain files with
 * relative links: it can be opened from a folder, put behind any web server, or printed. No script runs in it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isElsewhere, targetOf } from './findings.ts'
import { markdown, readPage, readPages } from './pages.ts'
import type { Page } from './pages.ts'

/** Its chapters and links are the menu. */
const INDEX = 'docs/README.md'
const STYLE = 'style.css'

export interface Site {
  readonly pages: number
  readonly files: number
}

/** Where a page of the tree stands on the site; the index of the documentation is the front of it. */
export function placeOf(path: string): string {
  if (path === INDEX) return 'index.html'
  return path.replace(/\.md$/, '.html')
}

interface MenuPart {
  readonly title: string
  readonly entries: readonly { readonly title: string; readonly path: string }[]
}

/** The second-level chapters of the index, each with the pages that it leads to. */
export function menuOf(index: Page, isPage: (path: string) => boolean): MenuPart[] {
  const parts: { title: string; entries: { title: string; path: string }[] }[] = []
  const tokens = markdown.parse(index.source, {})
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag === 'h2')
      parts.push({ title: tokens[at + 1]?.content ?? '', entries: [] })
    for (const [position, child] of (token.children ?? []).entries()) {
      const target = child.type === 'link_open' ? targetOf(INDEX, String(child.attrGet('href'))) : null
      const title = token.children?.[position + 1]?.content ?? ''
      if (target !== null && isPage(target.path)) parts.at(-1)?.entries.push({ title, path: target.path })
    }
  }
  return parts
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function linkFrom(page: string, target: string): string {
  return relative(dirname(placeOf(page)), target)
}

/** The page's own HTML: headings get their names, links lead to where the pages stand on the site. */
function bodyOf(page: Page, place: (path: string) => string): string {
  const tokens = markdown.parse(page.source, {})
  let heading = 0
  for (const token of tokens) {
    if (token.type === 'heading_open') token.attrSet('id', page.headings[heading++]?.slug ?? '')
    for (const child of token.children ?? []) {
      for (const name of ['href', 'src']) {
        const href = child.attrGet(name)
        if (href === null) continue
        const target = targetOf(page.path, String(href))
        if (target === null) continue
        const anchor = target.anchor === null ? '' : `#${target.anchor}`
        child.attrSet(name, `${linkFrom(page.path, place(target.path))}${anchor}`)
      }
    }
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

function menuHtml(page: string, menu: readonly MenuPart[]): string {
  const entry = ({ title, path }: { title: string; path: string }): string =>
    `<li><a href="${linkFrom(page, placeOf(path))}"${path === page ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`
  const part = ({ title, entries }: MenuPart): string =>
    `<h2>${escaped(title)}</h2><ul>${entries.map(entry).join('')}</ul>`
  return menu.map(part).join('\n')
}

function contentsHtml(page: Page): string {
  const chapters = page.headings.filter(({ level }) => level === 2)
  if (chapters.length < 3) return ''
  const entries = chapters.map(({ text, slug }) => `<li><a href="#${slug}">${escaped(text)}</a></li>`)
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${entries.join('')}</ul></aside>`
}

function pageHtml(page: Page, menu: readonly MenuPart[], body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Tieout</title>
<link rel="stylesheet" href="${linkFrom(page.path, STYLE)}">
</head>
<body>
<nav aria-label="Documentation"><a class="name" href="${linkFrom(page.path, 'index.html')}">Tieout</a>
${menuHtml(page.path, menu)}</nav>
<main>
${body}</main>
${contentsHtml(page)}
</body>
</html>
`
}

/** A folder that pages lead to, as a list of the files in it. */
function folderPage(folder: string, names: readonly string[]): Page {
  const source = `# ${folder}\n\n${names.map((name) => `- [${name}](${name})`).join('\n')}\n`
  return readPage(`${folder}/index.md`, source)
}

/** Builds the site of the tree at `root` in `to`, which is emptied first. */
export function buildSite(root: string, to: string): Site {
  const pages = readPages(root)
  const known = new Map(pages.map((page) => [page.path, page]))
  const index = known.get(INDEX)
  if (index === undefined) throw new Error(`${INDEX} is not there`)
  const menu = menuOf(index, (path) => known.has(path))
  const folders = new Set<string>()
  const files = new Set<string>()
  const place = (path: string): string => {
    if (known.has(path)) return placeOf(path)
    if (statSync(join(root, path)).isDirectory()) {
      folders.add(path)
      return `${path}/index.html`
    }
    files.add(path)
    return path
  }
  rmSync(to, { recursive: true, force: true })
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), text)
  }
  for (const page of pages) write(placeOf(page.path), pageHtml(page, menu, bodyOf(page, place)))
  for (const folder of folders) {
    const page = folderPage(folder, readdirSync(join(root, folder)).sort())
    write(`${folder}/index.html`, pageHtml(page, menu, bodyOf(page, place)))
  }
  for (const file of files) cpSync(join(root, file), join(to, file))
  write(STYLE, readFileSync(join(import.meta.dirname, STYLE), 'utf8'))
  return { pages: pages.length + folders.size, files: files.size }
}

/** Links of the built site that lead nowhere: what the build itself may have got wrong. */
export function danglingLinks(to: string, place: string): string[] {
  const html = readFileSync(join(to, place), 'utf8')
  return [...html.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, href = '']) => {
    if (isElsewhere(href)) return []
    const [file = '', anchor] = href.split('#', 2)
    const target = file === '' ? place : join(dirname(place), file)
    const stat = statSync(join(to, target), { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return [href]
    const there = anchor === undefined || readFileSync(join(to, target), 'utf8').includes(`id="${anchor}"`)
    return there ? [] : [href]
  })
}

if (import.meta.main) {
  const to = '.cache/docs'
  const { pages, files } = buildSite('.', to)
  console.log(`built ${pages} pages and ${files} files: ${to}/index.html`)
}
