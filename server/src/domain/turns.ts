import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from '../lib/steps.ts'

/** How long one piece of work may keep everything else in the process waiting. */
const TURN_MS = 20

/** Finishes long pure work without keeping heartbeats, other packages and deliveries from theirs. */
export async function takeTurns<T>(steps: Steps<T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - began < TURN_MS) continue
    await nextTurn()
    began = performance.now()
  }
}
