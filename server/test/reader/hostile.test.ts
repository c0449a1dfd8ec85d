/**
 * Files made to do harm. Here a part of those that chance makes, and all that were thought out; `npm run eval -- hostile`
 * runs every one and more mutants of each.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileFiles } from '../support/documents/hostile.ts'
import { describeReport, runHostile } from '../support/hostile-run.ts'

/** Of the families that chance makes, one in so many is run here. */
const THINNING = 4
const BY_CHANCE = /^(truncated|mutated|wrong type): /

test('no hostile file ends a worker, outgrows the memory ceiling, outlives its deadline or ends without a code', async (t) => {
  const files = hostileFiles().filter((file, index) => !BY_CHANCE.test(file.name) || index % THINNING === 0)
  assert.ok(files.length >= 100, `only ${files.length} files`)
  const report = await runHostile(files)
  t.diagnostic(describeReport(report))
  assert.deepEqual(report.complaints, [])
})

test('there are at least two hundred different hostile files', () => {
  const names = new Set(hostileFiles().map((file) => file.name))
  assert.equal(names.size, hostileFiles().length)
  assert.ok(names.size >= 200, `${names.size}`)
})
