import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, toMessage } from './host.ts'

/** A window in a parent of the given origin, as far as the protocol touches it. */
function framed() {
  const heard: { message: unknown; origin: string }[] = []
  const parent = { postMessage: (message: unknown, origin: string) => void heard.push({ message, origin }) }
  let receive: ((event: unknown) => void) | null = null
  const frame = {
    parent,
    addEventListener: (_type: string, listener: (event: unknown) => void) => (receive = listener),
    removeEventListener: () => (receive = null),
  }
  return { frame: frame as unknown as Window, parent, heard, send: (event: unknown) => receive?.(event) }
}

const ORIGIN = 'https://los.example.com'

test('the frame speaks to each allowed origin by name and never to any', () => {
  const { frame, heard } = framed()
  hostOf(frame, [ORIGIN, 'https://other.example.com']).say({ type: 'ready', surface: 'spreading' })
  assert.deepEqual(
    heard.map(({ origin }) => origin),
    [ORIGIN, 'https://other.example.com'],
  )
})

test('a message is heard from the parent with an allowed origin, and from nobody else', () => {
  const { frame, parent, send } = framed()
  const heard: unknown[] = []
  hostOf(frame, [ORIGIN]).listen((message) => heard.push(message))
  const data = { tieout: 1, type: 'theme', theme: 'dark' }
  send({ source: {}, origin: ORIGIN, data })
  send({ source: parent, origin: 'https://evil.example.com', data })
  send({ source: parent, origin: 'null', data })
  assert.deepEqual(heard, [])
  send({ source: parent, origin: ORIGIN, data })
  assert.deepEqual(heard, [{ type: 'theme', theme: 'dark' }])
})

const MESSAGES: [string, unknown, unknown][] = [
  ['a renewal', { tieout: 1, type: 'renew', handle: 'svc_handle_x' }, { type: 'renew', handle: 'svc_handle_x' }],
  ['another protocol', { tieout: 2, type: 'renew', handle: 'x' }, null],
  ['no protocol', { type: 'renew', handle: 'x' }, null],
  ['a handle that is no text', { tieout: 1, type: 'renew', handle: {} }, null],
  ['an unknown theme', { tieout: 1, type: 'theme', theme: 'url(javascript:1)' }, null],
  ['a text', 'renew', null],
  ['nothing', null, null],
]
for (const [name, data, message] of MESSAGES) {
  test(`what a host may say: ${name}`, () => assert.deepEqual(toMessage(data), message))
}
