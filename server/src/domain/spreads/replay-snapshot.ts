/** Computes a snapshot again from what its manifest names, and compares it with what is kept, byte for byte. */
import { platformChart } from '../../engine/chart/chart.ts'
import { SPREAD_ENGINE_VERSION } from '../../engine/spread/spread-loan.ts'
import type { Db, Tenant } from '../../store/db.ts'
import { snapshotText } from '../../store/spreads.ts'
import { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { InputChanged, makeSnapshot } from './make-snapshot.ts'
import type { Manifest } from './manifest.ts'
import { SpreadSources } from './spread-sources.ts'

export interface ReplayVerdict {
  /** `other_release`: this release cannot tell. `input_changed`: what it was made from is gone or altered. */
  readonly outcome: 'same' | 'different' | 'input_changed' | 'other_release'
  readonly documents: number
  readonly payloadBytes: number
  /** Where the first differing byte stands; null where none does. */
  readonly differsAt: number | null
  readonly words: string
}

/** Null when there is no such snapshot. */
export async function replaySnapshot(db: Db, tenant: Tenant, snapshotId: string): Promise<ReplayVerdict | null> {
  return db.read(tenant, async (tx) => {
    const kept = await snapshotText(tx, snapshotId)
    if (!kept) return null
    const { payload_sha256: _payload, hash: _hash, ...inputs } = JSON.parse(kept.manifest) as Manifest
    const about = { documents: inputs.documents.length, payloadBytes: Buffer.byteLength(kept.payload) }
    const verdict = (outcome: ReplayVerdict['outcome'], words: string, differsAt: number | null = null) => ({
      ...about,
      outcome,
      differsAt,
      words,
    })
    if (inputs.engine_version !== SPREAD_ENGINE_VERSION || inputs.chart_version !== platformChart().version)
      return verdict(
        'other_release',
        `made by engine ${inputs.engine_version} on chart ${inputs.chart_version}; this release has ` +
          `${SPREAD_ENGINE_VERSION} and ${platformChart().version}: replay it with the release that made it`,
      )
    try {
      const made = await makeSnapshot(new SpreadSources(tx), new WorkspaceCharts(), inputs)
      const at = firstDifference(Buffer.from(made.payloadText), Buffer.from(kept.payload))
      if (at !== null) return verdict('different', `the payload differs from byte ${at} on`, at)
      const isSealed = made.manifestText === kept.manifest && made.manifest.hash === kept.facts.hash
      return isSealed
        ? verdict('same', 'the payload and its manifest come out byte for byte')
        : verdict('different', 'the payload comes out the same, but the manifest or its hash does not')
    } catch (error) {
      if (error instanceof InputChanged) return verdict('input_changed', error.message)
      throw error
    }
  })
}

function firstDifference(one: Buffer, other: Buffer): number | null {
  if (one.equals(other)) return null
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
