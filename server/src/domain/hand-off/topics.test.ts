import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TOPICS } from './topics.ts'

const SOURCE = join(import.meta.dirname, '../..')
const NAMED = /export const (\w*TOPIC) = '([^']+)'/g
const LEFT = /topic: '([^']+)'|topic: (\w+)/g

const sources = globSync('{domain,store}/**/*.ts', { cwd: SOURCE })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))

/** Topics by the names of their constants. */
const named = new Map(sources.flatMap((text) => [...text.matchAll(NAMED)].map(([, name, topic]) => [name, topic])))

test('every topic that the source names is declared with how it survives the loss of the engine, and no other is', () => {
  assert.ok(named.size >= 10, `only ${named.size} topics were found`)
  assert.deepEqual([...named.values()].sort(), Object.keys(TOPICS).sort())
})

test('work is left under a named topic, never under a text of its own', () => {
  const left = sources.flatMap((text) => [...text.matchAll(LEFT)])
  assert.ok(left.some(([, , name]) => name?.endsWith('_TOPIC')))
  assert.deepEqual(
    left.flatMap(([, literal]) => literal ?? []),
    [],
  )
})

test('every topic has its durable service, and no service is without a topic', () => {
  const services = globSync('pipelines/*.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/name: `\$\{prefix\}\$\{(\w+)\}`/g)].map(([, name]) =>
      named.get(name),
    ),
  )
  assert.deepEqual(services.sort(), Object.keys(TOPICS).sort())
})
