import type { WriteTx } from '../../store/db.ts'
import type { Caller } from '../caller.ts'

/**
 * Whether the workspace may have this many more documents processed. The one place where money and throughput refuse
 * an upload: `spend_cap_reached`, `insufficient_credits` with its five details, `usage_throttled`. Nothing is
 * reserved or refused before the ledger exists; test mode will stay free.
 */
export function admitDocuments(_tx: WriteTx, _caller: Caller, _documents: number): Promise<void> {
  return Promise.resolve()
}
