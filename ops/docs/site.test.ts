/** The site is built from the tree as it is, and everything on it leads somewhere. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { readPage } from './pages.ts'
import { buildSite, danglingLinks, menuOf } from './site.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('every page of the tree is on the site, and every link of the site leads to something on it', () => {
  const to = mkdtempSync(join(tmpdir(), 'tieout-site-'))
  after(() => rmSync(to, { recursive: true }))
  const { pages } = buildSite(ROOT, to)
  const built = globSync('**/*.html', { cwd: to })
  assert.equal(built.length, pages)
  assert.ok(pages >= 50, `only ${pages} pages were built`)
  const dangling = built.flatMap((place) => danglingLinks(to, place).map((href) => `${place}: ${href}`))
  assert.deepEqual(dangling, [])
  const front = readFileSync(join(to, 'index.html'), 'utf8')
  assert.match(front, /<a href="docs\/guide\/quickstart\.html">Quickstart<\/a>/)
  assert.doesNotMatch(built.map((place) => readFileSync(join(to, place), 'utf8')).join(''), /<script/)
})

test('the menu is the chapters of the index with the pages they lead to', () => {
  const index = readPage(
    'docs/README.md',
    '# D\n\n## Use\n\n- [A](guide/a.md), [out](https://example.com)\n\n## Run\n\n[B](b.md) [none](c.md)\n',
  )
  assert.deepEqual(
    menuOf(index, (path) => ['docs/guide/a.md', 'docs/b.md'].includes(path)),
    [
      { title: 'Use', entries: [{ title: 'A', path: 'docs/guide/a.md' }] },
      { title: 'Run', entries: [{ title: 'B', path: 'docs/b.md' }] },
    ],
  )
})
