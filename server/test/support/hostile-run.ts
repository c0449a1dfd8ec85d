/** Feeds hostile files to a pool and notes how each ended, how long it took and how much memory it cost. */
import { MAX_FRAME_BYTES } from '../../src/engine/model/reader-messages.ts'
import { READ_FAILURE_CODES } from '../../src/engine/model/reading.ts'
import { READER_DATA_BYTES } from '../../src/adapters/reader-pool/reader-program.ts'
import type { HostileFile } from './documents/hostile-file.ts'
import { watchMemory } from './memory-watch.ts'
import { openReader, readBytes } from './reader.ts'

/** For each file. */
export const DEADLINE_MS = 20_000
/** What ending a child and its answer may take beyond the deadline on a busy machine. */
const SLACK_MS = 10_000
/** Files are made while none is read: making a bomb keeps this process from looking at any other file's clock. */
const MADE_TOGETHER = 12
/** A child's resident memory is what it may allocate, and the program and libraries that it has mapped. */
const MAPPED_BYTES = 200 * 1024 * 1024
export const MEMORY_CEILING_BYTES = READER_DATA_BYTES + MAPPED_BYTES

export interface HostileReport {
  readonly files: number
  /** How many ended in which way: 'done' or a code. */
  readonly outcomes: Readonly<Record<string, number>>
  /** The largest resident memory of any one child. */
  readonly peakBytes: number
  readonly slowest: { readonly name: string; readonly ms: number }
  /** What was not as it must be; empty when all is well. */
  readonly complaints: readonly string[]
}

export async function runHostile(files: readonly HostileFile[], atOnce = 2): Promise<HostileReport> {
  const pool = openReader({ size: atOnce, warm: 1, recognitions: 1 })
  const watch = watchMemory(() => pool.childPids)
  const outcomes: Record<string, number> = {}
  const complaints: string[] = []
  let slowest = { name: 'none', ms: 0 }
  const queue: { file: HostileFile; bytes: Uint8Array }[] = []
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { file, bytes } = next
      const declared = file.declared ?? null
      const { outcome, pages, detail, ms } = await readBytes(pool, bytes, { declared, deadlineMs: DEADLINE_MS })
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (ms > slowest.ms) slowest = { name: file.name, ms }
      if (ms > DEADLINE_MS + SLACK_MS) complaints.push(`${file.name}: took ${ms.toFixed(0)} ms`)
      if (outcome !== 'done' && !READ_FAILURE_CODES.includes(outcome)) complaints.push(`${file.name}: ${outcome}`)
      if (outcome === 'done' && pages.length === 0) complaints.push(`${file.name}: done without a page`)
      // A busy machine may run out of time first; that is a documented end as well.
      const { expected } = file
      if (expected !== undefined && outcome !== 'timed_out' && (outcome === 'done' || !expected.includes(outcome)))
        complaints.push(`${file.name}: ${outcome}, not ${expected.join(' or ')} (${detail})`)
    }
  }
  for (let first = 0; first < files.length; first += MADE_TOGETHER) {
    for (const file of files.slice(first, first + MADE_TOGETHER)) queue.push({ file, bytes: await file.make() })
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  const after = await readBytes(pool, Buffer.from('still,alive\n1,2\n'))
  if (after.outcome !== 'done') complaints.push(`the pool reads nothing any more: ${after.outcome}`)
  watch.stop()
  await pool.close()
  if (watch.peak() > MEMORY_CEILING_BYTES) complaints.push(`a child held ${watch.peak()} bytes`)
  if (watch.peak() < MAX_FRAME_BYTES) complaints.push('no memory was seen: the watch is blind')
  return { files: files.length, outcomes, peakBytes: watch.peak(), slowest, complaints }
}

export function describeReport({ files, outcomes, peakBytes, slowest }: HostileReport): string {
  const ends = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`)
  const peak = `peak memory of a child ${Math.round(peakBytes / 1e6)} MB of ${Math.round(MEMORY_CEILING_BYTES / 1e6)}`
  return `${files} hostile files: ${ends.join(', ')}; ${peak}; slowest ${slowest.name} ${(slowest.ms / 1000).toFixed(1)} s`
}
