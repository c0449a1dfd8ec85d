import type { WorkerDeps } from '../deps.ts'
import { completeRun, holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

/** The end: job, event and work row in one transaction. */
export async function finishPackage(deps: Pick<WorkerDeps, 'db' | 'clock'>, run: PackageRun): Promise<void> {
  await deps.db.inTenant(run, async (tx) => {
    const job = await holdRun(tx, run)
    if (job) await completeRun(tx, run, job, deps.clock.now())
  })
}
