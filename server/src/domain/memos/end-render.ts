/** The three ends of a render. Each is written with its event in one transaction, by whoever holds the row. */
import type { EventType } from '../../lib/event-catalogue.ts'
import type { WriteTx } from '../../store/db.ts'
import { recordEvent } from '../../store/events.ts'
import { changeRender } from '../../store/memo-renders.ts'
import type { MemoRender } from '../../store/memo-renders.ts'
import { addToOutbox } from '../../store/outbox.ts'
import type { Clock } from '../deps.ts'
import { FORGET_BLOBS_TOPIC } from '../jobs/blobs.ts'
import { renderPrefix } from './memo.ts'
import type { RenderErrorCode } from './memo.ts'

export async function endCancelled(tx: WriteTx, clock: Clock, held: MemoRender): Promise<MemoRender> {
  await forgetFile(tx, held)
  await recordEvent(tx, eventOf(held, 'memo_render.cancelled'))
  return changeRender(tx, held.id, { status: 'cancelled', finishedAt: clock.now() })
}

export async function endFailed(tx: WriteTx, clock: Clock, held: MemoRender, code: RenderErrorCode): Promise<void> {
  await forgetFile(tx, held)
  await recordEvent(tx, eventOf(held, 'memo_render.failed', { reason: code }))
  await changeRender(tx, held.id, { status: 'failed', errorCode: code, finishedAt: clock.now() })
}

export async function endSucceeded(
  tx: WriteTx,
  clock: Clock,
  held: MemoRender,
  pdf: NonNullable<MemoRender['pdf']>,
): Promise<void> {
  await recordEvent(tx, eventOf(held, 'memo_render.succeeded'))
  await changeRender(tx, held.id, { status: 'succeeded', pdf, finishedAt: clock.now() })
}

/** Has the bytes deleted that a step may have left. */
export async function forgetFile(tx: WriteTx, of: Pick<MemoRender, 'id' | 'borrowerId' | 'loanId'>): Promise<void> {
  await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload: { prefix: renderPrefix(tx.workspaceUuid, of) } })
}

function eventOf(held: MemoRender, type: EventType, more: Readonly<Record<string, string>> = {}) {
  return {
    type,
    livemode: held.livemode,
    loanId: held.loanId,
    data: {
      borrower_id: held.borrowerId,
      loan_id: held.loanId,
      memo_id: held.memoId,
      render_id: held.id,
      ...more,
    },
    once: `${type} ${held.id}`,
  }
}
