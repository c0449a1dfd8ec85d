/** Keys, workspaces and organizations, as requests see them. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Mode } from '../lib/api-key.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { ApiKeys } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export type Role = 'member' | 'admin'

/** Who holds a key: all that the gates need to know, in one look-up. */
export interface KeyHolder {
  readonly keyId: string
  readonly workspaceId: string
  readonly workspaceUuid: string
  readonly organizationId: string
  readonly role: Role
  readonly scopes: readonly string[]
  readonly rateLimits: Readonly<Record<string, number>>
  readonly mode: Mode
  readonly features: readonly string[]
  readonly subscriptionStatus: string
}

interface KeyHolderRow {
  key_id: string
  workspace_id: string
  organization_id: string
  role: Role
  scopes: string[]
  rate_limits: Record<string, number>
  mode: Mode
  features: string[]
  subscription_status: string
}

export async function findKeyHolder(db: Db, hash: Buffer): Promise<KeyHolder | null> {
  const [row] = await db.outsideTenants(
    build.selectFrom(sql<KeyHolderRow>`authenticate_key(${hash})`.as('holder')).selectAll(),
  )
  if (!row) return null
  return {
    keyId: encodeId('key', row.key_id),
    workspaceId: encodeId('ws', row.workspace_id),
    workspaceUuid: row.workspace_id,
    organizationId: encodeId('org', row.organization_id),
    role: row.role,
    scopes: row.scopes,
    rateLimits: row.rate_limits,
    mode: row.mode,
    features: row.features,
    subscriptionStatus: row.subscription_status,
  }
}

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly lifecycle: string
  readonly plan: string
  readonly subscriptionStatus: string
  readonly organization: Organization
}

export interface Organization {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export async function findOwnWorkspace(tx: ReadTx): Promise<Workspace | null> {
  const row = await tx.first(
    build
      .selectFrom('workspaces')
      .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
      .select([
        'workspaces.id',
        'workspaces.name',
        'workspaces.lifecycle',
        'workspaces.plan',
        'workspaces.subscription_status',
        'organizations.id as organization_id',
        'organizations.name as organization_name',
        'organizations.created_at as organization_created_at',
      ])
      .where(ofTenant(tx, 'workspaces.id')),
  )
  if (!row) return null
  return {
    id: encodeId('ws', row.id),
    name: row.name,
    lifecycle: row.lifecycle,
    plan: row.plan,
    subscriptionStatus: row.subscription_status,
    organization: {
      id: encodeId('org', row.organization_id),
      name: row.organization_name,
      createdAt: row.organization_created_at,
    },
  }
}

/** A key as it may be shown: never the key itself. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly role: Role
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

function toApiKey(row: Selectable<ApiKeys>): ApiKey {
  return {
    id: encodeId('key', row.id),
    name: row.name,
    hint: row.hint,
    role: row.role as Role,
    scopes: row.scopes,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}

export interface NewApiKey {
  readonly name: string
  readonly hash: Buffer
  readonly hint: string
  readonly role: Role
  readonly scopes: readonly string[]
}

export async function insertApiKey(tx: WriteTx, key: NewApiKey): Promise<ApiKey> {
  const row = await tx.first(
    build
      .insertInto('api_keys')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        name: key.name,
        key_hash: key.hash,
        hint: key.hint,
        role: key.role,
        scopes: [...key.scopes],
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toApiKey(row)
}

export async function listApiKeys(tx: ReadTx, page: PageRequest): Promise<Page<ApiKey>> {
  const rows = await tx.rows(
    build
      .selectFrom('api_keys')
      .selectAll()
      .where(ofTenant(tx))
      .where(afterPosition(page.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsToFetch(page)),
  )
  return toPage(rows, page, toApiKey)
}

/** Revokes a key; false when there is no such key in force. */
export async function revokeApiKey(tx: WriteTx, id: string): Promise<boolean> {
  const rows = await tx.rows(
    build
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('key', id))
      .where('revoked_at', 'is', null)
      .returning('id'),
  )
  return rows.length > 0
}
