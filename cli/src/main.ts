/**
 * The command line: what a person or a script does with Tieout from a terminal, on top of the sdk. Each file of
 * commands/ declares and does the commands of one noun.
 */
import { ApiError, ConnectionError } from '@tieout/sdk'
import { Command, CommanderError } from 'commander'
import { loginCommand, whoamiCommand } from './commands/access.ts'
import { borrowersCommand } from './commands/borrowers.ts'
import { jobsCommand } from './commands/jobs.ts'
import { loansCommand } from './commands/loans.ts'
import { uploadCommand } from './commands/upload.ts'
import { verifyCommand } from './commands/verify.ts'
import { Context } from './context.ts'
import { UsageError } from './settings.ts'
import { terminalOf } from './terminal.ts'

/** Runs one command and gives its exit code: 0 done, 1 the answer is no, 2 the question could not be asked. */
export async function main(args: readonly string[]): Promise<number> {
  const terminal = terminalOf(process.stdout, process.stderr)
  const program = new Command('tieout')
    .description('Tieout from the command line.')
    .option('--url <address>', 'the service; else TIEOUT_URL, else what login kept')
    .option('--json', 'print answers as JSON')
  const context = new Context(terminal, () => program.opts())
  program
    .addCommand(loginCommand(context))
    .addCommand(whoamiCommand(context))
    .addCommand(borrowersCommand(context))
    .addCommand(loansCommand(context))
    .addCommand(uploadCommand(context))
    .addCommand(jobsCommand(context))
    .addCommand(verifyCommand(context))
  exitByThrowing(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof ApiError || error instanceof ConnectionError || error instanceof UsageError)) throw error
    terminal.remark(error.message)
    return 2
  }
  return context.code
}

/** A command that was made apart does not take over its parent's way to end. */
function exitByThrowing(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitByThrowing(child)
}
