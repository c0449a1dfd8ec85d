/**
 * Makes the attempts of deliveries. Each attempt is a call of its own: the next one is a delayed call, not a sleep, so
 * that waiting costs no slot. The key is a lane of an endpoint, and the engine runs one call a key at a time: an
 * endpoint never has more requests under way than it has lanes, over all workers, and one that hangs keeps only its
 * own lanes waiting. How often and when is decided from the row, never from what the engine counts; so there is
 * nothing for the engine's journal to keep, and a call that is run again begins by reading the row.
 */
import { handlers, object } from '@restatedev/restate-sdk'
import type { ObjectContext } from '@restatedev/restate-sdk'
import { AttemptBook } from '../domain/webhooks/attempt-book.ts'
import { attemptDelivery } from '../domain/webhooks/attempt-delivery.ts'
import type { AttemptDeps, AttemptRun } from '../domain/webhooks/attempt-delivery.ts'
import { DELIVERY_TOPIC } from '../domain/webhooks/endpoint.ts'
import { Semaphore } from '../lib/semaphore.ts'
import { handlerOptions, orTerminal } from './step.ts'

/** What the outbox hands over, for the first attempt and for those that follow. */
interface AttemptMessage {
  readonly workspace: string
  readonly key: string
  readonly delivery: string
  readonly endpoint: string
  readonly created: string
  readonly attempt: string
}

/** Long enough that the sweeper's repeat of a call that waits is recognised, short enough to let it repeat a lost one. */
const REPEATS_RECOGNISED_MS = 60_000
/** How long a call may wait in the worker for its turn before the engine takes the worker for dead. */
const LONGEST_WAIT_MS = 10 * 60 * 1000

export type DeliveryDeps = Omit<AttemptDeps, 'book'> & {
  /** How many attempts this worker makes at once. */
  readonly webhookSlots: number
}

/**
 * An attempt is claimed only when there is room to make it. A worker that takes all it is given makes each of a
 * thousand attempts so slowly that their leases and the receivers' five seconds run out, and then makes them again.
 */
export function webhookDeliveryObject(deps: DeliveryDeps, prefix: string) {
  const slots = new Semaphore(deps.webhookSlots)
  const attemptDeps = { ...deps, book: new AttemptBook(deps) }
  return object({
    name: `${prefix}${DELIVERY_TOPIC}`,
    handlers: {
      run: handlers.object.exclusive(
        { ...handlerOptions(LONGEST_WAIT_MS), idempotencyRetention: REPEATS_RECOGNISED_MS, journalRetention: 0 },
        async (context: ObjectContext, message: AttemptMessage): Promise<void> => {
          const run = attemptRun(context, message)
          const { attemptCompletedSignal } = context.request()
          if (!(await slots.acquire(attemptCompletedSignal))) {
            throw new Error('the engine has given up on this call while it waited')
          }
          try {
            await orTerminal(() => attemptDelivery(attemptDeps, run))
          } finally {
            slots.release()
          }
        },
      ),
    },
  })
}

function attemptRun(context: ObjectContext, message: AttemptMessage): AttemptRun {
  return {
    workspaceUuid: message.workspace,
    runner: Buffer.from(context.request().id).toString('base64url'),
    call: {
      uuid: message.delivery,
      endpointUuid: message.endpoint,
      createdAt: new Date(message.created),
      attempt: Number(message.attempt),
    },
  }
}
