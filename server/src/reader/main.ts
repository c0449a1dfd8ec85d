/**
 * The child process that opens untrusted bytes: documents of one owner, one after another, until its parent has no more or
 * one fails. It is started ahead of time and waits with PDFium loaded, and puts PDFium back after each document. It has four
 * open files and needs no other: tasks come in on 0, complaints go out on 2, the document is 3, answers go out on 4.
 */
import { readSync } from 'node:fs'
import type { ReaderTask } from '../engine/model/reader-messages.ts'
import { ReadFailure } from './failure.ts'
import { InputFile } from './input.ts'
import { Output } from './output.ts'
import { Pdfium } from './pdf/pdfium.ts'
import { runTask } from './read-document.ts'

const TASK = 0
const DOCUMENT = 3
const ANSWERS = 4
const MAX_TASK_BYTES = 1024 * 1024

/** Waits for one line; null when the parent has no more tasks, or has gone away. */
function receiveTask(): ReaderTask | null {
  const buffer = Buffer.alloc(MAX_TASK_BYTES)
  let filled = 0
  for (;;) {
    const count = readSync(TASK, buffer, filled, buffer.length - filled, null)
    if (count === 0) return null
    filled += count
    const end = buffer.indexOf(0x0a)
    if (end >= 0 && end < filled) return JSON.parse(buffer.toString('utf8', 0, end)) as ReaderTask
  }
}

const pdfium = await Pdfium.load()
const output = new Output(ANSWERS)
try {
  for (let task = receiveTask(); task !== null; task = receiveTask()) {
    await runTask(task, new InputFile(DOCUMENT), pdfium, output)
    output.done()
    pdfium.reset()
  }
} catch (error) {
  const code = error instanceof ReadFailure ? error.code : 'unreadable'
  output.failed(code, error instanceof Error ? error.message : String(error))
}
// Whatever a library still has running belongs to a document that is over.
process.exit(0)
