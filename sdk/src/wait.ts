/** Waiting for work that the service does on its own time, by asking now and then. A webhook spares the asking. */
import { pause } from './client.ts'
import { WaitTimeoutError } from './errors.ts'
import type { Tieout } from './generated/operations.ts'
import type { Job } from './generated/types.ts'

export interface WaitOptions<State> {
  /** Called with every state that was read, the last one included. */
  readonly onProgress?: (state: State) => void
  /** For the whole wait. Ten minutes when left out. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

const FIRST_INTERVAL_MS = 250
const LONGEST_INTERVAL_MS = 5_000
const GROWTH = 1.5
const DEFAULT_TIMEOUT_MS = 600_000

const OVER: ReadonlySet<Job['status']> = new Set(['COMPLETED', 'FAILED', 'DUPLICATE', 'EXPIRED'])

/** Answers when the job is over, however it went: its status says so. */
export function waitForJob(tieout: Tieout, jobId: string, options: WaitOptions<Job> = {}): Promise<Job> {
  const call = options.signal ? { signal: options.signal } : {}
  return waitFor(() => tieout.getJobStatus(jobId, call), (job) => OVER.has(job.status), options) // prettier-ignore
}

async function waitFor<State>(
  read: () => Promise<State>,
  isOver: (state: State) => boolean,
  options: WaitOptions<State>,
): Promise<State> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const deadline = performance.now() + timeoutMs
  for (let interval = FIRST_INTERVAL_MS; ; interval = Math.min(interval * GROWTH, LONGEST_INTERVAL_MS)) {
    const state = await read()
    options.onProgress?.(state)
    if (isOver(state)) return state
    if (performance.now() + interval > deadline)
      throw new WaitTimeoutError(`It was not over after ${timeoutMs / 1000} seconds. The work goes on.`)
    await pause(interval, options.signal)
  }
}
