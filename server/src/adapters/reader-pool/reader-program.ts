/** The command line of the reader's child: this Node, its permissions, and the few folders that it loads code from. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Program } from './isolation.ts'

const SERVER = join(import.meta.dirname, '..', '..', '..')
const CODE = ['src/reader', 'src/engine/model', 'src/lib', 'package.json'].map((path) => join(SERVER, path))
/** Packages stand beside the server or, in a workspace, above it. */
const PACKAGES = [join(SERVER, 'node_modules'), join(dirname(SERVER), 'node_modules')]

/** The ceiling of what one child may allocate. A real page of a package takes a tenth of it. */
export const READER_DATA_BYTES = 1024 * 1024 * 1024
const HEAP_MEGABYTES = 512
const OPEN_FILES = 64

/** `compiled` is a folder with its code compiled ahead; see compiled-code.ts. */
export function readerProgram(cpuSeconds: number, compiled: string | null = null): Program {
  const cache = compiled === null ? [] : [compiled]
  const readable = [process.execPath, ...CODE, ...PACKAGES.filter((path) => existsSync(path)), ...cache]
  return {
    argv: [
      process.execPath,
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      // Node reads compiled code only from where it might write it too. The mount is what forbids that.
      ...cache.map((path) => `--allow-fs-write=${path}`),
      '--allow-addons',
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      '--disable-warning=SecurityWarning',
      join(SERVER, 'src/reader/main.ts'),
    ],
    readable,
    env: compiled === null ? {} : { NODE_COMPILE_CACHE: compiled },
    limits: { dataBytes: READER_DATA_BYTES, cpuSeconds, openFiles: OPEN_FILES },
  }
}
