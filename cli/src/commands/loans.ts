/** `tieout loans`. */
import type { Loan } from '@tieout/sdk'
import { Command } from 'commander'
import { listCommand } from '../context.ts'
import type { Context } from '../context.ts'
import type { Column } from '../table.ts'

const COLUMNS: readonly Column<Loan>[] = [
  { head: 'loan', cell: (loan) => loan.id },
  { head: 'borrower', cell: (loan) => loan.borrower_id },
  { head: 'name', cell: (loan) => loan.name ?? '' },
  { head: 'amount', cell: (loan) => loan.amount ?? '', right: true },
  { head: 'status', cell: (loan) => loan.status },
]

export function loansCommand(context: Context): Command {
  const list = listCommand()
    .description('Loans of the workspace, or of one borrower.')
    .option('--borrower <id>', 'of this borrower')
    .action(({ limit, borrower }: { limit: number; borrower?: string }) => {
      const filter = borrower === undefined ? {} : { borrowerId: borrower }
      return context.answerList(context.tieout().listLoans(filter), COLUMNS, limit)
    })
  const create = new Command('create')
    .description('Create a loan and print its id.')
    .requiredOption('--borrower <id>', 'who asks for it')
    .option('--name <name>', 'what it is called')
    .action(async ({ borrower, name }: { borrower: string; name?: string }) => {
      const loan = await context.tieout().createLoan(borrower, name === undefined ? {} : { name })
      context.answer(loan, loan.id)
    })
  return new Command('loans').description('List and create loans.').addCommand(list).addCommand(create)
}
