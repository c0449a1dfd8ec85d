/**
 * `tieout webhooks trigger`: makes an event happen. A test event is only said; every other is the real thing, done in
 * test mode with sample documents, so that what it names can be read afterwards.
 */
import { ApiError, uploadFile, waitFor, waitForExport, waitForJob, waitForRender } from '@tieout/sdk'
import type { AttributeSnapshot, Export, Job, MemoRender, Tieout } from '@tieout/sdk'
import { Argument, Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../settings.ts'

/** Samples by what becomes of them (docs/guide/test-mode.md). */
const SAMPLE = 'profit-loss-statement-retail'
const UNREADABLE = 'unreadable'
const NOT_EXPORTED = 'export-failing'
const NOT_PRINTED = 'render-failing'

interface Place {
  readonly borrowerId: string
  readonly loanId: string
}

/** What has to be done for an event; answers the id of what it names. */
type Deed = (tieout: Tieout, place: Place) => Promise<string>

const reads =
  (sample: string): Deed =>
  async (tieout, place) =>
    (await sampleJob(tieout, place, sample)).job_id

const exports =
  (sample: string): Deed =>
  async (tieout, place) =>
    (await waitForExport(tieout, (await beginExport(tieout, place, sample)).export_id)).export_id

const prints =
  (sample: string): Deed =>
  async (tieout, place) =>
    (await waitForRender(tieout, await beginRender(tieout, place, sample))).render_id

const DEEDS: Readonly<Record<string, Deed>> = {
  'document.processed': reads(SAMPLE),
  'document.failed': reads(UNREADABLE),
  'extraction.ready': reads(SAMPLE),
  'extraction.updated': async (tieout, place) => {
    const [documentId = ''] = await sampleDocuments(tieout, place, SAMPLE)
    return (await tieout.reprocessDocument(place.borrowerId, documentId)).id
  },
  'job.completed': reads(SAMPLE),
  'loan.classified': reads(SAMPLE),
  'spread.finalized': async (tieout, { loanId }) => (await tieout.finalizeLoanAttributes(loanId)).snapshot_id,
  'spread.reopened': async (tieout, { loanId }) => {
    await tieout.finalizeLoanAttributes(loanId)
    return (await tieout.reopenLoanAttributes(loanId)).snapshot_id
  },
  'export.succeeded': exports(SAMPLE),
  'export.failed': exports(NOT_EXPORTED),
  'export.cancelled': (tieout, place) =>
    beforeItEnds('export_finished', async () => {
      const { export_id: id } = await beginExport(tieout, place, SAMPLE)
      await tieout.cancelExport(id)
      return (await waitForExport(tieout, id)).export_id
    }),
  'memo_render.succeeded': prints(SAMPLE),
  'memo_render.failed': prints(NOT_PRINTED),
  'memo_render.cancelled': (tieout, place) =>
    beforeItEnds('render_finished', async () => {
      const begun = await beginRender(tieout, place, SAMPLE)
      await tieout.cancelMemoRender(begun.loan_id, begun.memo_id, begun.render_id)
      return (await waitForRender(tieout, begun)).render_id
    }),
}

const TRIES = 5

/** What is small may be done before it can be called off: then another one is begun. */
async function beforeItEnds(tooLate: ApiError['type'], cancel: () => Promise<string>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await cancel()
    } catch (error) {
      if (tries === TRIES || !(error instanceof ApiError && error.type === tooLate)) throw error
    }
  }
}

async function sampleDocuments(tieout: Tieout, place: Place, sample: string): Promise<string[]> {
  const { job_id: jobId } = await sampleJob(tieout, place, sample)
  const documents: string[] = []
  for await (const document of tieout.listJobResults(place.borrowerId, jobId)) documents.push(document.id)
  return documents
}

async function beginExport(tieout: Tieout, place: Place, sample: string): Promise<Export> {
  return tieout.createExport({
    borrower_id: place.borrowerId,
    loan_id: place.loanId,
    document_ids: await sampleDocuments(tieout, place, sample),
  })
}

/** A memo prints figures: they are there a moment after a statement was read. */
async function figuresOf(tieout: Tieout, { loanId }: Place): Promise<AttributeSnapshot | null> {
  try {
    return await tieout.getLoanAttributes(loanId, { status: 'machine' })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

async function beginRender(tieout: Tieout, place: Place, sample: string): Promise<MemoRender> {
  await sampleJob(tieout, place, sample)
  await waitFor(
    () => figuresOf(tieout, place),
    (figures) => figures !== null,
  )
  const memo = await tieout.createMemo(place.loanId, { title: 'Triggered' })
  return tieout.renderMemo(place.loanId, memo.memo_id)
}

const TEST_EVENT = 'webhook.test'

export function triggerCommand(context: Context): Command {
  return new Command('trigger')
    .description('Make an event happen: a test, or with a test key the real thing on a sample.')
    .addArgument(new Argument('<event>').choices([TEST_EVENT, ...Object.keys(DEEDS)]))
    .option('--endpoint <id>', `where ${TEST_EVENT} goes; without it only to those who listen`)
    .option('--loan <id>', 'where it happens; without it on a new one')
    .action(async (type: string, options: { endpoint?: string; loan?: string }) => {
      const deed = DEEDS[type]
      if (deed) await trigger(context, { type, deed, loan: options.loan ?? null })
      else await sendTest(context, options.endpoint)
    })
}

async function sendTest(context: Context, endpoint: string | undefined): Promise<void> {
  const tieout = context.tieout()
  const event = await (endpoint === undefined ? tieout.recordTestEvent() : tieout.testWebhookEndpoint(endpoint))
  context.answer(event, event.id)
}

async function trigger(
  context: Context,
  { type, deed, loan }: { type: string; deed: Deed; loan: string | null },
): Promise<void> {
  const tieout = context.tieout()
  if ((await tieout.getMe()).mode !== 'test')
    throw new UsageError(`${type} is triggered with a test key only: with this one it would be done for good.`)
  const place = loan === null ? await newPlace(tieout) : await placeOf(tieout, loan)
  const made = await deed(tieout, place)
  context.answer({ event_type: type, loan_id: place.loanId, made }, made)
}

async function newPlace(tieout: Tieout): Promise<Place> {
  const borrower = await tieout.createBorrower({ business_name: 'Triggered by the command line' })
  const loan = await tieout.createLoan(borrower.id, {})
  return { borrowerId: borrower.id, loanId: loan.id }
}

async function placeOf(tieout: Tieout, loanId: string): Promise<Place> {
  const loan = await tieout.getLoan(loanId)
  return { borrowerId: loan.borrower_id, loanId }
}

/** The bytes of an upload are not read in test mode; they only have to be new, or the job would be a duplicate. */
async function sampleJob(tieout: Tieout, { loanId }: Place, sample: string): Promise<Job> {
  const { job_id: jobId } = await uploadFile(tieout, {
    loanId,
    fileName: 'triggered.pdf',
    contentType: 'application/pdf',
    content: new Blob([`%PDF-1.4 ${crypto.randomUUID()}`]),
    sampleDocument: sample,
  })
  return waitForJob(tieout, jobId)
}
