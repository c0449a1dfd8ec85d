import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCaption } from './caption.ts'
import { matchesPieces, prepareRules, rulesFor } from './caption-rules.ts'
import type { CaptionRule } from './caption-rules.ts'

function rule(match: CaptionRule['match'], caption: string, accountId = 'opex.rent'): CaptionRule {
  return { match, caption, accountId, section: null }
}

function matched(rules: readonly CaptionRule[], caption: string): string[] {
  return [...rulesFor(prepareRules(rules), readCaption(caption))].map((found) => found.accountId)
}

test('a star stands for any text and the rest of the pattern for itself', () => {
  const table: [pattern: string, caption: string, fits: boolean][] = [
    ['project *', 'Project Alpha supplies', true],
    ['project *', 'Projector', false],
    ['project*', 'Projector', true],
    ['* supplies', 'Project Alpha supplies', true],
    ['*alpha*', 'Project Alpha supplies', true],
    ['project * supplies', 'Project Alpha supplies', true],
    ['project * supplies', 'Project supplies', false],
    ['rent', 'Rent expense', false],
    ['R&M *', 'Repairs and Maintenance - Building', true],
    ['*', 'Anything at all', true],
    ['4*0', '450', true],
    ['(a+)+$', 'aaaaaaaa', false],
  ]
  for (const [pattern, caption, fits] of table)
    assert.equal(matched([rule('pattern', pattern)], caption).length > 0, fits, `${pattern} on ${caption}`)
})

test('an exact rule comes before a pattern, a longer pattern before a shorter, a later rule before an earlier', () => {
  const rules = [
    rule('pattern', 'project *', 'short'),
    rule('pattern', 'project alpha *', 'long'),
    rule('exact', 'Project Alpha tools', 'first'),
    rule('exact', 'PROJECT ALPHA TOOLS', 'second'),
    rule('contains', 'alpha', 'holds'),
  ]
  assert.deepEqual(matched(rules, 'Project Alpha tools'), ['second', 'first', 'long', 'short', 'holds'])
})

test('the matcher agrees with a regular expression made of the same pieces', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 5 }), letters, (pieces, text) => {
      const expression = new RegExp(`^${pieces.join('.*')}$`)
      assert.equal(matchesPieces(pieces, text), expression.test(text))
    }),
    { numRuns: 2000 },
  )
})

test('a hostile pattern costs no more than its length times the caption', () => {
  const pattern = `${'*a'.repeat(5000)}*b`
  const rules = prepareRules([rule('pattern', pattern)])
  const caption = readCaption('a'.repeat(300))
  const started = performance.now()
  assert.deepEqual([...rulesFor(rules, caption)], [])
  assert.ok(performance.now() - started < 200, 'one look at a hostile pattern took longer than a whole statement may')
})
