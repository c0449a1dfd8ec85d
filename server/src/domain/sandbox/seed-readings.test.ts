import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { SampleFolder } from '../../adapters/sample-folder.ts'
import type { SampleLibrary } from '../deps.ts'
import { SEED_SAMPLES } from './seed-plan.ts'
import { readSeed } from './seed-readings.ts'

const folder = new SampleFolder(join(import.meta.dirname, '../../../seed/samples'))
const faults = { report: (error: unknown) => assert.fail(String(error)) }

/** The samples of the release, with a note of which were asked for. */
function library(asked: string[], pagesOf = (slug: string) => folder.pagesOf(slug)): SampleLibrary {
  return {
    slugs: folder.slugs,
    fileOf: (slug) => folder.fileOf(slug),
    pagesOf: (slug) => {
      asked.push(slug)
      return pagesOf(slug)
    },
  }
}

test('the samples of the seed are read once, however many resets ask for them, also at the same time', async () => {
  const asked: string[] = []
  const deps = { samples: library(asked), faults }
  const [first, second] = await Promise.all([readSeed(deps), readSeed(deps)])
  assert.equal(await readSeed(deps), first)
  assert.equal(second, first)
  assert.deepEqual(asked, [...SEED_SAMPLES])
  for (const slug of SEED_SAMPLES) assert.ok((first.get(slug)?.documents.length ?? 0) > 0, slug)
})

test('a sample that could not be read is read again by the next reset', async () => {
  let isBroken = true
  const samples = library([], (slug) =>
    isBroken ? Promise.reject(new Error('the disk is away')) : folder.pagesOf(slug),
  )
  await assert.rejects(readSeed({ samples, faults }), /the disk is away/)
  isBroken = false
  assert.equal((await readSeed({ samples, faults })).size, SEED_SAMPLES.length)
})
