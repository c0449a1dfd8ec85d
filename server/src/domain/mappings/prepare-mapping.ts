/**
 * Makes the mapping of a statement from what is in force: its extraction, the workspace's chart, rules and export map,
 * and this engine. Safe to repeat and to run beside itself: from the same inputs there is one mapping.
 */
import { platformChart } from '../../engine/chart/chart.ts'
import { ENGINE_VERSION, mapStatement } from '../../engine/map/map-statement.ts'
import { mappingToPayload } from '../../engine/map/payload.ts'
import { placementsOf } from '../../engine/map/placements.ts'
import { chartVersions } from '../../store/charts.ts'
import type { Tenant } from '../../store/db.ts'
import { findExtraction } from '../../store/extractions.ts'
import {
  endRequest,
  findStatementDocument,
  hasCurrentMapping,
  insertMapping,
  outdatedDocuments,
} from '../../store/mappings.ts'
import type { MappingLogic, NewMapping } from '../../store/mappings.ts'
import type { WorkerDeps } from '../deps.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import { statementOf } from './statement-of.ts'
import type { WorkspaceCharts } from './workspace-charts.ts'

/** What this release maps with. */
export const MAPPING_LOGIC: MappingLogic = {
  engineVersion: ENGINE_VERSION,
  platformChartVersion: platformChart().version,
}

type PrepareDeps = Pick<WorkerDeps, 'db' | 'faults'> & { readonly charts: WorkspaceCharts }

/** What is in force may change while a mapping is made of it; after so many times the next read asks again. */
const TRIES = 5

export async function prepareMapping(deps: PrepareDeps, tenant: Tenant, documentId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = await makeMapping(deps, tenant, documentId)
    const isDone = await deps.db.inTenant(tenant, async (tx) => {
      if (made) await insertMapping(tx, documentId, made.mapping)
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
    return extraction && { document, extraction, versions, inForce: await deps.charts.of(tx, versions) }
  })
  if (!inputs) return null
  const { document, extraction, versions, inForce } = inputs
  const made = { ...MAPPING_LOGIC, extractionVersion: extraction.version, chart: versions }
  const statement = statementOf(document, extraction.payload as StatementPayload)
  const result = mapStatement({ statement, ...inForce })
  const { loanId } = document
  if (result.status === 'unmappable') return { loanId, mapping: { ...made, payload: null, hint: null, placements: {} } }
  for (const defect of result.defects) deps.faults.report(new Error(defect), { document_id: documentId })
  const mapping = {
    ...made,
    payload: mappingToPayload(result.mapping),
    hint: withoutBigints(result.hint),
    placements: placementsOf(result.mapping),
  }
  return { loanId, mapping }
}

/** Maps the next statements that are out of date again; answers the last one, null when there are no more. */
export async function remapSome(deps: PrepareDeps, tenant: Tenant, after: string | null): Promise<string | null> {
  const batch = await deps.db.read(tenant, (tx) => outdatedDocuments(tx, MAPPING_LOGIC, { after, atMost: REMAP_BATCH }))
  for (const documentId of batch) await prepareMapping(deps, tenant, documentId)
  return batch.at(-1) ?? null
}

/** So many between two entries in the engine's journal: little is done twice when a worker dies. */
const REMAP_BATCH = 100

function withoutBigints(value: unknown): unknown {
  return value === null
    ? null
    : JSON.parse(JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)))
}
