/**
 * Clocks of processes that can be set while they run, by libfaketime (Debian: `faketime`). Only the time of day is
 * moved; what counts the time since the start goes on evenly, as it does when an operator or a time server sets a clock.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)

export interface SettableClock {
  /** For the process that is to have it. */
  readonly env: Readonly<Record<string, string>>
  /** Seconds ahead of the machine's clock; seen within a second. */
  set(aheadSeconds: number): void
}

export interface SettableClocks {
  clockFor(name: string): SettableClock
  close(): void
}

/** Null, said aloud, where the library is not installed. */
export function openClocks(): SettableClocks | null {
  const library = LIBRARIES.find((path) => existsSync(path))
  if (library === undefined) {
    console.error('no clock can be set here: libfaketime is not installed (apt-get install faketime)')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'clocks-'))
  return {
    clockFor: (name) => {
      const file = join(folder, name)
      const set = (aheadSeconds: number): void => writeFileSync(file, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}\n`)
      set(0)
      return {
        set,
        env: {
          LD_PRELOAD: library,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        },
      }
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}
