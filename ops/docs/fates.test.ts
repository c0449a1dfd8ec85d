import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fatesIn, unsaidFates, whyNotRun } from './fates.ts'
import { readPage } from './pages.ts'
import { fillIn } from './transcript.ts'

const fence = (opening: string): string => `\`\`\`${opening}\nx\n\`\`\`\n`

for (const [path, opening, isRun] of [
  ['docs/guide/any.md', 'bash', true],
  ['docs/operate/install.md', 'console', true],
  ['docs/guide/any.md', 'ts examples/first-mapping.ts', true],
  ['sdk/README.md', 'ts', true],
  ['docs/operate/deployment.md', 'console', false],
  ['docs/reference/sdk.md', 'ts', false],
  ['docs/guide/any.md', 'ts fragment', false],
  ['docs/guide/any.md', 'json', false],
] as const)
  test(`a block '${opening}' of ${path} is ${isRun ? 'run' : 'not run, for a reason'}`, () => {
    const page = readPage(path, fence(opening))
    const [block] = page.blocks
    assert.ok(block)
    assert.equal(whyNotRun(page, block) === null, isRun)
    assert.deepEqual(unsaidFates([page]), [])
  })

test('a block that nobody runs and nobody has spoken of is a finding', () => {
  const pages = ['sh', 'console', 'ts'].map((language) => readPage('docs/guide/any.md', fence(language)))
  assert.equal(unsaidFates(pages).length, 3)
})

test('what is run and what is not are counted, reasons by how often they hold', () => {
  const page = readPage('docs/guide/any.md', fence('bash') + fence('json') + fence('') + fence('json'))
  assert.deepEqual(fatesIn([page]), {
    run: 1,
    parsed: [
      ['an answer or a body', 2],
      ['no language', 1],
    ],
  })
})

test('an id stands in for its placeholder, and a placeholder of a kind not seen yet is an error', () => {
  const seen = new Map([['ws', 'ws_1']])
  assert.equal(fillIn('show --workspace ws_… twice ws_…', seen), 'show --workspace ws_1 twice ws_1')
  assert.throws(() => fillIn('revoke --key key_…', seen), /key_…/)
})
