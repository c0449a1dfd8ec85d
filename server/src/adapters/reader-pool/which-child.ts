/**
 * Which child reads a document, and whether it may read another one. Starting one and compiling its hot code takes as
 * long as a hundred pages, so a child goes on reading, but for one owner only: what a file leaves in its memory, a file of
 * somebody else must not find.
 */
import type { DocumentType, ReadingCost } from '../../engine/model/reading.ts'

const MAX_DOCUMENTS = 200
/** A child that has held more gives it back by ending: WebAssembly memory never shrinks. */
const MAX_BYTES = 400 * 1024 * 1024
/** The kernel counts processor time by child. A document finds at least nine tenths of what one in a fresh child has. */
const MAX_CPU_SHARE = 0.1

export interface IdleChild {
  readonly owner: string | null
}

export interface ChildChoice<Child> {
  /** Null for a fresh one. */
  readonly take: Child | null
  /** Must make room for it. */
  readonly end: Child | null
}

/** `idle` stands in the order in which they fell idle. Together with those at work they are never more than `size`. */
export function chooseChild<Child extends IdleChild>(
  idle: readonly Child[],
  { owner, atWork, size }: { readonly owner: string; readonly atWork: number; readonly size: number },
): ChildChoice<Child> {
  const own = idle.findLast((child) => child.owner === owner) ?? null
  const isFull = atWork + idle.length >= size
  return { take: own, end: own === null && isFull ? (idle[0] ?? null) : null }
}

/** What a child has done so far. */
export interface ChildPast {
  readonly documents: number
  readonly cpuMs: number
}

export interface LastReading {
  readonly task: 'read' | 'images'
  readonly type: DocumentType | null
  readonly cost: ReadingCost
}

/**
 * Only reading a PDF leaves a child as it was: PDFium is put back byte for byte. Pictures and sheets go through libraries
 * that can't be, so those children end.
 */
export function mayReadAnother(past: ChildPast, last: LastReading, cpuSeconds: number): boolean {
  return (
    last.task === 'read' &&
    last.type === 'pdf' &&
    past.documents < MAX_DOCUMENTS &&
    last.cost.peakBytes <= MAX_BYTES &&
    past.cpuMs <= MAX_CPU_SHARE * cpuSeconds * 1000
  )
}
