/** The audit log: one chained entry for each write, in the write's own transaction. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'

export interface AuditEntry {
  /** RFC 3339, UTC. */
  readonly at: string
  /** `key`, `embed_session` or `operator`, and which one. */
  readonly actor: { readonly kind: string; readonly id: string | null }
  /** A verb on a noun, for instance `borrower.updated`. */
  readonly action: string
  readonly target: string
  readonly requestId: string | null
  /** The names of the members that were set; never their values, which may be personal. */
  readonly fields: readonly string[]
}

export interface ChainedAuditEntry extends AuditEntry {
  readonly seq: number
  readonly previousHash: string
  readonly hash: string
}

export async function appendAudit(tx: WriteTx, entry: AuditEntry): Promise<void> {
  await tx.rows(build.selectNoFrom(sql<bigint>`append_audit(${JSON.stringify(entry)})`.as('seq')))
}

export interface AuditPage {
  readonly items: readonly ChainedAuditEntry[]
  readonly nextSeq: number | null
}

export async function listAudit(tx: ReadTx, request: { limit: number; beforeSeq: number | null }): Promise<AuditPage> {
  let query = build.selectFrom('audit_log').selectAll().where(ofTenant(tx))
  if (request.beforeSeq !== null) query = query.where('seq', '<', BigInt(request.beforeSeq))
  const rows = await tx.rows(query.orderBy('seq', 'desc').limit(request.limit + 1))
  const items = rows.slice(0, request.limit).map((row) => ({
    ...(JSON.parse(row.entry) as AuditEntry),
    seq: Number(row.seq),
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  }))
  return { items, nextSeq: rows.length > request.limit ? (items.at(-1)?.seq ?? null) : null }
}

export interface RawAuditRow {
  readonly seq: bigint
  readonly entry: string
  readonly previousHash: Buffer
  readonly hash: Buffer
}

export interface ChainVerdict {
  readonly entries: number
  /** The number of the first entry at which the chain breaks; null when it is whole. */
  readonly brokenAt: bigint | null
  readonly reason: string | null
}

const GENESIS = Buffer.alloc(32)

/** Given the rows of one workspace by number and the head that the log should end in, whether the chain is whole. */
export function verifyChain(rows: readonly RawAuditRow[], head: { seq: bigint; hash: Buffer } | null): ChainVerdict {
  let previous: Buffer = GENESIS
  let expected = 1n
  for (const row of rows) {
    if (row.seq !== expected) return { entries: rows.length, brokenAt: expected, reason: 'an entry is missing' }
    const number = Buffer.alloc(8)
    number.writeBigInt64BE(row.seq)
    const hash = createHash('sha256').update(previous).update(number).update(row.entry, 'utf8').digest()
    if (!row.previousHash.equals(previous) || !row.hash.equals(hash)) {
      return { entries: rows.length, brokenAt: row.seq, reason: 'an entry was changed' }
    }
    previous = hash
    expected += 1n
  }
  const headAgrees = head === null ? rows.length === 0 : head.seq === expected - 1n && head.hash.equals(previous)
  if (!headAgrees) return { entries: rows.length, brokenAt: expected, reason: 'the end of the log is missing' }
  return { entries: rows.length, brokenAt: null, reason: null }
}
