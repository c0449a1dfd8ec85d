/** A workspace's chart, rules and export map as the operations of this folder hand them around. */
import type { CaptionRule } from '../../engine/chart/caption-rules.ts'
import { EMPTY_OVERLAY, overlayChart, platformChart } from '../../engine/chart/chart.ts'
import type { Chart, ChartOverlay } from '../../engine/chart/chart.ts'
import type { ExportMap } from '../../engine/chart/export-map.ts'
import { listAccounts } from '../../engine/chart/workspace-chart.ts'
import type { ListedAccount } from '../../engine/chart/workspace-chart.ts'
import { Problem } from '../../lib/problem.ts'
import { chartContent } from '../../store/charts.ts'
import type { ChartVersions } from '../../store/charts.ts'
import type { ReadTx } from '../../store/db.ts'

export type { CaptionRule } from '../../engine/chart/caption-rules.ts'
export { SECTIONS } from '../../engine/model/mapping.ts'
export type { ExportMap } from '../../engine/chart/export-map.ts'
export type { DeclaredAccount, ListedAccount } from '../../engine/chart/workspace-chart.ts'

export interface WorkspaceChart {
  readonly version: number
  readonly rulesVersion: number
  /** Of the platform chart underneath. */
  readonly chartVersion: string
  readonly accounts: readonly ListedAccount[]
  readonly rules: readonly CaptionRule[]
}

/** Null system: the workspace has no export map. */
export interface SavedExportMap {
  readonly version: number
  readonly map: ExportMap | null
}

export async function savedOverlay(tx: ReadTx, versions: ChartVersions): Promise<ChartOverlay> {
  return ((await chartContent(tx, 'chart', versions.chart)) as ChartOverlay | null) ?? EMPTY_OVERLAY
}

export async function savedRules(tx: ReadTx, versions: ChartVersions): Promise<readonly CaptionRule[]> {
  return ((await chartContent(tx, 'rules', versions.rules)) as CaptionRule[] | null) ?? []
}

/** A saved map may say that there is none any more. */
export async function savedExportMap(tx: ReadTx, versions: ChartVersions): Promise<ExportMap | null> {
  const content = (await chartContent(tx, 'export_map', versions.exportMap)) as { map: ExportMap | null } | null
  return content?.map ?? null
}

export function chartOf(overlay: ChartOverlay): Chart {
  return overlay === EMPTY_OVERLAY ? platformChart() : overlayChart(overlay)
}

export function workspaceChart(
  versions: ChartVersions,
  overlay: ChartOverlay,
  rules: readonly CaptionRule[],
): WorkspaceChart {
  const chart = chartOf(overlay)
  return {
    version: versions.chart,
    rulesVersion: versions.rules,
    chartVersion: chart.version,
    accounts: listAccounts(chart, overlay),
    rules,
  }
}

/** So many faults are named in one refusal; a client that mends them sees the rest. */
const PROBLEMS_NAMED = 10

export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  const more = problems.length - PROBLEMS_NAMED
  const named = problems.slice(0, PROBLEMS_NAMED).join('; ')
  throw new Problem('validation_failed', { message: more > 0 ? `${named}; and ${more} more.` : `${named}.` })
}
