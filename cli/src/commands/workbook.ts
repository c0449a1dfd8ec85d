/** `tieout workbook`: a loan's statements as a workbook, made when its data changed, and fetched. */
import { waitForWorkbook } from '@tieout/sdk'
import type { WorkbookLink } from '@tieout/sdk'
import { Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { keepFile } from '../download.ts'

interface WorkbookOptions {
  readonly kind: WorkbookLink['kind']
  readonly to?: string
  readonly force: boolean
}

export function workbookCommand(context: Context): Command {
  return new Command('workbook')
    .description("Fetch the workbook of a loan's statements and measures.")
    .argument('<loan>')
    .addOption(new Option('--kind <kind>', 'what is in it').choices(['statements', 'tables']).default('statements'))
    .option('--to <path>', 'where to; by default named by the loan, in this folder')
    .option('--force', 'also over a file that is there', false)
    .action(async (loan: string, options: WorkbookOptions) => {
      const { url } = await waitForWorkbook(context.tieout(), loan, options.kind)
      const file = options.to ?? `${loan}-${options.kind}.xlsx`
      await keepFile(context, { file, force: options.force, sizeBytes: 0, sha256: null }, () => fetch(url))
    })
}
