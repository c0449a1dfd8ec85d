/** `tieout borrowers`. */
import type { Borrower } from '@tieout/sdk'
import { Command } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import type { Column } from '../table.ts'

const COLUMNS: readonly Column<Borrower>[] = [
  { head: 'borrower', cell: (borrower) => borrower.id },
  { head: 'name', cell: (borrower) => borrower.business_name ?? '(intake)' },
  { head: 'your id', cell: (borrower) => borrower.external_id ?? '' },
  { head: 'since', cell: (borrower) => borrower.created_at.slice(0, 10) },
]

export function borrowersCommand(context: Context): Command {
  const list = listCommand()
    .description('Businesses on the curated list, or on the intake list.')
    .option('--intake', 'those whose intake is not completed', false)
    .action(({ limit, intake }: { limit: number; intake: boolean }) =>
      context.answerList(context.tieout().listBorrowers({ intake }), COLUMNS, limit),
    )
  const create = new Command('create')
    .description('Create a borrower and print its id.')
    .argument('<name>', 'of the business')
    .action(async (name: string) => {
      const borrower = await context.tieout().createBorrower({ business_name: name })
      context.answer(borrower, borrower.id)
    })
  return new Command('borrowers').description('List and create borrowers.').addCommand(list).addCommand(create)
}
