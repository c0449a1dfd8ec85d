import { mappingDiff } from '../../engine/map/mapping-diff.ts'
import type { MappingDiff } from '../../engine/map/mapping-diff.ts'
import type { StoredMapping } from '../../store/mappings.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { StatementMappingPayload } from './mapping.ts'
import { readMapping, readMappingById } from './read-mapping.ts'

/** What changed from an older mapping of the statement to the one in force. */
export async function compareMappings(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  wanted: { readonly borrowerId: string; readonly documentId: string; readonly mappingId: string },
): Promise<{ readonly from: StoredMapping; readonly to: StoredMapping; readonly diff: MappingDiff }> {
  const to = await readMapping(deps, caller, { borrowerId: wanted.borrowerId, id: wanted.documentId })
  const from = await readMappingById(deps, caller, wanted)
  const payloads = [from, to].map(({ payload }) => payload as StatementMappingPayload | null)
  return { from, to, diff: mappingDiff(payloads[0] ?? null, payloads[1] ?? null) }
}
