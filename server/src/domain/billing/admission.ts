/**
 * Whether a workspace may have more documents processed, as a pure function of its account. What waiting would not
 * change is said before what it would: first the plan, then the money, then the throughput.
 */
import { formatCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import type { ProblemOptions, ProblemType } from '../../lib/problem.ts'
import type { Account } from '../../store/billing.ts'

export interface Refusal {
  readonly type: Extract<
    ProblemType,
    'billing_required' | 'spend_cap_reached' | 'insufficient_credits' | 'usage_throttled'
  >
  readonly options: ProblemOptions
}

/** A package of a few pages takes seconds, one of many takes minutes: often enough to ask again. */
const ASK_AGAIN_SECONDS = 15

/** Given the account and how many documents would come in, why they may not; null when they may. */
export function judgeAdmission(account: Account, incoming: number): Refusal | null {
  const needed = (account.perDocument * BigInt(incoming)) as Cents
  if (!account.coversProcessing) return { type: 'billing_required', options: {} }
  if (account.spendCap !== null && account.spent + account.reserved + needed > account.spendCap) {
    return { type: 'spend_cap_reached', options: {} }
  }
  if (needed > 0n && account.balance - account.reserved < needed) {
    return { type: 'insufficient_credits', options: { details: creditDetails(account, incoming) } }
  }
  if (account.inFlight + incoming > account.maxInFlight) {
    return { type: 'usage_throttled', options: { retryAfterSeconds: ASK_AGAIN_SECONDS } }
  }
  return null
}

function creditDetails(account: Account, incoming: number): Record<string, string> {
  return {
    balance_usd: formatCents(account.balance),
    reserved_usd: formatCents(account.reserved),
    in_flight_docs: String(account.inFlight),
    incoming_docs: String(incoming),
    per_doc_reservation_usd: formatCents(account.perDocument),
  }
}

/** The calendar month, UTC, that charges are counted in. */
export function periodOf(time: Date): string {
  return time.toISOString().slice(0, 7)
}
