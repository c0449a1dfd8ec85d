/**
 * PDFium, compiled to WebAssembly, behind the few things that the rest of this folder needs: its raw functions,
 * its memory, and a document that is read block by block from the input instead of being held in that memory.
 *
 * The package's wrapped functions cost about a microsecond each for converting arguments that are plain numbers
 * anyway; a page of 3,000 characters makes 15,000 calls. The raw exports are called instead.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init, type Functions } from '@embedpdf/pdfium'
import { ReadFailure } from '../failure.ts'
import type { InputFile } from '../input.ts'
import { capWasmMemory, exportGlobals, globalName } from './wasm-module.ts'

/** 256 MiB: 1,449 real pages never reached it, and a bomb that does is stopped before the process suffers. */
const MAX_WASM_PAGES = 4096
/** Where its stack stands, where that begins and ends, and the upper half of a result. All are numbers of 32 bits. */
const MUTABLE_GLOBALS = 4
/** Memory is looked through in steps of a WebAssembly page. */
const NOTHING = new Uint8Array(64 * 1024)
/** Bytes fetched from the file at once. PDFium asks for a few hundred at a time, mostly next to each other. */
const BLOCK_BYTES = 64 * 1024
/** Blocks kept; the oldest goes first. 2 MiB in all. */
const MAX_BLOCKS = 32
const PASSWORD_ERROR = 4
/** Protected in a way that PDFium does not know. */
const SECURITY_ERROR = 5

type RawFunctions = Record<keyof Functions, (...args: number[]) => number> & {
  malloc: (size: number) => number
  free: (pointer: number) => void
}

interface PdfiumState {
  /** Memory up to its last byte that is not zero. */
  readonly used: Uint8Array
  readonly globals: readonly number[]
}

/** What is used of the module that Emscripten makes; its own types need a package of their own. */
interface EmscriptenModule {
  readonly HEAPU8: Uint8Array
  readonly HEAP32: Int32Array
  readonly HEAPU32: Uint32Array
  readonly HEAPF32: Float32Array
  readonly wasmExports: unknown
  readonly addFunction: (callback: (...args: number[]) => number, signature: string) => number
}

type ReadBlock = (position: number, target: number, size: number) => number

export class Pdfium {
  readonly call: RawFunctions
  readonly #module: EmscriptenModule
  /** Sixteen floats of scratch memory for results that PDFium writes through pointers. */
  readonly scratch: number
  /** Whom PDFium asks for parts of a file, by the number that it was given with the file. */
  readonly #files = new Map<number, ReadBlock>()
  readonly #askForBlock: number
  readonly #first: PdfiumState

