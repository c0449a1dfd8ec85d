import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageFormatError } from './page-codec.ts'
import { decodeScan, encodeScan, type Scan } from './reader-messages.ts'

const SCAN: Scan = {
  page: '{}',
  pixels: Uint8Array.from([1, 2, 3, 4, 5, 6]),
  width: 3,
  height: 2,
  dpi: 300,
  origin: [0, 12.5],
  regions: [[1, 2, 3, 4]],
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

test('a scan that is encoded and decoded is the same scan', () => {
  assert.deepEqual(decodeScan(joined(encodeScan(SCAN))), { ...SCAN, pixels: Buffer.from(SCAN.pixels) })
})

const BROKEN: readonly { readonly name: string; readonly scan: object }[] = [
  { name: 'more pixels than it says', scan: { width: 2 } },
  { name: 'a side that is no number', scan: { height: '2' } },
  { name: 'a side that is not whole', scan: { width: 1.5, height: 4 } },
  { name: 'no resolution', scan: { dpi: 0 } },
  { name: 'half a place', scan: { origin: [1] } },
  { name: 'regions that are no boxes', scan: { regions: [[1, 2, 3]] } },
]

for (const { name, scan } of BROKEN) {
  test(`a scan with ${name} is refused`, () => {
    assert.throws(() => decodeScan(joined(encodeScan({ ...SCAN, ...scan }))), PageFormatError)
  })
}

test('a scan whose header is cut off or too long is refused', () => {
  assert.throws(() => decodeScan(Uint8Array.from([0, 0])), PageFormatError)
  assert.throws(() => decodeScan(Uint8Array.from([0xff, 0xff, 0xff, 0xff, 1])), PageFormatError)
  assert.throws(() => decodeScan(Uint8Array.from([0, 0, 0, 1, 0x7b])), PageFormatError)
})
