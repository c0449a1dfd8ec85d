/** `tieout verify`: what was checked, how much of it, and what broke. */
import { verifyMapping } from '@tieout/sdk'
import type { Verification } from '@tieout/sdk'
import { Command } from 'commander'
import type { Context } from '../context.ts'
import { readJson } from '../input.ts'

/** Breaches beyond these say nothing new; the JSON output has them all. */
const SHOWN_PER_CHECK = 10

export function verifyCommand(context: Context): Command {
  return new Command('verify')
    .description('Prove a statement mapping from its JSON alone. Exit code 1 when it does not hold.')
    .argument('<file>', "the mapping as the API returns it, or its payload; '-' reads standard input")
    .action(async (file: string) => {
      const verification = verifyMapping(await readJson(file))
      context.answer(verification, describe(verification))
      if (!verification.holds) context.code = 1
    })
}

function describe({ holds, state, checks }: Verification): string {
  const lines = checks.flatMap(({ name, tested, breaches }) => {
    const verdict = breaches.length > 0 ? 'broken' : tested === 0 ? 'nothing to test' : 'holds'
    const shown = breaches.slice(0, SHOWN_PER_CHECK).map(({ where, says }) => `    ${where}: ${says}`)
    const more = breaches.length - shown.length
    return [
      `${name}: ${verdict} (${tested} tested${breaches.length > 0 ? `, ${breaches.length} broken` : ''})`,
      ...shown,
      ...(more > 0 ? [`    and ${more} more`] : []),
    ]
  })
  const tested = checks.reduce((sum, check) => sum + check.tested, 0)
  const verdict = holds ? 'the mapping holds' : 'the mapping does not hold'
  return [...lines, `${state ?? 'unreadable'}: ${verdict}; ${tested} facts tested`].join('\n')
}
