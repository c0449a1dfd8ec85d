/** The checks of the documentation, each against a page that is wrong on purpose. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenLinks, commandsOf, faultyBlocks, staleNames, unheldLines, unreachablePages } from './findings.ts'
import type { Tree } from './findings.ts'
import { readPage, slugOf } from './pages.ts'
import { scriptOf } from './replay.ts'

const files: Readonly<Record<string, string>> = { 'docs/there.md': '', 'examples/one.ts': 'const one = 1\n' }
const tree: Tree = {
  exists: (path) => (path in files ? 'file' : path === 'docs' ? 'folder' : null),
  read: (path) => files[path] ?? '',
  scripts: new Set(['check']),
  settings: new Set(['TIEOUT_PORT']),
}
const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`

test('a link to a page that is not there, and to a heading that is not there, is found with its line', () => {
  const page = readPage('README.md', '# A\n\n[x](docs/gone.md)\n\n[y](docs/there.md#nowhere) [z](#a)\n')
  const there = readPage('docs/there.md', '# There\n\n## Of here: `x`\n\n[back](../docs/there.md#of-here-x)\n')
  assert.deepEqual(
    brokenLinks([page, there], { ...tree, exists: (path) => (path === 'README.md' ? 'file' : tree.exists(path)) }),
    [
      { path: 'README.md', line: 3, words: "'docs/gone.md' leads to nothing" },
      { path: 'README.md', line: 5, words: "'docs/there.md#nowhere': there is no such heading" },
    ],
  )
})

test('headings are named as code hosts name them', () => {
  assert.equal(slugOf('From upload to figures'), 'from-upload-to-figures')
  assert.equal(slugOf('What `foot` says, and why'), 'what-foot-says-and-why')
  const page = readPage('a.md', '# One\n\n## Same\n\n## Same\n')
  assert.deepEqual(
    page.headings.map(({ slug }) => slug),
    ['one', 'same', 'same-1'],
  )
})

test('a page that no way of links leads to is found, and a link to a folder leads to what is in it', () => {
  const pages = [
    readPage('README.md', '[all](docs) [one](sdk/README.md)'),
    readPage('docs/a.md', ''),
    readPage('sdk/README.md', ''),
    readPage('lost/b.md', '[a](../docs/a.md)'),
  ]
  assert.deepEqual(
    unreachablePages(pages, 'README.md').map(({ path }) => path),
    ['lost/b.md'],
  )
})

const WRONG: readonly [string, string][] = [
  ['bash', 'if true; then'],
  ['console', '$ echo "open'],
  ['json', '{ "a": }'],
  ['ts', 'const = 1'],
  ['yaml', 'a: [1'],
  ['klingon', 'qapla'],
  ['ts examples/one.ts', 'const two = 2'],
  ['ts examples/gone.ts', 'const one = 1'],
]
for (const [language, text] of WRONG) {
  test(`a block of '${language}' that is wrong is found`, () => {
    assert.equal(faultyBlocks([readPage('a.md', block(language, text))], tree).length, 1)
  })
}

test('blocks that are right, and one that equals its file, pass', () => {
  const page = readPage(
    'a.md',
    [
      block('bash', 'if true; then echo 1; fi'),
      block('console', '$ echo 1 \\\n    2\n1 2 (and an odd " quote in the output)'),
      block('json', '{ "a": 1 }'),
      block('ts examples/one.ts', 'const one = 1'),
      block('', 'a ─▶ b'),
    ].join('\n'),
  )
  assert.deepEqual(faultyBlocks([page], tree), [])
})

test('of a transcript only the commands are taken', () => {
  assert.equal(commandsOf('$ one \\\n  two\nanswer\n$ three\n'), 'one \\\n  two\nthree')
})

test('files, scripts and settings that do not exist are found where they are named', () => {
  const page = readPage(
    'a.md',
    '`server/src/gone.ts` `npm run nothing` `TIEOUT_NOWHERE` `npm run check` `TIEOUT_PORT`\n',
  )
  assert.equal(staleNames([page], tree).length, 3)
})

test('a line that names no test, or one that is gone, is found where every line must be held by one', () => {
  const held = {
    ...tree,
    exists: () => 'file' as const,
    read: () => "test('keys stop at once', async () => {\n// a word",
  }
  const row = (name: string): string => `| a | \`server/test/a.test.ts\`: “${name}” |`
  const source = ['| What | Held by |', '|---|---|', row('stop at once'), row('a word'), '| b | nothing |'].join('\n')
  const findings = unheldLines([readPage('threats.md', source)], held, 'threats.md')
  assert.deepEqual(
    findings.map(({ line, words }) => [line, words]),
    [
      [4, 'server/test/a.test.ts has no test “a word”'],
      [5, 'no test is named that holds this line'],
    ],
  )
  assert.equal(unheldLines([readPage('other.md', source)], held, 'threats.md').length, 1)
})

test('a replay stops at the first command that fails', () => {
  const [first] = readPage('a.md', block('bash', 'false')).blocks
  assert.ok(first)
  assert.match(scriptOf([first]), /^set -euo pipefail\n[^\n]+\nfalse\n/)
})
