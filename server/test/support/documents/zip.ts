/** Writes zip archives, and broken ones: sizes and counts can be made to lie. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly data: Uint8Array
  /** What the table of contents claims instead of the true unpacked size. */
  readonly claimedBytes?: number
}

export function zipOf(parts: readonly ZipPart[], options: { readonly claimedCount?: number } = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claimedBytes } of parts) {
    const packed = deflateRawSync(data)
    const label = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? data.length, 18)
    fields.writeUInt16LE(label.length, 22)
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), fields, label, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), fields, tail, label]))
    bodies.push(local)
    offset += local.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  const count = options.claimedCount ?? parts.length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, table, end])
}
