/**
 * What a snapshot was made from: every document with its revision and mapping, and all that has no version of its own,
 * word for word. With it anybody who has the store can compute the snapshot again, and with its hashes see that nothing
 * was changed meanwhile.
 */
import { createHash } from 'node:crypto'
import type { AffiliatePolicy, EntityKind } from '../../engine/model/spread.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'

export interface ManifestDocument {
  readonly document_id: string
  readonly report_type: string
  readonly extraction_version: number
  readonly extraction_sha256: string
  /** Null when nobody is known whom the document is about: then it is not used. */
  readonly entity_key: string | null
  readonly entity_name: string | null
  readonly entity_kind: EntityKind | null
  readonly assurance_level: string | null
  readonly received_at: string
  readonly mapping_id: string | null
  readonly mapping_state: 'mapped' | 'unfooted' | 'unmappable' | 'pending' | null
  readonly mapping_sha256: string | null
}

export interface WireGiven {
  readonly key: string
  readonly entity_key: string | null
  readonly fiscal_year: number | null
  readonly period_end: string | null
  readonly value: string
  readonly note: string
}

/** What an analyst adds to what the documents say. */
export interface AnalystWork {
  readonly affiliates: AffiliatePolicy
  readonly given: readonly WireGiven[]
  readonly note: string | null
}

export const NO_WORK: AnalystWork = { affiliates: 'distributions', given: [], note: null }

export interface ManifestInputs {
  readonly schema_version: 1
  readonly engine_version: string
  readonly chart_version: string
  readonly loan_id: string
  readonly loan_amount: string | null
  readonly borrower_key: string | null
  readonly obligated: readonly (readonly string[])[]
  readonly documents: readonly ManifestDocument[]
  readonly addbacks_version: number
  readonly analyst: AnalystWork
}

export interface Manifest extends ManifestInputs {
  readonly payload_sha256: string
  /** Of everything above. */
  readonly hash: string
}

export function sha256Of(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

export function sealManifest(inputs: ManifestInputs, payload: unknown): Manifest {
  const sealed = { ...inputs, payload_sha256: sha256Of(payload) }
  return { ...sealed, hash: sha256Of(sealed) }
}
