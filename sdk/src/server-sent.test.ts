import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { messagesOf } from './server-sent.ts'

const TEXT =
  'retry: 1000\nid: @17\n\n:\n\nid: evt_1@17\nevent: job.completed\ndata: {"name":"Zoë: 1\\n2"}\n\nid: evt_2@17\ndata: {}\n\nid: cut off'
const MESSAGES = [
  { id: '@17', data: '' },
  null,
  { id: 'evt_1@17', data: '{"name":"Zoë: 1\\n2"}' },
  { id: 'evt_2@17', data: '{}' },
]

async function read(chunks: readonly Uint8Array[]): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const message of messagesOf(ReadableStream.from(chunks))) found.push(message)
  return found
}

test('messages are read alike wherever the network cuts the stream, and one that was cut off is none', async () => {
  const bytes = new TextEncoder().encode(TEXT)
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      assert.deepEqual(await read(places.slice(1).map((end, index) => bytes.subarray(places[index], end))), MESSAGES)
    }),
  )
})
