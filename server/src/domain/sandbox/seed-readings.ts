/** What is read from the samples of the seed: by the engine of this release, as from any upload. */
import { createHash } from 'node:crypto'
import type { SampleLibrary, WorkerDeps } from '../deps.ts'
import { PageBlobWriter } from '../package/page-blob.ts'
import { readDocuments } from '../package/small.ts'
import type { ReadDocument } from '../package/small.ts'
import { SEED_SAMPLES } from './seed-plan.ts'

export interface SeedReading {
  readonly file: Uint8Array
  readonly sha256: Buffer
  readonly pagesBlob: Uint8Array
  readonly pageCount: number
  readonly documents: readonly ReadDocument[]
}

type Readings = ReadonlyMap<string, SeedReading>

const kept = new WeakMap<SampleLibrary, Promise<Readings>>()

/**
 * By slug. A release reads the same from its samples as long as it runs, so it reads them once: a quarter of a second
 * of a core that every reset would spend twice, while other work waits for the same thread.
 */
export function readSeed(deps: Pick<WorkerDeps, 'samples' | 'faults'>): Promise<Readings> {
  const before = kept.get(deps.samples)
  if (before) return before
  const readings = readAll(deps)
  kept.set(deps.samples, readings)
  // A fault of the disk is not the release's: the next reset tries again.
  readings.catch(() => kept.delete(deps.samples))
  return readings
}

async function readAll(deps: Pick<WorkerDeps, 'samples' | 'faults'>): Promise<Readings> {
  const readings = new Map<string, SeedReading>()
  for (const slug of SEED_SAMPLES) readings.set(slug, await readSample(deps, slug))
  return readings
}

async function readSample(deps: Pick<WorkerDeps, 'samples' | 'faults'>, slug: string): Promise<SeedReading> {
  const file = await deps.samples.fileOf(slug)
  const pages = await deps.samples.pagesOf(slug)
  const blob = new PageBlobWriter()
  for (const page of pages) await blob.add(page)
  return {
    file,
    sha256: createHash('sha256').update(file).digest(),
    pagesBlob: await blob.finish(),
    pageCount: pages.length,
    documents: await readDocuments(deps, pages, { sample: slug }),
  }
}
