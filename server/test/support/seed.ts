/**
 * One resource of every kind, for a tenant. Tests that walk all routes take their ids from here; a route with a new
 * kind of id fails them until its kind is seeded below.
 */
import assert from 'node:assert/strict'
import { pagesKey } from '../../src/domain/jobs/blobs.ts'
import { keepExtraction } from '../../src/domain/extractions/keep-extraction.ts'
import { readDocument } from '../../src/domain/extractions/read-document.ts'
import { pagesToDocuments } from '../../src/domain/extractions/read-package.ts'
import { MAPPING_LOGIC } from '../../src/domain/mappings/map-stored.ts'
import { prepareMapping } from '../../src/domain/mappings/prepare-mapping.ts'
import { WorkspaceCharts } from '../../src/domain/mappings/workspace-charts.ts'
import { factsOfCut } from '../../src/domain/package/documents.ts'
import { PageBlobWriter, PAGES_CONTENT_TYPE } from '../../src/domain/package/page-blob.ts'
import { newId, uuidOf } from '../../src/lib/ids.ts'
import type { IdPrefix } from '../../src/lib/ids.ts'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { Db } from '../../src/store/db.ts'
import { insertDocuments } from '../../src/store/documents.ts'
import { findJob } from '../../src/store/jobs.ts'
import { latestMapping } from '../../src/store/mappings.ts'
import { asSuperuser, urlOf } from './database.ts'
import { printedPage, PROFIT_AND_LOSS } from './documents/loan-package.ts'
import { testSettings } from './service.ts'
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
  assert.equal(endpoint.status, 201, endpoint.text)
  await service.call(`/api/webhooks/${endpoint.json.id}/test`, { ...as, method: 'POST' })
  const deliveries = await service.call(`/api/webhooks/${endpoint.json.id}/deliveries`, as)
  const documentId = await seedDocument(service, tenant, jobId)
  const mappingId = await seedMapping(service, tenant, documentId)
  const finalize = `/api/loans/${loan.json.id}/attributes/finalize`
  const final = await service.call(finalize, { ...as, method: 'POST' })
  assert.equal(final.status, 200, final.text)
  const exported = await service.call('/api/extractions/exports', {
    ...as,
    method: 'POST',
    body: { borrower_id: borrower.json.id, loan_id: loan.json.id, document_ids: [documentId] },
  })
  assert.equal(exported.status, 202, exported.text)
  const handle = await service.call('/api/embed/iframe-urls', {
    ...as,
    method: 'POST',
    body: { loan_id: loan.json.id, surface: 'spreading' },
  })
  const session = await service.call('/api/embed/sessions', {
    ...as,
    method: 'POST',
    body: { loan_id: loan.json.id },
  })
  assert.equal(session.status, 201, session.text)
  const memos = `/api/loans/${loan.json.id}/memos`
  const memo = await service.call(memos, { ...as, method: 'POST', body: {} })
  assert.equal(memo.status, 201, memo.text)
  const render = await service.call(`${memos}/${memo.json.memo_id}/renders`, { ...as, method: 'POST' })
  assert.equal(render.status, 202, render.text)
  await asSuperuser(
    service.database,
    `UPDATE memo_renders SET status = 'succeeded', pdf_size = 1, pdf_sha256 = '\\x00' WHERE id = $1`,
    [uuidOf('rnd', render.json.render_id as string)],
  )
  return new Map<IdPrefix, string>([
    ['ws', tenant.workspace.id],
    ['bor', borrower.json.id as string],
    ['loan', loan.json.id as string],
    ['key', key.json.id as string],
    ['job', jobId],
    ['doc', documentId],
    ['map', mappingId],
    ['snap', final.json.snapshot_id as string],
    ['exp', exported.json.export_id as string],
    ['ifh', handle.json.handle_id as string],
    ['emb', session.json.session_id as string],
    ['memo', memo.json.memo_id as string],
    ['rnd', render.json.render_id as string],
    ['whe', endpoint.json.id as string],
    ['whd', deliveries.json.data[0].id as string],
  ])
}

/** A read document, as the pipeline leaves one: its pages in the object store, its first revision in the tables. */
async function seedDocument(service: TestService, tenant: Tenant, jobId: string): Promise<string> {
  const objects = objectStoreOf(parseConfig(testSettings(service.database)))
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 1 })
  const scope = { workspaceUuid: tenant.workspace.uuid }
  const page = printedPage(PROFIT_AND_LOSS)
  const [cut] = pagesToDocuments([page])
  const extraction = cut && readDocument([page], cut)
  assert.ok(extraction)
  try {
    const blob = new PageBlobWriter()
    await blob.add(page)
    const bytes = await blob.finish()
    const job = await db.read(scope, (tx) => findJob(tx, jobId))
    assert.ok(job)
    const key = pagesKey(scope.workspaceUuid, job, 0)
    await objects.write(key, bytes, PAGES_CONTENT_TYPE)
    await asSuperuser(service.database, 'UPDATE jobs SET pages_key = $1 WHERE id = $2', [key, uuidOf('job', jobId)])
    return await db.inTenant(scope, async (tx) => {
      const facts = factsOfCut(cut, new Map([[1, page]]))
      const waiting = { ...facts, status: 'processing', extractionVersion: null, proof: null } as const
      const [document] = await insertDocuments(tx, [{ job, documents: [waiting] }])
      assert.ok(document)
      await keepExtraction(tx, document, extraction, { cause: 'read', livemode: true })
      return document.id
    })
  } finally {
    objects.close()
    await db.close()
  }
}

/** The document's mapping, as the pipeline prepares it. */
async function seedMapping(service: TestService, tenant: Tenant, documentId: string): Promise<string> {
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 1 })
  const scope = { workspaceUuid: tenant.workspace.uuid }
  const faults = { report: (error: unknown) => assert.fail(String(error)) }
  try {
    await prepareMapping({ db, faults, charts: new WorkspaceCharts() }, scope, documentId)
    const mapping = await db.read(scope, (tx) => latestMapping(tx, documentId, MAPPING_LOGIC))
    assert.ok(mapping)
    return mapping.id
  } finally {
    await db.close()
  }
}

export function seededId(seeds: Seeds, prefix: IdPrefix): string {
  const id = seeds.get(prefix)
  if (id === undefined) throw new Error(`nothing is seeded for ${prefix}_ ids: add it to server/test/support/seed.ts`)
  return id
}

/** Ids that are well-formed and name nothing. */
export const unknownId = (prefix: IdPrefix): string => newId(prefix)
