/** Waiting for work that the service does on its own time, by asking now and then. A webhook spares the asking. */
import { pause } from './client.ts'
import { ApiError, WaitTimeoutError } from './errors.ts'
import type { Tieout } from './generated/operations.ts'
import type { Export, Job, MemoRender, StatementMapping, WorkbookLink, WorkbookRendering } from './generated/types.ts'

export interface WaitOptions<State> {
  /** Called with every state that was read, the last one included. */
  readonly onProgress?: (state: State) => void
  /** For the whole wait. Ten minutes when left out. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

const FIRST_INTERVAL_MS = 250
const LONGEST_INTERVAL_MS = 5_000
const GROWTH = 1.5
const DEFAULT_TIMEOUT_MS = 600_000

const JOB_OVER: ReadonlySet<Job['status']> = new Set(['COMPLETED', 'FAILED', 'DUPLICATE', 'EXPIRED'])
const EXPORT_OVER: ReadonlySet<Export['status']> = new Set(['succeeded', 'failed', 'cancelled'])
const RENDER_OVER: ReadonlySet<MemoRender['status']> = new Set(['succeeded', 'failed', 'cancelled'])

/** Answers when the job is over, however it went: its status says so. */
export function waitForJob(tieout: Tieout, jobId: string, options: WaitOptions<Job> = {}): Promise<Job> {
  return waitFor(() => tieout.getJobStatus(jobId, called(options)), (job) => JOB_OVER.has(job.status), options) // prettier-ignore
}

/** Answers when the export is over, however it went; one that succeeded has its `download_url`. */
export function waitForExport(tieout: Tieout, exportId: string, options: WaitOptions<Export> = {}): Promise<Export> {
  return waitFor(() => tieout.getExport(exportId, called(options)), (made) => EXPORT_OVER.has(made.status), options) // prettier-ignore
}

/** Answers when the render of a memo is over, however it went; one that succeeded has its `download_url`. */
export function waitForRender(
  tieout: Tieout,
  { loan_id: loanId, memo_id: memoId, render_id: renderId }: Pick<MemoRender, 'loan_id' | 'memo_id' | 'render_id'>,
  options: WaitOptions<MemoRender> = {},
): Promise<MemoRender> {
  const read = (): Promise<MemoRender> => tieout.getMemoRender(loanId, memoId, renderId, called(options))
  return waitFor(read, (render) => RENDER_OVER.has(render.status), options)
}

/** Answers with a link to the loan's workbook as its data stand; one that could not be made is an `ApiError`. */
export async function waitForWorkbook(
  tieout: Tieout,
  loanId: string,
  kind: WorkbookLink['kind'] = 'statements',
  options: WaitOptions<WorkbookLink | WorkbookRendering> = {},
): Promise<WorkbookLink> {
  const read = (): Promise<WorkbookLink | WorkbookRendering> =>
    kind === 'statements'
      ? tieout.getStatementsWorkbook(loanId, called(options))
      : tieout.getTablesWorkbook(loanId, called(options))
  const workbook = await waitFor(read, (state) => 'url' in state && !state.stale, options)
  if (!('url' in workbook)) throw new TypeError('a wait ends with what it waits for')
  return workbook
}

/**
 * Answers when the statement has a mapping that is not stale. A document that is no profit and loss statement never
 * has one: that is an `ApiError` of type `not_found`, at once.
 */
export async function waitForMapping(
  tieout: Tieout,
  borrowerId: string,
  documentId: string,
  options: WaitOptions<StatementMapping | null> = {},
): Promise<StatementMapping> {
  const read = async (): Promise<StatementMapping | null> => {
    try {
      return await tieout.getStatementMapping(borrowerId, documentId, called(options))
    } catch (error) {
      if (error instanceof ApiError && error.type === 'mapping_pending') return null
      throw error
    }
  }
  const mapping = await waitFor(read, (state) => state !== null && !state.stale, options)
  if (mapping === null) throw new TypeError('a wait ends with what it waits for')
  return mapping
}

/** Reads again and again, less and less often, until what was read says that it is over. */
export async function waitFor<State>(
  read: () => Promise<State>,
  isOver: (state: State) => boolean,
  options: WaitOptions<State> = {},
): Promise<State> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const deadline = performance.now() + timeoutMs
  for (let interval = FIRST_INTERVAL_MS; ; interval = Math.min(interval * GROWTH, LONGEST_INTERVAL_MS)) {
    const state = await read()
    options.onProgress?.(state)
    if (isOver(state)) return state
    if (performance.now() + interval > deadline)
      throw new WaitTimeoutError(`It was not over after ${timeoutMs / 1000} seconds. The work goes on.`)
    await pause(interval, options.signal)
  }
}

const called = ({ signal }: { readonly signal?: AbortSignal }) => (signal ? { signal } : {})
