/**
 * Every way a request can be refused: type, status, and the words the caller sees. A status is written down here and
 * nowhere else; contract/errors.md is generated from this table. `remedy` tells the client what to do about it.
 */
export const PROBLEMS = {
  validation_failed: [400, 'The request does not have the expected form.', 'Mend the member that the message names.'],
  invalid_cursor: [400, 'The cursor is not one that this list gave out.', 'Start again without a cursor.'],
  unknown_version: [400, 'The API version is not known.', 'Send a known version in Service-Version, or leave it out.'],
  invalid_filter: [400, 'A filter has a value that it cannot take.', 'Use one of the documented values.'],
  idempotency_key_invalid: [
    400,
    'The idempotency key must have 1 to 255 printable characters.',
    'Send a shorter key, a UUID for instance.',
  ],
  idempotency_key_reused: [
    400,
    'This idempotency key was used for a different request.',
    'Use a new key for each new request.',
  ],
  unauthenticated: [
    401,
    'The API key is missing or not valid.',
    'Send Authorization: Bearer with a key that is in force.',
  ],
  subscription_required: [
    402,
    'The workspace has no active or trialing subscription.',
    'Start or renew the subscription.',
  ],
  billing_required: [
    402,
    'The plan of this workspace does not cover the operation.',
    'Ask the operator for a plan that does.',
  ],
  spend_cap_reached: [
    402,
    'The spend cap of the workspace is reached.',
    'Raise the cap or wait for the next billing period.',
  ],
  insufficient_credits: [
    402,
    'The balance does not cover the documents.',
    'Add credit; the details say how much is missing.',
  ],
  missing_scope: [403, 'The key does not have the scope that this operation needs.', 'Issue a key with that scope.'],
  loan_out_of_reach: [403, 'The embed session was not made for this loan.', 'Make a session for the loan in question.'],
  feature_not_in_plan: [
    403,
    'The feature is not part of the workspace plan.',
    'Ask the operator for a plan that has it.',
  ],
  mode_mismatch: [403, 'The operation exists in test mode only.', 'Use a test key.'],
  address_fenced: [403, 'Too many requests came from this address.', 'Wait five minutes and slow down.'],
  not_found: [404, 'There is no such resource.', 'Check the id and the workspace of the key.'],
  mapping_pending: [404, 'The mapping of this statement is being prepared.', 'Ask again after Retry-After seconds.'],
  export_not_ready: [404, 'The export has no bundle to download.', 'Wait until its status is succeeded.'],
  version_conflict: [409, 'The resource has changed since it was read.', 'Read it again and repeat the change.'],
  conflict: [409, 'The request contradicts the current state of the resource.', 'Read the resource and decide again.'],
  intake_already_completed: [409, 'The intake of this borrower is completed already.', 'Nothing is left to do.'],
  export_finished: [409, 'The export has finished and cannot be cancelled.', 'Nothing is left to cancel.'],
  render_finished: [409, 'The render has finished and cannot be cancelled.', 'Nothing is left to cancel.'],
  webhook_endpoint_revoked: [409, 'The webhook endpoint is revoked.', 'Register a new endpoint.'],
  duplicate_external_id: [
    409,
    'Another record of this workspace has the same external id.',
    'Use a different external id, or update that record.',
  ],
  busy: [409, 'An export or render of this resource is running.', 'Wait until it ends, or cancel it.'],
  doc_too_large: [413, 'The document has too many line items for a direct export.', 'Create an export bundle.'],
  payload_too_large: [413, 'The request body is larger than 1 MiB.', 'Send fewer items a request.'],
  unsupported_media_type: [415, 'The media type of the body is not supported.', 'Send application/json.'],
  rate_limited: [429, 'The key has used up its requests for this minute.', 'Wait for Retry-After seconds.'],
  usage_throttled: [429, 'Too many documents of this workspace are being processed.', 'Wait for Retry-After seconds.'],
  idempotency_in_progress: [
    429,
    'The first request with this idempotency key is still running.',
    'Wait for Retry-After seconds and repeat.',
  ],
  internal_error: [
    500,
    'Something failed on our side.',
    'Repeat the request; if it fails again, report the request id.',
  ],
  idempotency_response_lost: [
    500,
    'The first request with this key ran, but its answer could not be kept. It will not run again under this key.',
    'Read the resource to see the effect.',
  ],
  render_failed: [
    503,
    'The latest build failed; nothing was changed.',
    'Ask again later; the next read starts a new build.',
  ],
  workspace_moved: [
    503,
    'The workspace is on its way to another cell or has moved there; nothing was changed.',
    'Repeat it after Retry-After seconds: requests find the workspace in its new place by themselves.',
  ],
  unavailable: [503, 'The operation cannot run now; nothing was changed.', 'Repeat it after Retry-After seconds.'],
} as const satisfies Record<string, readonly [status: number, message: string, remedy: string]>

export type ProblemType = keyof typeof PROBLEMS

/**
 * What a row hangs on was deleted while it was being written. To a request that is a resource that is not there; work
 * in the background is done again and sees for itself.
 */
export class ParentGone extends Error {}

export interface ProblemOptions {
  /** More exact public words than the table's. */
  readonly message?: string
  readonly details?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  /** For the log only; never sent. */
  readonly cause?: unknown
}

/** A refusal that the caller is told about. Anything else that is thrown is an `internal_error`. */
export class Problem extends Error {
  readonly type: ProblemType
  readonly details: Readonly<Record<string, string>> | null
  readonly retryAfterSeconds: number | null

  constructor(type: ProblemType, options: ProblemOptions = {}) {
    super(options.message ?? PROBLEMS[type][1], { cause: options.cause })
    this.type = type
    this.details = options.details ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  get status(): number {
    return PROBLEMS[this.type][0]
  }
}
