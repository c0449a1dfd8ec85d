/**
 * Mapping a workspace's statements again, after its chart, rules or export map has changed for all of them. Many at a
 * time: a transaction for each would cost more than the mapping (npm run bench -- remap). Whoever changes the chart
 * once more meanwhile has asked for another turn, so none of them need be looked at twice here.
 */
import { setImmediate as othersFirst } from 'node:timers/promises'
import { chartVersions } from '../../store/charts.ts'
import type { Tenant } from '../../store/db.ts'
import { insertMappings, loansWithStatements, outdatedStatements } from '../../store/mappings.ts'
import type { NewMapping, OutdatedStatement } from '../../store/mappings.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { prepareSpread } from '../spreads/prepare-spread.ts'
import { MAPPING_LOGIC, mapStored } from './map-stored.ts'
import type { InForce } from './map-stored.ts'
import type { PrepareDeps } from './prepare-mapping.ts'
import { RESPREAD_TOPIC } from './topics.ts'

/** So many between two entries in the engine's journal: little is done twice when a worker dies. */
const REMAP_STEP = 400
/** So many are read and written together. */
const REMAP_BATCH = 50
const RESPREAD_BATCH = 20

/** Maps the next statements that are out of date again; answers the last one, null when there are no more. */
export async function remapSome(deps: PrepareDeps, tenant: Tenant, after: string | null): Promise<string | null> {
  const read = (from: string | null) => behind(nextStatements(deps, tenant, from))
  let last = after
  let reading = read(after)
  let writing = Promise.resolve()
  try {
    for (let mapped = 0; mapped < REMAP_STEP; mapped += REMAP_BATCH) {
      const { batch, inForce } = await reading
      if (batch.last === null) return null
      // The database reads the next ones and writes the last ones while these are mapped.
      if (mapped + REMAP_BATCH < REMAP_STEP) reading = read(batch.last)
      const mappings = await mapAll(deps, batch.outdated, inForce)
      await writing
      writing = behind(deps.db.inTenant(tenant, (tx) => insertMappings(tx, mappings)))
      last = batch.last
    }
    return last
  } finally {
    await writing
  }
}

/** Work that goes on meanwhile: whoever awaits it sees a failure, and one that nobody awaits any more is no fault. */
function behind<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined)
  return work
}

async function nextStatements(deps: PrepareDeps, tenant: Tenant, after: string | null) {
  return deps.db.read(tenant, async (tx) => {
    const versions = await chartVersions(tx)
    return {
      inForce: { versions, chart: await deps.charts.of(tx, versions) },
      batch: await outdatedStatements(tx, MAPPING_LOGIC, { after, atMost: REMAP_BATCH }),
    }
  })
}

/** One at a time, with a turn for everything else that the worker does in between. */
async function mapAll(
  deps: PrepareDeps,
  statements: readonly OutdatedStatement[],
  inForce: InForce,
): Promise<{ documentId: string; mapping: NewMapping }[]> {
  const mappings: { documentId: string; mapping: NewMapping }[] = []
  for (const statement of statements) {
    mappings.push({ documentId: statement.id, mapping: mapStored(deps.faults, statement, inForce) })
    await othersFirst()
  }
  return mappings
}

/** Has the spreads of all loans follow, once their statements are mapped: as one piece of work, not one a loan. */
export async function requestRespreading(deps: Pick<PrepareDeps, 'db'>, tenant: Tenant): Promise<void> {
  await deps.db.inTenant(tenant, (tx) =>
    addToOutbox(tx, { topic: RESPREAD_TOPIC, payload: { key: tenant.workspaceUuid } }),
  )
}

/** Has the machine snapshots of the next loans follow; answers the last one, null when there are no more. */
export async function respreadSome(deps: PrepareDeps, tenant: Tenant, after: string | null): Promise<string | null> {
  const loans = await deps.db.read(tenant, (tx) => loansWithStatements(tx, { after, atMost: RESPREAD_BATCH }))
  for (const loanId of loans) await prepareSpread(deps, tenant, loanId)
  return loans.at(-1) ?? null
}
