/**
 * The pool of readers: gives each child documents of one owner, and turns what it says into pages. A crash, a hang or a
 * bomb costs one child and gives the document its failure code; nothing that a file does reaches the worker.
 */
import { constants } from 'node:os'
import { decodePage, PageFormatError } from '../../engine/model/page-codec.ts'
import type { Page } from '../../engine/model/page.ts'
import { decodeScan, FRAME, type ReaderTask } from '../../engine/model/reader-messages.ts'
import {
  DOCUMENT_TYPES,
  MAX_DOCUMENT_PAGES,
  READ_FAILURE_CODES,
  type DocumentReader,
  type DocumentType,
  type ImageEvent,
  type ImageRequest,
  type ReadEvent,
  type ReadFailed,
  type ReadingCost,
  type ReadRequest,
} from '../../engine/model/reading.ts'
import { FrameCutOff, FrameError, type Frame } from '../../lib/frames.ts'
import { ReaderChild, type ChildEnd } from './child.ts'
import { Children } from './children.ts'
import { compileReader, forgetCompiled } from './compiled-code.ts'
import { detectIsolation, type Isolation } from './isolation.ts'
import { readerProgram } from './reader-program.ts'
import { recognise } from './recognition/recognise.ts'
import { Semaphore } from '../../lib/semaphore.ts'
import { Tesseract } from './recognition/tesseract.ts'
import { mayReadAnother, type LastReading } from './which-child.ts'

const IDLE_MS = 30_000

export interface ReaderPoolOptions {
  /** Documents read at once. */
  readonly size: number
  /** Fresh children kept ready beyond those. */
  readonly warm: number
  /** How long a child waits for another document of its owner; 30 seconds when absent. */
  readonly idleMs?: number
  /** Pages recognised at once, over all documents. */
  readonly recognitions: number
  /** A folder for the nameless files that hold the documents while they are read. */
  readonly spoolFolder: string
  /** Longest wait for one more page before the child is taken to hang. */
  readonly pageMs: number
  /** Processor time after which the kernel ends a child that everything else overlooked. */
  readonly cpuSeconds: number
  /** Found out when absent. */
  readonly isolation?: Isolation
}

export class ReaderPool implements DocumentReader {
  readonly isolation: Isolation
  /** Children that start from here on find their code compiled. Those before start too, only slower. */
  readonly prepared: Promise<void>
  readonly #options: ReaderPoolOptions
  readonly #places: Semaphore
  readonly #recognitions: Semaphore
  readonly #tesseract: Tesseract
  readonly #children: Children
  #compiled: string | null = null

