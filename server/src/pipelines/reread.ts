/** Reads one document again, for a correction of its category or because somebody asked. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import { rereadDocument, rereadRequest } from '../domain/documents/reread.ts'
import { REREAD_TOPIC } from '../domain/documents/topics.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { handlerOptions, step, untilDone } from './step.ts'

export function rereadService(deps: WorkerDeps, prefix: string, end: EndWork) {
  return service({
    name: `${prefix}${REREAD_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(deps.jobDeadlineMs),
        async (context: Context, message: WorkMessage & { document: string; version: string }): Promise<void> => {
          await untilDone(context, { end, message }, () =>
            step(context, 'reread', () => rereadDocument(deps, rereadRequest(message))),
          )
        },
      ),
    },
  })
}
