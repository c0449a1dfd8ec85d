/**
 * One resource of every kind, for a tenant. Tests that walk all routes take their ids from here; a route with a new
 * kind of id fails them until its kind is seeded below.
 */
import { newId } from '../../src/lib/ids.ts'
import type { IdPrefix } from '../../src/lib/ids.ts'
import type { Tenant, TestService } from './service.ts'
import { confirm, uploadFile } from './uploads.ts'

export type Seeds = ReadonlyMap<IdPrefix, string>

export async function seedTenant(service: TestService, tenant: Tenant): Promise<Seeds> {
  const as = { key: tenant.key }
  const borrower = await service.call('/api/borrowers', { ...as, method: 'POST', body: { business_name: 'Seed' } })
  const loan = await service.call(`/api/borrowers/${borrower.json.id}/loans`, {
    ...as,
    method: 'POST',
    body: { name: 'Seed' },
  })
  const key = await service.call('/api/keys', { ...as, method: 'POST', body: { name: 'Seed', scopes: [] } })
  const jobId = await uploadFile(service, tenant.key, loan.json.id as string, Buffer.from('seed'))
  await confirm(service, tenant.key, jobId)
  const endpoint = await service.call('/api/webhooks', {
    ...as,
    method: 'POST',
    body: { url: 'https://hooks.example.com/', subscribed_events: ['*'] },
  })
  await service.call(`/api/webhooks/${endpoint.json.id}/test`, { ...as, method: 'POST' })
  const deliveries = await service.call(`/api/webhooks/${endpoint.json.id}/deliveries`, as)
  return new Map<IdPrefix, string>([
    ['ws', tenant.workspace.id],
    ['bor', borrower.json.id as string],
    ['loan', loan.json.id as string],
    ['key', key.json.id as string],
    ['job', jobId],
    ['whe', endpoint.json.id as string],
    ['whd', deliveries.json.data[0].id as string],
  ])
}

export function seededId(seeds: Seeds, prefix: IdPrefix): string {
  const id = seeds.get(prefix)
  if (id === undefined) throw new Error(`nothing is seeded for ${prefix}_ ids: add it to server/test/support/seed.ts`)
  return id
}

/** Ids that are well-formed and name nothing. */
export const unknownId = (prefix: IdPrefix): string => newId(prefix)
