/** Bytes as the reader's child gets them: an open file without a name. */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InputFile } from '../../../src/reader/input.ts'

export function withInput<T>(bytes: Uint8Array, use: (input: InputFile) => T): T {
  const path = join(tmpdir(), `tieout-test-${randomUUID()}`)
  const descriptor = openSync(path, 'wx+')
  unlinkSync(path)
  writeSync(descriptor, bytes)
  const close = (): void => closeSync(descriptor)
  try {
    const result = use(new InputFile(descriptor))
    if (result instanceof Promise) return result.finally(close) as T
    close()
    return result
  } catch (error) {
    close()
    throw error
  }
}
