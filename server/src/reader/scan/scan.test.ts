/** Pictures of pages: how far they lean, how they are turned, and what files of them give. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { withInput } from '../../../test/support/documents/input.ts'
import { tiffOf } from '../../../test/support/documents/tiff.ts'
import { rotateSlightly, shrink, WHITE, type GrayImage } from './gray-image.ts'
import { drawImageFile, readImageFile, webpOf } from './image-file.ts'
import type { PageReading } from './picture.ts'
import { skewToUndo } from './skew.ts'
import { hasPrint, turnBox } from './straighten.ts'

/** A page of rows of small dark marks, like lines of print. */
function printedPage(width = 850, height = 1100, dpi = 100): GrayImage {
  const data = new Uint8Array(width * height).fill(WHITE)
  for (let top = 80; top < height - 80; top += 22)
    for (let left = 80; left < width - 80; left += 9)
      for (let y = 0; y < 8; y += 1) for (let x = 0; x < 5; x += 1) data[(top + y) * width + left + x] = 20
  return { width, height, dpi, data }
}

for (const degrees of [0, 0.3, 1, -1, 2.45, -4.2]) {
  test(`a page that leans by ${degrees}° is found to`, () => {
    const leaning = rotateSlightly(printedPage(), degrees)
    assert.ok(Math.abs(skewToUndo(leaning) + degrees) <= 0.05, `found ${skewToUndo(leaning)}`)
  })
}

test('a blank page, and one with dust, lean by nothing and hold no print', () => {
  const blank: GrayImage = { width: 850, height: 1100, dpi: 100, data: new Uint8Array(850 * 1100).fill(WHITE) }
  assert.equal(skewToUndo(blank), 0)
  assert.equal(hasPrint(blank), false)
  blank.data[500 * 850 + 400] = 0
  assert.equal(hasPrint(blank), false)
  assert.equal(hasPrint(printedPage()), true)
})

test('a tinted page and a shadow are no print', () => {
  const data = Uint8Array.from({ length: 850 * 1100 }, (_, index) => 140 + Math.floor((index % 850) / 10))
  assert.equal(hasPrint({ width: 850, height: 1100, dpi: 100, data }), false)
})

test('turning there and back changes almost nothing', () => {
  const page = printedPage()
  const back = rotateSlightly(rotateSlightly(page, 1), -1)
  let difference = 0
  for (let y = 200; y < 900; y += 1)
    for (let x = 200; x < 650; x += 1)
      difference += Math.abs((page.data[y * 850 + x] ?? 0) - (back.data[y * 850 + x] ?? 0))
  assert.ok(difference / (700 * 450) < 25, `mean difference ${difference / (700 * 450)}`)
})

test('a box turns with the page about its middle', () => {
  const [x0, y0] = turnBox([110, 100, 112, 102], [100, 100], 90)
  assert.deepEqual([Math.round(x0), Math.round(y0)], [98, 110])
})

test('shrinking takes the mean', () => {
  const small = shrink({ width: 4, height: 2, dpi: 200, data: Uint8Array.of(0, 100, 10, 10, 100, 200, 10, 10) }, 2)
  assert.deepEqual([...small.data], [100, 10])
  assert.equal(small.dpi, 100)
})

async function read(bytes: Uint8Array): Promise<{ pageCount: number; readings: PageReading[] }> {
  const readings: PageReading[] = []
  let pageCount = 0
  await withInput(bytes, (input) =>
    readImageFile(
      input,
      (count) => (pageCount = count),
      (reading) => readings.push(reading),
    ),
  )
  return { pageCount, readings }
}

async function encoded(format: 'png' | 'jpeg' | 'tiff', orientation?: number): Promise<Buffer> {
  const { width, height, data } = printedPage()
  const image = sharp(data, { raw: { width, height, channels: 1 } })
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toFormat(format).toBuffer()
}

for (const format of ['png', 'jpeg', 'tiff'] as const) {
  test(`a ${format} becomes a page of eleven inches with a picture fit for recognition`, async () => {
    const { pageCount, readings } = await read(await encoded(format))
    assert.equal(pageCount, 1)
    const [reading] = readings
    assert.ok(reading?.picture)
    assert.deepEqual([reading.page.width, reading.page.height], [612, 792])
    assert.equal(reading.page.kind, 'ocr')
    assert.ok(reading.picture.image.dpi >= 240 && reading.picture.image.dpi <= 300)
    assert.equal(reading.picture.image.data.length, reading.picture.image.width * reading.picture.image.height)
  })
}

for (const format of ['png', 'jpeg', 'tiff'] as const) {
  test(`what a red pen drew on a coloured ${format} is not part of what is recognised`, async () => {
    const { width, height, data } = printedPage()
    const colours = new Uint8Array(width * height * 3)
    for (const [at, value] of data.entries()) colours.fill(value, at * 3, at * 3 + 3)
    // A stroke down the left margin, where there is no print.
    for (let y = 200; y < 700; y += 1)
      for (let x = 20; x < 24; x += 1) colours.set([220, 20, 20], (y * width + x + Math.round(y / 20)) * 3)
    const image = sharp(colours, { raw: { width, height, channels: 3 } })
    const picture = (await read(await image.toFormat(format).toBuffer())).readings[0]?.picture
    assert.ok(picture)
    const { dpi, data: seen, width: across } = picture.image
    const margin = (y: number): Uint8Array => seen.subarray(y * across, y * across + Math.round(0.7 * dpi))
    for (let y = 2 * dpi; y < 7 * dpi; y += 1) assert.ok(Math.min(...margin(Math.round(y))) > 200, `row ${y}`)
    assert.ok(
      seen.some((value) => value < 60),
      'the print is still there',
    )
  })
}

test('a photograph that was taken sideways stands upright', async () => {
  const { readings } = await read(await encoded('jpeg', 6))
  assert.deepEqual([readings[0]?.page.width, readings[0]?.page.height], [792, 612])
})

test('every page of a TIFF is read', async () => {
  const { data, width, height } = printedPage()
  const { pageCount, readings } = await read(tiffOf([1, 2, 3].map(() => ({ data, width, height }))))
  assert.equal(pageCount, 3)
  assert.deepEqual(
    readings.map(({ page }) => page.number),
    [1, 2, 3],
  )
})

test('a picture that is cut off is refused', async () => {
  const whole = await encoded('png')
  await assert.rejects(read(whole.subarray(0, whole.length / 2)))
})

test('a page image has the size that its resolution says, and turns with the page', async () => {
  const bytes = await encoded('png')
  const drawn = await withInput(bytes, (input) => drawImageFile(input, 1, 72))
  assert.deepEqual([drawn.width, drawn.height], [612, 792])
  // The reader itself never opens WebP; the test looks at what it wrote.
  sharp.unblock({ operation: ['VipsForeignLoadWebp'] })
  const sizes = await Promise.all(
    [0, 1.5, 90, 181].map(async (turned) => {
      const { width, height, format } = await sharp(await webpOf(drawn, turned)).metadata()
      return [format, width, height]
    }),
  )
  assert.deepEqual(sizes, [
    ['webp', 612, 792],
    ['webp', 612, 792],
    ['webp', 792, 612],
    ['webp', 612, 792],
  ])
})
