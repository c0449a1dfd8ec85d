/** The processing of one package. Reads as its steps; what each does is in domain/package. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import { cutDocuments } from '../domain/package/documents.ts'
import { extractDocuments } from '../domain/package/extract.ts'
import { finishPackage } from '../domain/package/finish.ts'
import { leaseTogether } from '../domain/package/lease.ts'
import { readPackage } from '../domain/package/read.ts'
import { packageRun } from '../domain/package/run.ts'
import { finishIfSmall } from '../domain/package/small.ts'
import { PACKAGE_TOPIC } from '../domain/package/topic.ts'
import { handlerOptions, step } from './step.ts'

export function packageService(deps: WorkerDeps, prefix: string) {
  const keep = finishIfSmall(deps)
  const lease = leaseTogether(deps)
  return service({
    name: `${prefix}${PACKAGE_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(deps.jobDeadlineMs),
        async (context: Context, message: { work: string; workspace: string; job: string }): Promise<void> => {
          const run = packageRun(message)
          if ((await step(context, 'read', () => readPackage(deps, run, keep, lease))) === 'over') return
          if ((await step(context, 'documents', () => cutDocuments(deps, run))) === 'over') return
          if ((await step(context, 'extract', () => extractDocuments(deps, run))) === 'over') return
          await step(context, 'finish', async () => {
            await finishPackage(deps, run)
            return null
          })
        },
      ),
    },
  })
}
