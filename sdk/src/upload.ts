/** A file on its way to a loan: ask for a link, send the bytes straight to the object store, confirm. */
import { pause } from './client.ts'
import type { CallOptions } from './client.ts'
import { ConnectionError } from './errors.ts'
import type { Tieout } from './generated/operations.ts'
import type { ConfirmedUpload, PresignUploadBody, Upload } from './generated/types.ts'
import { retryDelay } from './retry.ts'

export interface FileToUpload {
  readonly loanId: string
  readonly fileName: string
  readonly contentType: PresignUploadBody['content_type']
  /** In Node, `await openAsBlob(path)` gives one that is read while it is sent. */
  readonly content: Blob
  /** Test mode only: which sample the service answers with. */
  readonly sampleDocument?: string
  readonly onProgress?: (sent: number, total: number) => void
}

/** Answers when the service has taken the file; `waitForJob` tells when it has read it. */
export async function uploadFile(
  tieout: Tieout,
  file: FileToUpload,
  options: CallOptions = {},
): Promise<ConfirmedUpload> {
  // A key given for the upload names its parts: each is a request of its own.
  const keyed = (part: string): CallOptions =>
    options.idempotencyKey === undefined ? options : { ...options, idempotencyKey: `${options.idempotencyKey}/${part}` }
  const upload = await tieout.presignUpload(
    {
      loan_id: file.loanId,
      file_name: file.fileName,
      content_type: file.contentType,
      size_bytes: file.content.size,
    },
    keyed('presign'),
  )
  await sendBytes(upload, file, options.signal)
  const sample = file.sampleDocument === undefined ? {} : { sample_document: file.sampleDocument }
  return tieout.confirmUpload(upload.job_id, sample, keyed('confirm'))
}

/** What the store answers when the bytes are already there, by an attempt whose answer was lost. */
const ALREADY_THERE = 412
const MAX_RETRIES = 2

async function sendBytes(upload: Upload, file: FileToUpload, signal?: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const status = await putBytes(upload, file, signal)
      if (status < 300 || status === ALREADY_THERE) return
      if (status < 500) throw new Error(`The object store refused ${file.fileName} with status ${status}.`)
      throw new ConnectionError(`The object store answered ${status}.`, null)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TypeError || error instanceof ConnectionError)) throw error
      const delay = retryDelay(error, attempt, MAX_RETRIES, Math.random())
      if (delay === null) throw new ConnectionError(`${file.fileName} could not be sent.`, error)
      await pause(delay, signal)
    }
  }
}

/**
 * A browser tells how much of a request was sent through XMLHttpRequest only; it sets the length itself. Elsewhere the
 * bytes are counted on their way, with the length stated, which the link is bound to.
 */
function putBytes(upload: Upload, file: FileToUpload, signal?: AbortSignal): Promise<number> {
  const headers = Object.entries(upload.headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return 'XMLHttpRequest' in globalThis
    ? putByBrowser(upload.upload_url, headers, file, signal)
    : putByFetch(upload.upload_url, headers, file, signal)
}

type Headers = readonly (readonly [string, string])[]

async function putByFetch(url: string, headers: Headers, file: FileToUpload, signal?: AbortSignal): Promise<number> {
  const total = file.content.size
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.length
      controller.enqueue(chunk)
      file.onProgress?.(sent, total)
    },
  })
  // A browser's types do not know the last member, without which Node sends no stream.
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: { ...Object.fromEntries(headers), 'content-length': String(total) },
    body: file.content.stream().pipeThrough(counter),
    duplex: 'half',
    ...(signal && { signal }),
  }
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status
}

/** The part of XMLHttpRequest that is used; the library is compiled without a browser's types. */
interface BrowserRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  readonly status: number
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: Blob): void
  abort(): void
}

function putByBrowser(url: string, headers: Headers, file: FileToUpload, signal?: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const browser = globalThis as unknown as { XMLHttpRequest: new () => BrowserRequest }
    const request = new browser.XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => file.onProgress?.(loaded, total)
    request.onload = () => resolve(request.status)
    request.onerror = () => reject(new ConnectionError('The object store could not be reached.', null))
    request.onabort = () => reject(new ConnectionError('The upload was stopped.', null))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file.content)
  })
}
