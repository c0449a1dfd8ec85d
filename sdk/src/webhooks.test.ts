import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'
import type { WebhookDelivery, WebhookRefusal } from './webhooks.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const body = '{"id":"evt_1","type":"job.completed","data":{"name":"Zoë’s Bäckerei"}}'
const t = 1_752_926_400
const now = new Date(t * 1000)
const sign = (key = secret, text: string | Buffer = body, at = t) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.`).update(text).digest('hex')}`

function refusal(delivery: Partial<WebhookDelivery>): WebhookRefusal | null {
  try {
    verifyWebhook({ body, secret, now, signature: sign(), ...delivery })
    return null
  } catch (error) {
    assert.ok(error instanceof WebhookVerificationError)
    return error.reason
  }
}

test('a genuine delivery gives its event, from bytes and from text', () => {
  assert.equal(verifyWebhook({ body, secret, now, signature: sign() }).id, 'evt_1')
  assert.equal(verifyWebhook({ body: Buffer.from(body), secret, now, signature: sign() }).type, 'job.completed')
})

test('either secret of a rotation is accepted, and no third', () => {
  assert.equal(refusal({ secret: ['whsec_new', secret] }), null)
  assert.equal(refusal({ secret: ['whsec_new', 'whsec_other'] }), 'wrong_signature')
})

test('five minutes either way are fresh, a second more is not', () => {
  for (const [seconds, expected] of [
    [0, null],
    [300, null],
    [-300, null],
    [301, 'outside_tolerance'],
    [-301, 'outside_tolerance'],
  ] as const)
    assert.equal(refusal({ now: new Date((t + seconds) * 1000) }), expected, String(seconds))
})

test('the signature is judged before the time: a stale forgery is told that it is forged', () => {
  assert.equal(refusal({ signature: sign('whsec_forger'), now: new Date(0) }), 'wrong_signature')
})

for (const signature of [
  undefined,
  null,
  '',
  't=1',
  'v1=ab',
  `t=${t},v1=`,
  sign().toUpperCase(),
  `${sign()},v1=00`,
  ` ${sign()}`,
  sign().replace('t=', 't=-'),
  sign().replace('t=', 't=0'),
  [sign(), sign()],
]) {
  test(`a signature of ${JSON.stringify(signature)} is malformed`, () => {
    assert.equal(refusal({ signature }), 'malformed_signature')
  })
}

test('no other bytes have the signature, not even the same JSON written again', () => {
  assert.equal(refusal({ body: JSON.stringify(JSON.parse(body), null, 1) }), 'wrong_signature')
  const bytes = Buffer.from(body)
  fc.assert(
    fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (index, flip) => {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ flip
      assert.equal(refusal({ body: changed }), 'wrong_signature')
    }),
  )
})

test('a signed body that is no event, or not UTF-8, is refused', () => {
  for (const text of ['', '[]', 'null', '{"id":1}', '{"id":"evt_1"}', Buffer.from([0x22, 0xff, 0x22])])
    assert.equal(refusal({ body: text, signature: sign(secret, Buffer.from(text)) }), 'malformed_body')
})

test('an empty secret is a fault of the receiver, never a match', () => {
  for (const empty of ['', [], ['', secret]])
    assert.throws(() => verifyWebhook({ body, secret: empty, now, signature: sign('') }), /needs a secret/)
})
