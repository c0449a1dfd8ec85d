/** What a credit memo and its renders are, for those who may not look into the store. */
import type { RenderStatus } from '../../store/memo-renders.ts'

export { MEMO_SECTIONS } from '../../engine/model/memo.ts'
export type { MemoSectionKey } from '../../engine/model/memo.ts'
export type { Commentary, Memo, MemoPlace, MemoText } from '../../store/memos.ts'
export type { MemoRender, RenderStatus } from '../../store/memo-renders.ts'

export const RENDER_STATUSES = ['queued', 'rendering', 'succeeded', 'failed', 'cancelling', 'cancelled'] as const
const FINISHED: ReadonlySet<RenderStatus> = new Set(['succeeded', 'failed', 'cancelled'])

export const DEFAULT_TITLE = 'Credit memo'
/** Of one section. */
export const MAX_COMMENTARY = 20_000

/** Why a render fails, as its event and its error say it. */
export const RENDER_ERRORS = {
  unprintable: 'The memo could not be set: a figure or a word in it cannot be printed.',
  timed_out: 'The file was not ready in its time.',
} as const
export type RenderErrorCode = keyof typeof RENDER_ERRORS

/** Composing and printing: what progress counts. */
export const RENDER_STEPS = 2
/** From its start. A render takes seconds; this is room for faults. */
export const RENDER_DEADLINE_MS = 30 * 60 * 1000
export const PDF_LINK_SECONDS = 5 * 60
export const RENDER_TOPIC = 'memo-render'

export function isFinished(status: RenderStatus): boolean {
  return FINISHED.has(status)
}

interface Place {
  readonly id: string
  readonly borrowerId: string
  readonly loanId: string
}

/** Below the loan, so that the bytes go with it. */
export const renderPrefix = (workspaceUuid: string, { borrowerId, loanId, id }: Place): string =>
  `${workspaceUuid}/${borrowerId}/${loanId}/memos/${id}/`

export const pdfKey = (workspaceUuid: string, of: Place): string => `${renderPrefix(workspaceUuid, of)}memo.pdf`

export const pdfName = ({ memoId }: { readonly memoId: string }): string => `${memoId}.pdf`
