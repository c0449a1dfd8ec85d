import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { findLoan } from '../../store/loans.ts'
import {
  findMapping,
  findStatementDocument,
  latestMapping,
  listMappings as listRows,
  unmappedDocuments,
} from '../../store/mappings.ts'
import type { MappingScope, StoredMapping } from '../../store/mappings.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { MAPPING_LOGIC } from './map-stored.ts'
import { requestMappings } from './request-mapping.ts'

/** How long a client should wait for a first mapping: some milliseconds of work and the way there and back. */
const PENDING_SECONDS = 2

/** The mapping in force, which may be stale; a read that finds it missing or stale has a new one prepared. */
export async function readMapping(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  document: { readonly borrowerId: string; readonly id: string },
): Promise<StoredMapping> {
  const { found, mapping } = await deps.db.read(caller, async (tx) => ({
    found: await findStatementDocument(tx, document),
    mapping: await latestMapping(tx, document.id, MAPPING_LOGIC),
  }))
  if (!found?.isStatement || found.status === 'failed') throw new Problem('not_found')
  if (!mapping?.isCurrent && found.extractionVersion !== null)
    await deps.db.inTenant(caller, (tx) => requestMappings(tx, [document.id]))
  if (!mapping) throw new Problem('mapping_pending', { retryAfterSeconds: PENDING_SECONDS })
  return mapping
}

/** Any mapping the document ever had. */
export async function readMappingById(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  wanted: { readonly borrowerId: string; readonly documentId: string; readonly mappingId: string },
): Promise<StoredMapping> {
  const mapping = await deps.db.read(caller, async (tx) => {
    const document = await findStatementDocument(tx, { id: wanted.documentId, borrowerId: wanted.borrowerId })
    return document && findMapping(tx, { id: wanted.mappingId, documentId: document.id }, MAPPING_LOGIC)
  })
  if (!mapping) throw new Problem('not_found')
  return mapping
}

export interface MappingPage extends Page<StoredMapping> {
  /** Statements without a mapping yet, which is being prepared. */
  readonly pendingDocumentIds: readonly string[]
}

export async function listMappings(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { readonly scope: MappingScope; readonly page: PageRequest },
): Promise<MappingPage> {
  const { scope } = input
  const listed = await deps.db.read(caller, async (tx) => {
    if (!(await findBorrower(tx, scope.borrowerId))) return null
    if (scope.loanId !== null && (await findLoan(tx, scope.loanId))?.borrowerId !== scope.borrowerId) return null
    return {
      page: await listRows(tx, scope, { ...input.page, logic: MAPPING_LOGIC }),
      pending: await unmappedDocuments(tx, scope),
    }
  })
  if (!listed) throw new Problem('not_found')
  const stale = listed.page.items.filter((mapping) => !mapping.isCurrent).map((mapping) => mapping.documentId)
  const missing = [...listed.pending, ...stale]
  if (missing.length > 0) await deps.db.inTenant(caller, (tx) => requestMappings(tx, missing))
  return { ...listed.page, pendingDocumentIds: listed.pending }
}
