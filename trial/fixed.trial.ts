/**
 * Three of the costs that profile and growth found, before and after they were mended, by turns in one run. What was
 * before is written out here, since the service has it no more.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { median } from '../bench/service.ts'
import { entityKey } from '../server/src/domain/entities/entity-key.ts'
import { linkDocuments } from '../server/src/domain/entities/link-documents.ts'
import { fileDocuments } from '../server/src/domain/entities/resolve.ts'
import { sha256Of } from '../server/src/domain/spreads/manifest.ts'
import { insertBorrower } from '../server/src/store/borrowers.ts'
import type { Borrower } from '../server/src/store/borrowers.ts'
import { Db } from '../server/src/store/db.ts'
import type { WriteTx } from '../server/src/store/db.ts'
import { documentsOfBorrowers, insertDocuments, linkDocument } from '../server/src/store/documents.ts'
import type { NewDocument } from '../server/src/store/documents.ts'
import { insertJobs, listJobsWithoutWork } from '../server/src/store/jobs.ts'
import { insertLoan } from '../server/src/store/loans.ts'
import { createOrganization, createWorkspace } from '../server/src/store/operator.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../server/test/support/database.ts'
import { COMPANY } from '../server/test/support/documents/loan-package.ts'
import { FULL_PLAN, operatorOf } from '../server/test/support/service.ts'
import type { TrialResult } from './result.ts'

const ROUNDS = 5
const SPREAD_DOCUMENTS = 50
const JOBS = 100_000
/** Of one borrower, after three requests for credit. */
const FILED_DOCUMENTS = 36
const WORKSPACE = '018f2c54-7b1a-7c3e-9d11-0242ac120002'

interface Pair {
  readonly beforeMs: number
  readonly afterMs: number
}

/** By turns, so that what else happens on the machine happens to both. */
async function byTurns(before: () => Promise<number>, after: () => Promise<number>): Promise<Pair> {
  const times: Pair[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push({ beforeMs: await before(), afterMs: await after() })
  return {
    beforeMs: median(times.map(({ beforeMs }) => beforeMs)),
    afterMs: median(times.map(({ afterMs }) => afterMs)),
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** A payload of the size of a mapped statement: lines with their places and sources. */
const PAYLOAD = {
  lines: Array.from({ length: 400 }, (_, index) => ({
    key: `line_${index}`, value: '1234.00', period: { months: 12, end: '2025-12-31' }, caption: 'Cost of goods sold',
    sources: [{ page: 3, document_id: `doc_${index}`, address: `lines.${index}.0`, box: [1, 2, 3, 4] }], account: null,
  })), // prettier-ignore
}

function orderedWhileWritten(value: unknown): string {
  const text = JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  )
  return createHash('sha256').update(text).digest('hex')
}

function hashes(): Promise<Pair> {
  if (orderedWhileWritten(PAYLOAD) !== sha256Of(PAYLOAD)) throw new Error('the hashes differ')
  const hashing = (count: number, hash: (value: unknown) => string) => () =>
    timed(() => {
      for (let number = 0; number < count; number += 1) hash(PAYLOAD)
    })
  // Once when they were gathered and once when the snapshot was made; now the same sources serve both.
  return byTurns(hashing(2 * SPREAD_DOCUMENTS, orderedWhileWritten), hashing(SPREAD_DOCUMENTS, sha256Of))
}

async function looks(database: string, db: Db): Promise<Pair> {
  const without = `UPDATE pg_index SET indisvalid = $1 WHERE indexrelid = 'jobs_under_way'::regclass`
  const look = async (indexed: boolean): Promise<number> => {
    await asSuperuser(database, without, [indexed])
    // The first look of a connection plans; the second is what the relay does all day.
    await listJobsWithoutWork(db)
    return timed(() => listJobsWithoutWork(db))
  }
  return byTurns(
    () => look(false),
    () => look(true),
  )
}

/** Files a borrower's documents under its companies, as every package that comes to it does. */
async function filings(database: string, db: Db): Promise<Pair> {
  const operator = operatorOf(database)
  const workspace = await createWorkspace(operator, {
    organizationId: await createOrganization(operator, 'Lender'), name: 'Lender', plan: FULL_PLAN,
  }) // prettier-ignore
  await operator.close()
  const tenant = { workspaceUuid: workspace.uuid }
  const borrower = await db.inTenant(tenant, (tx) => insertFiled(tx))
  // Texts of members in the order that the code writes them in were compared with what PostgreSQL gives back in its
  // own: no two were ever the same, and every document was written again.
  const byText = async (tx: WriteTx): Promise<void> => {
    const documents = (await documentsOfBorrowers(tx, [borrower.id])).get(borrower.id) ?? []
    for (const [id, link] of linkDocuments(borrower, documents)) await linkDocument(tx, id, link)
  }
  return byTurns(
    () => timed(() => db.inTenant(tenant, byText)),
    () => timed(() => db.inTenant(tenant, (tx) => fileDocuments(tx, [borrower]))),
  )
}

async function insertFiled(tx: WriteTx): Promise<Borrower> {
  const borrower = await insertBorrower(tx, { businessName: COMPANY }, { isIntake: false })
  const loan = await insertLoan(tx, borrower.id, {})
  const under = { borrowerId: borrower.id, loanId: loan.id, livemode: true, uploadExpiresAt: new Date() }
  const file = { fileName: 'a.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: null, sampleDocument: null }
  const [job] = await insertJobs(tx, under, [file])
  if (!job) throw new Error('an insert returned no row')
  const document: NewDocument = {
    category: 'Profit Loss Statement', reportType: 'profit-loss-statements', pages: [1], pageParts: null,
    classification: null, entity: { name: COMPANY, source: { page: 1, box: [0, 0, 0, 0], text: COMPANY } },
    entityKey: entityKey('business', COMPANY), einLast4: null, assurance: null, engagement: null,
    status: 'processing', extractionVersion: null, proof: null,
  } // prettier-ignore
  await insertDocuments(tx, [{ job, documents: Array.from({ length: FILED_DOCUMENTS }, () => document) }])
  await fileDocuments(tx, [borrower])
  return borrower
}

export async function run(): Promise<TrialResult> {
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const db = new Db({ url: urlOf(database.name, 'WORKER'), poolSize: 1 })
  const owner = new pg.Client({ connectionString: urlOf(database.name, 'SUPERUSER') })
  await owner.connect()
  try {
    await owner.query('SET session_replication_role = replica')
    await owner.query(
      `INSERT INTO jobs (workspace_id, id, borrower_id, loan_id, file_name, content_type, size_bytes, status, livemode, upload_expires_at)
       SELECT md5((n % 2000)::text)::uuid, gen_random_uuid(), $1, $1, 'a.pdf', 'application/pdf', 1, 'COMPLETED', true, now()
       FROM generate_series(1, $2::int) AS n`,
      [WORKSPACE, JOBS],
    )
    await owner.query('VACUUM ANALYZE jobs')
    const costs = {
      [`hashing what a spread of ${SPREAD_DOCUMENTS} documents is made from`]: await hashes(),
      [`the relay's look for jobs without work, at ${JOBS} jobs`]: await looks(database.name, db),
      [`filing ${FILED_DOCUMENTS} documents of a borrower when another comes`]: await filings(database.name, db),
    }
    return {
      figures: { costs },
      holds: Object.fromEntries(
        Object.entries(costs).map(([name, { beforeMs, afterMs }]) => [
          `${name} takes less than before`,
          afterMs < beforeMs,
        ]),
      ),
    }
  } finally {
    await owner.end()
    await db.close()
    await database.drop()
  }
}
