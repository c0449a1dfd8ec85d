/** One child of the pool: started ahead of time, given one document, ended. */
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { MAX_FRAME_BYTES, type ReaderTask } from '../../engine/model/reader-messages.ts'
import type { DocumentContent } from '../../engine/model/reading.ts'
import { readFrames, type Frame } from '../../lib/frames.ts'
import { endIsolated, startIsolated } from './isolated-process.ts'
import type { Isolation, Program } from './isolation.ts'
import { SpoolFile } from './spool.ts'

const COMPLAINTS_KEPT = 2000
const FAREWELL_MS = 2000

/** How a child came to its end, for the log and for the code of the failure. */
export interface ChildEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly complaints: string
}

export class ReaderChild {
  readonly ended: Promise<ChildEnd>
  readonly #process: ChildProcess
  readonly #spool: SpoolFile
  #complaints = ''

  constructor(isolation: Isolation, program: Program, spoolFolder: string) {
    this.#spool = new SpoolFile(spoolFolder)
    this.#process = startIsolated(isolation, program, ['pipe', 'ignore', 'pipe', this.#spool.readable, 'pipe'])
    const stderr = this.#process.stderr as Readable
    stderr.on('data', (chunk: Buffer) => {
      if (this.#complaints.length < COMPLAINTS_KEPT) this.#complaints += chunk.toString('utf8')
    })
    // A child that dies early closes the pipe under the task; its end says why.
    this.#process.stdin?.on('error', () => undefined)
    this.ended = new Promise((resolve) => {
      const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.#spool.close()
        resolve({ code, signal, complaints: this.#complaints.slice(0, COMPLAINTS_KEPT) })
      }
      this.#process.once('error', (error) => {
        this.#complaints += error.message
        settle(null, null)
      })
      this.#process.once('exit', settle)
    })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null || this.#process.pid === undefined
  }

  /** Hands over the document and gives the answers as they come; ends with the child's last word. */
  async *run(task: ReaderTask, content: DocumentContent): AsyncGenerator<Frame> {
    await this.#spool.fill(content)
    const stdin = this.#process.stdin as Writable
    stdin.write(`${JSON.stringify(task)}\n`)
    const answers = this.#process.stdio[4] as Readable
    yield* readFrames(answers as AsyncIterable<Uint8Array>, MAX_FRAME_BYTES)
  }

  /** For a child that has said its last word: it ends by itself, and is ended if it does not. */
  letEnd(): void {
    const timer = setTimeout(() => this.kill(), FAREWELL_MS).unref()
    void this.ended.then(() => clearTimeout(timer))
  }

  kill(): void {
    endIsolated(this.#process)
  }
}
