/** Webhook endpoints and their secrets. A secret is sealed before it comes here and opened only by who signs with it. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import type { Sealed } from '../lib/key-ring.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { WebhookEndpoints } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly subscribedEvents: readonly string[]
  readonly status: 'active' | 'revoked'
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface EndpointChange {
  readonly url?: string
  readonly description?: string | null
  readonly subscribedEvents?: readonly string[]
  readonly status?: 'revoked'
}

function toEndpoint(row: Selectable<WebhookEndpoints>): WebhookEndpoint {
  return {
    id: encodeId('whe', row.id),
    url: row.url,
    description: row.description,
    subscribedEvents: row.subscribed_events,
    status: row.status as WebhookEndpoint['status'],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const theEndpoint = (tx: ReadTx, id: string) =>
  build.selectFrom('webhook_endpoints').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('whe', id))

export async function findEndpoint(tx: ReadTx, id: string): Promise<WebhookEndpoint | null> {
  const row = await tx.first(theEndpoint(tx, id))
  return row && toEndpoint(row)
}

export async function lockEndpoint(tx: WriteTx, id: string): Promise<WebhookEndpoint | null> {
  const row = await tx.first(theEndpoint(tx, id).forUpdate())
  return row && toEndpoint(row)
}

export async function listEndpoints(tx: ReadTx, page: PageRequest): Promise<Page<WebhookEndpoint>> {
  const rows = await tx.rows(
    build
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where(ofTenant(tx))
      .where(afterPosition(page.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsToFetch(page)),
  )
  return toPage(rows, page, toEndpoint)
}

export async function countActiveEndpoints(tx: ReadTx): Promise<number> {
  const row = await tx.first(
    build
      .selectFrom('webhook_endpoints')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where(ofTenant(tx))
      .where('status', '=', 'active'),
  )
  return Number(row?.count)
}

export async function insertEndpoint(
  tx: WriteTx,
  endpoint: { url: string; description: string | null; subscribedEvents: readonly string[] },
): Promise<WebhookEndpoint> {
  const row = await tx.first(
    build
      .insertInto('webhook_endpoints')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        url: endpoint.url,
        description: endpoint.description,
        subscribed_events: [...endpoint.subscribedEvents],
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toEndpoint(row)
}

/** Changes an endpoint that the caller has locked. */
export async function updateEndpoint(tx: WriteTx, id: string, change: EndpointChange): Promise<WebhookEndpoint> {
  const row = await tx.first(
    build
      .updateTable('webhook_endpoints')
      .set({
        ...(change.url !== undefined && { url: change.url }),
        ...(change.description !== undefined && { description: change.description }),
        ...(change.subscribedEvents !== undefined && { subscribed_events: [...change.subscribedEvents] }),
        ...(change.status !== undefined && { status: change.status }),
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('whe', id))
      .returningAll(),
  )
  if (!row) throw new Error('the locked endpoint is gone')
  return toEndpoint(row)
}

/** What a sealed secret is bound to: moved to another row, it does not open. */
export function secretPlace(workspaceUuid: string, endpointUuid: string, secretUuid: string): string {
  return `webhook_secrets/${workspaceUuid}/${endpointUuid}/${secretUuid}`
}

/** Keeps a new current secret of the endpoint; `seal` is told the place that it will have. */
export async function insertSecret(tx: WriteTx, endpointId: string, seal: (place: string) => Sealed): Promise<void> {
  const endpoint = uuidOf('whe', endpointId)
  const id = newUuid()
  const { sealed, wrappedKey, kekId } = seal(secretPlace(tx.workspaceUuid, endpoint, id))
  await tx.rows(
    build.insertInto('webhook_secrets').values({
      workspace_id: tx.workspaceUuid,
      id,
      endpoint_id: endpoint,
      sealed,
      wrapped_key: wrappedKey,
      kek_id: kekId,
    }),
  )
}

/** Gives the current secret its expiry; those that were rotated out before keep theirs. */
export async function retireCurrentSecret(tx: WriteTx, endpointId: string, expiresAt: Date): Promise<void> {
  await tx.rows(
    build
      .updateTable('webhook_secrets')
      .set({ expires_at: expiresAt })
      .where(ofTenant(tx))
      .where('endpoint_id', '=', uuidOf('whe', endpointId))
      .where('expires_at', 'is', null),
  )
}

export async function currentSecretOf(tx: ReadTx, endpointId: string): Promise<string> {
  const row = await tx.first(
    build
      .selectFrom('webhook_secrets')
      .select('id')
      .where(ofTenant(tx))
      .where('endpoint_id', '=', uuidOf('whe', endpointId))
      .where('expires_at', 'is', null),
  )
  if (!row) throw new Error('an active endpoint has a current secret')
  return row.id
}

/** Forgets the secrets of all tenants whose time is over. */
export async function forgetExpiredSecrets(db: Db, at: Date): Promise<void> {
  await db.outsideTenants(statement(sql`SELECT forget_expired_secrets(${at})`))
}

export interface WrappedSecret {
  readonly workspaceUuid: string
  readonly uuid: string
  readonly place: string
  readonly wrapped: Omit<Sealed, 'sealed'>
}

/** Secrets that are not under the given key-encryption key, some at a time, as the operator sees them. */
export async function secretsNotUnder(db: Db, kekId: string, atMost: number): Promise<WrappedSecret[]> {
  const rows = await db.outsideTenants(
    build
      .selectFrom('webhook_secrets')
      .select(['workspace_id', 'id', 'endpoint_id', 'wrapped_key', 'kek_id'])
      .where('kek_id', '<>', kekId)
      .limit(atMost),
  )
  return rows.map((row) => ({
    workspaceUuid: row.workspace_id,
    uuid: row.id,
    place: secretPlace(row.workspace_id, row.endpoint_id, row.id),
    wrapped: { wrappedKey: row.wrapped_key, kekId: row.kek_id },
  }))
}

/** How many of the tenant's secrets are under another key-encryption key. */
export async function countSecretsNotUnder(tx: ReadTx, kekId: string): Promise<number> {
  const rows = await tx.rows(
    build.selectFrom('webhook_secrets').select('id').where(ofTenant(tx)).where('kek_id', '<>', kekId),
  )
  return rows.length
}

export async function storeWrapped(db: Db, secret: WrappedSecret): Promise<void> {
  await db.outsideTenants(
    build
      .updateTable('webhook_secrets')
      .set({ wrapped_key: secret.wrapped.wrappedKey, kek_id: secret.wrapped.kekId })
      .where('workspace_id', '=', secret.workspaceUuid)
      .where('id', '=', secret.uuid),
  )
}
