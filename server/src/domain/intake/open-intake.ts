import { insertBorrower } from '../../store/borrowers.ts'
import type { Borrower } from '../../store/borrowers.ts'
import { insertJobs } from '../../store/jobs.ts'
import type { FileFacts } from '../../store/jobs.ts'
import { insertLoan } from '../../store/loans.ts'
import type { Loan, LoanTerms } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import { admitDocuments } from '../billing/admit-documents.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { linkFor, linkTerms } from '../jobs/presign-uploads.ts'
import type { Upload } from '../jobs/presign-uploads.ts'
import { refuseDuplicateLoan } from '../loans/create-loan.ts'
import { asSeenBy } from '../loans/loan.ts'

/** A new applicant with files in hand: a borrower on the intake list, its loan, and one upload a file, all or none. */
export async function openIntake(
  deps: Pick<Deps, 'db' | 'clock' | 'objects'>,
  caller: RequestCaller,
  input: { businessName: string | null; terms: Partial<LoanTerms>; files: readonly FileFacts[] },
): Promise<{ borrower: Borrower; loan: Loan; uploads: Upload[] }> {
  const made = await deps.db
    .inTenant(caller, async (tx) => {
      await admitDocuments(tx, { caller, clock: deps.clock }, input.files.length)
      const name = input.businessName === null ? {} : { businessName: input.businessName }
      const borrower = await insertBorrower(tx, name, { isIntake: true })
      const loan = await insertLoan(tx, borrower.id, input.terms)
      const place = { borrowerId: borrower.id, loanId: loan.id, ...linkTerms(deps, caller) }
      const jobs = input.files.length === 0 ? [] : await insertJobs(tx, place, input.files)
      const by = { caller, clock: deps.clock }
      await recordAudit(tx, by, { action: 'borrower.created', target: borrower.id, fields: Object.keys(name) })
      await recordAudit(tx, by, { action: 'loan.created', target: loan.id, fields: Object.keys(input.terms) })
      for (const { id } of jobs) await recordAudit(tx, by, { action: 'upload.presigned', target: id })
      return { borrower, loan, jobs }
    })
    .catch(refuseDuplicateLoan)
  const uploads = await Promise.all(made.jobs.map((job) => linkFor(deps, caller, job)))
  return { borrower: made.borrower, loan: asSeenBy(caller, made.loan), uploads }
}
