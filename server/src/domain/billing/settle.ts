/**
 * Ends reservations: charged by what was found, or given back. Always in the transaction that ends the job, so that no
 * crash leaves one behind; the ledger takes one end a job.
 */
import { centsOf, negate, ZERO } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { closeReservations, listOrphans, lockAccount, postEntries } from '../../store/billing.ts'
import type { NewEntry } from '../../store/billing.ts'
import type { WriteTx } from '../../store/db.ts'
import { periodOf } from './admission.ts'

/** A job that has ended, and how many documents it is charged for. */
export interface ChargedJob {
  readonly jobId: string
  readonly documents: number
}

/** Charges each document at the price that was reserved for one; nothing found costs nothing. */
export async function settleReservations(tx: WriteTx, time: Date, ended: readonly ChargedJob[]): Promise<void> {
  const reserved = await closeReservations(
    tx,
    ended.map(({ jobId }) => jobId),
  )
  const entries = ended.flatMap(({ jobId, documents }) => {
    const amount = reserved.get(jobId)
    return amount === undefined ? [] : [endOf(jobId, amount, documents)]
  })
  // No decision hangs on the account's sums, and what was reserved for has an account: moving the sums locks it.
  await postEntries(tx, { time, period: periodOf(time) }, entries)
}

/** Gives back what was reserved for jobs that were deleted in this transaction. */
export async function releaseDeleted(tx: WriteTx, at: Date): Promise<void> {
  const reserved = await closeReservations(tx, await listOrphans(tx))
  const ends = [...reserved].map(([jobId, amount]) => endOf(jobId, amount, 0))
  if (ends.length > 0) await post(tx, at, ends)
}

function endOf(jobId: string, reserved: Cents, documents: number): NewEntry {
  return {
    kind: documents > 0 ? 'settle' : 'release',
    balance: documents > 0 ? negate(centsOf(reserved * BigInt(documents))) : ZERO,
    reserved: negate(reserved),
    inFlight: -1,
    documents,
    jobId,
    note: null,
  }
}

async function post(tx: WriteTx, time: Date, entries: readonly NewEntry[]): Promise<void> {
  const period = periodOf(time)
  await lockAccount(tx, period)
  await postEntries(tx, { time, period }, entries)
}