  private constructor(module: EmscriptenModule) {
    this.#module = module
    this.call = module.wasmExports as RawFunctions
    this.scratch = this.call.malloc(64)
    this.#askForBlock = module.addFunction(
      (file = 0, position = 0, target = 0, size = 0) => this.#files.get(file)?.(position >>> 0, target, size) ?? 0,
      'iiiii',
    )
    this.#first = this.#state()
  }

  static async load(): Promise<Pdfium> {
    const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
    capWasmMemory(wasmBinary, MAX_WASM_PAGES)
    const silent = (): void => undefined
    const { pdfium, PDFiumExt_Init } = await init({
      wasmBinary: exportGlobals(wasmBinary, MUTABLE_GLOBALS).buffer,
      print: silent,
      printErr: silent,
    })
    PDFiumExt_Init()
    return new Pdfium(pdfium as unknown as EmscriptenModule)
  }

  /**
   * Puts everything that PDFium remembers back to what it was before the first document, byte for byte. Handles of
   * documents become worthless. A new instance would do the same, and would have to compile its hot code anew.
   */
  reset(): void {
    this.#files.clear()
    this.bytes.set(this.#first.used)
    for (let at = this.#first.used.length; at < this.bytes.length; at += NOTHING.length) {
      // Memory that was never written to is not there yet, and is not called for by being looked at.
      if (!this.#isEmpty(at)) this.bytes.set(NOTHING, at)
    }
    for (const [index, value] of this.#first.globals.entries()) this.#global(index).value = value
  }

  #state(): PdfiumState {
    let end = this.bytes.length
    while (end > 0 && this.#isEmpty(end - NOTHING.length)) end -= NOTHING.length
    const globals = Array.from({ length: MUTABLE_GLOBALS }, (_, index) => this.#global(index).value)
    return { used: this.bytes.slice(0, end), globals }
  }

  #isEmpty(at: number): boolean {
    return Buffer.compare(this.bytes.subarray(at, at + NOTHING.length), NOTHING) === 0
  }

  #global(index: number): { value: number } {
    return (this.#module.wasmExports as Record<string, { value: number }>)[globalName(index)] as { value: number }
  }

  /** Views of the module's memory go stale when it grows: they are asked for anew at every use. */
  get bytes(): Uint8Array {
    return this.#module.HEAPU8
  }

  float(pointer: number): number {
    return this.#module.HEAPF32[pointer >> 2] ?? 0
  }

  int(pointer: number): number {
    return this.#module.HEAP32[pointer >> 2] ?? 0
  }

  uint(pointer: number): number {
    return this.#module.HEAPU32[pointer >> 2] ?? 0
  }

  setUint(pointer: number, value: number): void {
    this.#module.HEAPU32[pointer >> 2] = value
  }

  /**
   * A text that PDFium writes in UTF-16 into a buffer, by its usual protocol: asked with no buffer it tells the
   * length in bytes, the closing zero included.
   */
  utf16(write: (buffer: number, bytes: number) => number, maxBytes = 64 * 1024): string {
    const length = Math.min(write(0, 0), maxBytes)
    if (length <= 2) return ''
    return this.withMemory(length, (buffer) => {
      write(buffer, length)
      return Buffer.from(this.bytes.subarray(buffer, buffer + length - 2)).toString('utf16le')
    })
  }

  /** The same in UTF-8 or plain bytes. */
  utf8(write: (buffer: number, bytes: number) => number): string {
    const length = write(0, 0)
    if (length <= 1 || length > 4096) return ''
    return this.withMemory(length, (buffer) => {
      write(buffer, length)
      return Buffer.from(this.bytes.subarray(buffer, buffer + length - 1)).toString('utf8')
    })
  }

  /** Whether a content mark has this name of two letters: asked for every object, so without allocating anything. */
  markIs(mark: number, name: string): boolean {
    const lengthAt = this.scratch + 32
    if (this.call.FPDFPageObjMark_GetName(mark, this.scratch, 16, lengthAt) === 0) return false
    if (this.uint(lengthAt) !== 6) return false
    return this.uint(this.scratch) === name.charCodeAt(0) + name.charCodeAt(1) * 0x10000
  }

  /** Hands a text to PDFium as a zero-ended string for the length of one use. */
  withText<T>(text: string, use: (pointer: number) => T): T {
    const encoded = Buffer.from(`${text}\0`, 'utf8')
    return this.withMemory(encoded.length, (pointer) => {
      this.bytes.set(encoded, pointer)
      return use(pointer)
    })
  }

  withMemory<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.call.malloc(size)
    if (pointer === 0) throw new ReadFailure('unreadable', `no ${size} bytes left of the memory ceiling`)
    try {
      return use(pointer)
    } finally {
      this.call.free(pointer)
    }
  }

  /** Opens the document; the handle is valid until it is closed or everything is reset. */
  openDocument(input: InputFile): number {
    const file = this.#files.size
    this.#files.set(
      file,
      blockReader(input, () => this.bytes),
    )
    const access = this.call.malloc(12)
    this.setUint(access, input.size)
    this.setUint(access + 4, this.#askForBlock)
    this.setUint(access + 8, file)
    const document = this.call.FPDF_LoadCustomDocument(access, 0)
    if (document !== 0) return document
    const error = this.call.FPDF_GetLastError()
    if (error === PASSWORD_ERROR || error === SECURITY_ERROR)
      throw new ReadFailure('encrypted', `the PDF is protected (error ${error})`)
    throw new ReadFailure('unreadable', `PDFium cannot open the file (error ${error})`)
  }
}

/** Answers PDFium's requests for parts of the file, through a small cache of blocks. */
function blockReader(input: InputFile, memory: () => Uint8Array): ReadBlock {
  const blocks = new Map<number, Uint8Array>()
  const block = (index: number): Uint8Array => {
    const known = blocks.get(index)
    if (known !== undefined) return known
    const fresh = input.slice(index * BLOCK_BYTES, BLOCK_BYTES)
    blocks.set(index, fresh)
    const oldest = blocks.keys().next()
    if (blocks.size > MAX_BLOCKS && oldest.done !== true) blocks.delete(oldest.value)
    return fresh
  }
  return (position, target, size) => {
    if (position + size > input.size) return 0
    const wanted = memory().subarray(target, target + size)
    if (size >= BLOCK_BYTES) return input.readInto(wanted, position) === size ? 1 : 0
    for (let done = 0; done < size;) {
      const index = Math.floor((position + done) / BLOCK_BYTES)
      const offset = position + done - index * BLOCK_BYTES
      const part = block(index).subarray(offset, offset + size - done)
      if (part.length === 0) return 0
      wanted.set(part, done)
      done += part.length
    }
    return 1
  }
}
