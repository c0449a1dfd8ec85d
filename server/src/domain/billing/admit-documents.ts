/** The one place where money and throughput refuse an upload. Test mode is free: nothing is refused or reserved there. */
import { ZERO } from '../../lib/money.ts'
import { Problem } from '../../lib/problem.ts'
import { findAccount, lockAccount, openReservations, postEntries } from '../../store/billing.ts'
import type { Account } from '../../store/billing.ts'
import type { WriteTx } from '../../store/db.ts'
import type { Caller } from '../caller.ts'
import type { Clock } from '../deps.ts'
import { judgeAdmission, periodOf } from './admission.ts'

interface By {
  readonly caller: Caller
  readonly clock: Clock
}

/** Refuses what could not be paid for if it came now. Binds nobody: a link that is never used costs nothing. */
export async function admitDocuments(tx: WriteTx, by: By, documents: number): Promise<void> {
  if (!by.caller.livemode) return
  refuseUnless(await findAccount(tx, periodOf(by.clock.now())), documents)
}

/** Reserves for each of the jobs, all or none. Whoever asks at the same moment waits for the outcome. */
export async function reserveDocuments(tx: WriteTx, by: By, jobIds: readonly string[]): Promise<void> {
  if (!by.caller.livemode || jobIds.length === 0) return
  const time = by.clock.now()
  const period = periodOf(time)
  const account = await lockAccount(tx, period)
  refuseUnless(account, jobIds.length)
  await openReservations(tx, jobIds, account.perDocument)
  await postEntries(
    tx,
    { time, period },
    jobIds.map((jobId) => ({ ...NOTHING, kind: 'reserve', reserved: account.perDocument, inFlight: 1, jobId })),
  )
}

const NOTHING = { balance: ZERO, reserved: ZERO, inFlight: 0, documents: 0, jobId: null, note: null } as const

function refuseUnless(account: Account, documents: number): void {
  const refusal = judgeAdmission(account, documents)
  if (refusal) throw new Problem(refusal.type, refusal.options)
}
