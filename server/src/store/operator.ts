/**
 * The control plane: organizations, workspaces, keys and plans, as the operator's own role sees them. It reaches no
 * borrower, loan or document.
 */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Mode } from '../lib/api-key.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { verifyChain } from './audit.ts'
import type { AuditEntry, ChainVerdict } from './audit.ts'
import { build } from './db.ts'
import type { Db } from './db.ts'
import type { Workspaces } from './database.ts'

export interface OperatorWorkspace {
  readonly id: string
  readonly uuid: string
  readonly organizationId: string
  readonly name: string
  readonly mode: Mode
  readonly liveWorkspaceId: string | null
  readonly lifecycle: string
  readonly plan: string
  readonly features: readonly string[]
  readonly subscriptionStatus: string
}

function toWorkspace(row: Selectable<Workspaces>): OperatorWorkspace {
  return {
    id: encodeId('ws', row.id),
    uuid: row.id,
    organizationId: encodeId('org', row.organization_id),
    name: row.name,
    mode: row.mode as Mode,
    liveWorkspaceId: row.live_workspace_id === null ? null : encodeId('ws', row.live_workspace_id),
    lifecycle: row.lifecycle,
    plan: row.plan,
    features: row.features,
    subscriptionStatus: row.subscription_status,
  }
}

export async function createOrganization(db: Db, name: string): Promise<string> {
  const id = newUuid()
  await db.outsideTenants(build.insertInto('organizations').values({ id, name }))
  return encodeId('org', id)
}

export async function listOrganizations(db: Db): Promise<{ id: string; name: string; createdAt: Date }[]> {
  const rows = await db.outsideTenants(build.selectFrom('organizations').selectAll().orderBy('id'))
  return rows.map((row) => ({ id: encodeId('org', row.id), name: row.name, createdAt: row.created_at }))
}

export interface Plan {
  readonly plan: string
  readonly features: readonly string[]
  readonly subscriptionStatus: string
}

export async function createWorkspace(
  db: Db,
  workspace: { organizationId: string; name: string; plan: Plan },
): Promise<OperatorWorkspace> {
  const [row] = await db.outsideTenants(
    build
      .insertInto('workspaces')
      .values({
        id: newUuid(),
        organization_id: uuidOf('org', workspace.organizationId),
        name: workspace.name,
        mode: 'live',
        plan: workspace.plan.plan,
        features: [...workspace.plan.features],
        subscription_status: workspace.plan.subscriptionStatus,
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toWorkspace(row)
}

/** The sandbox twin of a live workspace, made when it is first asked for. */
export async function ensureTwin(db: Db, live: OperatorWorkspace): Promise<OperatorWorkspace> {
  await db.outsideTenants(
    build
      .insertInto('workspaces')
      .values({
        id: newUuid(),
        organization_id: uuidOf('org', live.organizationId),
        name: `${live.name} (test)`,
        mode: 'test',
        live_workspace_id: live.uuid,
        plan: live.plan,
        features: [...live.features],
        subscription_status: live.subscriptionStatus,
      })
      .onConflict((conflict) => conflict.column('live_workspace_id').doNothing()),
  )
  const [row] = await db.outsideTenants(
    build.selectFrom('workspaces').selectAll().where('live_workspace_id', '=', live.uuid),
  )
  if (!row) throw new Error('the twin is gone')
  return toWorkspace(row)
}

export async function findWorkspace(db: Db, id: string): Promise<OperatorWorkspace | null> {
  const [row] = await db.outsideTenants(build.selectFrom('workspaces').selectAll().where('id', '=', uuidOf('ws', id)))
  return row ? toWorkspace(row) : null
}

export async function listWorkspaces(db: Db): Promise<OperatorWorkspace[]> {
  const rows = await db.outsideTenants(build.selectFrom('workspaces').selectAll().orderBy('id'))
  return rows.map(toWorkspace)
}

/** Sets what a workspace has paid for, on it and on its twin. */
export async function setPlan(db: Db, workspaceId: string, plan: Partial<Plan>): Promise<number> {
  const uuid = uuidOf('ws', workspaceId)
  const rows = await db.outsideTenants(
    build
      .updateTable('workspaces')
      .set({
        ...(plan.plan !== undefined && { plan: plan.plan }),
        ...(plan.features !== undefined && { features: [...plan.features] }),
        ...(plan.subscriptionStatus !== undefined && { subscription_status: plan.subscriptionStatus }),
      })
      .where((where) => where.or([where('id', '=', uuid), where('live_workspace_id', '=', uuid)]))
      .returning('id'),
  )
  return rows.length
}

export async function listKeysOf(db: Db, workspaceId: string) {
  const rows = await db.outsideTenants(
    build.selectFrom('api_keys').selectAll().where('workspace_id', '=', uuidOf('ws', workspaceId)).orderBy('id'),
  )
  return rows.map((row) => ({
    id: encodeId('key', row.id),
    name: row.name,
    hint: row.hint,
    role: row.role,
    scopes: row.scopes,
    rateLimits: row.rate_limits,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }))
}

/** Requests a minute by lane, for one key; an empty record returns to the lanes' own. */
export async function setRateLimits(db: Db, keyId: string, limits: Record<string, number>): Promise<boolean> {
  const rows = await db.outsideTenants(
    build
      .updateTable('api_keys')
      .set({ rate_limits: JSON.stringify(limits) })
      .where('id', '=', uuidOf('key', keyId))
      .returning('id'),
  )
  return rows.length > 0
}

export function operatorEntry(action: string, target: string, at: Date): AuditEntry {
  return { at: at.toISOString(), actor: { kind: 'operator', id: null }, action, target, requestId: null, fields: [] }
}

/** Re-computes the audit chain of one workspace from its rows. */
export async function verifyAudit(db: Db, workspaceUuid: string): Promise<ChainVerdict> {
  const rows = await db.outsideTenants(
    build.selectFrom('audit_log').selectAll().where('workspace_id', '=', workspaceUuid).orderBy('seq'),
  )
  const [head] = await db.outsideTenants(
    build.selectFrom('audit_heads').selectAll().where('workspace_id', '=', workspaceUuid),
  )
  return verifyChain(
    rows.map((row) => ({ seq: row.seq, entry: row.entry, previousHash: row.previous_hash, hash: row.hash })),
    head ?? null,
  )
}

/** What `doctor` asks of the database: who it is connected as, and whether that role is as weak as it must be. */
export async function describeConnection(
  db: Db,
): Promise<{ role: string; superuser: boolean; bypassesRls: boolean; version: string }> {
  const [row] = await db.outsideTenants(
    build.selectNoFrom([
      sql<string>`current_user`.as('role'),
      sql<boolean>`(SELECT rolsuper FROM pg_roles WHERE rolname = current_user)`.as('superuser'),
      sql<boolean>`(SELECT rolbypassrls FROM pg_roles WHERE rolname = current_user)`.as('bypassesRls'),
      sql<string>`current_setting('server_version')`.as('version'),
    ]),
  )
  if (!row) throw new Error('the database answered nothing')
  return row
}
