/** What a reset of a sandbox is made of, for those who ask for one and those who carry it out. */
import type { WriteTx } from '../../store/db.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { insertReset } from '../../store/sandbox.ts'
import { SANDBOX_RESET_TOPIC } from './topics.ts'

/** Orders a reset in the caller's transaction; null when one is under way. */
export async function orderReset(tx: WriteTx): Promise<string | null> {
  return order(tx, false)
}

/** Orders the seed of a sandbox that is new. Its first key may be in use before a worker comes to it: nothing is wiped. */
export async function orderFirstSeed(tx: WriteTx): Promise<void> {
  await order(tx, true)
}

async function order(tx: WriteTx, keepsWhatIsThere: boolean): Promise<string | null> {
  const resetId = await insertReset(tx, keepsWhatIsThere)
  if (resetId !== null) await handOverReset(tx, resetId)
  return resetId
}

/** By the sandbox's key: two pieces of work on one sandbox never run beside each other. */
export async function handOverReset(tx: WriteTx, resetId: string): Promise<void> {
  await addToOutbox(tx, { topic: SANDBOX_RESET_TOPIC, payload: { key: tx.workspaceUuid, reset: resetId } })
}
