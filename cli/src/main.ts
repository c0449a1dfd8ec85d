/**
 * The command line: what a person or a script does with Tieout from a terminal, on top of the sdk. Each file of
 * commands/ declares and does the commands of one noun.
 */
import { ApiError, ConnectionError, WaitTimeoutError } from '@tieout/sdk'
import { Command, CommanderError } from 'commander'
import { loginCommand, whoamiCommand } from './commands/access.ts'
import { borrowersCommand } from './commands/borrowers.ts'
import { completeCommand, completionCommand } from './commands/completion.ts'
import { exportsCommand } from './commands/exports.ts'
import { jobsCommand } from './commands/jobs.ts'
import { loansCommand } from './commands/loans.ts'
import { mappingCommand } from './commands/mapping.ts'
import { memosCommand } from './commands/memos.ts'
import { uploadCommand } from './commands/upload.ts'
import { verifyCommand } from './commands/verify.ts'
import { webhooksCommand } from './commands/webhooks.ts'
import { workbookCommand } from './commands/workbook.ts'
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
    .addCommand(mappingCommand(context))
    .addCommand(verifyCommand(context))
    .addCommand(exportsCommand(context))
    .addCommand(workbookCommand(context))
    .addCommand(memosCommand(context))
    .addCommand(webhooksCommand(context))
    .addCommand(completionCommand(context))
    .addCommand(completeCommand(context, program), { hidden: true })
  exitByThrowing(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!isExpected(error)) throw error
    terminal.remark(context.asJson ? JSON.stringify({ error: described(error) }) : error.message)
    return 2
  }
  return context.code
}

/** What goes wrong outside of this program: it is said in words, without a trace of code. */
function isExpected(error: unknown): error is Error {
  const kinds = [ApiError, ConnectionError, WaitTimeoutError, UsageError]
  return kinds.some((kind) => error instanceof kind)
}

function described(error: Error): object {
  if (!(error instanceof ApiError)) return { type: null, message: error.message }
  const { type, message, status, requestId: request_id, details } = error
  return { type, message, status, request_id, details }
}

/** A command that was made apart does not take over its parent's way to end. */
function exitByThrowing(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) exitByThrowing(child)
}
