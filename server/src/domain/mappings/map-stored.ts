/** A stored statement to its mapping: what is in force goes in, what the store keeps comes out. */
import { createHash } from 'node:crypto'
import { platformChart } from '../../engine/chart/chart.ts'
import { ENGINE_VERSION, mapStatement } from '../../engine/map/map-statement.ts'
import { emptyTree, mappingToPayload } from '../../engine/map/payload.ts'
import { placementsOf } from '../../engine/map/placements.ts'
import type { ChartVersions } from '../../store/charts.ts'
import type { Outline } from '../../store/mapping-form.ts'
import type { MappableStatement, MappingLogic, NewMapping } from '../../store/mappings.ts'
import type { FaultLog } from '../deps.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import { statementOf } from './statement-of.ts'
import type { ChartInForce } from './workspace-charts.ts'

/** What this release maps with. */
export const MAPPING_LOGIC: MappingLogic = {
  engineVersion: ENGINE_VERSION,
  platformChartVersion: platformChart().version,
}

export interface InForce {
  readonly versions: ChartVersions
  readonly chart: ChartInForce
}

export function mapStored(
  faults: FaultLog,
  document: MappableStatement & { readonly extraction: { readonly version: number; readonly payload: unknown } },
  { versions, chart }: InForce,
): NewMapping {
  const outline = outlineOf(chart)
  const made = { ...MAPPING_LOGIC, extractionVersion: document.extraction.version, chart: versions, outline }
  const statement = statementOf(document, document.extraction.payload as StatementPayload)
  const result = mapStatement({ statement, ...chart })
  if (result.status === 'unmappable') return { ...made, payload: null, hint: null, placements: {} }
  for (const defect of result.defects) {
    faults.report(new Error(defect), { what: 'a statement was mapped with a defect', document_id: document.id })
  }
  return {
    ...made,
    payload: mappingToPayload(result.mapping),
    hint: withoutBigints(result.hint),
    placements: placementsOf(result.mapping),
  }
}

/** A chart serves many statements, and its outline takes as long to make as one of their mappings. */
const outlines = new WeakMap<ChartInForce, Outline>()

function outlineOf(chart: ChartInForce): Outline {
  const found = outlines.get(chart)
  if (found) return found
  const rows = emptyTree(chart.chart, chart.exportMap)
  const made = { id: createHash('sha256').update(JSON.stringify(rows)).digest('hex'), rows }
  outlines.set(chart, made)
  return made
}

function withoutBigints(value: unknown): unknown {
  return value === null
    ? null
    : JSON.parse(JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)))
}
