/**
 * What every durable handler shares: how a step is run, and what happens when it fails. A refusal would be the same
 * next time and ends the invocation; anything else is tried again, for as long as it takes. Steps run at least once,
 * so each of them is safe to repeat.
 */
import { TerminalError } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { Problem } from '../lib/problem.ts'

const RETRY = { initialRetryInterval: 100, retryIntervalFactor: 2, maxRetryInterval: 5_000 } as const

/** Runs one named step. What it answers is kept in the engine's journal: ids and verdicts, never content. */
export async function step<T extends string | null>(
  context: Context,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  return context.run(name, () => orTerminal(work), RETRY)
}

/**
 * Runs work that stays in the outbox until it is done, and takes it off the books behind it: of what is left there,
 * everything is rebuilt after a loss of the engine's data. A refusal for good is an end as well.
 */
export async function untilDone(
  context: Context,
  { end, message }: { readonly end: EndWork; readonly message: WorkMessage },
  work: () => Promise<unknown>,
): Promise<void> {
  const takeOff = () =>
    step(context, 'take off the books', async () => {
      await end(message)
      return null
    })
  try {
    await work()
  } catch (error) {
    // Anything else is the engine's way to stop here and come back.
    if (error instanceof TerminalError) await takeOff()
    throw error
  }
  await takeOff()
}

/** Runs work that a refusal ends for good. */
export async function orTerminal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isFinal(error)) throw new TerminalError(error.message, { errorCode: error.status })
    throw error
  }
}

/** A refusal that trying again can't change. A store that is away is none. */
function isFinal(error: unknown): error is Problem {
  return error instanceof Problem && error.status < 500
}

/** A day and more, so that a repeat from the outbox is always recognised. */
const RETENTION_MS = 3 * 24 * 60 * 60 * 1000
const KEPT_JOURNAL_MS = 60 * 60 * 1000

/**
 * How the engine treats the handlers: a step may run for hours without a word, so only a broken connection counts as
 * a dead worker; a failed attempt is repeated and never given up, because the job's own deadline ends it.
 */
export function handlerOptions(longestStepMs: number) {
  return {
    ingressPrivate: false,
    idempotencyRetention: RETENTION_MS,
    journalRetention: KEPT_JOURNAL_MS,
    inactivityTimeout: longestStepMs,
    abortTimeout: longestStepMs,
    retryPolicy: { initialInterval: 100, exponentiationFactor: 2, maxInterval: 5_000, maxAttempts: 1_000_000 },
  } as const
}
