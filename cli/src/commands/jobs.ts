/** `tieout jobs`: uploaded files on their way, and the documents that were cut from them. */
import { waitForJob } from '@tieout/sdk'
import type { Document, Job, Tieout } from '@tieout/sdk'
import { Command } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import type { Column } from '../table.ts'
import { bytes, plain } from '../table.ts'
import type { Terminal } from '../terminal.ts'

const JOB_COLUMNS: readonly Column<Job>[] = [
  { head: 'job', cell: (job) => job.job_id },
  { head: 'file', cell: (job) => job.file_name },
  { head: 'size', cell: (job) => bytes(job.size_bytes), right: true },
  { head: 'status', cell: (job) => job.status },
  { head: '', cell: stateOf },
]

const DOCUMENT_COLUMNS: readonly Column<Document>[] = [
  { head: 'document', cell: (document) => document.id },
  { head: 'class', cell: (document) => document.category },
  { head: 'pages', cell: (document) => document.pages.join(' ') },
  { head: 'company', cell: (document) => document.entity_name ?? '' },
  { head: 'proof', cell: (document) => document.proof?.state ?? document.status },
]

/** A job may wait for days behind others. */
const PATIENCE_MS = 7 * 24 * 3_600_000

export function jobsCommand(context: Context): Command {
  const list = listCommand()
    .description('Files of a borrower, newest first.')
    .requiredOption('--borrower <id>', 'whose files')
    .action(({ limit, borrower }: { limit: number; borrower: string }) =>
      context.answerList(context.tieout().listJobs(borrower), JOB_COLUMNS, limit),
    )
  const watching = new Command('watch')
    .description('Wait until the jobs are over. Exit code 1 when one failed.')
    .argument('<job...>')
    .action((ids: string[]) => watchJobs(context, ids))
  const results = new Command('results')
    .description('The documents that were cut from a file.')
    .argument('<job>')
    .action(async (id: string) => {
      const tieout = context.tieout()
      const job = await tieout.getJobStatus(id)
      await context.answerList(tieout.listJobResults(job.borrower_id, id), DOCUMENT_COLUMNS)
    })
  return new Command('jobs')
    .description('List uploaded files, wait for them, see what was cut from them.')
    .addCommand(list)
    .addCommand(watching)
    .addCommand(results)
}

export async function watchJobs(context: Context, ids: readonly string[]): Promise<void> {
  const jobs = await watch(context.terminal, context.tieout(), ids)
  context.answerRows(jobs, JOB_COLUMNS)
  if (jobs.some((job) => job.status === 'FAILED' || job.status === 'EXPIRED')) context.code = 1
}

/** What there is to say of a job beyond its status. */
function stateOf(job: Job): string {
  if (job.error) return `${job.error.code}: ${job.error.message}`
  if (job.duplicate_of_job_id !== undefined) return `the same bytes as ${job.duplicate_of_job_id}`
  const { step, pages_done: done, pages_total: total } = job.progress
  if (step === null) return ''
  return total === null ? step : `${step}, page ${done} of ${total}`
}

/** Shows how it goes in one line until every job is over. */
function watch(terminal: Terminal, tieout: Tieout, ids: readonly string[]): Promise<Job[]> {
  const seen = new Map<string, Job>()
  let over = 0
  const onProgress = (job: Job): void => {
    seen.set(job.job_id, job)
    const working = [...seen.values()].filter((one) => one.status === 'PROCESSING')
    const words = working.map((one) => `${plain(one.file_name)} ${stateOf(one)}`)
    terminal.progress(`${over} of ${ids.length} over  ${words.join('; ')}`)
  }
  return Promise.all(
    ids.map(async (id) => {
      const job = await waitForJob(tieout, id, { onProgress, timeoutMs: PATIENCE_MS })
      over += 1
      return job
    }),
  )
}
