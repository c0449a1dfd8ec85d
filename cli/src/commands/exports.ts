/** `tieout exports`: bundles of extractions, ordered, waited for and fetched. */
import { basename } from 'node:path'
import { waitForExport } from '@tieout/sdk'
import type { CreateExportBody, Export } from '@tieout/sdk'
import { Command, Option } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import { keepFile } from '../download.ts'
import { bytes } from '../table.ts'
import type { Column } from '../table.ts'
import { bar } from '../terminal.ts'

const COLUMNS: readonly Column<Export>[] = [
  { head: 'export', cell: (made) => made.export_id },
  { head: 'format', cell: (made) => made.format },
  { head: 'status', cell: (made) => made.status },
  { head: 'documents', cell: (made) => `${made.progress.done} of ${made.progress.total}`, right: true },
  { head: 'size', cell: (made) => (made.bundle ? bytes(made.bundle.size_bytes) : ''), right: true },
  { head: '', cell: (made) => (made.error ? `${made.error.code}: ${made.error.message}` : (made.bundle?.name ?? '')) },
]

/** An export may wait behind others. */
const PATIENCE_MS = 24 * 3_600_000

export function exportsCommand(context: Context): Command {
  return new Command('exports')
    .description('Order bundles of extractions, wait for them, fetch them.')
    .addCommand(listing(context))
    .addCommand(creating(context))
    .addCommand(
      new Command('watch')
        .description('Wait until the export is over. Exit code 1 when it did not succeed.')
        .argument('<export>')
        .action((id: string) => watch(context, id)),
    )
    .addCommand(
      new Command('download')
        .description('Fetch the bundle and compare it with its hash.')
        .argument('<export>')
        .option('--to <path>', 'where to; by default its own name, in this folder')
        .option('--force', 'also over a file that is there', false)
        .action((id: string, options: { to?: string; force: boolean }) => download(context, id, options)),
    )
    .addCommand(
      new Command('cancel')
        .description('Give up an export that is not over.')
        .argument('<export>')
        .action(async (id: string) => context.answerRows([await context.tieout().cancelExport(id)], COLUMNS)),
    )
}

function listing(context: Context): Command {
  return listCommand()
    .description('Exports of the workspace, newest first.')
    .option('--borrower <id>', 'of this borrower')
    .option('--loan <id>', 'of this loan')
    .action(({ limit, borrower, loan }: { limit: number; borrower?: string; loan?: string }) => {
      const filter = {
        ...(borrower !== undefined && { borrowerId: borrower }),
        ...(loan !== undefined && { loanId: loan }),
      }
      return context.answerList(context.tieout().listExports(filter), COLUMNS, limit)
    })
}

function creating(context: Context): Command {
  return new Command('create')
    .description('Order a bundle and print its id.')
    .argument('<document...>')
    .requiredOption('--borrower <id>', 'whose documents')
    .requiredOption('--loan <id>', 'the loan they belong to')
    .addOption(
      new Option('--format <format>', 'xlsx for bank statements only').choices(['csv', 'json', 'xlsx']).default('csv'),
    )
    .option('--watch', 'wait until it is over', false)
    .action(
      async (
        documents: string[],
        options: { borrower: string; loan: string; format: NonNullable<CreateExportBody['format']>; watch: boolean },
      ) => {
        const made = await context.tieout().createExport({
          borrower_id: options.borrower,
          loan_id: options.loan,
          document_ids: documents,
          format: options.format,
        })
        if (options.watch) await watch(context, made.export_id)
        else context.answer(made, made.export_id)
      },
    )
}

async function watch(context: Context, id: string): Promise<void> {
  const over = await waitForExport(context.tieout(), id, {
    timeoutMs: PATIENCE_MS,
    onProgress: ({ status, progress: { done, total } }) => context.terminal.progress(`${bar(done, total)}  ${status}`),
  })
  context.answerRows([over], COLUMNS)
  if (over.status !== 'succeeded') context.code = 1
}

async function download(context: Context, id: string, options: { to?: string; force: boolean }): Promise<void> {
  const tieout = context.tieout()
  const { bundle } = await tieout.getExport(id)
  const fetched = {
    // The name is the service's: it must not lead out of this folder.
    file: options.to ?? basename(bundle?.name ?? `${id}.zip`),
    force: options.force,
    sizeBytes: bundle?.size_bytes ?? 0,
    sha256: bundle?.sha256 ?? null,
  }
  await keepFile(context, fetched, () => tieout.downloadExport(id))
}
