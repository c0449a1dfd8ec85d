/** `tieout login` and `tieout whoami`. */
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { Tieout } from '@tieout/sdk'
import type { Me } from '@tieout/sdk'
import { Command } from 'commander'
import type { Context } from '../context.ts'
import { keepSettings, UsageError } from '../settings.ts'
import { plain } from '../table.ts'

export function loginCommand(context: Context): Command {
  return new Command('login')
    .description('Keep the address of a service and a key for it. The key is asked for, or read from standard input.')
    .argument('<address>', 'such as https://tieout.example.com')
    .action((address: string) => login(context, address))
}

export function whoamiCommand(context: Context): Command {
  return new Command('whoami').description('Show the workspace and what the key may do.').action(async () => {
    const me = await context.tieout().getMe()
    context.answer(me, describe(me))
  })
}

/** The key is never taken from the command line, where other users of the machine could see it. */
async function login(context: Context, url: string): Promise<void> {
  const key = (await readKey()).trim()
  if (!/^svc_(live|test)_[0-9A-Za-z]{36}$/.test(key))
    throw new UsageError(
      'That is no key: one starts with svc_live_ or svc_test_ and has 36 letters and digits after it.',
    )
  const me = await new Tieout({ baseUrl: url, apiKey: key }).getMe()
  const file = keepSettings({ url, key }, process.env)
  context.answer(me, describe(me))
  context.terminal.remark(`Kept in ${file}, readable by you only.`)
}

async function readKey(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await prompt.question('API key: ')
  } finally {
    prompt.close()
  }
}

function describe(me: Me): string {
  return [
    `workspace     ${plain(me.workspace.name)} (${me.workspace.id})`,
    `organization  ${plain(me.organization.name)}`,
    `mode          ${me.mode}`,
    `key           ${me.key_id}, ${me.role}`,
    `plan          ${me.workspace.plan}, ${me.workspace.subscription_status}`,
    `scopes        ${me.scopes.join(' ')}`,
  ].join('\n')
}
