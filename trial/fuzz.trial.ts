/**
 * `npm run trial -- fuzz [--minutes N] [--seed N]`: every operation of the contract under hostile requests, against the
 * service as processes of its own. The short form is server/test/conformance/fuzz.test.ts.
 */
import { parseArgs } from 'node:util'
import { fuzz } from '../server/test/support/fuzz/run.ts'
import { watchMemory } from '../server/test/support/memory-watch.ts'
import type { TrialResult } from './result.ts'
import { startServiceProcesses } from './service-processes.ts'

/** Requests to an operation between two fresh sets of its own things. */
const RUNS = 20
const AT_ONCE = 6
/** What ops/kubernetes gives the API. */
const MEMORY_BYTES = 1024 ** 3

export async function run(args: string[]): Promise<TrialResult> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  })
  process.loadEnvFile('.stack/env')
  const processes = await startServiceProcesses()
  const { service, api } = processes
  const memory = watchMemory(() => [api.pid])
  const begun = performance.now()
  let said = 0
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  try {
    const report = await fuzz(service, {
      seed: Number(values.seed),
      runs: RUNS,
      atOnce: AT_ONCE,
      hasWorker: true,
      onRound: ({ round, requests, byStatus, complaints }) => {
        console.log(
          `${seconds()} s, round ${round + 1}: ${requests} requests, ${JSON.stringify(byStatus)}, ${complaints.length} complaints`,
        )
        for (const complaint of complaints.slice(said)) console.error(complaint)
        said = complaints.length
      },
      more: () => seconds() < Number(values.minutes) * 60,
    })
    const { complaints, requests, operations, neverSucceeded } = report
    for (const complaint of complaints.slice(said)) console.error(complaint)
    return {
      figures: { ...report, seconds: seconds(), seed: Number(values.seed), peakMemoryBytes: memory.peak() },
      holds: {
        'no 5xx, no hang, no undocumented answer, nothing of another tenant, no secret': complaints.length === 0,
        'every operation was asked': requests >= operations * RUNS * 0.9,
        'most operations did what they are for': neverSucceeded.length <= operations * 0.4,
        'the API keeps within the memory it is given': memory.peak() > 0 && memory.peak() < MEMORY_BYTES,
      },
    }
  } finally {
    memory.stop()
    await processes.stop()
  }
}
