/** What the stored bytes are, by their own hash: the same file twice, or not the file that was announced. */
import { createHash } from 'node:crypto'
import type { ReadTx } from '../../store/db.ts'
import { findTwin } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'

export async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest()
}

export type ContentVerdict =
  { readonly kind: 'fresh' } | { readonly kind: 'duplicate'; readonly ofJobId: string } | { readonly kind: 'damaged' }

/** Given the true hash, what becomes of the job. Duplicates are decided by one at a time: the caller locks the loan. */
export async function judgeContent(tx: ReadTx, job: Job, sha256: Buffer): Promise<ContentVerdict> {
  if (job.declaredSha256 !== null && !job.declaredSha256.equals(sha256)) return { kind: 'damaged' }
  const ofJobId = await findTwin(tx, job, sha256)
  return ofJobId === null ? { kind: 'fresh' } : { kind: 'duplicate', ofJobId }
}
