/** The pool with real children: what it gives, and what happens when children hang, die or are not wanted any more. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import type { ReaderPool } from '../../src/adapters/reader-pool/pool.ts'
import type { Page } from '../../src/engine/model/page.ts'
import type { ImageEvent, ReadEvent } from '../../src/engine/model/reading.ts'
import { Pdfium } from '../../src/reader/pdf/pdfium.ts'
import { withInput } from '../support/documents/input.ts'
import { onePage, PdfFile, printText } from '../support/documents/pdf.ts'
import { scannedPdf, scanOf, type ScannedPage } from '../support/documents/scans.ts'
import { statementPage, statementPdf } from '../support/documents/statement.ts'
import { openReader, OWNER, readBytes } from '../support/reader.ts'

/** Its children don't wait for another document for long, so that tests can see which are gone. */
const pool = openReader({ idleMs: 300 })
const pdfium = await Pdfium.load()
after(() => pool.close())

/** Draws for minutes: many transparent layers over each other. */
const ENDLESS = onePage(`${'/G gs 0 0 612 792 re f '.repeat(100_000)}${printText(72, 700, 'Late')}`, {
  resources: '/ExtGState << /G << /ca 0.01 /BM /Luminosity >> >>',
})

const STATEMENT = statementPage('plain', 1)

async function scanned(skew: number): Promise<ScannedPage> {
  return withInput(onePage(STATEMENT.content), (input) =>
    scanOf(pdfium, pdfium.openDocument(input), 0, { dpi: 300, skew, jpegQuality: 85, noise: 2 }),
  )
}

function exactFigures(page: Page): number {
  const texts = new Map<string, number>()
  for (const { text } of page.words) texts.set(text, (texts.get(text) ?? 0) + 1)
  return STATEMENT.figures.filter((figure) => {
    const left = texts.get(figure) ?? 0
    texts.set(figure, left - 1)
    return left > 0
  }).length
}

/** Waits until nothing but the warm children is left. */
async function settled(reader: ReaderPool, warm = 1): Promise<void> {
  for (let tries = 0; reader.childPids.length > warm; tries += 1) {
    assert.ok(tries < 200, `${reader.childPids.length} children are left`)
    await sleep(50)
  }
}

test('a document is opened, gives its pages in order, and is done', async () => {
  const { events, pages, outcome } = await readBytes(pool, statementPdf(5))
  assert.equal(outcome, 'done')
  assert.deepEqual(
    events.map((event) => event.kind),
    ['opened', 'page', 'page', 'page', 'page', 'page', 'done'],
  )
  assert.deepEqual(events[0], { kind: 'opened', type: 'pdf', pageCount: 5 })
  assert.deepEqual(
    pages.map((page) => page.number),
    [1, 2, 3, 4, 5],
  )
  assert.ok(pages.every((page) => page.kind === 'digital' && page.words.length > 80))
})

test('a document may come as a path, and nothing of it is left on the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-spool-'))
  const reader = openReader({ spoolFolder: folder })
  const path = join(folder, 'statement.pdf')
  writeFileSync(path, statementPdf(1))
  const events: ReadEvent[] = []
  for await (const event of reader.read({ owner: OWNER, content: { path }, declared: 'pdf', deadlineMs: 30_000 })) {
    events.push(event)
    assert.deepEqual(readdirSync(folder), ['statement.pdf'])
  }
  assert.equal(events.at(-1)?.kind, 'done')
  await reader.close()
  assert.ok(existsSync(path))
  rmSync(folder, { recursive: true })
})

/** A pool with room for one child, which waits for as long as the test takes. */
async function withOneChild(use: (reader: ReaderPool) => Promise<void>): Promise<void> {
  const reader = openReader({ size: 1, warm: 0, idleMs: 60_000 })
  await reader.prepared
  await use(reader).finally(() => reader.close())
}

test('a child reads one document of its owner after another, each as if it were the first', async () => {
  await withOneChild(async (reader) => {
    const [one, other] = [statementPdf(3, 'ruled'), onePage(printText(72, 700, 'Another'))]
    const first = await readBytes(reader, one)
    const [child] = reader.childPids
    assert.ok(child !== undefined)
    assert.deepEqual(
      (await readBytes(reader, other)).pages.flatMap(({ words }) => words.map(({ text }) => text)),
      ['Another'],
    )
    const again = await readBytes(reader, one)
    assert.deepEqual(again.pages, first.pages)
    assert.deepEqual(reader.childPids, [child])
    assert.partialDeepStrictEqual(again.events.at(-1), { kind: 'done', pageCount: 3 })
  })
})

