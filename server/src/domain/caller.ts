/**
 * Who asks, decided once at the door and handed to every operation. Live or test is a property of the caller's
 * workspace; nothing further in looks at the key again. A caller is a key, or a person in an embedded surface for whom
 * a key has vouched: then `embed` says who, and the reach gate holds the request to that person's loan.
 */
import type { KeyHolder } from '../store/access.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { SessionHolder } from '../store/embed.ts'
import { isScope } from './scopes.ts'
import type { Scope } from './scopes.ts'

export interface EmbedSession {
  readonly sessionId: string
  /** The one loan that the session reaches, and whose it is. */
  readonly loanId: string
  readonly borrowerId: string
  /** The host's own name for the person; null when it named nobody. */
  readonly externalUserId: string | null
  readonly displayName: string | null
  readonly expiresAt: Date
}

export interface Caller {
  /** The key that asks, or that made the session which asks. */
  readonly keyId: string
  /** Null when a key asks for itself. */
  readonly embed: EmbedSession | null
  readonly workspaceId: string
  readonly workspaceUuid: string
  readonly organizationId: string
  readonly livemode: boolean
  readonly role: 'member' | 'admin'
  readonly scopes: ReadonlySet<Scope>
  readonly features: ReadonlySet<string>
  readonly subscriptionStatus: string
  readonly rateLimits: Readonly<Record<string, number>>
}

/** A caller within one request. */
export interface RequestCaller extends Caller {
  readonly requestId: string
}

export function callerOf(holder: KeyHolder): Caller {
  return {
    keyId: holder.keyId,
    embed: null,
    workspaceId: holder.workspaceId,
    workspaceUuid: holder.workspaceUuid,
    organizationId: holder.organizationId,
    livemode: holder.mode === 'live',
    role: holder.role,
    scopes: new Set(holder.scopes.filter(isScope)),
    features: new Set(holder.features),
    subscriptionStatus: holder.subscriptionStatus,
    rateLimits: holder.rateLimits,
  }
}

/** A session has no limits of its own making and no say over the workspace. */
export function embedCallerOf(holder: SessionHolder): Caller {
  const { session, ...workspace } = holder
  return {
    keyId: holder.keyId,
    embed: session,
    workspaceId: workspace.workspaceId,
    workspaceUuid: workspace.workspaceUuid,
    organizationId: workspace.organizationId,
    livemode: workspace.mode === 'live',
    role: 'member',
    scopes: new Set(workspace.scopes.filter(isScope)),
    features: new Set(workspace.features),
    subscriptionStatus: workspace.subscriptionStatus,
    rateLimits: {},
  }
}

/** Who is named as the author of what this caller does. */
export function actorOf(caller: Caller): { readonly kind: 'key' | 'embed_session'; readonly id: string } {
  if (caller.embed) return { kind: 'embed_session', id: caller.embed.sessionId }
  return { kind: 'key', id: caller.keyId }
}

export function hasSubscription(caller: Caller): boolean {
  return caller.subscriptionStatus === 'active' || caller.subscriptionStatus === 'trialing'
}

/** The audit entry of what this caller did. */
export function auditEntry(
  caller: RequestCaller,
  what: { action: string; target: string; fields?: readonly string[] },
  at: Date,
): AuditEntry {
  return {
    at: at.toISOString(),
    actor: actorOf(caller),
    action: what.action,
    target: what.target,
    requestId: caller.requestId,
    fields: what.fields ?? [],
  }
}
