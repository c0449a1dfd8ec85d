/** From a file to a proved mapping: what the quickstart does with curl, with the sdk. */
import { openAsBlob } from 'node:fs'
import { Tieout, uploadFile, verifyMapping, waitForJob, waitForMapping } from '@tieout/sdk'

const { TIEOUT_URL = 'http://127.0.0.1:8080', TIEOUT_KEY = '' } = process.env
const tieout = new Tieout({ baseUrl: TIEOUT_URL, apiKey: TIEOUT_KEY })

const borrower = await tieout.createBorrower({ business_name: 'Harbor Bakery LLC' })
const loan = await tieout.createLoan(borrower.id, { name: 'Oven line' })
const upload = await uploadFile(tieout, {
  loanId: loan.id,
  fileName: 'profit-loss-statement-retail.pdf',
  contentType: 'application/pdf',
  content: await openAsBlob('server/seed/samples/profit-loss-statement-retail.pdf'),
})
const job = await waitForJob(tieout, upload.job_id)

for await (const document of tieout.listJobResults(borrower.id, job.job_id)) {
  const mapping = await waitForMapping(tieout, borrower.id, document.id)
  const netIncome = mapping.payload?.measures.net_income ?? []
  console.log(`${document.category}, net income ${netIncome.join(', ')}`)
  console.log(`proved without the service: ${String(verifyMapping(mapping).holds)}`)
}
