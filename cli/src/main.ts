/** The command line: what a person or a script does with Tieout from a terminal, on top of the sdk. */
import { Command, CommanderError } from 'commander'
import { verify } from './verify.ts'

/** Runs one command and gives its exit code: 0 done, 1 the answer is no, 2 the question could not be asked. */
export async function main(args: readonly string[]): Promise<number> {
  let code = 0
  const program = new Command('tieout').description('Tieout from the command line.').exitOverride()
  program
    .command('verify')
    .description('Prove a statement mapping from its JSON alone. Exit code 1 when it does not hold.')
    .argument('<file>', "the mapping as the API returns it, or its payload; '-' reads standard input")
    .option('--json', 'print the result as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      code = await verify(file, options.json === true)
    })
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? 0 : 2
  }
  return code
}
