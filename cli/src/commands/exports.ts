/** `tieout exports`: bundles of extractions, ordered, waited for and fetched. */
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { waitForExport } from '@tieout/sdk'
import type { CreateExportBody, Export } from '@tieout/sdk'
import { Command, Option } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../settings.ts'
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

interface Downloaded {
  readonly file: string
  readonly size_bytes: number
  readonly sha256: string
}

/** The file has its name only when all of it is there and is what the service says it is. */
async function download(context: Context, id: string, options: { to?: string; force: boolean }): Promise<void> {
  const tieout = context.tieout()
  const { bundle } = await tieout.getExport(id)
  // The name is the service's: it must not lead out of this folder.
  const file = options.to ?? basename(bundle?.name ?? `${id}.zip`)
  if (existsSync(file) && !options.force) throw new UsageError(`${file} is there already; --force replaces it.`)
  const { body } = await tieout.downloadExport(id)
  if (!body) throw new UsageError('The bundle is empty.')
  const partial = `${file}.part`
  try {
    const got = await keep(context, body as unknown as Readable, { partial, total: bundle?.size_bytes ?? 0 })
    if (bundle && got.sha256 !== bundle.sha256)
      throw new UsageError('The bundle did not arrive as it was made: its hash is another. Fetch it again.')
    renameSync(partial, file)
    context.answer({ file, ...got } satisfies Downloaded, `${file}  ${bytes(got.size_bytes)}  sha256 ${got.sha256}`)
  } finally {
    rmSync(partial, { force: true })
  }
}

async function keep(
  context: Context,
  body: Readable,
  { partial, total }: { partial: string; total: number },
): Promise<Omit<Downloaded, 'file'>> {
  const hash = createHash('sha256')
  let size = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      context.terminal.progress(`${bar(size, total)}  ${bytes(size)} of ${bytes(total)}`)
      done(null, chunk)
    },
  })
  await pipeline(body, measured, createWriteStream(partial))
  return { size_bytes: size, sha256: hash.digest('hex') }
}
