/** `tieout memos`: credit memos of a loan, and their PDFs. */
import { basename } from 'node:path'
import { waitForRender } from '@tieout/sdk'
import type { Memo } from '@tieout/sdk'
import { Command } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import { keepFile } from '../download.ts'
import { UsageError } from '../settings.ts'
import type { Column } from '../table.ts'
import { bar } from '../terminal.ts'

const COLUMNS: readonly Column<Memo>[] = [
  { head: 'memo', cell: (memo) => memo.memo_id },
  { head: 'title', cell: (memo) => memo.title },
  { head: 'version', cell: (memo) => String(memo.version), right: true },
  { head: 'last print', cell: (memo) => memo.latest_render?.status ?? '' },
]

export function memosCommand(context: Context): Command {
  const list = listCommand()
    .description('Memos of a loan, newest first.')
    .requiredOption('--loan <id>', 'the loan')
    .action(({ limit, loan }: { limit: number; loan: string }) =>
      context.answerList(context.tieout().listMemos(loan), COLUMNS, limit),
    )
  const create = new Command('create')
    .description('Begin a memo and print its id.')
    .requiredOption('--loan <id>', 'the loan')
    .option('--title <title>', 'what it is called')
    .action(async ({ loan, title }: { loan: string; title?: string }) => {
      const memo = await context.tieout().createMemo(loan, title === undefined ? {} : { title })
      context.answer(memo, memo.memo_id)
    })
  const print = new Command('print')
    .description('Make the PDF of a memo from the figures in force, and fetch it.')
    .argument('<memo>')
    .requiredOption('--loan <id>', 'the loan')
    .option('--to <path>', 'where to; by default its own name, in this folder')
    .option('--force', 'also over a file that is there', false)
    .action((memo: string, options: PrintOptions) => printMemo(context, memo, options))
  return new Command('memos')
    .description('Begin credit memos and print them.')
    .addCommand(list)
    .addCommand(create)
    .addCommand(print)
}

interface PrintOptions {
  readonly loan: string
  readonly to?: string
  readonly force: boolean
}

async function printMemo(context: Context, memoId: string, options: PrintOptions): Promise<void> {
  const tieout = context.tieout()
  const render = await waitForRender(tieout, await tieout.renderMemo(options.loan, memoId), {
    onProgress: ({ status, progress: { done, total } }) => context.terminal.progress(`${bar(done, total)}  ${status}`),
  })
  const { file, download_url: url } = render
  if (!file || url === null) throw new UsageError(`The memo was not printed: ${render.error?.message ?? render.status}`)
  const wanted = {
    file: options.to ?? basename(file.name),
    force: options.force,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
  }
  await keepFile(context, wanted, () => fetch(url))
}
