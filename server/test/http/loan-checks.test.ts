/** A loan's documents against each other, and a personal financial statement from all sides, from real uploads. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loanPackage } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import type { Reply } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const { key } = await service.tenant()
let borrowerId = ''
let loanId = ''

const get = (path: string): Promise<Reply> => service.call(path, { key })

async function upload(bytes: Uint8Array, name: string): Promise<any[]> {
  const jobId = await uploadFile(service, key, loanId, bytes, name)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId, undefined, 120)).status, 'COMPLETED')
  return (await get(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`)).json.data as any[]
}

const AGING = `"Harbor Mechanical, LLC"
A/R Aging Summary
"As of December 31, 2024"
Customer,Current,1 - 30,31 - 60,Total
Alder Supply,"50,000.00","10,000.00",0.00,"60,000.00"
Delta Freight,"20,000.00",0.00,"10,000.00","30,000.00"
TOTAL,"70,000.00","10,000.00","10,000.00","90,000.00"
`
const DEBTS = `"Harbor Mechanical, LLC"
Business Debt Schedule
"As of June 30, 2024"
Creditor,Original Amount,Current Balance,Monthly Payment,Maturity
Cedar Bank,"90,000.00","40,000.00","1,200.00",2029
Prairie Bank,"30,000.00","12,000.00",600.00,2027
Total,"120,000.00","52,000.00","1,800.00",
`
const PERSONAL = `Personal Financial Statement
Name: Alice T. Walker
"As of March 14, 2024"
Assets,Amount
Cash in banks,"5,000"
Retirement accounts (IRA),"45,000"
Real estate owned,"200,000"
Total assets,"250,000"
Liabilities,Amount
Mortgages on real estate,"110,000"
Credit cards,"4,000"
Total liabilities,"114,000"
Net worth,"136,000"
`

before(async () => {
  ;({ borrowerId, loanId } = await newLoan(service, key))
})

test('a loan without documents has every check, and none of them is proved', async () => {
  const { status, json } = await get(`/api/loans/${loanId}/checks`)
  assert.equal(status, 200)
  assert.equal(json.loan_id, loanId)
  assert.equal(json.checks.length, 7)
  for (const check of json.checks) assert.deepEqual([check.state, check.left, check.right], ['not_proved', null, null])
  assert.equal((await get('/api/loans/loan_00000000000000000000000000/checks')).status, 404)
})

test('documents that agree are proved with both addresses, and what has no partner says why', async () => {
  const [, , balance] = await upload(loanPackage(), 'package.pdf')
  const [aging] = await upload(Buffer.from(AGING), 'aging.csv')
  const [debts] = await upload(Buffer.from(DEBTS), 'debts.csv')
  assert.deepEqual([aging.category, debts.category], ['AR Aging', 'Debt Schedule'])
  const { checks } = (await get(`/api/loans/${loanId}/checks`)).json
  const named = new Map<string, any>(checks.map((check: any) => [check.name, check]))
  const receivables = named.get('receivables')
  assert.deepEqual([receivables.state, receivables.date, receivables.residual], ['proved', '2024-12-31', '0.00'])
  const placeOf = ({ document_id, address, amount }: any) => ({ document_id, address, amount })
  assert.deepEqual(receivables.left.figures.map(placeOf), [
    { document_id: aging.id, address: 'totals.total', amount: '90000.00' },
  ])
  assert.deepEqual(receivables.right.figures.map(placeOf), [
    { document_id: balance.id, address: 'lines.2.0', amount: '90000.00' },
  ])
  const debt = named.get('debt')
  assert.deepEqual([debt.state, debt.left.amount, debt.right], ['not_proved', '52000.00', null])
  const equity = named.get('equity_movement')
  assert.deepEqual(
    [equity.state, equity.left.amount, equity.right.amount, equity.residual],
    ['failed', '277499.50', '50000.00', '227499.50'],
  )
  assert.deepEqual(
    ['payables', 'cash', 'net_income_return', 'k1_income'].map((name) => named.get(name).state),
    Array.from({ length: 4 }, () => 'not_proved'),
  )
})

test('a personal financial statement is read, proved, listed, exported and queried, and names its owner', async () => {
  const [document] = await upload(Buffer.from(PERSONAL), 'pfs.csv')
  assert.equal(document.category, 'Personal Financial Statement')
  assert.equal(document.entity_name, 'Alice T. Walker')
  assert.equal(document.proof.state, 'proved', JSON.stringify(document.proof))
  const under = `/api/borrowers/${borrowerId}/extractions`
  const { json } = await get(`${under}/${document.id}/personal-financial-statement`)
  assert.equal(json.as_of, '2024-03-14')
  assert.equal(json.net_worth.value, '136000.00')
  assert.deepEqual(
    json.assets.map(({ label, role, figure }: any) => [label, role, figure.value, figure.address]),
    [
      ['Cash in banks', 'item', '5000.00', 'assets.0'],
      ['Retirement accounts (IRA)', 'item', '45000.00', 'assets.1'],
      ['Real estate owned', 'item', '200000.00', 'assets.2'],
      ['Total assets', 'total', '250000.00', 'assets.3'],
    ],
  )
  assert.deepEqual(
    (await get(`${under}/personal-financial-statements`)).json.data.map(({ id }: any) => id),
    [document.id],
  )
  const found = await get(`${under}/query?caption=net%20worth`)
  assert.deepEqual(
    found.json.data.map((figure: any) => [figure.document_id, figure.value, figure.period_end]),
    [[document.id, '136000.00', '2024-03-14']],
  )
  const csv = await get(`${under}/${document.id}/export?format=csv`)
  assert.match(
    csv.text,
    /^part,label,role,column,value,page,address\r?\nassets,Cash in banks,item,,5000\.00,1,assets\.0/,
  )
  const owners = (await get(`${under}/owners`)).json.data
  assert.deepEqual(
    owners.map((owner: any) => [owner.name, owner.document_ids]),
    [['Alice T. Walker', [document.id]]],
  )
})
