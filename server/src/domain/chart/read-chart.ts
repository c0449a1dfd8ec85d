import { chartVersions } from '../../store/charts.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { savedExportMap, savedOverlay, savedRules, workspaceChart } from './chart.ts'
import type { SavedExportMap, WorkspaceChart } from './chart.ts'

export async function readChart(deps: Pick<Deps, 'db'>, caller: Caller): Promise<WorkspaceChart> {
  return deps.db.read(caller, async (tx) => {
    const versions = await chartVersions(tx)
    return workspaceChart(versions, await savedOverlay(tx, versions), await savedRules(tx, versions))
  })
}

export async function readExportMap(deps: Pick<Deps, 'db'>, caller: Caller): Promise<SavedExportMap> {
  return deps.db.read(caller, async (tx) => {
    const versions = await chartVersions(tx)
    return { version: versions.exportMap, map: await savedExportMap(tx, versions) }
  })
}
