import assert from 'node:assert/strict'
import { closeSync, createReadStream, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { decodePage } from '../engine/model/page-codec.ts'
import type { Page } from '../engine/model/page.ts'
import { decodeScan, FRAME, MAX_FRAME_BYTES } from '../engine/model/reader-messages.ts'
import { readFrames, type Frame } from '../lib/frames.ts'
import { Output } from './output.ts'

const folder = mkdtempSync(join(tmpdir(), 'tieout-output-'))
after(() => rmSync(folder, { recursive: true }))

function pageOf(number: number, letters = 10): Page {
  const word = { text: 'é'.repeat(letters), box: [1, 2, 3, 4] as const, font: null, size: 9, bold: false }
  return {
    number,
    width: 612,
    height: 792,
    kind: 'digital',
    words: [word],
    rules: [],
    turned: 0,
    title: null,
    notes: [],
  }
}

async function said(
  name: string,
  say: (output: Output, bytes: () => number) => void | Promise<void>,
): Promise<Frame[]> {
  const path = join(folder, name)
  const descriptor = openSync(path, 'w')
  await say(new Output(descriptor), () => fstatSync(descriptor).size)
  closeSync(descriptor)
  const frames: Frame[] = []
  for await (const frame of readFrames(createReadStream(path) as AsyncIterable<Uint8Array>, MAX_FRAME_BYTES))
    frames.push(frame)
  return frames
}

const numberOf = ({ kind, payload }: Frame): number | string => {
  if (kind === FRAME.page) return decodePage(Buffer.from(payload).toString('utf8')).number
  if (kind === FRAME.scan) return decodePage(decodeScan(payload).page).number
  return kind
}

test('pages of every size and pictures come out in the order in which they were said, and the last word last', async () => {
  const sizes = [10, 40_000, 3, 15_000, 15_000, 15_000, 1, 32_768]
  const image = { width: 200, height: 300, dpi: 300, data: new Uint8Array(60_000).fill(7) }
  const frames = await said('order', (output) => {
    output.opened('pdf', 10)
    for (const [index, letters] of sizes.entries()) output.page({ page: pageOf(index + 1, letters), picture: null })
    output.page({ page: pageOf(9), picture: { image, origin: [0, 0], regions: null } })
    output.page({ page: pageOf(10), picture: null })
    output.done()
  })
  assert.deepEqual(frames.map(numberOf), [FRAME.opened, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, FRAME.done])
  const letters = frames
    .filter(({ kind }) => kind === FRAME.page)
    .map(({ payload }) => decodePage(Buffer.from(payload).toString('utf8')).words[0]?.text.length)
  assert.deepEqual(letters, [...sizes, 10])
})

test('a page that comes after a while is not kept waiting for the next one', async () => {
  await said('held', async (output, bytes) => {
    output.opened('pdf', 2)
    await wait(30)
    const before = bytes()
    output.page({ page: pageOf(1), picture: null })
    assert.ok(bytes() > before)
  })
})

test('a failure is said at once, after the pages before it', async () => {
  const frames = await said('failed', (output) => {
    output.opened('pdf', 2)
    output.page({ page: pageOf(1), picture: null })
    output.failed('unreadable', 'broken')
  })
  assert.deepEqual(frames.map(numberOf), [FRAME.opened, 1, FRAME.failed])
})

test('the next document is counted from the end of the one before', async () => {
  const [first, second] = await said('twice', (output) => {
    output.page({ page: pageOf(1), picture: null })
    output.done()
    output.done()
  }).then((frames) =>
    frames
      .filter(({ kind }) => kind === FRAME.done)
      .map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')) as { pageCount: number; cpuMs: number }),
  )
  assert.ok(first && second)
  assert.deepEqual([first.pageCount, second.pageCount], [1, 0])
  assert.ok(second.cpuMs < first.cpuMs, `${second.cpuMs} ms after ${first.cpuMs}`)
})
