import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Borrowers } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export interface Address {
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly region: string | null
  readonly postalCode: string | null
  readonly country: string | null
}

export const ENTITY_TYPES = ['corporation', 's_corporation', 'llc', 'partnership', 'sole_proprietorship', 'nonprofit', 'trust', 'individual'] as const // prettier-ignore
export type EntityType = (typeof ENTITY_TYPES)[number]

/** What a caller may set; the name apart, which completing the intake sets as well. */
export interface BorrowerProfile {
  readonly businessName: string | null
  readonly entityType: EntityType | null
  readonly einLast4: string | null
  readonly naicsCode: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: Address | null
  readonly externalId: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export interface Borrower extends BorrowerProfile {
  readonly id: string
  readonly isIntake: boolean
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const BORROWER_EXTERNAL_ID = 'borrowers_external_id'

function toBorrower(row: Selectable<Borrowers>): Borrower {
  return {
    id: encodeId('bor', row.id),
    businessName: row.business_name,
    isIntake: row.is_intake,
    entityType: row.entity_type as EntityType | null,
    einLast4: row.ein_last4,
    naicsCode: row.naics_code,
    email: row.email,
    phone: row.phone,
    address: row.address as Address | null,
    externalId: row.external_id,
    metadata: row.metadata as Record<string, string>,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function columnsOf(profile: Partial<BorrowerProfile>) {
  const { businessName, entityType, einLast4, naicsCode, email, phone, address, externalId, metadata } = profile
  return {
    ...(businessName !== undefined && { business_name: businessName }),
    ...(entityType !== undefined && { entity_type: entityType }),
    ...(einLast4 !== undefined && { ein_last4: einLast4 }),
    ...(naicsCode !== undefined && { naics_code: naicsCode }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address: address === null ? null : JSON.stringify(address) }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  }
}

const theBorrower = (tx: ReadTx, id: string) =>
  build.selectFrom('borrowers').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('bor', id))

export async function findBorrower(tx: ReadTx, id: string): Promise<Borrower | null> {
  const row = await tx.first(theBorrower(tx, id))
  return row && toBorrower(row)
}

/** Keeps others who do the same waiting, and nobody who only writes something that hangs under the borrower. */
export async function holdBorrower(tx: WriteTx, id: string): Promise<Borrower | null> {
  const row = await tx.first(theBorrower(tx, id).forNoKeyUpdate())
  return row && toBorrower(row)
}

/** The same for several, always in one order, so that two who want the same can't wait for each other. */
export async function holdBorrowers(tx: WriteTx, ids: readonly string[]): Promise<Borrower[]> {
  const uuids = ids.map((id) => uuidOf('bor', id))
  const rows = await tx.rows(
    build
      .selectFrom('borrowers')
      .selectAll()
      .where(ofTenant(tx))
      .where(sql<boolean>`id = ANY(${uuids}::uuid[])`)
      .orderBy('id')
      .forNoKeyUpdate(),
  )
  return rows.map(toBorrower)
}

export async function lockBorrower(tx: WriteTx, id: string): Promise<Borrower | null> {
  const row = await tx.first(theBorrower(tx, id).forUpdate())
  return row && toBorrower(row)
}

export async function listBorrowers(
  tx: ReadTx,
  filter: { intake: boolean },
  page: PageRequest,
): Promise<Page<Borrower>> {
  const rows = await tx.rows(
    build
      .selectFrom('borrowers')
      .selectAll()
      .where(ofTenant(tx))
      .where('is_intake', '=', filter.intake)
      .where(afterPosition(page.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsToFetch(page)),
  )
  return toPage(rows, page, toBorrower)
}

export async function insertBorrower(
  tx: WriteTx,
  profile: Partial<BorrowerProfile>,
  options: { isIntake: boolean },
): Promise<Borrower> {
  const row = await tx.first(
    build
      .insertInto('borrowers')
      .values({ workspace_id: tx.workspaceUuid, id: newUuid(), is_intake: options.isIntake, ...columnsOf(profile) })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toBorrower(row)
}

/** Changes a borrower that the caller has locked. */
export async function updateBorrower(
  tx: WriteTx,
  id: string,
  change: Partial<BorrowerProfile> & { isIntake?: false },
): Promise<Borrower> {
  const row = await tx.first(
    build
      .updateTable('borrowers')
      .set({
        ...columnsOf(change),
        ...(change.isIntake !== undefined && { is_intake: change.isIntake }),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('bor', id))
      .returningAll(),
  )
  if (!row) throw new Error('the locked borrower is gone')
  return toBorrower(row)
}

export async function deleteBorrower(tx: WriteTx, id: string): Promise<void> {
  await tx.rows(build.deleteFrom('borrowers').where(ofTenant(tx)).where('id', '=', uuidOf('bor', id)))
}
