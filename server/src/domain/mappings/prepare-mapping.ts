/**
 * Makes the mapping of a statement from what is in force: its extraction, the workspace's chart, rules and export map,
 * and this engine. Safe to repeat and to run beside itself: from the same inputs there is one mapping.
 */
import { chartVersions } from '../../store/charts.ts'
import type { Tenant } from '../../store/db.ts'
import { findExtraction } from '../../store/extractions.ts'
import { endRequest, findStatementDocument, hasCurrentMapping, insertMappings } from '../../store/mappings.ts'
import type { NewMapping } from '../../store/mappings.ts'
import type { WorkerDeps } from '../deps.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { MAPPING_LOGIC, mapStored } from './map-stored.ts'
import type { WorkspaceCharts } from './workspace-charts.ts'

export type PrepareDeps = Pick<WorkerDeps, 'db' | 'faults'> & { readonly charts: WorkspaceCharts }

/** What is in force may change while a mapping is made of it; after so many times the next read asks again. */
const TRIES = 5

export async function prepareMapping(deps: PrepareDeps, tenant: Tenant, documentId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = await makeMapping(deps, tenant, documentId)
    const isDone = await deps.db.inTenant(tenant, async (tx) => {
      if (made) await insertMappings(tx, [{ documentId, mapping: made.mapping }])
      await endRequest(tx, documentId)
      if (made) await requestSpread(tx, made.loanId)
      return made === null || (await hasCurrentMapping(tx, documentId, MAPPING_LOGIC))
    })
    if (isDone) return
  }
}

/** Null when there is nothing to map, or nothing that is not mapped already. */
async function makeMapping(
  deps: PrepareDeps,
  tenant: Tenant,
  documentId: string,
): Promise<{ readonly loanId: string; readonly mapping: NewMapping } | null> {
  const inputs = await deps.db.read(tenant, async (tx) => {
    const document = await findStatementDocument(tx, { id: documentId, borrowerId: null })
    if (!document?.isStatement || document.extractionVersion === null) return null
    if (await hasCurrentMapping(tx, documentId, MAPPING_LOGIC)) return null
    const versions = await chartVersions(tx)
    const extraction = await findExtraction(tx, documentId, document.extractionVersion)
    return extraction && { document, extraction, inForce: { versions, chart: await deps.charts.of(tx, versions) } }
  })
  if (!inputs) return null
  const { document, extraction, inForce } = inputs
  return { loanId: document.loanId, mapping: mapStored(deps.faults, { ...document, extraction }, inForce) }
}
