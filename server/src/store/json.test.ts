import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { finish } from '../lib/steps.ts'
import { jsonInSteps, toJson } from './json.ts'

const NUL = '\0'
const HALF = '\ud83d'

test('NUL is left out and half a character replaced, wherever they stand, and nothing else is touched', () => {
  assert.equal(toJson({ a: [`x${NUL}y`, { b: `${HALF}!` }] }), '{"a":["xy",{"b":"\ufffd!"}]}')
  assert.equal(
    toJson({ a: String.raw`spelled \u0000`, b: '\u0001😀' }),
    String.raw`{"a":"spelled \\u0000","b":"\u0001😀"}`,
  )
})

test('whatever goes in, PostgreSQL could take what comes out, and it says the same', () => {
  const texts = fc.string({
    unit: fc.oneof(fc.constantFrom(NUL, HALF, '\\', 'u', '"'), fc.string({ maxLength: 1, unit: 'grapheme' })),
  })
  fc.assert(
    fc.property(fc.array(texts), (members) => {
      const written = toJson(members)
      const read = JSON.parse(written) as string[]
      assert.deepEqual(
        read,
        members.map((text) => text.replaceAll(NUL, '').toWellFormed()),
      )
      assert.equal(JSON.stringify(read), written)
    }),
  )
})

test('what is written in steps is what is written at once, and a long list takes many', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(undefined), fc.boolean(), fc.date())
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof({ maxDepth: 6 }, leaf, fc.array(tie('tree')), fc.dictionary(fc.string(), tie('tree'))),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      const whole = { value }
      assert.equal(finish(jsonInSteps(whole)), toJson(whole))
    }),
  )
  const rows = Array.from({ length: 1_700 }, (_, index) => ({ index, text: `row ${index}${NUL}` }))
  const steps = jsonInSteps({ accounts: [{ rows }] })
  let count = 0
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      assert.equal(step.value, toJson({ accounts: [{ rows }] }))
      break
    }
    count += 1
  }
  assert.equal(count, 4)
})
