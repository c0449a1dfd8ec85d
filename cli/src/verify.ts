/** `tieout verify`: what was checked, how much of it, and what broke. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { verifyMapping } from '@tieout/sdk'
import type { Verification } from '@tieout/sdk'

/** Breaches beyond these say nothing new; the JSON output has them all. */
const SHOWN_PER_CHECK = 10

export async function verify(file: string, asJson: boolean): Promise<number> {
  let mapping: unknown
  try {
    mapping = JSON.parse(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'))
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    return 2
  }
  const verification = verifyMapping(mapping)
  console.log(asJson ? JSON.stringify(verification, null, 2) : describe(verification))
  return verification.holds ? 0 : 1
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
