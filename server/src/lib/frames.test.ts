import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameHeader, readFrames, FrameError, type Frame } from './frames.ts'

async function framesOf(chunks: readonly Uint8Array[], maxBytes = 1000): Promise<Frame[]> {
  const source = (async function* () {
    for (const chunk of chunks) yield await Promise.resolve(chunk)
  })()
  const frames: Frame[] = []
  for await (const frame of readFrames(source, maxBytes)) frames.push(frame)
  return frames
}

test('frames come out as they went in, however the pipe cuts the bytes', async () => {
  const frames = fc.array(fc.record({ kind: fc.nat(255), payload: fc.uint8Array({ maxLength: 200 }) }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(frames, fc.integer({ min: 1, max: 50 }), async (sent, step) => {
      const bytes = Buffer.concat(sent.flatMap(({ kind, payload }) => [frameHeader(kind, payload.length), payload]))
      const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
        bytes.subarray(i * step, (i + 1) * step),
      )
      const received = await framesOf(chunks)
      assert.deepEqual(
        received,
        sent.map(({ kind, payload }) => ({ kind, payload: Uint8Array.from(payload) })),
      )
    }),
  )
})

test('a frame over the limit is refused before its payload is waited for', async () => {
  await assert.rejects(framesOf([frameHeader(1, 1001)]), FrameError)
})

test('a stream that ends inside a frame is refused', async () => {
  await assert.rejects(framesOf([frameHeader(1, 3), Uint8Array.of(1, 2)]), FrameError)
  await assert.rejects(framesOf([Uint8Array.of(0, 0)]), FrameError)
})
