/**
 * What a lender's system does all day, in kinds, and how often. Nobody has published such proportions: these are ours,
 * a package every fifty requests, looked at while it is read and read from several places afterwards, by the lender's
 * server and by surfaces in its pages. They are data, so that somebody with a log of their own can put in theirs.
 */
import type { Random } from '../eval/generator/random.ts'
import { freshPackage } from './world.ts'
import type { Answer, Client, Customer } from './world.ts'

export const SHARES = {
  upload: 2,
  poll: 25,
  lists: 17,
  figures: 18,
  mapping: 12,
  spread: 8,
  embed: 8,
  export: 1,
  events: 6,
  write: 3,
} as const

export type Family = keyof typeof SHARES

let packages = 0

export const REQUESTS: Readonly<
  Record<Family, (client: Client, customer: Customer, random: Random) => Promise<Answer>>
> = {
  upload: (client, customer) => client.upload(customer, freshPackage((packages += 1))),
  poll: (client, { key, jobIds }) =>
    client.call(key, '/api/documents/status-batch', 'POST', { job_ids: jobIds.slice(-20) }),
  lists: (client, { key, borrowerId }, random) =>
    client.call(
      key,
      random.pick([
        '/api/borrowers?limit=25',
        '/api/loans?limit=25',
        `/api/borrowers/${borrowerId}/jobs?limit=25`,
        `/api/borrowers/${borrowerId}/extractions/profit-loss-statements?limit=10`,
      ]),
    ),
  figures: (client, { key, borrowerId, statementIds }, random) =>
    client.call(
      key,
      random.pick([
        `/api/borrowers/${borrowerId}/extractions/${random.pick(statementIds)}/report-data`,
        `/api/borrowers/${borrowerId}/extractions/query?measure=net_income`,
      ]),
    ),
  mapping: (client, { key, borrowerId, statementIds }, random) =>
    client.call(key, `/api/borrowers/${borrowerId}/extractions/${random.pick(statementIds)}/mapping`),
  spread: (client, { key, loanId }) => client.call(key, `/api/loans/${loanId}/attributes?status=machine`),
  embed: (client, { sessionToken, borrowerId, loanId, statementIds }, random) =>
    client.call(
      sessionToken,
      random.pick([
        '/api/embed/work',
        `/api/loans/${loanId}/attributes?status=machine`,
        `/api/borrowers/${borrowerId}/extractions/${random.pick(statementIds)}/mapping`,
      ]),
    ),
  export: (client, { key, borrowerId, loanId, statementIds }) =>
    client.call(key, '/api/extractions/exports', 'POST', {
      borrower_id: borrowerId, loan_id: loanId, document_ids: statementIds.slice(0, 10), format: 'csv',
    }), // prettier-ignore
  events: (client, { key }) => client.call(key, '/api/events?limit=25'),
  write: (client, { key, borrowerId }, random) =>
    client.call(key, `/api/borrowers/${borrowerId}`, 'PATCH', { naics_code: random.pick(['332322', '238220']) }),
}
