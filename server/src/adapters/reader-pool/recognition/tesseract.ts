/**
 * Recognition of print by Tesseract, a program of its own: it gets a gray picture through a pipe, behind the same walls
 * as the reader, and answers with words. Measured on degraded scans: 99.9 % of the figures exact with these settings,
 * 92 % with the defaults. Its confidence does not tell right from wrong figures and is used for nothing of that kind.
 */
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { endIsolated, startIsolated } from '../isolated-process.ts'
import type { Isolation, Program } from '../isolation.ts'
import { parseTsv, type RecognisedWord } from './tesseract-tsv.ts'

const TESSERACT = '/usr/bin/tesseract'
const DATA_BYTES = 1024 * 1024 * 1024
const CPU_SECONDS = 300
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** How print lies on a picture: the text of a table is sparse, a sheet of marks is one block of rows. */
const LAYOUTS = { sparse: ['--psm', '11'], block: ['--psm', '6'] } as const
/** Sauvola's threshold copes with shadows; print is never white on black. */
const RECOGNISE = [
  ...['-c', 'thresholding_method=2'],
  ...['-c', 'tessedit_do_invert=0'],
  ...['-c', 'tessedit_create_tsv=1'],
]
/** Only which way is up. */
const ORIENT = ['--psm', '0']

export interface GrayPicture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly dpi: number
}

export class RecognitionError extends Error {
  override readonly name = 'RecognitionError'
}

export class Tesseract {
  readonly #isolation: Isolation

  constructor(isolation: Isolation) {
    if (!existsSync(TESSERACT)) throw new Error(`${TESSERACT} is missing: install tesseract-ocr and tesseract-ocr-eng`)
    this.#isolation = isolation
  }

  async words(
    picture: GrayPicture,
    signal: AbortSignal,
    layout: keyof typeof LAYOUTS = 'sparse',
  ): Promise<RecognisedWord[]> {
    return parseTsv(await this.#run(['-l', 'eng', ...LAYOUTS[layout], ...RECOGNISE], picture, signal))
  }

  /** Quarter turns clockwise that set the picture upright: 0 to 3; 0 also when that cannot be told. */
  async quarterTurns(picture: GrayPicture, signal: AbortSignal): Promise<number> {
    try {
      const answer = await this.#run(ORIENT, picture, signal)
      const degrees = /^Rotate: (\d+)$/m.exec(answer)?.[1]
      return degrees === undefined ? 0 : Math.round(Number(degrees) / 90) % 4
    } catch (error) {
      // Too few letters to tell is an error to Tesseract, and no news to us.
      if (error instanceof RecognitionError && !signal.aborted) return 0
      throw error
    }
  }

  async #run(settings: readonly string[], picture: GrayPicture, signal: AbortSignal): Promise<string> {
    const dpi = String(Math.round(picture.dpi))
    const program: Program = {
      argv: [TESSERACT, 'stdin', 'stdout', '--dpi', dpi, ...settings],
      readable: [],
      // One thread: pages are recognised side by side, and its own threads only wait for each other.
      env: { OMP_THREAD_LIMIT: '1' },
      limits: { dataBytes: DATA_BYTES, cpuSeconds: CPU_SECONDS, openFiles: 32 },
    }
    const child = startIsolated(this.#isolation, program, ['pipe', 'pipe', 'ignore'])
    const giveUp = (): void => endIsolated(child)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      const ended = new Promise<number | null>((resolve) => {
        child.once('error', () => resolve(null))
        child.once('close', resolve)
      })
      const stdin = child.stdin as Writable
      stdin.on('error', () => undefined)
      stdin.write(`P5 ${picture.width} ${picture.height} 255\n`)
      stdin.end(picture.pixels)
      const answer = await collect(child.stdout as Readable)
      const code = await ended
      if (code !== 0) throw new RecognitionError(`Tesseract ended with ${code ?? 'a signal'}`)
      return answer
    } finally {
      giveUp()
      signal.removeEventListener('abort', giveUp)
    }
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new RecognitionError('the answer is too long')
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}
