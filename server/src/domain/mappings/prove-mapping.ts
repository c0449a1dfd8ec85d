import { figureProofs } from '../../engine/map/figure-proofs.ts'
import type { FigureProof } from '../../engine/map/figure-proofs.ts'
import type { StoredMapping } from '../../store/mappings.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { StatementMappingPayload } from './mapping.ts'
import { readMapping } from './read-mapping.ts'
import { WorkspaceCharts } from './workspace-charts.ts'

/** Every figure of the mapping in force as a sum of printed ones; none where it has no tree. */
export async function proveMapping(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  document: { readonly borrowerId: string; readonly id: string },
): Promise<{ readonly mapping: StoredMapping; readonly figures: readonly FigureProof[] }> {
  const mapping = await readMapping(deps, caller, document)
  if (mapping.payload === null) return { mapping, figures: [] }
  // What an account is, it is by the chart that the mapping was made on.
  const { chart } = await deps.db.read(caller, (tx) => new WorkspaceCharts().of(tx, mapping.chart))
  return { mapping, figures: figureProofs(mapping.payload as StatementMappingPayload, chart) }
}
