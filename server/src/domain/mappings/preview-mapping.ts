import type { CaptionRule } from '../../engine/chart/caption-rules.ts'
import { ruleProblems } from '../../engine/chart/rule-problems.ts'
import { mapStatement } from '../../engine/map/map-statement.ts'
import { mappingDiff } from '../../engine/map/mapping-diff.ts'
import type { MappingDiff } from '../../engine/map/mapping-diff.ts'
import { mappingToPayload } from '../../engine/map/payload.ts'
import { Problem } from '../../lib/problem.ts'
import { chartVersions } from '../../store/charts.ts'
import { findExtraction } from '../../store/extractions.ts'
import { findStatementDocument } from '../../store/mappings.ts'
import type { StoredMapping } from '../../store/mappings.ts'
import type { Caller } from '../caller.ts'
import { refuse } from '../chart/chart.ts'
import type { Deps } from '../deps.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'
import type { StatementMappingPayload } from './mapping.ts'
import { readMapping } from './read-mapping.ts'
import { statementOf } from './statement-of.ts'
import { WorkspaceCharts } from './workspace-charts.ts'

export interface MappingPreview {
  readonly from: StoredMapping
  readonly to: StatementMappingPayload | null
  readonly diff: MappingDiff
}

/** What a statement's mapping would be under other caption rules than those in force. Nothing is kept. */
export async function previewMapping(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  wanted: { readonly borrowerId: string; readonly documentId: string; readonly rules: readonly CaptionRule[] },
): Promise<MappingPreview> {
  const from = await readMapping(deps, caller, { borrowerId: wanted.borrowerId, id: wanted.documentId })
  const inputs = await deps.db.read(caller, async (tx) => {
    const document = await findStatementDocument(tx, { id: wanted.documentId, borrowerId: wanted.borrowerId })
    const extraction = document && (await findExtraction(tx, document.id, from.extractionVersion))
    const inForce = await new WorkspaceCharts().of(tx, await chartVersions(tx))
    return extraction && { document, extraction, inForce }
  })
  if (!inputs) throw new Problem('not_found')
  const { document, extraction, inForce } = inputs
  refuse(ruleProblems(wanted.rules, inForce.chart))
  const statement = statementOf(document, extraction.payload as StatementPayload)
  const result = mapStatement({ statement, ...inForce, rules: wanted.rules })
  const to = result.status === 'unmappable' ? null : mappingToPayload(result.mapping)
  return { from, to, diff: mappingDiff(from.payload as StatementMappingPayload | null, to) }
}
