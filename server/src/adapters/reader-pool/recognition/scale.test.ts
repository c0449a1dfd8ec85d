import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scaledTo } from './scale.ts'

test('paper of one brightness keeps it at every size', () => {
  fc.assert(
    fc.property(
      fc.nat(255),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 100, max: 300 }),
      (value, side, dpi) => {
        const { pixels, width, height } = scaledTo(
          { pixels: new Uint8Array(side * side).fill(value), width: side, height: side, dpi: 300 },
          dpi,
        )
        assert.equal(pixels.length, width * height)
        assert.ok(pixels.every((one) => Math.abs(one - value) <= 1))
      },
    ),
  )
})

test('a line stays where it was, as dark as its share of a pixel', () => {
  const pixels = new Uint8Array(90 * 90).fill(255)
  for (let y = 0; y < 90; y += 1) pixels.fill(0, y * 90 + 42, y * 90 + 48)
  const small = scaledTo({ pixels, width: 90, height: 90, dpi: 300 }, 100)
  assert.deepEqual([small.width, small.height, small.dpi], [30, 30, 100])
  const row = [...small.pixels.subarray(15 * 30, 16 * 30)]
  assert.deepEqual(row.filter((value) => value < 128).length, 2)
  assert.ok((row[14] ?? 255) < 30 && (row[15] ?? 255) < 30)
})
