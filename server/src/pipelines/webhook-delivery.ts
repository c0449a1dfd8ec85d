/**
 * Makes the attempts of deliveries. Each attempt is a call of its own: the next one is a delayed call, not a sleep, so
 * that waiting costs no slot. The key is a lane of an endpoint, and the engine runs one call a key at a time: an
 * endpoint never has more requests under way than it has lanes, over all workers, and one that hangs keeps only its
 * own lanes waiting. How often and when is decided from the row, never from what the engine counts.
 */
import { handlers, object, serde } from '@restatedev/restate-sdk'
import type { ObjectContext, Serde } from '@restatedev/restate-sdk'
import { attemptDelivery } from '../domain/webhooks/attempt-delivery.ts'
import type { AttemptDeps, AttemptRun, NextAttempt } from '../domain/webhooks/attempt-delivery.ts'
import { attemptId, DELIVERY_TOPIC } from '../domain/webhooks/endpoint.ts'
import { Semaphore } from '../lib/semaphore.ts'
import { handlerOptions, step } from './step.ts'

/** What the outbox hands over; the same for the attempts that follow. */
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

export type DeliveryDeps = AttemptDeps & {
  /** How many attempts this worker makes at once. */
  readonly webhookSlots: number
}

/**
 * An attempt is claimed only when there is room to make it. A worker that takes all it is given makes each of a
 * thousand attempts so slowly that their leases and the receivers' five seconds run out, and then makes them again.
 */
export function webhookDeliveryObject(deps: DeliveryDeps, prefix: string) {
  const name = `${prefix}${DELIVERY_TOPIC}`
  const slots = new Semaphore(deps.webhookSlots)
  const attempt = async (run: AttemptRun, signal: AbortSignal): Promise<NextAttempt | null> => {
    if (!(await slots.acquire(signal))) throw new Error('the engine has given up on this call while it waited')
    try {
      return await attemptDelivery(deps, run)
    } finally {
      slots.release()
    }
  }
  return object({
    name,
    handlers: {
      run: handlers.object.exclusive(
        { ...handlerOptions(LONGEST_WAIT_MS), idempotencyRetention: REPEATS_RECOGNISED_MS, journalRetention: 0 },
        async (context: ObjectContext, message: AttemptMessage): Promise<void> => {
          const run = attemptRun(context, message)
          const { attemptCompletedSignal } = context.request()
          const next = parseWait(
            await step(context, 'attempt', async () =>
              printWait(await attempt(run, attemptCompletedSignal), deps.clock.now()),
            ),
          )
          if (next === null) return
          context.genericSend({
            service: name,
            method: 'run',
            key: message.key,
            parameter: { ...message, attempt: String(next.attempt) },
            inputSerde: serde.json as Serde<AttemptMessage>,
            delay: next.delayMs,
            // A call that schedules its own attempt again must not be taken for itself.
            ...(next.attempt !== run.call.attempt && {
              idempotencyKey: attemptId({ uuid: run.call.uuid, attempt: next.attempt }),
            }),
          })
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

/** What the engine's journal keeps of an attempt: the number of the next one, and how long to wait for it. */
function printWait(next: NextAttempt | null, now: Date): string | null {
  return next && `${next.attempt} ${Math.max(0, next.at.getTime() - now.getTime())}`
}

function parseWait(text: string | null): { attempt: number; delayMs: number } | null {
  if (text === null) return null
  const [attempt, delayMs] = text.split(' ').map(Number)
  if (attempt === undefined || delayMs === undefined) throw new Error('not a wait')
  return { attempt, delayMs }
}
