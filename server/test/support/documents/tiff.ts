/** Writes TIFF files of several gray pages, uncompressed: the library that reads them writes only one page. */

export interface GrayPage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const SHORT = 3
const LONG = 4

export function tiffOf(pages: readonly GrayPage[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 0x2a, 0x00]), Buffer.alloc(4)]
  let size = 8
  let linkAt = 4
  const bytes = (): Buffer => Buffer.concat(parts)
  const links: { at: number; to: number }[] = []
  for (const { width, height, data } of pages) {
    const pixelsAt = size
    const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)])
    parts.push(padded)
    size += padded.length
    links.push({ at: linkAt, to: size })
    const directory = directoryOf(width, height, pixelsAt)
    linkAt = size + directory.length - 4
    parts.push(directory)
    size += directory.length
  }
  const file = bytes()
  for (const { at, to } of links) file.writeUInt32LE(to, at)
  return file
}

function directoryOf(width: number, height: number, pixelsAt: number): Buffer {
  const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 8],
    [259, SHORT, 1],
    [262, SHORT, 1],
    [273, LONG, pixelsAt],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, width * height],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = 2 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(1, at + 4)
    if (type === SHORT) directory.writeUInt16LE(value, at + 8)
    else directory.writeUInt32LE(value, at + 8)
  }
  return directory
}
