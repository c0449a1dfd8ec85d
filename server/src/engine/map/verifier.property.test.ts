import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyMapping } from '@tieout/sdk'
import { effort, SEED } from '../../../test/support/effort.ts'
import { Mutator } from '../../../test/support/mutations.ts'
import { Dice, randomStatement } from '../../../test/support/random-statement.ts'
import { mapStatement } from './map-statement.ts'
import { mappingToPayload } from './payload.ts'

const MUTATIONS = effort(100_000, 0.03)
const MUTATIONS_PER_PAYLOAD = 100
const LEAST_REJECTED = 0.999
/** Accepted changes that should have been rejected are listed, up to this many. */
const LISTED = 20

test('the verifier rejects single changes that break a rule, and those it accepts are explained', (context) => {
  const dice = new Dice(SEED)
  const breaking = { tried: 0, rejected: 0 }
  const allowed = new Map<string, { tried: number; accepted: number }>()
  const byKind = new Map<string, number>()
  const missed: string[] = []
  while (breaking.tried + sumOf(allowed) < MUTATIONS) {
    const seed = dice.below(2 ** 31)
    const result = mapStatement(
      randomStatement(seed, { periods: dice.between(1, 3), lines: dice.between(4, 20) }).input,
    )
    if (result.status !== 'ready') continue
    const payload = mappingToPayload(result.mapping)
    assert.ok(verifyMapping(payload).holds, `statement ${seed} does not hold before anything was changed`)
    const mutator = new Mutator(payload, dice)
    for (let count = 0; count < MUTATIONS_PER_PAYLOAD; count += 1) {
      const mutation = mutator.draw()
      mutation.apply()
      const { holds } = verifyMapping(payload)
      mutation.undo()
      byKind.set(mutation.kind, (byKind.get(mutation.kind) ?? 0) + 1)
      if (mutation.allowed === null) {
        breaking.tried += 1
        if (!holds) breaking.rejected += 1
        else missed.push(`statement ${seed}: ${mutation.kind} at ${mutation.where}`)
      } else {
        const class_ = allowed.get(mutation.allowed) ?? { tried: 0, accepted: 0 }
        allowed.set(mutation.allowed, { tried: class_.tried + 1, accepted: class_.accepted + (holds ? 1 : 0) })
      }
    }
    assert.ok(verifyMapping(payload).holds, `statement ${seed} was not put back as it was`)
  }
  const rate = breaking.rejected / breaking.tried
  context.diagnostic(`seed ${SEED}: ${breaking.tried + sumOf(allowed)} changes (${[...byKind].map(String).join('; ')})`)
  context.diagnostic(
    `rejected ${breaking.rejected} of ${breaking.tried} that break a rule: ${(rate * 100).toFixed(3)} %`,
  )
  for (const [why, { tried, accepted }] of allowed)
    context.diagnostic(`break no rule: ${tried} (${accepted} accepted): ${why}`)
  for (const line of missed.slice(0, LISTED)) context.diagnostic(`missed: ${line}`)
  assert.ok(rate >= LEAST_REJECTED, `only ${(rate * 100).toFixed(3)} % of the changes that break a rule were rejected`)
})

function sumOf(classes: ReadonlyMap<string, { tried: number }>): number {
  return [...classes.values()].reduce((sum, { tried }) => sum + tried, 0)
}
