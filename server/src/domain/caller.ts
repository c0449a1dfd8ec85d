/**
 * Who asks, decided once at the door and handed to every operation. Live or test is a property of the caller's
 * workspace; nothing further in looks at the key again.
 */
import type { KeyHolder } from '../store/access.ts'
import type { AuditEntry } from '../store/audit.ts'
import { isScope } from './scopes.ts'
import type { Scope } from './scopes.ts'

export interface Caller {
  readonly keyId: string
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
    actor: { kind: 'key', id: caller.keyId },
    action: what.action,
    target: what.target,
    requestId: caller.requestId,
    fields: what.fields ?? [],
  }
}
