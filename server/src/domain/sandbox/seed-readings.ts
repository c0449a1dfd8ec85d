/** What is read from the samples of the seed: by the engine of this release, as from any upload. */
import { createHash } from 'node:crypto'
import type { WorkerDeps } from '../deps.ts'
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

/** By slug. Under a second of work for all of them: less than keeping them in memory is worth. */
export async function readSeed(
  deps: Pick<WorkerDeps, 'samples' | 'faults'>,
): Promise<ReadonlyMap<string, SeedReading>> {
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
