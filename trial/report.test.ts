import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { PAGES, withTables } from './report.ts'
import { bytes, TABLES } from './tables.ts'

const PAGE = 'Before.\n\n<!-- table: costs -->\nold\n<!-- end -->\n\nAfter.\n'

test('what stands between the marks is written anew, and nothing else', () => {
  assert.equal(withTables(PAGE, {}), PAGE.replace('old', 'Not measured yet.'))
  assert.equal(withTables(withTables(PAGE, {}), {}), withTables(PAGE, {}))
})

test('a table that nobody knows is not passed over', () => {
  assert.throws(() => withTables(PAGE.replace('costs', 'gossip'), {}), /no table gossip/)
})

test('every table can be made from nothing, and each stands on a page', () => {
  const pages = PAGES.map((path) => readFileSync(path, 'utf8')).join('\n')
  for (const [name, make] of Object.entries(TABLES)) {
    assert.equal(make({}), 'Not measured yet.', name)
    assert.ok(pages.includes(`<!-- table: ${name} -->`), name)
  }
})

test('the pages say what was kept: making their tables again changes nothing', () => {
  const files = globSync('trial/kept/*.json')
  assert.ok(files.length > 0)
  const kept = Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))]),
  )
  for (const path of PAGES) {
    const page = readFileSync(path, 'utf8')
    assert.equal(withTables(page, kept), page, `${path}: npm run trial:report`)
  }
})

test('sizes are told in the unit that fits them', () => {
  assert.deepEqual([0, 999, 1_000, 29_696_000, 2.5e12].map(bytes), ['0 B', '999 B', '1.0 kB', '29.7 MB', '2.5 TB'])
})
