/** Opens a zip file the plain way, by its directory, so that a bundle is checked by other code than made it. */
import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

const END_RECORD = 0x06054b50
const ENTRY = 0x02014b50

export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  assert.equal(bytes.readUInt32LE(end), END_RECORD)
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(bytes.readUInt32LE(at), ENTRY)
    const [method, crc, packed] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
    ]
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [number, number, number]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const raw = bytes.subarray(start, start + packed)
    const content = method === 0 ? raw : inflateRawSync(raw)
    assert.equal(crc32(content), crc)
    files.set(bytes.toString('utf8', at + 46, at + 46 + lengths[0]), content)
    at += 46 + lengths[0] + lengths[1] + lengths[2]
  }
  return files
}
