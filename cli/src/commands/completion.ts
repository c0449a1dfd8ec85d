/**
 * `tieout completion`: a few lines for the shell, which ask the command itself what may come next. So a new command
 * or option is completed without anybody thinking of it.
 */
import { Argument, Command } from 'commander'
import type { Context } from '../context.ts'

const SCRIPTS = {
  bash: `_tieout() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(tieout complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tieout tieout`,
  zsh: `#compdef tieout
_tieout() {
  local -a candidates=("\${(@f)$(tieout complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  [[ -n "\${candidates[1]}" ]] && compadd -a candidates || _files
}
compdef _tieout tieout`,
  fish: `function __tieout_complete
  set -l found (tieout complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null | string match -r '.+')
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c tieout -f -a '(__tieout_complete)'`,
} as const

export function completionCommand(context: Context): Command {
  return new Command('completion')
    .description('Print what makes a shell complete this command, such as: source <(tieout completion bash)')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => context.answer({ shell, script: SCRIPTS[shell] }, SCRIPTS[shell]))
}

/** What the scripts call; the words that were typed so far, the one under the cursor last. */
export function completeCommand(context: Context, program: Command): Command {
  return new Command('complete').argument('[words...]').action((words: string[]) => {
    context.terminal.print(candidates(program, words).join('\n'))
  })
}

export function candidates(program: Command, words: readonly string[]): string[] {
  const before = words.slice(0, -1)
  const typed = words.at(-1) ?? ''
  let command = program
  for (const word of before) command = command.commands.find((child) => child.name() === word) ?? command
  const options = [...program.options, ...(command === program ? [] : command.options)]
  const last = options.find((option) => option.long === before.at(-1))
  if (last && (last.required || last.optional)) return startingWith(typed, last.argChoices ?? [])
  const names = command.commands.filter((child) => child.name() !== 'complete').map((child) => child.name())
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? [])
  const flags = typed.startsWith('-') ? options.flatMap((option) => option.long ?? []) : []
  return startingWith(typed, [...names, ...choices, ...flags])
}

const startingWith = (typed: string, words: readonly string[]): string[] =>
  words.filter((word) => word.startsWith(typed)).sort()
