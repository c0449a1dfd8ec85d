/**
 * Charts, rules and export maps by version. A chart takes longer to build than a statement to map, and a version never
 * changes, so the ones last used are kept.
 */
import type { CaptionRule } from '../../engine/chart/caption-rules.ts'
import type { Chart } from '../../engine/chart/chart.ts'
import type { ExportMap } from '../../engine/chart/export-map.ts'
import { chartGeneration } from '../../store/charts.ts'
import type { ChartVersions } from '../../store/charts.ts'
import type { ReadTx } from '../../store/db.ts'
import { chartOf, savedExportMap, savedOverlay, savedRules } from '../chart/chart.ts'

export interface ChartInForce {
  readonly chart: Chart
  readonly rules: readonly CaptionRule[]
  readonly exportMap: ExportMap | null
}

const KEPT = 100

export class WorkspaceCharts {
  readonly #kept = new Map<string, ChartInForce>()

  async of(tx: ReadTx, versions: ChartVersions): Promise<ChartInForce> {
    const numbers = `${versions.chart} ${versions.rules} ${versions.exportMap}`
    const key = `${tx.workspaceUuid} ${await chartGeneration(tx, versions)} ${numbers}`
    const found = this.#kept.get(key) ?? {
      chart: chartOf(await savedOverlay(tx, versions)),
      rules: await savedRules(tx, versions),
      exportMap: await savedExportMap(tx, versions),
    }
    // The last used stands last; the first one goes.
    this.#kept.delete(key)
    this.#kept.set(key, found)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }
}
