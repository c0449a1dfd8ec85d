/** What tests of memos do again and again: a loan with statements that were read, figures that are frozen, words. */
import assert from 'node:assert/strict'
import { setRateLimits } from '../../src/store/operator.ts'
import { COMPANY } from './documents/loan-package.ts'
import { twoYears } from './documents/memo-package.ts'
import type { Reply, Tenant, TestService } from './service.ts'
import { until } from './until.ts'
import { confirm, uploadFile, waitForJob } from './uploads.ts'

export interface MemoLoan {
  readonly tenant: Tenant
  readonly borrowerId: string
  readonly loanId: string
  /** The path of the loan's memos. */
  readonly memos: string
}

export class MemoDesk {
  readonly #service: TestService

  constructor(service: TestService) {
    this.#service = service
  }

  call({ tenant }: MemoLoan, path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) {
    return this.#service.call(path, { key: tenant.key, method, headers, ...(body !== undefined && { body }) })
  }

  async newLoan(): Promise<MemoLoan> {
    const tenant = await this.#service.tenant()
    await setRateLimits(this.#service.operator, tenant.keyId, { api: 100_000, export: 100_000 })
    const as = { key: tenant.key, method: 'POST' }
    const borrower = await this.#service.call('/api/borrowers', { ...as, body: { business_name: COMPANY } })
    const terms = {
      name: 'Shop expansion',
      amount: '750000.00',
      purpose: 'Second workshop and four service vehicles',
      product: 'Term loan',
      term_months: 84,
      guarantors: ['Harbor Holdings, LLC'],
    }
    const loan = await this.#service.call(`/api/borrowers/${borrower.json.id}/loans`, { ...as, body: terms })
    assert.equal(loan.status, 201, loan.text)
    return { tenant, borrowerId: borrower.json.id, loanId: loan.json.id, memos: `/api/loans/${loan.json.id}/memos` }
  }

  /** Answers the documents that the file turned out to hold. */
  async upload(loan: MemoLoan, bytes: Uint8Array, name: string): Promise<any[]> {
    const jobId = await uploadFile(this.#service, loan.tenant.key, loan.loanId, bytes, name)
    await confirm(this.#service, loan.tenant.key, jobId)
    assert.equal((await waitForJob(this.#service, loan.tenant.key, jobId)).status, 'COMPLETED')
    return (await this.call(loan, `/api/borrowers/${loan.borrowerId}/jobs/${jobId}/results`)).json.data
  }

  /** Waits until the machine's snapshot holds this many documents, all of them mapped that can be. */
  async spreadOf(loan: MemoLoan, documents: number): Promise<any> {
    let snapshot: any = null
    await until(async () => {
      snapshot = (await this.call(loan, `/api/loans/${loan.loanId}/attributes?status=machine`)).json
      const found = snapshot?.manifest?.documents ?? []
      return found.length === documents && found.every((one: any) => one.mapping_state !== 'pending')
    }, 60_000)
    return snapshot
  }

  /** A loan with four years of statements, all proved. */
  async spreadLoan(): Promise<MemoLoan> {
    const loan = await this.newLoan()
    await this.upload(loan, twoYears(2022), 'Statements 2021-2022.pdf')
    await this.upload(loan, twoYears(2024), 'Statements 2023-2024.pdf')
    await this.spreadOf(loan, 4)
    return loan
  }

  /** With addbacks and what no document states. Answers the final snapshot. */
  async finalize(loan: MemoLoan): Promise<any> {
    const amount = (fiscal_year: number, dollars: string) => ({ fiscal_year, period_end: null, amount: dollars })
    const rows = [
      {
        id: 'pay',
        label: 'Officer pay above market',
        category: 'owner_compensation_excess',
        amounts: [amount(2023, '42000.00'), amount(2024, '48000.00')],
        note: 'Two officers; market pay by the survey in the file.',
      },
      {
        id: 'suit',
        label: 'Settlement of a lease dispute',
        category: 'one_time_legal_settlement',
        amounts: [amount(2023, '18600.00')],
        note: 'The release of claims is in the file.',
      },
    ]
    const addbacks = `/api/borrowers/${loan.borrowerId}/extractions/fin-ebitda-addbacks?loanId=${loan.loanId}`
    assertOk(await this.call(loan, addbacks, 'PUT', { rows }))
    const given = [
      { key: 'debt_service_existing', value: '168400.00', note: 'Notes in the loan file' },
      { key: 'debt_service_proposed', value: '136920.50', note: 'Level payments on the request' },
      { key: 'collateral_value', value: '1180000.00', note: 'Appraisal of the workshop' },
    ]
    const attributes = `/api/loans/${loan.loanId}/attributes`
    assertOk(await this.call(loan, `${attributes}/draft`, 'PUT', { affiliates: 'distributions', given }))
    return assertOk(await this.call(loan, `${attributes}/finalize`, 'POST')).json
  }

  async newMemo(loan: MemoLoan, body: unknown = {}): Promise<any> {
    const memo = await this.call(loan, loan.memos, 'POST', body)
    assert.equal(memo.status, 201, memo.text)
    return memo.json
  }

  /** Orders a render; answers it as it was ordered. */
  async order(loan: MemoLoan, memoId: string, body?: unknown): Promise<any> {
    const render = await this.call(loan, `${loan.memos}/${memoId}/renders`, 'POST', body)
    assert.equal(render.status, 202, render.text)
    return render.json
  }

  /** Polls a render or an export until it has ended. */
  async ended(loan: MemoLoan, self: string, withinMs = 60_000): Promise<any> {
    let last: any = null
    await until(async () => {
      last = (await this.call(loan, self)).json
      return ['succeeded', 'failed', 'cancelled'].includes(last.status)
    }, withinMs)
    return last
  }

  async eventsOf(loan: MemoLoan, type: string, id: string): Promise<any[]> {
    const { json } = await this.call(loan, `/api/events?type=${type}&limit=100`)
    return json.data.filter((one: any) => Object.values(one.data).includes(id))
  }
}

export function assertOk(reply: Reply): Reply {
  assert.equal(reply.status, 200, reply.text)
  return reply
}

export async function fileAt(url: string): Promise<Buffer> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

/** What an analyst might write about the loan above. It names no figure: those are the spread's. */
export const COMMENTARY = {
  request:
    'Harbor Mechanical installs and services commercial heating and cooling. It asks for a term loan to buy a second ' +
    'workshop and four vehicles, after outgrowing the leased yard.\n\nWe recommend approval: coverage holds with the new ' +
    'payments in every year, the weakest among them, and leverage falls.\n\n- Repayment from operations.\n- Collateral is ' +
    'the workshop itself.',
  borrower:
    'Two members, both active. The service side is under contract with eleven building owners; none is more than a tenth ' +
    'of revenue.',
  risks:
    '- Labor is short in the trade. The company trains its own and has lost one crew chief in four years.\n- Revenue fell ' +
    'once, in the year two large jobs slipped. Margins held.',
  conditions: 'Reviewed statements each year; no distributions while coverage is below the covenant.',
}
