/**
 * A worker as a process of its own, to be killed, whose reader reads nothing: what is under test is the pipeline.
 * TEST_READ_MS makes every reading last that long; with TEST_SAY_READINGS it says each one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { TrivialReader } from '../../src/adapters/trivial-reader.ts'
import type { PackageReader } from '../../src/domain/deps.ts'
import { runAsProcess } from '../../src/main/process.ts'
import { startWorker } from '../../src/main/worker.ts'

const readMs = Number(process.env['TEST_READ_MS'] ?? 0)
const says = process.env['TEST_SAY_READINGS'] !== undefined
const trivial = new TrivialReader()
const reader: PackageReader = {
  async *read(request) {
    if (readMs > 0) await sleep(readMs, undefined, { signal: request.signal ?? new AbortController().signal })
    if (says) console.log('a reading')
    yield* trivial.read()
  },
}

await runAsProcess('worker', (config, logger) => startWorker(config, logger, { reader }))
