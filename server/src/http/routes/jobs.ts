import { Type } from 'typebox'
import { deleteJob } from '../../domain/jobs/delete-job.ts'
import { JOB_STATUSES } from '../../domain/jobs/job.ts'
import { listJobs, listResults } from '../../domain/jobs/read-jobs.ts'
import { filterId, filterWord } from '../filters.ts'
import { answerPage } from '../paging.ts'
import { noContent, ok, route } from '../route.ts'
import { Closed, ListOf, PageQuery, PathId } from '../schemas/common.ts'
import { DocumentBody, documentToWire } from '../schemas/documents.ts'
import { JobBody, jobToWire } from '../schemas/jobs.ts'

const tag = 'Jobs'

export const jobRoutes = [
  route({
    method: 'GET',
    path: '/api/borrowers/:id/jobs',
    operationId: 'listJobs',
    embed: 'loan',
    tag,
    summary: "List a borrower's upload jobs",
    scope: 'documents:read',
    lane: 'api',
    subscription: false,
    params: Closed({ id: PathId('bor') }),
    query: Type.Object({
      ...PageQuery(),
      status: Type.Optional(Type.String({ description: `Only jobs in this state: ${JOB_STATUSES.join(', ')}.` })),
      loanId: Type.Optional(Type.String({ description: 'Only jobs of this loan.' })),
    }),
    answers: { 200: { description: 'One page.', body: ListOf(JobBody) } },
    problems: ['invalid_cursor', 'invalid_filter'],
    handle: async (context) => {
      const filter = {
        borrowerId: context.params.id,
        loanId: filterId('loanId', 'loan', context.query.loanId),
        status: filterWord('status', JOB_STATUSES, context.query.status),
      }
      return ok(
        await answerPage(
          context,
          { name: 'jobs', filters: filter },
          (page) => listJobs(context.deps, context.caller, { filter, page }),
          jobToWire,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/borrowers/:id/jobs/:jobId/results',
    operationId: 'listJobResults',
    embed: 'loan',
    tag,
    summary: 'List the documents that were found in a package',
    description:
      'In the order of its pages. Empty until the package is cut; a document whose extraction is still to come says so.',
    scope: 'documents:read',
    lane: 'api',
    subscription: false,
    params: Closed({ id: PathId('bor'), jobId: PathId('job') }),
    query: Type.Object(PageQuery()),
    answers: { 200: { description: 'One page.', body: ListOf(DocumentBody) } },
    problems: ['invalid_cursor'],
    handle: async (context) => {
      const { id: borrowerId, jobId } = context.params
      return ok(
        await answerPage(
          context,
          { name: 'job-results', filters: { borrowerId, jobId } },
          (page) => listResults(context.deps, context.caller, { borrowerId, jobId, page }),
          documentToWire,
        ),
      )
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/jobs/:jobId',
    operationId: 'deleteJob',
    embed: 'loan',
    tag,
    summary: 'Delete a job, its documents and its bytes',
    description: 'Work on it that has begun is cancelled.',
    scope: 'documents:delete',
    lane: 'api',
    subscription: false,
    params: Closed({ jobId: PathId('job') }),
    answers: { 204: { description: 'Gone.', body: null } },
    handle: async ({ deps, caller, params: { jobId } }) => {
      await deleteJob(deps, caller, jobId)
      return noContent
    },
  }),
]
