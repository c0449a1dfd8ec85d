/** Corrections over HTTP of the classes that are no statements, each from a real upload. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startTestService } from '../support/service.ts'
import type { Reply } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const { key } = await service.tenant()
let borrowerId = ''
let loanId = ''

/** Every file states one figure wrongly, so that its checks fail until the figure is corrected. */
const FILES = {
  'Bank Statement': {
    name: 'bank.csv',
    text: `Account Number,123456789
Statement Period,01/01/2024 - 01/31/2024
Date,Description,Withdrawals,Deposits,Balance
01/01/2024,Opening balance,,,"1,000.00"
01/02/2024,Customer payment,,250.00,"1,250.00"
01/03/2024,Deposit,,100.00,"1,350.00"
01/05/2024,Rent,700.00,,450.00
01/08/2024,Transfer,40.00,,410.00
01/09/2024,Closing balance,,,410.00
`,
    wrong: { at: 'accounts.0.transactions.2.amount', value: '-900.00', printed: '700.00' },
    row: { at: 'accounts.0.transactions.2', label: 'Rent of January' },
  },
  'AR Aging': {
    name: 'aging.csv',
    text: `"Harbor Mechanical, LLC"
A/R Aging Summary
"As of December 31, 2024"
Customer,Current,1 - 30,31 - 60,Total
Alder Supply,"50,000.00","10,000.00",0.00,"60,000.00"
Delta Freight,"2,000.00",0.00,"10,000.00","30,000.00"
TOTAL,"70,000.00","10,000.00","10,000.00","90,000.00"
`,
    wrong: { at: 'rows.1.0', value: '20000.00', printed: '2,000.00' },
    row: { at: 'rows.1', label: 'Delta Freight Inc' },
  },
  'AP Aging': {
    name: 'payables.csv',
    text: `"Harbor Mechanical, LLC"
A/P Aging Summary
"As of December 31, 2024"
Vendor,Current,1 - 30,31 - 60,Total
Steel Works,"5,000.00","1,000.00",0.00,"6,000.00"
Copper Mills,"2,000.00",0.00,"1,000.00","3,000.00"
TOTAL,"7,000.00","1,000.00","1,000.00","9,090.00"
`,
    wrong: { at: 'totals.total', value: '9000.00', printed: '9,090.00' },
    row: { at: 'rows.0', label: 'Steel Works Inc' },
  },
  'Debt Schedule': {
    name: 'debts.csv',
    text: `"Harbor Mechanical, LLC"
Business Debt Schedule
"As of June 30, 2024"
Creditor,Original Amount,Current Balance,Monthly Payment,Maturity
Cedar Bank,"90,000.00","40,000.00","1,200.00",2029
Prairie Bank,"30,000.00","21,000.00",600.00,2027
Total,"120,000.00","52,000.00","1,800.00",
`,
    wrong: { at: 'debts.1.2', value: '12000.00', printed: '21,000.00' },
    row: { at: 'debts.1', label: 'Prairie National Bank' },
  },
  'Personal Financial Statement': {
    name: 'personal.csv',
    text: `Personal Financial Statement
Name: Alice T. Walker
"As of March 14, 2024"
Assets,Amount
Cash in banks,"5,000"
Retirement accounts (IRA),"45,000"
Real estate owned,"200,000"
Total assets,"250,000"
Liabilities,Amount
Mortgages on real estate,"110,000"
Credit cards,"40,000"
Total liabilities,"114,000"
Net worth,"136,000"
`,
    wrong: { at: 'liabilities.1', value: '4000.00', printed: '40,000' },
    row: { at: 'liabilities.1', label: 'Credit cards payable' },
  },
}

const get = (path: string): Promise<Reply> => service.call(path, { key })

