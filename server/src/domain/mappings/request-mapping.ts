import { uuidOf } from '../../lib/ids.ts'
import type { WriteTx } from '../../store/db.ts'
import { noteRequest } from '../../store/mappings.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { MAPPING_TOPIC, REMAP_TOPIC } from './topics.ts'

/** Has the statement's mapping prepared, unless somebody is at it already. */
export async function requestMapping(tx: WriteTx, documentId: string): Promise<void> {
  if (!(await noteRequest(tx, documentId))) return
  const document = uuidOf('doc', documentId)
  await addToOutbox(tx, { topic: MAPPING_TOPIC, payload: { key: document, document } })
}

/** Has every statement of the workspace mapped again: what mappings are made from has changed for all of them. */
export async function requestRemapping(tx: WriteTx): Promise<void> {
  await addToOutbox(tx, { topic: REMAP_TOPIC, payload: { key: tx.workspaceUuid } })
}