test('a child that has read for one owner reads for no other, and ends to make room', async () => {
  await withOneChild(async (reader) => {
    await readBytes(reader, statementPdf(1), { owner: 'one' })
    const [ofOne] = reader.childPids
    const reading = await readBytes(reader, statementPdf(1), { owner: 'other' })
    assert.equal(reading.outcome, 'done')
    await settled(reader)
    const [ofOther, ...more] = reader.childPids
    assert.ok(ofOther !== undefined && ofOther !== ofOne)
    assert.deepEqual(more, [])
  })
})

const LAST_DOCUMENTS: readonly (readonly [what: string, bytes: Uint8Array, outcome: string])[] = [
  ['a table of text', Buffer.from('a,b\n1,2\n'), 'done'],
  ['a document that is broken', Buffer.from('%PDF-1.7 and no more'), 'unreadable'],
  ['a document with nothing on it', onePage(''), 'empty'],
]
for (const [what, bytes, expected] of LAST_DOCUMENTS)
  test(`${what} is the last document of its child`, async () => {
    await withOneChild(async (reader) => {
      await readBytes(reader, statementPdf(1))
      assert.equal(reader.childPids.length, 1)
      assert.equal((await readBytes(reader, bytes)).outcome, expected)
      await settled(reader, 0)
      assert.equal((await readBytes(reader, statementPdf(1))).outcome, 'done')
    })
  })

test('a child that is killed while it waits is not given a document', async () => {
  await withOneChild(async (reader) => {
    await readBytes(reader, statementPdf(1))
    for (const pid of reader.childPids) process.kill(pid, 'SIGKILL')
    await settled(reader, 0)
    assert.equal((await readBytes(reader, statementPdf(1))).outcome, 'done')
  })
})

test('a child waits for another document only for a while', async () => {
  const reader = openReader({ warm: 0, idleMs: 200 })
  await readBytes(reader, statementPdf(1))
  await settled(reader, 0)
  await reader.close()
})

test('a path that is not there is the caller’s mistake, not a document’s', async () => {
  const reading = pool.read({ owner: OWNER, content: { path: '/no/such/file' }, declared: null, deadlineMs: 30_000 })
  await assert.rejects(async () => {
    for await (const event of reading) assert.notEqual(event.kind, 'page')
  }, /ENOENT/)
  await settled(pool)
})

test('a scanned page that leans is straightened and its figures are read', async () => {
  const { pages, outcome } = await readBytes(pool, scannedPdf([await scanned(1)]))
  assert.equal(outcome, 'done')
  const [page] = pages
  assert.ok(page)
  assert.equal(page.kind, 'ocr')
  assert.ok(Math.abs(page.turned + 1) <= 0.1, `turned by ${page.turned}`)
  const share = exactFigures(page) / STATEMENT.figures.length
  assert.ok(share >= 0.95, `${share} of the figures`)
  const heading = page.words.find((word) => word.text === 'Statement')
  assert.ok(heading && Math.abs(heading.box[0] - 72) < 4 && Math.abs(heading.box[3] - 72) < 6, heading?.box.join(' '))
})

for (const degrees of [90, 180, 270]) {
  test(`a page that was scanned turned by ${degrees}° is set upright`, async () => {
    const upright = await scanned(0)
    const jpeg = await sharp(upright.jpeg).rotate(degrees).jpeg({ quality: 85 }).toBuffer()
    const { pages } = await readBytes(pool, jpeg)
    const [page] = pages
    assert.ok(page)
    assert.equal(Math.round(page.turned), 360 - degrees)
    assert.deepEqual([Math.round(page.width), Math.round(page.height)], [612, 792])
    const share = exactFigures(page) / STATEMENT.figures.length
    assert.ok(share >= 0.95, `${share} of the figures`)
  })
}

test('an old OCR layer under a scan is replaced by a new reading', async () => {
  const { jpeg, width, height } = await scanned(0)
  const file = new PdfFile()
  const image = file.add({
    dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
    stream: jpeg,
  })
  const layer = printText(72, 720, 'Stafement ot lncorne', { before: '3 Tr' })
  file.addPage({ content: `q 612 0 0 792 0 0 cm /I Do Q ${layer}`, resources: `/XObject << /I ${image} 0 R >>` })
  const { pages } = await readBytes(pool, file.bytes())
  const [page] = pages
  assert.ok(page)
  assert.deepEqual(
    page.notes.map((note) => note.code),
    ['text_layer_redone'],
  )
  assert.equal(
    page.words.some((word) => word.text === 'Stafement'),
    false,
  )
  assert.ok(page.words.some((word) => word.text === 'Statement'))
})

