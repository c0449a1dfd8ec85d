/**
 * The file under the reader's hands. The child never sees a path: its parent leaves the bytes in a nameless file and
 * hands over the open descriptor, so that there is nothing else it could open.
 */
import { fstatSync, readSync } from 'node:fs'

export class InputFile {
  readonly size: number
  readonly #descriptor: number

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    this.size = fstatSync(descriptor).size
  }

  /** Fills `target` from `position`; fewer bytes only at the end of the file. Returns how many. */
  readInto(target: Uint8Array, position: number): number {
    let filled = 0
    while (filled < target.length) {
      const count = readSync(this.#descriptor, target, filled, target.length - filled, position + filled)
      if (count === 0) break
      filled += count
    }
    return filled
  }

  slice(position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - position)))
    return bytes.subarray(0, this.readInto(bytes, position))
  }

  /** The whole file. Only for formats whose libraries cannot work from a part of it. */
  all(): Uint8Array {
    return this.slice(0, this.size)
  }
}
