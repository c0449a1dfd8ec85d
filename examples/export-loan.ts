/** What was read of a file, as a bundle on disk: upload, wait, order the bundle, fetch it. `node export-loan.ts a.pdf` */
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Tieout, uploadFile, waitForExport, waitForJob } from '@tieout/sdk'

const { TIEOUT_URL = 'http://127.0.0.1:8080', TIEOUT_KEY = '' } = process.env
const [path = 'statement.pdf'] = process.argv.slice(2)
const tieout = new Tieout({ baseUrl: TIEOUT_URL, apiKey: TIEOUT_KEY })

const borrower = await tieout.createBorrower({ business_name: 'Harbor Bakery LLC' })
const loan = await tieout.createLoan(borrower.id, { name: 'Oven line' })
const { job_id: jobId } = await uploadFile(tieout, {
  loanId: loan.id,
  fileName: basename(path),
  contentType: 'application/pdf',
  content: await openAsBlob(path),
  onProgress: (sent, total) => console.log(`${sent} of ${total} bytes sent`),
})
const job = await waitForJob(tieout, jobId)
console.log(job.status)

const documents: string[] = []
for await (const document of tieout.listJobResults(borrower.id, jobId)) documents.push(document.id)
const ordered = await tieout.createExport({ borrower_id: borrower.id, loan_id: loan.id, document_ids: documents })
const made = await waitForExport(tieout, ordered.export_id)
const bundle = await tieout.downloadExport(made.export_id)
await writeFile('bundle.zip', bundle.body ?? '')
console.log(`${made.document_counts.exported} documents in bundle.zip`)
