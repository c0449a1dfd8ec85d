import { documentsOfJob, insertDocuments } from '../../store/documents.ts'
import type { DocumentFacts } from '../../store/documents.ts'
import { recordEvent } from '../../store/events.ts'
import type { Job } from '../../store/jobs.ts'
import type { WorkerDeps } from '../deps.ts'
import { holdRun, idsOf } from './run.ts'
import type { PackageRun } from './run.ts'
import { sampleCategory } from './sample.ts'

/** Pages to documents, once: whoever comes second under the job's lock finds them there and leaves them. */
export async function cutDocuments(deps: Pick<WorkerDeps, 'db'>, run: PackageRun): Promise<'cut' | 'over'> {
  return deps.db.inTenant(run, async (tx) => {
    const job = await holdRun(tx, run)
    if (!job) return 'over'
    if ((await documentsOfJob(tx, job.id)).length > 0) return 'cut'
    for (const document of await insertDocuments(tx, job, documentsIn(job))) {
      await recordEvent(tx, {
        type: 'document.processed',
        livemode: job.livemode,
        loanId: job.loanId,
        data: { ...idsOf(job), document_id: document.id, report_type: document.reportType },
        once: `document.processed ${document.id}`,
      })
    }
    return 'cut'
  })
}

/** Until pages are classified a package is one document. */
function documentsIn(job: Job): DocumentFacts[] {
  const pages = Array.from({ length: job.pagesTotal ?? 0 }, (_, index) => index + 1)
  const known = job.livemode ? { category: null, reportType: null } : sampleCategory(job.sampleDocument, job.fileName)
  return [{ ...known, pages }]
}
