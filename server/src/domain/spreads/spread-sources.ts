/**
 * What one snapshot is made from, as the store has it: a revision or a mapping is read once and hashed once, although
 * gathering names it by its hash and making the snapshot holds it against that name. A snapshot that is made again from
 * its manifest begins with new sources, so that everything is read and hashed anew.
 */
import type { ReadTx } from '../../store/db.ts'
import { findExtraction } from '../../store/extractions.ts'
import { findMapping, latestMapping } from '../../store/mappings.ts'
import type { StoredMapping } from '../../store/mappings.ts'
import { MAPPING_LOGIC } from '../mappings/map-stored.ts'
import { sha256Of } from './manifest.ts'

/** What the store has, with the hash of what it says. */
export interface Source<Kept extends { readonly payload: unknown }> {
  readonly kept: Kept
  readonly sha256: string
}

export class SpreadSources {
  readonly tx: ReadTx
  readonly #extractions = new Map<string, Source<{ readonly payload: unknown }>>()
  readonly #mappings = new Map<string, Source<StoredMapping>>()

  constructor(tx: ReadTx) {
    this.tx = tx
  }

  async extraction(documentId: string, version: number): Promise<Source<{ readonly payload: unknown }> | null> {
    const key = `${documentId} ${version}`
    const known = this.#extractions.get(key)
    if (known) return known
    const extraction = await findExtraction(this.tx, documentId, version)
    return extraction && hashed(this.#extractions, key, extraction)
  }

  async mapping(mapping: { readonly id: string; readonly documentId: string }): Promise<Source<StoredMapping> | null> {
    const known = this.#mappings.get(mapping.id)
    if (known?.kept.documentId === mapping.documentId) return known
    const found = await findMapping(this.tx, mapping, MAPPING_LOGIC)
    return found && hashed(this.#mappings, found.id, found)
  }

  async latestMapping(documentId: string): Promise<Source<StoredMapping> | null> {
    const latest = await latestMapping(this.tx, documentId, MAPPING_LOGIC)
    return latest && hashed(this.#mappings, latest.id, latest)
  }
}

function hashed<Kept extends { readonly payload: unknown }>(
  sources: Map<string, Source<Kept>>,
  key: string,
  kept: Kept,
): Source<Kept> {
  const source = { kept, sha256: sha256Of(kept.payload) }
  sources.set(key, source)
  return source
}
