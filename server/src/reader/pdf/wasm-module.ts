/**
 * Two changes to a WebAssembly module before it is compiled.
 *
 * Its memory ceiling stands in the module itself. V8's own limits do not count WebAssembly memory, so a bomb inside a PDF
 * would take two gigabytes before anything stopped it; with the ceiling lowered, the library's own allocation fails and it
 * ends cleanly within a second.
 *
 * What it remembers is its memory and its mutable globals, and the globals can't be seen from outside. They are exported,
 * so that both can be put back to what they were before a document.
 */

const PREAMBLE_BYTES = 8
const [IMPORTS, MEMORIES, GLOBALS, EXPORTS] = [2, 5, 6, 7]
const HAS_MAXIMUM = 0x01
const FUNCTION_IMPORT = 0x00
const GLOBAL_EXPORT = 0x03
const IS_MUTABLE = 0x01
const [I32_CONST, END] = [0x41, 0x0b]

/** Changes `module` in place: its one memory may grow to `maxPages` pages of 64 KiB and no further. */
export function capWasmMemory(module: Uint8Array, maxPages: number): void {
  const memories = sectionOf(module, MEMORIES)
  if (memories === null) throw new Error('the module has no memory section')
  const count = readLeb(module, memories.body)
  const flags = module[count.end] ?? 0
  if (count.value !== 1 || (flags & HAS_MAXIMUM) === 0) throw new Error('the module has no single, bounded memory')
  const minimum = readLeb(module, count.end + 1)
  const maximum = readLeb(module, minimum.end)
  if (maxPages < minimum.value || maxPages > maximum.value) throw new Error('the ceiling is out of the bounds')
  module.set(lebOf(maxPages, maximum.end - minimum.end), minimum.end)
}

/** The name under which a mutable global is exported. */
export function globalName(index: number): string {
  return `global ${index}`
}

/**
 * The module with its mutable globals exported. Another number of them than `expected` is refused: then the module is not
 * the one that was looked at, and what it remembers has to be looked at again.
 */
export function exportGlobals(module: Uint8Array, expected: number): Uint8Array<ArrayBuffer> {
  refuseOtherImports(module)
  const globals = mutableGlobals(module)
  if (globals.length !== expected) throw new Error(`the module has ${globals.length} mutable globals, not ${expected}`)
  const section = sectionOf(module, EXPORTS)
  if (section === null) throw new Error('the module exports nothing')
  const count = readLeb(module, section.body)
  const added = globals.flatMap((global, index) => {
    const name = Buffer.from(globalName(index))
    return [...lebOf(name.length), ...name, GLOBAL_EXPORT, ...lebOf(global)]
  })
  const body = [lebOf(count.value + globals.length), module.subarray(count.end, section.end), added]
  const size = body.reduce((sum, part) => sum + part.length, 0)
  const parts = [module.subarray(0, section.start), [EXPORTS], lebOf(size), ...body, module.subarray(section.end)]
  return joined(parts)
}

/** Globals from outside would come first and shift the numbers of the others; memories and tables would be state too. */
function refuseOtherImports(module: Uint8Array): void {
  const imports = sectionOf(module, IMPORTS)
  if (imports === null) return
  let { value: left, end: at } = readLeb(module, imports.body)
  for (; left > 0; left -= 1) {
    const kind = nameEnd(module, nameEnd(module, at))
    if (module[kind] !== FUNCTION_IMPORT) throw new Error('the module imports more than functions')
    at = readLeb(module, kind + 1).end
  }
}

function nameEnd(module: Uint8Array, start: number): number {
  const length = readLeb(module, start)
  return length.end + length.value
}

/** The numbers of the globals that can change. */
function mutableGlobals(module: Uint8Array): number[] {
  const globals = sectionOf(module, GLOBALS)
  if (globals === null) return []
  const mutable: number[] = []
  const { value: count, end: first } = readLeb(module, globals.body)
  for (let [index, at] = [0, first]; index < count; index += 1) {
    const [, mutability, opcode] = module.subarray(at, at + 3)
    if (mutability === IS_MUTABLE) mutable.push(index)
    const { end } = readLeb(module, at + 3)
    if (opcode !== I32_CONST || module[end] !== END) throw new Error('a global of an unknown form')
    at = end + 1
  }
  return mutable
}

interface Section {
  /** Where its number stands, where its contents begin, and where they end. */
  readonly start: number
  readonly body: number
  readonly end: number
}

function sectionOf(module: Uint8Array, id: number): Section | null {
  for (let start = PREAMBLE_BYTES; start < module.length;) {
    const size = readLeb(module, start + 1)
    const end = size.end + size.value
    if (module[start] === id) return { start, body: size.end, end }
    start = end
  }
  return null
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

/** Padded to `width` where it replaces another number, which the format allows: nothing else has to move then. */
function lebOf(value: number, width = 1): number[] {
  const bytes: number[] = []
  for (let rest = value; rest > 0 || bytes.length < width; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) & 0x7f
  return bytes
}

function joined(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
