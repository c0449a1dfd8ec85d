import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, PROBLEMS } from './problem.ts'
import type { ProblemType } from './problem.ts'

test('every problem has a status that HTTP knows, words for people and a remedy', () => {
  const entries = Object.entries(PROBLEMS)
  assert.ok(entries.length >= 36)
  for (const [type, [status, message, remedy]] of entries) {
    assert.match(type, /^[a-z_]+$/)
    assert.ok([400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 503].includes(status), type)
    assert.match(message, /^[A-Z].*\.$/, type)
    assert.match(remedy, /^[A-Z].*\.$/, type)
    assert.equal(new Problem(type as ProblemType).status, status)
  }
})