test('a table pasted as a picture is read beside the printed text', async () => {
  const { jpeg, width, height } = await scanned(0)
  const file = new PdfFile()
  const image = file.add({
    dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode`,
    stream: jpeg,
  })
  const text = printText(72, 760, 'Attachment')
  file.addPage({ content: `${text} q 510 0 0 660 51 60 cm /I Do Q`, resources: `/XObject << /I ${image} 0 R >>` })
  const { pages } = await readBytes(pool, file.bytes())
  const [page] = pages
  assert.ok(page)
  assert.equal(page.kind, 'digital')
  assert.equal(page.words[0]?.text, 'Attachment')
  assert.ok(exactFigures(page) / STATEMENT.figures.length >= 0.9)
  assert.equal(page.notes[0]?.code, 'picture_text')
})

test('a document that draws for ever ends at its deadline, and the next one is read', async () => {
  const { outcome, ms } = await readBytes(pool, ENDLESS, { deadlineMs: 3000 })
  assert.equal(outcome, 'timed_out')
  assert.ok(ms < 6000, `${ms} ms`)
  await settled(pool)
  assert.equal((await readBytes(pool, statementPdf(1))).outcome, 'done')
})

test('a page that takes too long ends the document although its deadline is far', async () => {
  const impatient = openReader({ pageMs: 1500 })
  const { outcome, ms } = await readBytes(impatient, ENDLESS, { deadlineMs: 600_000 })
  await impatient.close()
  assert.equal(outcome, 'timed_out')
  assert.ok(ms < 10_000, `${ms} ms`)
})

test('who waits longer than the deadline for a free child is told so', async () => {
  const narrow = openReader({ size: 1 })
  const first = readBytes(narrow, ENDLESS, { deadlineMs: 4000 })
  await sleep(500)
  const second = await readBytes(narrow, statementPdf(1), { deadlineMs: 500 })
  assert.equal(second.outcome, 'timed_out')
  assert.equal((await first).outcome, 'timed_out')
  await narrow.close()
})

test('a reading that is cancelled throws, and its child is gone', async () => {
  const controller = new AbortController()
  const reading = pool.read({
    owner: OWNER,
    content: (async function* () {
      yield await Promise.resolve(ENDLESS)
    })(),
    declared: null,
    deadlineMs: 60_000,
    signal: controller.signal,
  })
  setTimeout(() => controller.abort(), 1000)
  await assert.rejects(async () => {
    for await (const event of reading) assert.notEqual(event.kind, 'done')
  }, /abort/i)
  await settled(pool)
})

test('a reader who stops listening leaves no child at work', async () => {
  const content = (async function* () {
    yield await Promise.resolve(statementPdf(200))
  })()
  for await (const event of pool.read({ owner: OWNER, content, declared: null, deadlineMs: 60_000 }))
    if (event.kind === 'page') break
  await settled(pool)
})

test('a child that is killed costs its own document only', async () => {
  const reader = openReader({ size: 2, warm: 0 })
  const doomed = readBytes(reader, ENDLESS, { deadlineMs: 60_000 })
  await sleep(700)
  const [victim] = reader.childPids
  assert.ok(victim !== undefined)
  const other = readBytes(reader, statementPdf(3))
  process.kill(victim, 'SIGKILL')
  const { outcome, events } = await doomed
  assert.equal(outcome, 'unreadable')
  assert.partialDeepStrictEqual(events.at(-1), { kind: 'failed', wasKilled: true })
  assert.equal((await other).outcome, 'done')
  await reader.close()
})

test('a child that is killed while it starts leaves no reading waiting', async () => {
  for (let delayMs = 0; delayMs < 40; delayMs += 8) {
    const reader = openReader({ size: 1, warm: 0 })
    const doomed = readBytes(reader, statementPdf(3))
    while (reader.childPids.length === 0) await sleep(1)
    await sleep(delayMs)
    for (const pid of reader.childPids) process.kill(pid, 'SIGKILL')
    const { events, ms } = await doomed
    assert.partialDeepStrictEqual(events.at(-1), { kind: 'failed', code: 'unreadable', wasKilled: true })
    assert.ok(ms < 20_000, `${ms} ms`)
    await reader.close()
  }
})

test('a child that is killed in the middle of a page is a killed one, not an unreadable file', async () => {
  const reader = openReader({ size: 1, warm: 0 })
  const events: ReadEvent[] = []
  const rows = Array.from({ length: 6_000 }, (_, row) => `${'long'.repeat(50)} ${row},1\n`)
  const content = Readable.from([Buffer.from(`caption,amount\n${rows.join('')}`)])
  for await (const event of reader.read({ owner: OWNER, content, declared: 'csv', deadlineMs: 60_000 })) {
    events.push(event)
    if (event.kind !== 'opened') continue
    // Nobody takes the next pages from the pipe, which holds less than they are long: the child stands still in one.
    await sleep(1_500)
    for (const pid of reader.childPids) process.kill(pid, 'SIGKILL')
  }
  assert.partialDeepStrictEqual(events.at(-1), { kind: 'failed', code: 'unreadable', wasKilled: true })
  await reader.close()
})

test('more documents than places are all read, a few at a time', async () => {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, pool.childPids.length)), 10)
  const readings = await Promise.all(Array.from({ length: 8 }, () => readBytes(pool, statementPdf(2))))
  clearInterval(timer)
  assert.deepEqual(
    readings.map(({ outcome }) => outcome),
    Array.from({ length: 8 }, () => 'done'),
  )
  // Two at work, one warm, and those that are just ending.
  assert.ok(most <= 6, `${most} children at once`)
})

test('the weaker isolation reads the same', async () => {
  const weaker = openReader({ isolation: { level: 'limits', description: 'for this test' } })
  const [strong, weak] = await Promise.all([readBytes(pool, statementPdf(2)), readBytes(weaker, statementPdf(2))])
  await weaker.close()
  assert.deepEqual(weak.pages, strong.pages)
})

async function imagesOf(
  bytes: Uint8Array,
  pages: readonly { number: number; turned: number }[],
): Promise<ImageEvent[]> {
  const content = (async function* () {
    yield await Promise.resolve(bytes)
  })()
  const events: ImageEvent[] = []
  for await (const event of pool.images({ owner: OWNER, content, declared: null, deadlineMs: 60_000, pages, dpi: 100 }))
    events.push(event)
  return events
}

test('page images are WebP of the asked resolution, one for every asked page', async () => {
  const events = await imagesOf(statementPdf(3), [
    { number: 1, turned: 0 },
    { number: 3, turned: 90 },
  ])
  assert.deepEqual(
    events.map((event) => (event.kind === 'image' ? event.number : event.kind)),
    [1, 3, 'done'],
  )
  const sizes = await Promise.all(
    events.flatMap((event) => (event.kind === 'image' ? [sharp(event.webp).metadata()] : [])),
  )
  assert.deepEqual(
    sizes.map(({ format, width, height }) => [format, width, height]),
    [
      ['webp', 850, 1100],
      ['webp', 1100, 850],
    ],
  )
})

test('a form’s values are on its page image', async () => {
  const file = new PdfFile()
  const font = file.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const look = file.add({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /H ${font} 0 R >> >>`,
    stream: '/Tx BMC q BT /H 16 Tf 2 5 Td (88888888) Tj ET Q EMC',
  })
  const field = file.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (88888888) /Rect [100 400 300 420] /AP << /N ${look} 0 R >> >>`,
  )
  file.catalogEntries = `/AcroForm << /Fields [${field} 0 R] >>`
  file.addPage({ content: '', entries: `/Annots [${field} 0 R]` })
  const [image] = await imagesOf(file.bytes(), [{ number: 1, turned: 0 }])
  assert.ok(image?.kind === 'image')
  const place = { left: 139, top: 516, width: 139, height: 28 }
  const { channels } = await sharp(await sharp(image.webp).extract(place).toBuffer()).stats()
  assert.ok((channels[0]?.min ?? 255) < 80, 'the value is not drawn')
})

test('sheets have no page images', async () => {
  const events = await imagesOf(Buffer.from('a,b\n1,2\n'), [{ number: 1, turned: 0 }])
  assert.deepEqual(
    events.map((event) => (event.kind === 'failed' ? event.code : event.kind)),
    ['unsupported'],
  )
})

test('closing the pool ends every child', async () => {
  const reader = openReader({ warm: 3 })
  assert.equal(reader.childPids.length, 3)
  await reader.close()
  assert.deepEqual(reader.childPids, [])
})
