import { overlayOf } from '../../engine/chart/workspace-chart.ts'
import type { DeclaredAccount } from '../../engine/chart/workspace-chart.ts'
import { lockChartVersions, saveChartContent } from '../../store/charts.ts'
import { recordAudit } from '../audit-trail.ts'
import { actorOf } from '../caller.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestRemapping } from '../mappings/request-mapping.ts'
import { assertCurrentVersion } from '../versions.ts'
import { refuse, savedOverlay, savedRules, workspaceChart } from './chart.ts'
import type { WorkspaceChart } from './chart.ts'

/** Saves the workspace's accounts: those it adds, and those of the platform that it renames, moves or switches off. */
export async function saveChart(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { version?: number | undefined; accounts: readonly DeclaredAccount[] },
): Promise<WorkspaceChart> {
  return deps.db.inTenant(caller, async (tx) => {
    const versions = await lockChartVersions(tx)
    assertCurrentVersion({ version: versions.chart }, input.version)
    const { overlay, problems } = overlayOf(input.accounts, await savedOverlay(tx, versions))
    refuse(problems)
    const version = versions.chart + 1
    await saveChartContent(tx, 'chart', { version, content: overlay, by: actorOf(caller).id })
    const chart = workspaceChart({ ...versions, chart: version }, overlay, await savedRules(tx, versions))
    await requestRemapping(tx)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'chart.saved', target: caller.workspaceId })
    return chart
  })
}
