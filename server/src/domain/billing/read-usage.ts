import { findAccount, listEntries } from '../../store/billing.ts'
import type { Account, LedgerEntry } from '../../store/billing.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { periodOf } from './admission.ts'

export type { Account, LedgerEntry } from '../../store/billing.ts'

/** The account of the caller's workspace, as it stands in the current month. */
export async function readUsage(deps: Pick<Deps, 'db' | 'clock'>, caller: Caller): Promise<Account> {
  return deps.db.readAtOnce(caller, (tx) => findAccount(tx, periodOf(deps.clock.now())))
}

export async function readLedger(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  page: PageRequest,
): Promise<Page<LedgerEntry>> {
  return deps.db.read(caller, (tx) => listEntries(tx, page))
}
