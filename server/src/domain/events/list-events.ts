import type { EventType } from '../../lib/event-catalogue.ts'
import { listEvents as listRows } from '../../store/events.ts'
import type { Event } from '../../store/events.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export type { Event } from '../../store/events.ts'

/** What happened, newest first, for receivers that reconcile what they have seen. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { type: EventType | null; loanId: string | null; page: PageRequest },
): Promise<Page<Event>> {
  return deps.db.read(caller, (tx) => listRows(tx, input, input.page))
}
