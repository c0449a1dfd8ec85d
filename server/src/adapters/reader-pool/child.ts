/** One child of the pool: started ahead of time, given documents of one owner one after another, ended. */
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { MAX_FRAME_BYTES, type ReaderTask } from '../../engine/model/reader-messages.ts'
import type { DocumentContent } from '../../engine/model/reading.ts'
import { readFrames, type Frame } from '../../lib/frames.ts'
import { endIsolated, startIsolated } from './isolated-process.ts'
import type { Isolation, Program } from './isolation.ts'
import { SpoolFile } from './spool.ts'
import type { ChildPast } from './which-child.ts'

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
  /** Whose documents it reads; null while it is fresh. */
  owner: string | null = null
  /** What it has done so far, by its own account. */
  past: ChildPast = { documents: 0, cpuMs: 0 }
  readonly #process: ChildProcess
  readonly #spool: SpoolFile
  readonly #answers: AsyncGenerator<Frame>
  #complaints = ''
  #isDismissed = false

  constructor(isolation: Isolation, program: Program, spoolFolder: string) {
    this.#spool = new SpoolFile(spoolFolder)
    this.#process = startIsolated(isolation, program, ['pipe', 'ignore', 'pipe', this.#spool.readable, 'pipe'])
    this.#answers = readFrames(this.#process.stdio[4] as AsyncIterable<Uint8Array>, MAX_FRAME_BYTES)
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

  /** Has ended, or was told to. */
  get isEnding(): boolean {
    const { exitCode, signalCode, pid } = this.#process
    return this.#isDismissed || exitCode !== null || signalCode !== null || pid === undefined
  }

  /** Hands over the document and gives the answers as they come; ends only with the child. */
  async *run(task: ReaderTask, content: DocumentContent): AsyncGenerator<Frame> {
    await this.#spool.fill(content)
    const stdin = this.#process.stdin as Writable
    stdin.write(`${JSON.stringify(task)}\n`)
    // Frame by frame: whoever ends a loop over them all would end the stream, and the next document has its answers there.
    for (;;) {
      const next = await this.#answers.next()
      if (next.done === true) return
      yield next.value
    }
  }

  /** The document is read: nothing of it stays in the child's file. */
  noteDone(cpuMs: number): void {
    this.#spool.empty()
    this.past = { documents: this.past.documents + 1, cpuMs: this.past.cpuMs + cpuMs }
  }

  /** No more documents: it ends by itself, and is ended if it does not. */
  letEnd(): void {
    this.#isDismissed = true
    this.#process.stdin?.end()
    const timer = setTimeout(() => this.kill(), FAREWELL_MS).unref()
    void this.ended.then(() => clearTimeout(timer))
  }

  kill(): void {
    this.#isDismissed = true
    endIsolated(this.#process)
  }
}