  constructor(options: ReaderPoolOptions) {
    this.#options = options
    this.isolation = options.isolation ?? detectIsolation()
    this.#places = new Semaphore(options.size)
    this.#recognitions = new Semaphore(options.recognitions)
    this.#tesseract = new Tesseract(this.isolation)
    const { size, warm, idleMs = IDLE_MS } = options
    this.#children = new Children({ size, warm, idleMs, start: () => this.#startChild() })
    this.prepared = compileReader(this.isolation).then((folder) => void (this.#compiled = folder))
  }

  /** The children that are alive: at work, idle and fresh. */
  get childPids(): readonly number[] {
    return this.#children.pids
  }

  async *read(request: ReadRequest): AsyncGenerator<ReadEvent> {
    const task: ReaderTask = { task: 'read', declared: request.declared }
    const progress = new Progress()
    for await (const event of this.#run(request, task, (frame, signal) => this.#readEvent(frame, signal))) {
      if (event.kind === 'image') continue
      const checked = progress.check(event)
      yield checked
      if (checked.kind === 'failed') return
    }
  }

  async *images(request: ImageRequest): AsyncGenerator<ImageEvent> {
    const { declared, pages, dpi } = request
    const task: ReaderTask = { task: 'images', declared, pages, dpi }
    for await (const event of this.#run(request, task, (frame) => Promise.resolve(imageEvent(frame)))) {
      if (event.kind === 'image' || event.kind === 'done' || event.kind === 'failed') yield event
    }
  }

  /** Ends every child. Readings under way fail. */
  async close(): Promise<void> {
    await this.#children.close()
    await this.prepared
    await forgetCompiled(this.#compiled)
  }

  async *#run(request: ReadRequest, task: ReaderTask, translate: Translate): AsyncGenerator<PoolEvent> {
    request.signal?.throwIfAborted()
    const deadline = AbortSignal.timeout(request.deadlineMs)
    const signal = AbortSignal.any([deadline, ...(request.signal === undefined ? [] : [request.signal])])
    if (!(await this.#places.acquire(signal))) {
      request.signal?.throwIfAborted()
      yield failed('timed_out', 'no reader was free within the deadline')
      return
    }
    const child = this.#children.take(request.owner)
    const kill = (): void => child.kill()
    signal.addEventListener('abort', kill, { once: true })
    let type: DocumentType | null = null
    let cost: ReadingCost | null = null
    try {
      for await (const event of this.#converse(child, request, task, translate, signal)) {
        // What a child says while it is being cancelled is nobody's business any more.
        request.signal?.throwIfAborted()
        if (event.kind === 'opened') type = event.type
        yield event
        // Only when nobody who heard it has objected.
        if (event.kind === 'done') cost = event.cost ?? null
      }
    } finally {
      signal.removeEventListener('abort', kill)
      if (cost === null) this.#children.end(child)
      else this.#giveBack(child, { task: task.task, type, cost })
      this.#places.release()
    }
  }

  #giveBack(child: ReaderChild, last: LastReading): void {
    child.noteDone(last.cost.cpuMs)
    if (mayReadAnother(child.past, last, this.#options.cpuSeconds)) this.#children.keep(child)
    else this.#children.letGo(child)
  }

  /** Answers in the order of the pages, although those to be recognised take seconds and the others none. */
  async *#converse(
    child: ReaderChild,
    request: ReadRequest,
    task: ReaderTask,
    translate: Translate,
    signal: AbortSignal,
  ): AsyncGenerator<PoolEvent> {
    const pending: Pending[] = []
    try {
      const frames = child.run(task, request.content)
      for (;;) {
        const next = await within(frames.next(), this.#options.pageMs)
        if (next === 'late') {
          yield failed('timed_out', `no page for ${this.#options.pageMs} ms`)
          return
        }
        if (next.done === true) break
        pending.push(new Pending(translate(next.value, signal)))
        // The child says nothing more until it is given another document.
        if (next.value.kind === FRAME.done || next.value.kind === FRAME.failed) break
        while (pending[0]?.isSettled === true || pending.length > this.#options.recognitions) {
          const event = await (pending.shift() as Pending).event
          yield event
          if (event.kind === 'done' || event.kind === 'failed') return
        }
      }
      for (const { event } of pending) {
        const settled = await event
        yield settled
        if (settled.kind === 'done' || settled.kind === 'failed') return
      }
      yield endedEarly(await child.ended, signal)
    } catch (error) {
      if (signal.aborted) yield failed('timed_out', 'the deadline has passed')
      // It was ended while it spoke: what ended it decides, not that half a message is none.
      else if (error instanceof FrameCutOff) yield endedEarly(await child.ended, signal)
      else if (error instanceof FrameError || error instanceof PageFormatError)
        yield failed('unreadable', `the child broke the protocol: ${error.message}`)
      else throw error
    }
  }

  async #readEvent(frame: Frame, signal: AbortSignal): Promise<PoolEvent> {
    if (frame.kind === FRAME.page) return { kind: 'page', page: decodePage(textOf(frame)) }
    if (frame.kind !== FRAME.scan) return closingEvent(frame)
    if (!(await this.#recognitions.acquire(signal))) return failed('timed_out', 'the deadline has passed')
    try {
      return { kind: 'page', page: await recognise(this.#tesseract, decodeScan(frame.payload), signal) }
    } finally {
      this.#recognitions.release()
    }
  }

  #startChild(): ReaderChild {
    const program = readerProgram(this.#options.cpuSeconds, this.#compiled)
    return new ReaderChild(this.isolation, program, this.#options.spoolFolder)
  }
}

type PoolEvent = ReadEvent | Extract<ImageEvent, { kind: 'image' }>
type Translate = (frame: Frame, signal: AbortSignal) => Promise<PoolEvent>

/** An event that may still be in the making. Its promise is watched from the start, so that none goes unhandled. */
class Pending {
  isSettled = false
  readonly event: Promise<PoolEvent>

  constructor(event: Promise<PoolEvent>) {
    this.event = event
    const settle = (): void => void (this.isSettled = true)
    event.then(settle, settle)
  }
}

/** Holds the child to what a reading is: opened once, pages in order and not too many, words somewhere. */
class Progress {
  #pages = 0
  #damaged = 0
  #words = 0

  check(event: ReadEvent): ReadEvent {
    if (event.kind === 'page') return this.#page(event)
    if (event.kind !== 'done' || this.#words > 0) return event
    if (this.#pages > 0 && this.#damaged === this.#pages) return failed('unreadable', 'every page is damaged')
    return failed('empty', 'nothing is printed on any page')
  }

  #page(event: { kind: 'page'; page: Page }): ReadEvent {
    this.#pages += 1
    if (event.page.number !== this.#pages || this.#pages > MAX_DOCUMENT_PAGES)
      return failed('unreadable', 'the child broke the protocol: pages out of order')
    this.#words += event.page.words.length
    if (event.page.notes.some((note) => note.code === 'damaged')) this.#damaged += 1
    return event
  }
}

function imageEvent(frame: Frame): PoolEvent {
  if (frame.kind !== FRAME.image) return closingEvent(frame)
  const number = Buffer.from(frame.payload.subarray(0, 4)).readUInt32BE()
  return { kind: 'image', number, webp: frame.payload.subarray(4) }
}

function closingEvent(frame: Frame): PoolEvent {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(textOf(frame)) as Record<string, unknown>
  } catch {
    throw new FrameError('a message is not JSON')
  }
  const { type, pageCount, code, detail, cpuMs, peakBytes } = value
  const count = typeof pageCount === 'number' && Number.isInteger(pageCount) ? pageCount : null
  if (frame.kind === FRAME.done)
    return { kind: 'done', pageCount: count ?? 0, cost: { cpuMs: Number(cpuMs), peakBytes: Number(peakBytes) } }
  const knownCode = READ_FAILURE_CODES.find((known) => known === code)
  if (frame.kind === FRAME.failed && knownCode !== undefined) return failed(knownCode, String(detail))
  const knownType = DOCUMENT_TYPES.find((known) => known === type)
  if (frame.kind === FRAME.opened && knownType !== undefined)
    return { kind: 'opened', type: knownType, pageCount: count }
  throw new FrameError(`an unknown message of kind ${frame.kind}`)
}

/** The child is gone and never said how it went: killed by a limit, or crashed by the file. */
function endedEarly(end: ChildEnd, signal: AbortSignal): ReadFailed {
  if (signal.aborted) return failed('timed_out', 'the deadline has passed')
  const detail = `the child ended with ${end.signal ?? end.code ?? 'no code'}: ${end.complaints.slice(0, 300)}`
  const isBy = (name: NodeJS.Signals): boolean => end.signal === name || end.code === 128 + constants.signals[name]
  if (isBy('SIGXCPU')) return failed('timed_out', detail)
  return { ...failed('unreadable', detail), ...(isBy('SIGKILL') && { wasKilled: true }) }
}

function failed(code: ReadFailed['code'], detail: string): ReadFailed {
  return { kind: 'failed', code, detail }
}

function textOf(frame: Frame): string {
  return Buffer.from(frame.payload.buffer, frame.payload.byteOffset, frame.payload.length).toString('utf8')
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), ms)))
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
