/**
 * Idempotency: the first request with a key runs, every later one is told what became of it, and nothing ever runs
 * twice under one key. `verdict` is the whole policy; the rest is plumbing.
 */
import { createHash } from 'node:crypto'
import { Problem } from '../../lib/problem.ts'
import { claimIdempotencyKey, settleIdempotencyKey } from '../../store/idempotency.ts'
import type { ExistingClaim } from '../../store/idempotency.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export const REPLAY_WINDOW_HOURS = 24
/** The longest answer that is kept. */
export const REPLAY_BODY_BYTES = 1024 * 1024
/**
 * A claim older than this has no request behind it any more: the server gives every request less time than this
 * (see REQUEST_TIMEOUT_MS in http/app.ts), so its process must have died.
 */
export const RUNNING_AT_MOST_SECONDS = 90
/** 1 to 255 printable ASCII characters. */
const KEY_FORM = /^[\x20-\x7e]{1,255}$/

export interface StoredAnswer {
  readonly status: number
  readonly body: string | null
}

export type Verdict =
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | {
      readonly kind: 'refuse'
      readonly problem: 'idempotency_key_reused' | 'idempotency_in_progress' | 'idempotency_response_lost'
    }

/** What a request is told that finds its key taken. */
export function verdict(existing: ExistingClaim, fingerprint: Buffer): Verdict {
  if (!existing.fingerprint.equals(fingerprint)) return { kind: 'refuse', problem: 'idempotency_key_reused' }
  switch (existing.state) {
    case 'answered':
      return { kind: 'replay', answer: { status: existing.status, body: existing.body } }
    case 'lost':
      return { kind: 'refuse', problem: 'idempotency_response_lost' }
    case 'running':
      return existing.ageSeconds > RUNNING_AT_MOST_SECONDS
        ? { kind: 'refuse', problem: 'idempotency_response_lost' }
        : { kind: 'refuse', problem: 'idempotency_in_progress' }
  }
}

export function assertKeyForm(key: string): void {
  if (!KEY_FORM.test(key)) throw new Problem('idempotency_key_invalid')
}

/** What makes two requests the same one: method, path with query, and the meaning of the body. */
export function fingerprint(request: { method: string; url: string; body: unknown }): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(withSortedMembers(request.body ?? null))}`)
    .digest()
}

/** A retry may serialise the same members in another order. */
function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, withSortedMembers(member)]),
  )
}

/** Claims the key for this request. Null: go ahead. Otherwise the verdict on this repeat. */
export async function claim(
  deps: Pick<Deps, 'db' | 'keyRing'>,
  caller: Caller,
  request: { key: string; fingerprint: Buffer },
): Promise<Verdict | null> {
  const existing = await deps.db.inTenant(caller, (tx) =>
    claimIdempotencyKey(tx, {
      apiKeyId: caller.keyId,
      key: request.key,
      fingerprint: request.fingerprint,
      windowHours: REPLAY_WINDOW_HOURS,
    }),
  )
  const found = existing && verdict(existing, request.fingerprint)
  if (found?.kind !== 'replay' || found.answer.body === null) return found
  const body = deps.keyRing.openText(found.answer.body, answerPlace(caller, request.key))
  return { kind: 'replay', answer: { ...found.answer, body } }
}

/** What a kept answer is bound to. Answers are kept sealed: some hold a secret that is shown once and kept nowhere. */
function answerPlace(caller: Caller, key: string): string {
  return `idempotency_keys/${caller.workspaceId}/${caller.keyId}/${key}`
}

/** Keeps the answer for later repeats; one that is too long is remembered as lost. */
export async function settle(
  deps: Pick<Deps, 'db' | 'keyRing'>,
  caller: Caller,
  answer: { key: string; status: number; body: string | null },
): Promise<void> {
  const tooLong = answer.body !== null && Buffer.byteLength(answer.body) > REPLAY_BODY_BYTES
  const body = answer.body === null ? null : deps.keyRing.sealText(answer.body, answerPlace(caller, answer.key))
  await deps.db.inTenant(caller, (tx) =>
    settleIdempotencyKey(tx, { apiKeyId: caller.keyId, key: answer.key }, tooLong ? null : { ...answer, body }),
  )
}
