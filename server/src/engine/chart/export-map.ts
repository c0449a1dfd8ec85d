/** A workspace's codes for its own system: they ride on the accounts of the tree and change nothing else. */
import type { Chart } from './chart.ts'

export interface ExportMap {
  readonly system: string
  readonly accounts: readonly ExportedAccount[]
}

export interface ExportedAccount {
  readonly accountId: string
  readonly code: string
  readonly label: string | null
}

/** Accounts that the map gives a code although the chart does not list them, or lists them no longer. */
export function unlistedAccountIds(exportMap: ExportMap | null, chart: Chart): string[] {
  const ids = exportMap?.accounts.map((entry) => entry.accountId) ?? []
  return ids.filter((id) => chart.accountById.get(id)?.inForce !== true)
}
