import type { ExportMap } from '../../engine/chart/export-map.ts'
import { exportMapProblems } from '../../engine/chart/rule-problems.ts'
import { lockChartVersions, saveChartContent } from '../../store/charts.ts'
import { recordAudit } from '../audit-trail.ts'
import { actorOf } from '../caller.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestRemapping } from '../mappings/request-mapping.ts'
import { assertCurrentVersion } from '../versions.ts'
import { refuse } from './chart.ts'
import type { SavedExportMap } from './chart.ts'

/** Replaces the workspace's export map; null takes it away. */
export async function saveExportMap(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { version?: number | undefined; map: ExportMap | null },
): Promise<SavedExportMap> {
  return deps.db.inTenant(caller, async (tx) => {
    const versions = await lockChartVersions(tx)
    assertCurrentVersion({ version: versions.exportMap }, input.version)
    if (input.map) refuse(exportMapProblems(input.map))
    const version = versions.exportMap + 1
    await saveChartContent(tx, 'export_map', { version, content: { map: input.map }, by: actorOf(caller).id })
    await requestRemapping(tx)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'export_map.saved', target: caller.workspaceId })
    return { version, map: input.map }
  })
}
