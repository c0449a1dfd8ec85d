import { uuidOf } from '../../lib/ids.ts'
import type { WriteTx } from '../../store/db.ts'
import { holdDocuments } from '../../store/documents.ts'
import { noteRequest } from '../../store/mappings.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { MAPPING_TOPIC, REMAP_TOPIC } from './topics.ts'

/** Has the statement's mapping prepared, unless somebody is at it already. The caller holds the document. */
export async function requestMapping(tx: WriteTx, documentId: string): Promise<void> {
  if (!(await noteRequest(tx, documentId))) return
  const document = uuidOf('doc', documentId)
  await addToOutbox(tx, { topic: MAPPING_TOPIC, payload: { key: document, document } })
}

/**
 * The same for statements that nobody holds. The documents are held before their requests, as a correction does it:
 * a request that is written first lets the correction wait for it, and itself waits for the corrected document.
 */
export async function requestMappings(tx: WriteTx, documentIds: readonly string[]): Promise<void> {
  for (const documentId of await holdDocuments(tx, documentIds)) await requestMapping(tx, documentId)
}

/** Has every statement of the workspace mapped again: what mappings are made from has changed for all of them. */
export async function requestRemapping(tx: WriteTx): Promise<void> {
  await addToOutbox(tx, { topic: REMAP_TOPIC, payload: { key: tx.workspaceUuid } })
}
