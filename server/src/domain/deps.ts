/** What operations may ask for from outside. Each takes the few it needs by `Pick<Deps, …>`. */
import type { MemoDocument } from '../engine/model/memo.ts'
import type { Page } from '../engine/model/page.ts'
import type { DocumentReader } from '../engine/model/reading.ts'
import type { Workbook } from '../engine/model/workbook.ts'
import type { KeyRing } from '../lib/key-ring.ts'
import type { Db } from '../store/db.ts'
import type { EventFeed } from './events/event-feed.ts'

export interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly objects: ObjectStore
  readonly webhookSender: WebhookSender
  readonly keyRing: KeyRing
}

/** What requests may ask for beyond that. */
export interface ApiDeps extends Deps {
  readonly eventFeed: EventFeed
  /** How many endpoints a workspace may have in force. */
  readonly webhookEndpoints: number
}

/** Turns untrusted bytes into pages. */
export type PackageReader = Pick<DocumentReader, 'read'>

/** Draws pages for people to look at. */
export type PagePictures = Pick<DocumentReader, 'images'>

/** Documents that stand for the uploads of test mode, by their slugs: the file, and its pages as they were read before. */
export interface SampleLibrary {
  readonly slugs: readonly string[]
  pagesOf(slug: string): Promise<readonly Page[]>
  fileOf(slug: string): Promise<Uint8Array>
}

/** What background work may ask for beyond that. */
export interface WorkerDeps extends Deps {
  readonly reader: PackageReader
  readonly pictures: PagePictures
  readonly samples: SampleLibrary
  readonly sheets: SheetWriter
  readonly workbooks: WorkbookWriter
  readonly viewer: PageViewer
  readonly archives: ArchiveWriter
  readonly memoPrinter: MemoPrinter
  readonly faults: FaultLog
  /** How long one package may take once its processing has begun. */
  readonly jobDeadlineMs: number
  /** How many webhook attempts one worker makes at once. */
  readonly webhookSlots: number
}

/** Where an error goes that work survives: to the operator's log, never to the customer. */
export interface FaultLog {
  report(error: unknown, about: { readonly what: SurvivedFault } & Readonly<Record<string, string>>): void
}

/** What failed, in the words of the log. */
export type SurvivedFault =
  | 'a document could not be read'
  | 'a statement was mapped with a defect'
  | 'a workbook could not be made'
  | 'a memo could not be printed'
  | 'what a sandbox left behind could not be deleted'

export interface Clock {
  now(): Date
}

/** What a rate limiter says of one request. Seconds are whole and rounded up, so that waiting them is enough. */
export interface LimitDecision {
  readonly allowed: boolean
  readonly remaining: number
  /** Until the whole budget is free again, should nothing more be asked meanwhile. */
  readonly resetSeconds: number
  /** Until one request is free again; 0 when this one was allowed. */
  readonly retryAfterSeconds: number
}

/** Counts requests in a sliding window, over all nodes together. It always answers: its own faults stay its own. */
export interface RateLimiter {
  take(bucket: string, limit: { readonly lane: string; readonly budget: number }): Promise<LimitDecision>
}

/** Counts requests by address, whoever they claim to be. */
export interface AddressFence {
  admits(address: string): boolean
}

/** One request to a receiver: the bytes that were signed, and the headers that say so. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type WebhookSendOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** The reason is for the operator's log: to the tenant every way of getting no answer looks the same. */
  | { readonly kind: 'no_answer'; readonly reason: string }

/** Posts to public https destinations, and to nothing else. Neither operation throws for what the other side does. */
export interface WebhookSender {
  /** The URL as it will be called; null when it must not be. */
  accepts(url: string): Promise<string | null>
  send(message: WebhookRequest): Promise<WebhookSendOutcome>
}

/** What a store knows of an object without opening it. */
export interface StoredObject {
  readonly sizeBytes: number
}

/** Keeps bytes: originals as they were uploaded, and what is made of them. */
export interface ObjectStore {
  /** A link that takes exactly one upload of this type and length; `headers` must be sent with it. */
  linkToUpload(
    key: string,
    upload: { readonly contentType: string; readonly sizeBytes: number; readonly expiresInSeconds: number },
  ): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }>
  linkToDownload(
    key: string,
    download: { readonly fileName: string; readonly contentType: string; readonly expiresInSeconds: number },
  ): Promise<string>
  describe(key: string): Promise<StoredObject | null>
  /** The bytes as they come; null when there is no such object. */
  read(key: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Takes bytes as they come; the object is there only when all have. */
  writeStream(key: string, bytes: AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  /** What stands between the prefix and the next slash in the keys below it: whole prefixes, each with its slash. */
  foldersUnder(prefix: string): Promise<string[]>
  /** Deletes every object whose key starts so; answers how many there were. */
  deleteUnder(prefix: string): Promise<number>
}

/** Makes a workbook of one table, the first row its head. */
export interface SheetWriter {
  write(name: string, rows: readonly (readonly (string | number | boolean | null)[])[]): Promise<Uint8Array>
}

/** Makes the bytes of a whole workbook. */
export interface WorkbookWriter {
  write(workbook: Workbook): Promise<Uint8Array>
}

/** Knows where people look at pages. */
export interface PageViewer {
  /** Null where the operator has named no viewer. */
  linkTo(place: {
    readonly borrowerId: string
    readonly loanId: string
    readonly documentId: string
    readonly page: number
    readonly address: string
  }): string | null
}

export interface ArchiveEntry {
  readonly name: string
  /** The bytes, or the object that holds them. */
  readonly content: Uint8Array | { readonly key: string }
}

/** Packs objects into one, as a stream: however much it is, little of it is in memory. */
export interface ArchiveWriter {
  /** The same entries and the same time give the same bytes. */
  write(
    key: string,
    time: Date,
    entries: readonly ArchiveEntry[],
  ): Promise<{ readonly sizeBytes: number; readonly sha256: Buffer }>
}

export type Printed =
  | { readonly kind: 'printed'; readonly bytes: Uint8Array }
  /** It cannot be set, now or later. The words are for the operator's log. */
  | { readonly kind: 'refused'; readonly why: string }

/** Sets a memo as pages: the same document gives the same bytes. */
export interface MemoPrinter {
  print(document: MemoDocument): Promise<Printed>
}

/** Runs durable work. The same id handed over twice is one piece of work. */
export interface WorkEngine {
  /** Answers the engine's own name for the work; a repeat is the same work, whether or not that has ended. */
  start(work: {
    readonly id: string
    readonly workspaceUuid: string
    readonly topic: string
    readonly payload: Readonly<Record<string, string>>
  }): Promise<string>
  /** Of what was started, by these names: what has come to an end there, whichever way. */
  ended(names: readonly string[]): Promise<ReadonlySet<string>>
}
