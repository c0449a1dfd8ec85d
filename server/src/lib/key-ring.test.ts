import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { KeyRing } from './key-ring.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [first, second] = [key('2026'), key('2027')]
const ring = new KeyRing([first])

test('what is sealed opens again, in its own place only', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (secret, place, elsewhere) => {
      const sealed = ring.seal(secret, place)
      assert.equal(ring.open(sealed, place), secret)
      assert.equal(ring.openText(ring.sealText(secret, place), place), secret)
      if (elsewhere !== place) assert.throws(() => ring.open(sealed, elsewhere))
    }),
  )
})

test('a change of any byte is noticed', () => {
  const sealed = ring.seal('whsec_secret', 'place')
  for (const member of ['sealed', 'wrappedKey'] as const) {
    for (const index of sealed[member].keys()) {
      const changed = Buffer.from(sealed[member])
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.throws(() => ring.open({ ...sealed, [member]: changed }, 'place'))
    }
  }
})

test('after a change of the key-encryption key the old one opens nothing that was rewrapped, and the new one all', () => {
  const sealed = ring.seal('whsec_secret', 'place')
  const both = new KeyRing([second, first])
  const rewrapped = { ...sealed, ...both.rewrap(sealed, 'place') }
  assert.equal(rewrapped.kekId, '2027')
  assert.deepEqual(rewrapped.sealed, sealed.sealed)
  assert.equal(new KeyRing([second]).open(rewrapped, 'place'), 'whsec_secret')
  assert.throws(() => ring.open(rewrapped, 'place'), /2027 is not in the settings/)
  assert.equal(both.open(sealed, 'place'), 'whsec_secret', 'until then both are needed')
})

test('nothing of the secret shows in what is kept', () => {
  const sealed = ring.seal('whsec_plainly_visible', 'place')
  for (const bytes of [sealed.sealed, sealed.wrappedKey]) assert.ok(!bytes.includes('whsec_'))
})

test('keys of the wrong length or with the same id are refused', () => {
  assert.throws(() => new KeyRing([{ id: 'short', key: randomBytes(16) }]))
  assert.throws(() => new KeyRing([first, { ...second, id: first.id }]))
})
