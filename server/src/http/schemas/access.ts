import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { AuditItem } from '../../domain/audit/list-audit.ts'
import { Closed, DateTime, Id, Nullable, OneOf } from './common.ts'

export const OrganizationBody = Closed(
  { id: Id('org'), name: Type.String(), created_at: DateTime },
  { title: 'Organization' },
)

export const MeBody = Closed(
  {
    key_id: Nullable(Id('key')),
    session: Nullable(
      Closed({
        session_id: Id('emb'),
        loan_id: Id('loan'),
        borrower_id: Id('bor'),
        external_user_id: Nullable(Type.String()),
        display_name: Nullable(Type.String()),
        persistence: OneOf(['user', 'session']),
        expires_at: DateTime,
      }),
    ),
    mode: OneOf(['live', 'test']),
    role: OneOf(['member', 'admin']),
    scopes: Type.Array(Type.String()),
    workspace: Closed({
      id: Id('ws'),
      name: Type.String(),
      lifecycle: OneOf(['trial', 'active', 'suspended', 'closed']),
      plan: Type.String(),
      subscription_status: OneOf(['trialing', 'active', 'past_due', 'canceled', 'none']),
    }),
    organization: Closed({ id: Id('org'), name: Type.String() }),
  },
  { title: 'Me' },
)

export const KeyBody = Closed(
  {
    id: Id('key'),
    name: Type.String(),
    hint: Type.String({ description: 'Enough of the key to recognise it.' }),
    role: OneOf(['member', 'admin']),
    scopes: Type.Array(Type.String()),
    created_at: DateTime,
    revoked_at: Nullable(DateTime),
  },
  { title: 'ApiKey' },
)

const ACTOR_KINDS = ['key', 'embed_session', 'operator'] as const

export const AuditEntryBody = Closed(
  {
    seq: Type.Integer({ description: 'Position in the chain, from 1 without gaps.' }),
    at: DateTime,
    actor: Closed({ kind: OneOf(ACTOR_KINDS), id: Nullable(Type.String()) }),
    action: Type.String({ description: 'What was done, for instance borrower.updated.' }),
    target: Type.String({ description: 'Id of what it was done to.' }),
    request_id: Nullable(Type.String()),
    fields: Type.Array(Type.String(), { description: 'Names of the members that were set; never their values.' }),
    previous_hash: Type.String(),
    hash: Type.String({ description: 'SHA-256, hex, of previous hash, position and entry.' }),
  },
  { title: 'AuditEntry' },
)

/** The log names members as the code does; the wire has its own spelling. */
const wireName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function auditEntryToWire(entry: AuditItem): Static<typeof AuditEntryBody> {
  return {
    seq: entry.seq,
    at: entry.at,
    actor: { kind: ACTOR_KINDS.find((kind) => kind === entry.actor.kind) ?? 'key', id: entry.actor.id },
    action: entry.action,
    target: entry.target,
    request_id: entry.requestId,
    fields: entry.fields.map(wireName),
    previous_hash: entry.previousHash,
    hash: entry.hash,
  }
}
