/**
 * Memos as PDF files, set by typst: tagged for accessibility (PDF/UA-1), with the fonts embedded, the same bytes for the
 * same document. The template is a file beside this one; the memo comes to it as JSON, so that nothing anybody wrote is
 * ever run as markup. Each memo is set in a thread that ends with it: setting one takes a good part of a second, and the
 * engine keeps several megabytes for each, of which the garbage collector knows nothing.
 */
import { Worker } from 'node:worker_threads'
import type { MemoPrinter, Printed } from '../../domain/deps.ts'
import type { MemoDocument } from '../../engine/model/memo.ts'
import { Semaphore } from '../../lib/semaphore.ts'
import { commonCoverage } from './fonts.ts'

const THREAD = new URL('print-thread.ts', import.meta.url)
const AT_ONCE = 2
/** A memo takes a second. One that takes this long never ends. */
const LONGEST_MS = 2 * 60 * 1000
const LONGEST_WAIT_MS = 5 * 60 * 1000
/** What stands for a character that the fonts do not have. */
const UNKNOWN = '?'
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

export class TypstMemos implements MemoPrinter {
  readonly #places = new Semaphore(AT_ONCE)
  #coverage: ReadonlySet<number> | null = null

  async print(document: MemoDocument): Promise<Printed> {
    const coverage = (this.#coverage ??= commonCoverage())
    const memo = JSON.stringify(document, (_, value: unknown) => printable(value, coverage))
    if (!(await this.#places.acquire(AbortSignal.timeout(LONGEST_WAIT_MS))))
      throw new Error('too many memos wait to be printed')
    try {
      return await inThread(memo)
    } finally {
      this.#places.release()
    }
  }
}

function inThread(memo: string): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: memo })
    const timer = setTimeout(() => {
      resolve({ kind: 'refused', why: `it was not set within ${LONGEST_MS} ms` })
      void thread.terminate()
    }, LONGEST_MS)
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('the thread ended without a file'))
    })
  })
}

function printable(value: unknown, coverage: ReadonlySet<number>): unknown {
  if (typeof value !== 'string') return value
  const letters = [...value.toWellFormed().normalize('NFC').replaceAll(CONTROL, ' ')]
  return letters.map((letter) => (coverage.has(letter.codePointAt(0) ?? 0) ? letter : UNKNOWN)).join('')
}
