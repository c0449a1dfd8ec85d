/** The S3 API. Works with any store that speaks it; the stack runs Ceph's gateway. */
import { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Clock, ObjectStore, StoredObject } from '../domain/deps.ts'
import { percentEncode, SignedPut } from './signed-put.ts'

export interface ObjectStoreOptions {
  readonly endpoint: string
  /** The address that customers' links carry, where it differs from ours. */
  readonly publicEndpoint?: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** By which links begin and end, and requests are signed: the store refuses those of another quarter of an hour. */
  readonly clock: Clock
}

/**
 * What an upload link is bound to. `if-none-match: *` lets the store refuse a second upload to the same key, so that
 * the bytes that were confirmed are the bytes that are read.
 */
const BOUND_HEADERS = new Set(['content-type', 'content-length', 'if-none-match', 'host'])

/** The store takes streams in parts of at least five megabytes; two of them are in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024

/** Up to here the client's middle layers cost more than sending the bytes. */
const DIRECT_BYTES = 1024 * 1024

export class S3ObjectStore implements ObjectStore {
  readonly #client: S3Client
  readonly #linkClient: S3Client
  readonly #bucket: string
  readonly #direct: SignedPut
  readonly #clock: Clock

  constructor(options: ObjectStoreOptions) {
    const clientFor = (endpoint: string): S3Client => {
      const client = new S3Client({
        endpoint,
        region: options.region,
        forcePathStyle: true,
        credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
        // By default the client adds checksums that fail streamed uploads with 411 and that bind a presigned link to
        // the checksum of an empty body.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      })
      signBy(options.clock, client)
      return client
    }
    this.#client = clientFor(options.endpoint)
    this.#linkClient = options.publicEndpoint === undefined ? this.#client : clientFor(options.publicEndpoint)
    this.#bucket = options.bucket
    this.#clock = options.clock
    this.#direct = new SignedPut(options)
  }

  async linkToUpload(key: string, upload: { contentType: string; sizeBytes: number; expiresInSeconds: number }) {
    const url = await getSignedUrl(
      this.#linkClient,
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        ContentType: upload.contentType,
        ContentLength: upload.sizeBytes,
        IfNoneMatch: '*',
      }),
      {
        expiresIn: upload.expiresInSeconds,
        signingDate: this.#clock.now(),
        signableHeaders: BOUND_HEADERS,
        unhoistableHeaders: BOUND_HEADERS,
      },
    )
    const headers = {
      'Content-Type': upload.contentType,
      'Content-Length': String(upload.sizeBytes),
      'If-None-Match': '*',
    }
    return { url, headers }
  }

  async linkToDownload(key: string, download: { fileName: string; contentType: string; expiresInSeconds: number }) {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentDisposition: attachment(download.fileName),
      ResponseContentType: download.contentType,
    })
    return getSignedUrl(this.#linkClient, command, {
      expiresIn: download.expiresInSeconds,
      signingDate: this.#clock.now(),
    })
  }

  async describe(key: string): Promise<StoredObject | null> {
    const found = await orNull(this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })))
    return found && { sizeBytes: found.ContentLength ?? 0 }
  }

  async read(key: string, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    const found = await orNull(
      this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key }),
        signal === undefined ? {} : { abortSignal: signal },
      ),
    )
    return found && (found.Body as AsyncIterable<Uint8Array>)
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    if (bytes.byteLength <= DIRECT_BYTES && (await this.#direct.put(key, bytes, contentType))) return
    await this.#client.send(
      new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes, ContentType: contentType }),
    )
  }

  async writeStream(key: string, bytes: AsyncIterable<Uint8Array>, contentType: string): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: Readable.from(bytes), ContentType: contentType },
      queueSize: 1,
      partSize: PART_BYTES,
    })
    await upload.done()
  }

  /** Every object whose key starts so, with its size. */
  async *listUnder(prefix: string): AsyncGenerator<StoredObject & { readonly key: string }> {
    let after: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: after }),
      )
      for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0 }
      after = page.NextContinuationToken
    } while (after !== undefined)
  }

  /** The type that an object was written with; null when there is no such object. */
  async typeOf(key: string): Promise<string | null> {
    const found = await orNull(this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })))
    return found && (found.ContentType ?? 'application/octet-stream')
  }

  async foldersUnder(prefix: string): Promise<string[]> {
    const folders: string[] = []
    let after: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: after }),
      )
      for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix !== undefined) folders.push(Prefix)
      after = page.NextContinuationToken
    } while (after !== undefined)
    return folders
  }

  async deleteUnder(prefix: string): Promise<number> {
    let deleted = 0
    for (;;) {
      // Always the first page: what it named is gone before the next look.
      const page = await this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix }))
      const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]))
      if (keys.length === 0) return deleted
      const answer = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: keys, Quiet: true } }),
      )
      const failed = answer.Errors?.[0]
      if (failed) throw new Error(`the object store did not delete ${failed.Key ?? ''}: ${failed.Code ?? ''}`)
      deleted += keys.length
    }
  }

  close(): void {
    this.#direct.close()
    this.#client.destroy()
    if (this.#linkClient !== this.#client) this.#linkClient.destroy()
  }
}

/**
 * Has the client sign by this clock. By itself it learns how far its machine is off from a refusal, and repeats that
 * request; but of several that are refused at once it repeats one, and the others fail.
 */
function signBy(clock: Clock, client: S3Client): void {
  Object.defineProperty(client.config, 'systemClockOffset', {
    get: () => clock.now().getTime() - Date.now(),
    set: () => undefined,
  })
}

/** The answer, or null where the store says that there is no such object. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return null
    throw error
  }
}

/** A Content-Disposition that any file name survives (RFC 6266): plain for old readers, encoded for the rest. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(fileName.toWellFormed())}`
}
