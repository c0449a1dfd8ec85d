/** What it means to read a file: what is asked, what comes back page by page, and how it can fail. */
import type { Page } from './page.ts'

/** The file types that are accepted. What a file is, its bytes decide; what it was declared to be is only compared. */
export const DOCUMENT_TYPES = ['pdf', 'png', 'jpeg', 'tiff', 'xlsx', 'xls', 'csv'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/**
 * Why a file could not be read, in the words of the interface:
 * - `unreadable`: damaged, or made to do harm; nothing can be had from it.
 * - `encrypted`: needs a password.
 * - `empty`: no bytes, no pages, or nothing printed on any of them.
 * - `too_many_pages`: more pages than the limit.
 * - `type_mismatch`: a supported file, but not of the type it was declared to be.
 * - `timed_out`: not done within its deadline.
 * - `unsupported`: no file type that is accepted, or larger than the limit.
 */
export const READ_FAILURE_CODES = [
  'unreadable',
  'encrypted',
  'empty',
  'too_many_pages',
  'type_mismatch',
  'timed_out',
  'unsupported',
] as const
export type ReadFailureCode = (typeof READ_FAILURE_CODES)[number]

/** The largest file that is opened, and the most pages that are read from one. */
export const MAX_DOCUMENT_BYTES = 200 * 1024 * 1024
export const MAX_DOCUMENT_PAGES = 3000

/** The file's bytes, as a path or as they arrive from a store; they are never held in memory whole. */
export type DocumentContent = { readonly path: string } | AsyncIterable<Uint8Array>

export interface ReadRequest {
  /** Whose file it is. What has opened a file of one owner opens none of another. */
  readonly owner: string
  readonly content: DocumentContent
  /** What the uploader said it is; null when nobody said. */
  readonly declared: DocumentType | null
  /** For the whole document, waiting for a free child included. */
  readonly deadlineMs: number
  /** Cancels the reading; the child is ended at once. */
  readonly signal?: AbortSignal
}

/**
 * The course of a reading: `opened` once, `page` in page order, and one of `done` and `failed` as the last event.
 * Pages that came before a `failed` are whole and right; what to do with a part is the caller's decision.
 */
export type ReadEvent =
  | { readonly kind: 'opened'; readonly type: DocumentType; readonly pageCount: number | null }
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'done'; readonly pageCount: number; readonly cost?: ReadingCost }
  | ReadFailed

/**
 * What a reading took, by the child's own account: for metrics and benches, and for nothing that must be right. The first
 * of a child includes its start; the memory is the most that it has ever held.
 */
export interface ReadingCost {
  readonly cpuMs: number
  readonly peakBytes: number
}

export interface ReadFailed {
  readonly kind: 'failed'
  readonly code: ReadFailureCode
  /** For the log, never for the customer. */
  readonly detail: string
  /**
   * The child was ended from outside (by an operator, or by a machine that was short of memory) and never said how it
   * went: that may be the machine's fault as well as the file's.
   */
  readonly wasKilled?: true
}

export interface ImageRequest extends ReadRequest {
  /** Which pages, ascending, each with the turn that its reading reported. */
  readonly pages: readonly { readonly number: number; readonly turned: number }[]
  readonly dpi: number
}

/** A page as a WebP picture, upright, so that the boxes of its words lie on it: point × dpi / 72 = pixel. */
export type ImageEvent =
  | { readonly kind: 'image'; readonly number: number; readonly webp: Uint8Array }
  | { readonly kind: 'done'; readonly pageCount: number; readonly cost?: ReadingCost }
  | ReadFailed

/** Opens untrusted files. Never throws for anything that a file does: that is what `failed` is for. */
export interface DocumentReader {
  read(request: ReadRequest): AsyncIterable<ReadEvent>
  /** Pictures of pages for the viewer. Sheets have none and fail as `unsupported`. */
  images(request: ImageRequest): AsyncIterable<ImageEvent>
}
