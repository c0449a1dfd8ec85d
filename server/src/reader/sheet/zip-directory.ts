/**
 * The table of contents of a zip archive, looked at before anything is unpacked. The spreadsheet library stops at the
 * sizes that are declared there, so that bounding them bounds what a bomb can unpack to.
 */
import { ReadFailure } from '../failure.ts'
import type { InputFile } from '../input.ts'

const END_RECORD = 0x06054b50
const ENTRY_RECORD = 0x02014b50
const END_RECORD_BYTES = 22
const ENTRY_BYTES = 46
/** The end record may be followed by a comment of this length. */
const MAX_COMMENT_BYTES = 0xffff
/** More parts than any workbook has. */
const MAX_ENTRIES = 10_000
export const MAX_UNPACKED_BYTES = 200 * 1024 * 1024
const WORKBOOK_PART = /^xl\/workbook\d*\.xml$/i

export interface ZipEntry {
  readonly name: string
  readonly unpackedBytes: number
}

/** The entries; throws `unreadable` when the archive is broken or unpacks to more than a workbook may. */
export function zipEntries(input: InputFile): ZipEntry[] {
  const { count, offset, bytes } = endRecord(input)
  if (count > MAX_ENTRIES) throw new ReadFailure('unreadable', `the archive has ${count} entries`)
  const directory = Buffer.from(input.slice(offset, bytes))
  const entries: ZipEntry[] = []
  let total = 0
  for (let at = 0; entries.length < count;) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_RECORD)
      throw new ReadFailure('unreadable', 'the archive has a broken table of contents')
    const unpackedBytes = directory.readUInt32LE(at + 24)
    const nameLength = directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    total += unpackedBytes
    if (total > MAX_UNPACKED_BYTES) throw new ReadFailure('unreadable', `the archive unpacks to ${total} bytes or more`)
    entries.push({ name, unpackedBytes })
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

export function isWorkbookArchive(input: InputFile): boolean {
  return zipEntries(input).some((entry) => WORKBOOK_PART.test(entry.name))
}

function endRecord(input: InputFile): { count: number; offset: number; bytes: number } {
  const start = Math.max(0, input.size - END_RECORD_BYTES - MAX_COMMENT_BYTES)
  const tail = Buffer.from(input.slice(start, input.size - start))
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(END_RECORD)
  const at = tail.lastIndexOf(signature)
  if (at < 0 || at + END_RECORD_BYTES > tail.length)
    throw new ReadFailure('unreadable', 'the archive has no table of contents')
  const [count, bytes, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (count === 0xffff || offset === 0xffffffff) throw new ReadFailure('unreadable', 'an archive of the 64-bit form')
  if (offset + bytes > input.size) throw new ReadFailure('unreadable', 'the archive is cut off')
  return { count, offset, bytes }
}
