/** What can go wrong with a call, as errors that a program can tell apart and a person can report. */
import type { Error as ErrorBody } from './generated/types.ts'

export type ErrorType = ErrorBody['error']['type']

/** The service refused the call, or failed at it. Match on `type`; the message is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly type: ErrorType | 'unknown'
  readonly details: Readonly<Record<string, string>>
  /** Quote it when you report a fault. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(parts: {
    status: number
    type: ErrorType | 'unknown'
    message: string
    details: Readonly<Record<string, string>>
    requestId: string | null
    retryAfterSeconds: number | null
  }) {
    super(`${parts.message} (${parts.status} ${parts.type}${parts.requestId ? `, request ${parts.requestId}` : ''})`)
    this.name = 'ApiError'
    this.status = parts.status
    this.type = parts.type
    this.details = parts.details
    this.requestId = parts.requestId
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}

/** No answer came: the address could not be reached, the connection broke, or the time for one attempt ran out. */
export class ConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
  }
}

/** A wait ended before what it waited for. The work goes on; wait again or give up. */
export class WaitTimeoutError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WaitTimeoutError'
  }
}

/** Reads an answer that is no success; also one that some machine in between made up, which has no envelope. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const { type, message, request_id: requestId, details } = errorIn(body)
  return new ApiError({
    status: response.status,
    type: type ?? 'unknown',
    message: message ?? `The service answered ${response.status}.`,
    details: details ?? {},
    requestId: requestId ?? response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  })
}

/** The service names seconds; a machine in between may name a date. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}

/** The usage throttle of the upload family comes without the envelope that every other error has. */
function errorIn(body: unknown): Partial<ErrorBody['error']> {
  const { error = body } = (body ?? {}) as { error?: unknown }
  return typeof error === 'object' && error !== null ? error : {}
}
