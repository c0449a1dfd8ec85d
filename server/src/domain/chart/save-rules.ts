import type { CaptionRule } from '../../engine/chart/caption-rules.ts'
import { ruleProblems } from '../../engine/chart/rule-problems.ts'
import { lockChartVersions, saveChartContent } from '../../store/charts.ts'
import { recordAudit } from '../audit-trail.ts'
import { actorOf } from '../caller.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestRemapping } from '../mappings/request-mapping.ts'
import { assertCurrentVersion } from '../versions.ts'
import { chartOf, refuse, savedOverlay, workspaceChart } from './chart.ts'
import type { WorkspaceChart } from './chart.ts'

/** Replaces the workspace's caption rules. */
export async function saveRules(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { version?: number | undefined; rules: readonly CaptionRule[] },
): Promise<WorkspaceChart> {
  return deps.db.inTenant(caller, async (tx) => {
    const versions = await lockChartVersions(tx)
    assertCurrentVersion({ version: versions.rules }, input.version)
    const overlay = await savedOverlay(tx, versions)
    refuse(ruleProblems(input.rules, chartOf(overlay)))
    const version = versions.rules + 1
    await saveChartContent(tx, 'rules', { version, content: input.rules, by: actorOf(caller).id })
    await requestRemapping(tx)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'caption_rules.saved', target: caller.workspaceId })
    return workspaceChart({ ...versions, rules: version }, overlay, input.rules)
  })
}
