/** Charts, caption rules and export maps: the versions in force, and every version ever saved. */
import { sql } from 'kysely'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'

export type ChartKind = 'chart' | 'rules' | 'export_map'

/** 0 where nothing was saved yet. */
export interface ChartVersions {
  readonly chart: number
  readonly rules: number
  readonly exportMap: number
}

const NEVER_SAVED: ChartVersions = { chart: 0, rules: 0, exportMap: 0 }
const COLUMN_OF = { chart: 'chart_version', rules: 'rules_version', export_map: 'export_map_version' } as const

const theChart = (tx: ReadTx) =>
  build
    .selectFrom('charts')
    .select(['chart_version as chart', 'rules_version as rules', 'export_map_version as exportMap'])
    .where(ofTenant(tx))

export async function chartVersions(tx: ReadTx): Promise<ChartVersions> {
  return (await tx.first(theChart(tx))) ?? NEVER_SAVED
}

/** Which numbering the versions are of: a sandbox that was reset counts from the beginning again. */
export async function chartGeneration(tx: ReadTx, versions: ChartVersions): Promise<string> {
  if (versions.chart === 0 && versions.rules === 0 && versions.exportMap === 0) return 'none'
  const row = await tx.first(build.selectFrom('charts').select('generation').where(ofTenant(tx)))
  return row?.generation ?? 'none'
}

/** The versions in force, held until the transaction ends: whoever saves comes one after the other. */
export async function lockChartVersions(tx: WriteTx): Promise<ChartVersions> {
  await tx.rows(
    build
      .insertInto('charts')
      .values({ workspace_id: tx.workspaceUuid })
      .onConflict((conflict) => conflict.column('workspace_id').doNothing()),
  )
  return (await tx.first(theChart(tx).forUpdate())) ?? NEVER_SAVED
}

/** What was saved as this version; null for version 0. */
export async function chartContent(tx: ReadTx, kind: ChartKind, version: number): Promise<unknown> {
  if (version === 0) return null
  const row = await tx.first(
    build
      .selectFrom('chart_versions')
      .select('content')
      .where(ofTenant(tx))
      .where('kind', '=', kind)
      .where('version', '=', version),
  )
  if (!row) throw new Error(`version ${version} of ${kind} is in force and not there`)
  return row.content
}

/** Puts the next version into force; the caller has the versions locked. */
export async function saveChartContent(
  tx: WriteTx,
  kind: ChartKind,
  saved: { readonly version: number; readonly content: unknown; readonly by: string },
): Promise<void> {
  await tx.rows(
    build.insertInto('chart_versions').values({
      workspace_id: tx.workspaceUuid,
      kind,
      version: saved.version,
      content: JSON.stringify(saved.content),
      saved_by: saved.by,
    }),
  )
  await tx.rows(
    build
      .updateTable('charts')
      .set({ [COLUMN_OF[kind]]: sql<number>`${saved.version}::integer` })
      .where(ofTenant(tx)),
  )
}
