import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { EmbedSession } from '../../domain/caller.ts'
import { HANDLE_STATUSES, handleStatus } from '../../domain/embed/handle-status.ts'
import type { MintedSession } from '../../domain/embed/mint-session.ts'
import { MAX_ORIGINS } from '../../domain/embed/origins.ts'
import {
  DEFAULT_LIFETIME_SECONDS,
  EMBED_SCOPES,
  MAX_LIFETIME_SECONDS,
  MIN_LIFETIME_SECONDS,
  SURFACES,
} from '../../domain/embed/surface.ts'
import type { Handle } from '../../domain/embed/surface.ts'
import { persistenceOf } from '../../domain/embed/work.ts'
import { Closed, DateTime, Id, Nullable, OneOf, ReadVersion, Text } from './common.ts'

const Lifetime = Type.Optional(
  Type.Integer({
    minimum: MIN_LIFETIME_SECONDS,
    maximum: MAX_LIFETIME_SECONDS,
    description: `How long the session lives, ${DEFAULT_LIFETIME_SECONDS} when left out.`,
  }),
)

const grant = {
  loan_id: Type.String({ description: 'The one loan that the session will reach.' }),
  scopes: Type.Optional(
    Type.Array(OneOf(EMBED_SCOPES), {
      uniqueItems: true,
      maxItems: EMBED_SCOPES.length,
      description: 'None that the key lacks. Left out: what the surface needs, as far as the key has it.',
    }),
  ),
  external_user_id: Type.Optional(
    Text(256, {
      description: "Your own lasting name for the person. Their work returns in that person's next session.",
    }),
  ),
  display_name: Type.Optional(Text(120, { description: 'How the person is shown; only with external_user_id.' })),
}

export const MintSessionBody = Closed({ ...grant, ttl_seconds: Lifetime })
export const MintHandleBody = Closed({ ...grant, surface: OneOf(SURFACES), token_lifetime_seconds: Lifetime })
export const ExchangeBody = Closed({
  handle: Text(200, { description: "What stands in the fragment of a frame's address." }),
})

const session = {
  session_id: Id('emb'),
  token: Type.String({ description: 'Sent as Authorization: Bearer. Shown once and not kept.' }),
  loan_id: Id('loan'),
  scopes: Type.Array(Type.String()),
  persistence: OneOf(['user', 'session'], {
    description: 'user: work returns in the next session of the same external_user_id.',
  }),
  external_user_id: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  expires_at: DateTime,
}
export const SessionBody = Closed(session, { title: 'EmbedSession' })
export const ExchangedBody = Closed({ ...session, surface: OneOf(SURFACES) }, { title: 'ExchangedEmbedSession' })

export function mintedToWire(minted: MintedSession): Static<typeof SessionBody> {
  return {
    session_id: minted.sessionId,
    token: minted.token,
    loan_id: minted.loanId,
    scopes: [...minted.scopes],
    persistence: persistenceOf(minted.externalUserId),
    external_user_id: minted.externalUserId,
    display_name: minted.displayName,
    expires_at: minted.expiresAt.toISOString(),
  }
}

/** The session as it sees itself: without its token. */
export function sessionToWire(own: EmbedSession) {
  return {
    session_id: own.sessionId,
    loan_id: own.loanId,
    borrower_id: own.borrowerId,
    external_user_id: own.externalUserId,
    display_name: own.displayName,
    persistence: persistenceOf(own.externalUserId),
    expires_at: own.expiresAt.toISOString(),
  }
}

const handle = {
  handle_id: Id('ifh'),
  status: OneOf(HANDLE_STATUSES),
  surface: OneOf(SURFACES),
  loan_id: Id('loan'),
  scopes: Type.Array(Type.String(), { description: 'What the session will carry.' }),
  token_lifetime_seconds: Type.Integer({ description: 'How long the session will live.' }),
  expires_at: DateTime,
  created_at: DateTime,
  external_user_id: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  exchanged_at: Nullable(DateTime),
  revoked_at: Nullable(DateTime),
  session_id: Nullable(Id('emb')),
}
export const HandleBody = Closed(handle, { title: 'IframeHandle' })
export const MintedHandleBody = Closed(
  {
    ...handle,
    url: Type.String({ description: "The frame's address, with the handle in its fragment. Shown once." }),
  },
  { title: 'MintedIframeHandle' },
)

export function handleToWire(shown: Handle, now: Date): Static<typeof HandleBody> {
  return {
    handle_id: shown.id,
    status: handleStatus(shown, now),
    surface: shown.surface,
    loan_id: shown.loanId,
    scopes: [...shown.scopes],
    token_lifetime_seconds: shown.tokenLifetimeSeconds,
    expires_at: shown.expiresAt.toISOString(),
    created_at: shown.createdAt.toISOString(),
    external_user_id: shown.externalUserId,
    display_name: shown.displayName,
    exchanged_at: shown.exchangedAt?.toISOString() ?? null,
    revoked_at: shown.revokedAt?.toISOString() ?? null,
    session_id: shown.sessionId,
  }
}

export const OriginsBody = Closed({
  version: Type.Integer({ description: '0 when none were ever saved.' }),
  origins: Type.Array(Type.String()),
})
export const SaveOriginsBody = Closed({
  version: ReadVersion,
  origins: Type.Array(Text(300, { examples: ['https://app.example.com'] }), {
    uniqueItems: true,
    maxItems: MAX_ORIGINS,
  }),
})

export const WorkBody = Closed({
  version: Type.Integer({ description: '0 when nothing was ever saved.' }),
  work: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true }),
})
export const SaveWorkBody = Closed({
  work: Type.Record(Type.String(), Type.Unknown(), { description: "The surface's own; given back as it was sent." }),
})
