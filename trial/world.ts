/** The customers of the trial: tenants with a loan each, on which documents have been read already. */
import { statementsPdf, loanPackage, PROFIT_AND_LOSS } from '../server/test/support/documents/loan-package.ts'
import { SCOPES } from '../server/src/domain/scopes.ts'
import { issueOperatorKey } from '../server/src/main/admin/keys.ts'
import { Db } from '../server/src/store/db.ts'
import { createOrganization, createWorkspace, setRateLimits } from '../server/src/store/operator.ts'
import { FULL_PLAN } from '../server/test/support/service.ts'
import { urlOf } from '../server/test/support/database.ts'

export interface Answer<Body = unknown> {
  readonly status: number
  readonly retryAfter: string | null
  /** As the interface describes it where the status is the one asked for. */
  readonly json: Body
}

interface UploadLink {
  readonly job_id: string
  readonly upload_url: string
  readonly headers: Readonly<Record<string, string>>
}

interface Created {
  readonly id: string
}

/** A customer and what it knows of its own: ids it has been given. */
export interface Customer {
  readonly key: string
  /** Of a surface that shows its loan. */
  readonly sessionToken: string
  readonly borrowerId: string
  readonly loanId: string
  readonly statementIds: string[]
  readonly jobIds: string[]
  /** The request for credit whose papers come in at the moment, and how many have. */
  readonly incoming: { loanId: string; packages: number }
}

/** A package holds four documents, and a request for credit a dozen: then the next one begins. */
const PACKAGES_A_LOAN = 3

/** No answer within this is none. */
const PATIENCE_MS = 30_000
/** Higher than anything the trial reaches, so that what gives way is the service and not an agreed limit. */
const LIMITS = { api: 1_000_000, upload: 1_000_000, export: 1_000_000 }

export class Client {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async call<Body>(key: string, path: string, method = 'GET', body?: unknown): Promise<Answer<Body>> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      json: (isJson && text !== '' ? JSON.parse(text) : null) as Body,
    }
  }

  async newLoan(key: string): Promise<{ borrower: Answer<Created>; loan: Answer<Created> }> {
    const borrower = await this.call<Created>(key, '/api/borrowers', 'POST', { business_name: 'Harbor Mechanical' })
    if (borrower.status !== 201) return { borrower, loan: borrower }
    const loans = `/api/borrowers/${borrower.json.id}/loans`
    return { borrower, loan: await this.call<Created>(key, loans, 'POST', { amount: '500000.00' }) }
  }

  /** A package as a lender sends it: a link, the bytes straight to the object store, the confirmation. */
  async upload(customer: Customer, bytes: Uint8Array): Promise<Answer> {
    const { incoming } = customer
    incoming.packages += 1
    if (incoming.packages > PACKAGES_A_LOAN) {
      const next = await this.newLoan(customer.key)
      if (next.loan.status !== 201) return next.loan
      Object.assign(incoming, { loanId: next.loan.json.id, packages: 1 })
    }
    const file = { file_name: 'package.pdf', content_type: 'application/pdf', size_bytes: bytes.length }
    const link = await this.call<UploadLink>(customer.key, '/api/documents/presigned-url', 'POST', {
      loan_id: incoming.loanId,
      ...file,
    })
    if (link.status !== 201) return link
    const { 'Content-Length': _length, ...headers } = link.json.headers
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const stored = await fetch(link.json.upload_url, { method: 'PUT', headers, body: bytes, signal })
    await stored.arrayBuffer()
    if (stored.status !== 200) return { status: stored.status, retryAfter: null, json: null }
    const confirmed = await this.call(customer.key, `/api/documents/${link.json.job_id}/confirm-upload`, 'POST')
    if (confirmed.status === 202 || confirmed.status === 200) customer.jobIds.push(link.json.job_id)
    return confirmed
  }
}

/** Different bytes that print the same: a comment behind the end of the file. */
export function freshPackage(number: number): Buffer {
  return Buffer.concat([loanPackage(), Buffer.from(`\n% package ${number}\n`)])
}

export interface World {
  readonly database: string
  readonly client: Client
  /** Called with the key of each, before anything happens to them. */
  readonly onKey?: (key: string) => Promise<void>
}

export async function createCustomers({ database, client, onKey }: World, count: number): Promise<Customer[]> {
  const operator = new Db({ url: urlOf(database, 'OPERATOR'), poolSize: 2 })
  try {
    const customers: Customer[] = []
    for (let number = 0; number < count; number += 1) {
      const organizationId = await createOrganization(operator, `Lender ${number}`)
      const workspace = await createWorkspace(operator, { organizationId, name: 'Lender', plan: FULL_PLAN })
      const issued = await issueOperatorKey(operator, workspace, {
        name: 'trial', mode: 'live', role: 'member', scopes: SCOPES,
      }) // prettier-ignore
      await setRateLimits(operator, issued.id, LIMITS)
      await onKey?.(issued.key)
      customers.push(await withStatement(client, issued.key))
    }
    return customers
  } finally {
    await operator.close()
  }
}

async function withStatement(client: Client, key: string): Promise<Customer> {
  const { borrower, loan } = await client.newLoan(key)
  const [borrowerId, loanId] = [borrower.json.id, loan.json.id]
  const session = await client.call<{ token: string }>(key, '/api/embed/sessions', 'POST', { loan_id: loanId })
  const customer: Customer = {
    key, borrowerId, loanId, sessionToken: session.json.token, statementIds: [], jobIds: [],
    incoming: { loanId, packages: 0 },
  } // prettier-ignore
  const confirmed = await client.upload(customer, statementsPdf([PROFIT_AND_LOSS]))
  if (confirmed.status >= 300) throw new Error(`a first statement was refused: ${JSON.stringify(confirmed)}`)
  const results = `/api/borrowers/${borrowerId}/jobs/${customer.jobIds[0]}/results`
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const { status, json } = await client.call<{ data: Created[] }>(key, results)
    const ids = status === 200 ? json.data.map(({ id }) => id) : []
    const mapping = `/api/borrowers/${borrowerId}/extractions/${ids[0]}/mapping`
    if (ids.length > 0 && (await client.call(key, mapping)).status === 200) {
      customer.statementIds.push(...ids)
      return customer
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('a first statement was not mapped within a minute')
}
