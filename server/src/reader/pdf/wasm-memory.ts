/**
 * The memory ceiling of a WebAssembly module stands in the module itself. V8's own limits do not count WebAssembly
 * memory, so a bomb inside a PDF would take two gigabytes before anything stopped it; with the ceiling lowered, the
 * library's own allocation fails and it ends cleanly within a second.
 */

const PREAMBLE_BYTES = 8
const MEMORY_SECTION = 5
const HAS_MAXIMUM = 0x01

/** Changes `module` in place: its one memory may grow to `maxPages` pages of 64 KiB and no further. */
export function capWasmMemory(module: Uint8Array, maxPages: number): void {
  let at = PREAMBLE_BYTES
  while (at < module.length) {
    const id = module[at]
    const size = readLeb(module, at + 1)
    if (id !== MEMORY_SECTION) {
      at = size.end + size.value
      continue
    }
    const count = readLeb(module, size.end)
    const flags = module[count.end] ?? 0
    if (count.value !== 1 || (flags & HAS_MAXIMUM) === 0) throw new Error('the module has no single, bounded memory')
    const minimum = readLeb(module, count.end + 1)
    const maximum = readLeb(module, minimum.end)
    if (maxPages < minimum.value || maxPages > maximum.value) throw new Error('the ceiling is out of the bounds')
    writeLeb(module, minimum.end, maximum.end - minimum.end, maxPages)
    return
  }
  throw new Error('the module has no memory section')
}

/** WebAssembly writes numbers seven bits to the byte, the low ones first, the high bit saying that more follow. */
function readLeb(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0
  let at = start
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if ((byte & 0x80) === 0) return { value, end: at }
  }
}

/** Padded to the width of the number it replaces, which the format allows: nothing else has to move. */
function writeLeb(bytes: Uint8Array, start: number, width: number, value: number): void {
  let rest = value
  for (let index = 0; index < width; index += 1) {
    bytes[start + index] = (rest & 0x7f) | (index < width - 1 ? 0x80 : 0)
    rest >>>= 7
  }
  if (rest !== 0) throw new Error('the ceiling does not fit')
}