async function upload(category: keyof typeof FILES): Promise<string> {
  const { name, text } = FILES[category]
  const jobId = await uploadFile(service, key, loanId, Buffer.from(text), name)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId, undefined, 120)).status, 'COMPLETED')
  const [document] = (await get(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`)).json.data
  assert.equal(document.category, category)
  return `/api/borrowers/${borrowerId}/extractions/${document.id as string}`
}

const failures = (data: any): string[] =>
  data.proofs.filter((proof: any) => proof.state === 'failed').map((proof: any) => proof.name)

/** The figure at an address, wherever the payload holds it. */
function figureAt(part: any, address: string): any {
  if (typeof part !== 'object' || part === null) return null
  if (part.address === address && 'value' in part) return part
  for (const member of Object.values(part)) {
    const found = figureAt(member, address)
    if (found !== null) return found
  }
  return null
}

before(async () => {
  ;({ borrowerId, loanId } = await newLoan(service, key))
})

for (const category of Object.keys(FILES) as (keyof typeof FILES)[])
  test(`${category}: a corrected figure closes the checks, keeps its print, and a caption follows`, async () => {
    const { wrong, row } = FILES[category]
    const document = await upload(category)
    const before = (await get(`${document}/report-data`)).json
    assert.notDeepEqual(failures(before), [])
    const read = figureAt(before, wrong.at)
    assert.equal(read.text, wrong.printed)
    const change = { extraction_version: 1, corrections: [{ address: wrong.at, value: wrong.value }] }
    const answer = await service.call(document, { key, method: 'PATCH', body: change })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json.extraction_version, 2)
    assert.equal(answer.json.proof.failed, 0)
    const after = (await get(`${document}/report-data`)).json
    assert.deepEqual(failures(after), [])
    assert.deepEqual(figureAt(after, wrong.at), { ...read, value: wrong.value })
    assert.deepEqual(after.corrections, [{ address: wrong.at, member: 'value', from: read.value, to: wrong.value }])
    const old = (await get(`${document}/report-data?version=1`)).json
    assert.deepEqual(old, before, 'the revision before is as it was')
    const relabelled = await service.call(document, {
      key,
      method: 'PATCH',
      body: { corrections: [{ address: row.at, label: row.label }] },
    })
    assert.equal(relabelled.json.extraction_version, 3, relabelled.text)
    const third = (await get(`${document}/report-data`)).json
    assert.ok(JSON.stringify({ ...third, corrections: [] }).includes(row.label))
    assert.equal(third.corrections.length, 2, 'corrections add up over revisions')
    const nowhere = { corrections: [{ address: 'rows.999.0', value: '1.00' }] }
    const refused = await service.call(document, { key, method: 'PATCH', body: nowhere })
    assert.equal(refused.json.error.type, 'validation_failed')
    assert.equal((await get(document)).json.extraction_version, 3)
  })

test('the day of a movement is corrected; a day that is none, or one of a debt, is refused', async () => {
  const [bank] = (await get(`/api/borrowers/${borrowerId}/extractions/bank-statements`)).json.data
  const document = `/api/borrowers/${borrowerId}/extractions/${bank.id as string}`
  const of = (date: string) => ({ corrections: [{ address: 'accounts.0.transactions.0', date }] })
  const answer = await service.call(document, { key, method: 'PATCH', body: of('2023-12-29') })
  assert.equal(answer.status, 200, answer.text)
  const [account] = (await get(`${document}/bank-statement`)).json.accounts
  assert.equal(account.transactions[0].date, '2023-12-29')
  assert.deepEqual(
    account.monthly_totals.map(({ month, net }: any) => [month, net]),
    [
      ['2023-12', '250.00'],
      ['2024-01', '-840.00'],
    ],
  )
  assert.equal((await service.call(document, { key, method: 'PATCH', body: of('2023-02-31') })).status, 400)
  const [debts] = (await get(`/api/borrowers/${borrowerId}/extractions/debt-schedules`)).json.data
  const body = { corrections: [{ address: 'debts.0', date: '2024-01-01' }] }
  const refused = await service.call(`/api/borrowers/${borrowerId}/extractions/${debts.id as string}`, {
    key,
    method: 'PATCH',
    body,
  })
  assert.equal(refused.json.error.type, 'validation_failed')
})

test('a corrected figure is what queries find, under the caption that was corrected', async () => {
  const found = await get(`/api/borrowers/${borrowerId}/extractions/query?reportType=debt-schedules&limit=100`)
  const rows = found.json.data.filter((row: any) => row.source.address === 'debts.1.2')
  assert.deepEqual(
    rows.map((row: any) => [row.caption, row.value, row.source.text]),
    [['Prairie National Bank · Current Balance', '12000.00', '21,000.00']],
  )
})
