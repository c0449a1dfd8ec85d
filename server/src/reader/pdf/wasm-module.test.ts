import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capWasmMemory, exportGlobals, globalName } from './wasm-module.ts'

/** Node has it; its types come only with the browser's library. */
interface Memory {
  grow(pages: number): number
}
declare const WebAssembly: {
  instantiate(module: Uint8Array<ArrayBuffer>): Promise<{ instance: { exports: Record<string, unknown> } }>
}

/** A module with nothing but a memory of 1 page that may grow to 32,768. */
function moduleWithMemory(): Uint8Array<ArrayBuffer> {
  const preamble = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
  const exported = [0x07, 0x05, 0x01, 0x01, 0x6d, 0x02, 0x00]
  return Uint8Array.from([...preamble, 0x05, 0x06, 0x01, 0x01, 0x01, 0x80, 0x80, 0x02, ...exported])
}

async function memoryOf(module: Uint8Array<ArrayBuffer>): Promise<Memory> {
  const { instance } = await WebAssembly.instantiate(module)
  return instance.exports['m'] as Memory
}

test('the engine itself enforces the lowered ceiling', async () => {
  const module = moduleWithMemory()
  ;(await memoryOf(module)).grow(100)
  capWasmMemory(module, 10)
  const memory = await memoryOf(module)
  memory.grow(9)
  assert.throws(() => memory.grow(1), RangeError)
})

test('a ceiling below the minimum or above the old ceiling is refused', () => {
  assert.throws(() => capWasmMemory(moduleWithMemory(), 0), /out of the bounds/)
  assert.throws(() => capWasmMemory(moduleWithMemory(), 40_000), /out of the bounds/)
})

test('a module without a memory is refused', () => {
  assert.throws(() => capWasmMemory(moduleWithMemory().slice(0, 8), 10), /no memory section/)
})

const PREAMBLE = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const MEMORY = [0x05, 0x03, 0x01, 0x00, 0x01]
/** Three numbers: 5, which can change, 7, which can't, and 9, which can. */
const GLOBALS = [
  0x06, 0x10, 0x03, 0x7f, 0x01, 0x41, 0x05, 0x0b, 0x7f, 0x00, 0x41, 0x07, 0x0b, 0x7f, 0x01, 0x41, 0x09, 0x0b,
]
const EXPORTED_MEMORY = [0x07, 0x05, 0x01, 0x01, 0x6d, 0x02, 0x00]
/** Something called `a.a`: a global, a function. */
const IMPORTED_GLOBAL = [0x02, 0x07, 0x01, 0x01, 0x61, 0x01, 0x61, 0x03, 0x7f, 0x00]
const FUNCTION_TYPE = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00]
const IMPORTED_FUNCTION = [0x02, 0x07, 0x01, 0x01, 0x61, 0x01, 0x61, 0x00, 0x00]

function moduleOf(...sections: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([PREAMBLE, ...sections].flat())
}

test('globals that can change are exported, and what was exported before still is', async () => {
  const module = exportGlobals(moduleOf(MEMORY, GLOBALS, EXPORTED_MEMORY), 2)
  const { instance } = await WebAssembly.instantiate(module)
  const values = [0, 1].map((index) => instance.exports[globalName(index)] as { value: number })
  assert.deepEqual(
    values.map(({ value }) => value),
    [5, 9],
  )
  for (const global of values) global.value = 11
  assert.deepEqual(Object.keys(instance.exports), ['m', globalName(0), globalName(1)])
})

const REFUSED: readonly (readonly [what: string, module: Uint8Array, expected: number, message: RegExp])[] = [
  ['more globals than were looked at', moduleOf(MEMORY, GLOBALS, EXPORTED_MEMORY), 1, /2 mutable globals, not 1/],
  ['fewer', moduleOf(MEMORY, EXPORTED_MEMORY), 1, /0 mutable globals, not 1/],
  ['a global from outside', moduleOf(IMPORTED_GLOBAL, MEMORY, GLOBALS, EXPORTED_MEMORY), 2, /more than functions/],
  [
    'a global that begins as something else than a number',
    moduleOf([0x06, 0x06, 0x01, 0x7f, 0x01, 0x23, 0x00, 0x0b], EXPORTED_MEMORY),
    1,
    /unknown form/,
  ],
  ['no exports', moduleOf(MEMORY, GLOBALS), 2, /exports nothing/],
]
for (const [what, module, expected, message] of REFUSED)
  test(`a module is refused that has ${what}`, () => {
    assert.throws(() => exportGlobals(module, expected), message)
  })

test('functions from outside are no reason to refuse a module', () => {
  const module = moduleOf(FUNCTION_TYPE, IMPORTED_FUNCTION, MEMORY, GLOBALS, EXPORTED_MEMORY)
  assert.ok(exportGlobals(module, 2).length > module.length)
})
