/** Requests for pictures of pages: each is acted upon once in a while, however often it is made. */
import { sql } from 'kysely'
import { uuidOf } from '../lib/ids.ts'
import { build } from './db.ts'
import type { WriteTx } from './db.ts'

/** True for one caller; false for all others until so many seconds have passed. */
export async function claimDrawing(
  tx: WriteTx,
  jobId: string,
  firstPage: number,
  againAfterSeconds: number,
): Promise<boolean> {
  const row = await tx.first(
    build
      .insertInto('page_drawings')
      .values({ workspace_id: tx.workspaceUuid, job_id: uuidOf('job', jobId), first_page: firstPage })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'job_id', 'first_page'])
          .doUpdateSet({ requested_at: sql`now()` })
          .where('page_drawings.requested_at', '<', sql<Date>`now() - make_interval(secs => ${againAfterSeconds})`),
      )
      .returning('first_page'),
  )
  return row !== null
}
