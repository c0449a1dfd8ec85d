/**
 * `tieout webhooks trigger`: makes an event happen. A test event is only said; every other is the real thing, done in
 * test mode with sample documents, so that what it names can be read afterwards.
 */
import { uploadFile, waitForExport, waitForJob } from '@tieout/sdk'
import type { Job, Tieout } from '@tieout/sdk'
import { Argument, Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../settings.ts'

const SAMPLE = 'profit-loss-statement-retail'

interface Place {
  readonly borrowerId: string
  readonly loanId: string
}

/** What has to be done for an event; answers the id of what it names. */
type Deed = (tieout: Tieout, place: Place) => Promise<string>

const readSample: Deed = async (tieout, place) => (await sampleJob(tieout, place)).job_id

const DEEDS: Readonly<Record<string, Deed>> = {
  'document.processed': readSample,
  'extraction.ready': readSample,
  'job.completed': readSample,
  'loan.classified': readSample,
  'spread.finalized': async (tieout, { loanId }) => (await tieout.finalizeLoanAttributes(loanId)).snapshot_id,
  'spread.reopened': async (tieout, { loanId }) => {
    await tieout.finalizeLoanAttributes(loanId)
    return (await tieout.reopenLoanAttributes(loanId)).snapshot_id
  },
  'export.succeeded': async (tieout, place) => {
    const { job_id: jobId } = await sampleJob(tieout, place)
    const documents: string[] = []
    for await (const document of tieout.listJobResults(place.borrowerId, jobId)) documents.push(document.id)
    const made = await tieout.createExport({
      borrower_id: place.borrowerId,
      loan_id: place.loanId,
      document_ids: documents,
    })
    return (await waitForExport(tieout, made.export_id)).export_id
  },
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
async function sampleJob(tieout: Tieout, { loanId }: Place): Promise<Job> {
  const { job_id: jobId } = await uploadFile(tieout, {
    loanId,
    fileName: 'triggered.pdf',
    contentType: 'application/pdf',
    content: new Blob([`%PDF-1.4 ${crypto.randomUUID()}`]),
    sampleDocument: SAMPLE,
  })
  return waitForJob(tieout, jobId)
}
