/** Taking work off the books that is kept there until it is done. What ends at the same time shares a transaction. */
import { Batches } from '../../lib/batches.ts'
import type { Db } from '../../store/db.ts'
import { endWorks } from '../../store/outbox.ts'

/** What the engine's message says of the work itself. */
export interface WorkMessage {
  readonly work: string
  readonly workspace: string
}

export type EndWork = (message: WorkMessage) => Promise<void>

const AT_MOST = 100

/** Work that is off the books already was ended before, or was given another id after a loss: nothing is left to do. */
export function endWorkTogether(deps: { readonly db: Db }): EndWork {
  const endings = new Batches<string, null>({
    atMost: AT_MOST,
    work: async (workspaceUuid, workIds) => {
      await deps.db.writeAtOnce({ workspaceUuid }, (tx) => endWorks(tx, workIds))
      return workIds.map(() => null)
    },
  })
  return async ({ work, workspace }) => {
    await endings.run(workspace, work)
  }
}
