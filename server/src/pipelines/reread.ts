/** Reads one document again, for a correction of its category or because somebody asked. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import { rereadDocument, rereadRequest } from '../domain/documents/reread.ts'
import { REREAD_TOPIC } from '../domain/documents/topics.ts'
import { handlerOptions, step } from './step.ts'

export function rereadService(deps: WorkerDeps, prefix: string) {
  return service({
    name: `${prefix}${REREAD_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(deps.jobDeadlineMs),
        async (context: Context, message: { workspace: string; document: string; version: string }): Promise<void> => {
          await step(context, 'reread', () => rereadDocument(deps, rereadRequest(message)))
        },
      ),
    },
  })
}
