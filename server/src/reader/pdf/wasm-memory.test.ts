import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capWasmMemory } from './wasm-memory.ts'

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
