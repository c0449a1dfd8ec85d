/** Owners from K-1s, from a real upload: two partners, one of whom also hands in a personal statement. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { PdfFile, printText } from '../support/documents/pdf.ts'
import { startTestService } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const { key } = await service.tenant()
let borrowerId = ''
let loanId = ''

const PARTNERS = [
  { name: 'Alice T. Walker', number: '912-34-5678', percent: '60.0000', income: '60,000' },
  { name: 'Robert Hale', number: '987-65-4321', percent: '40.0000', income: '40,000' },
]
const PERSONAL = `Personal Financial Statement
Name: Alice Walker
"As of March 14, 2024"
Assets,Amount
Cash in banks,"5,000"
Total assets,"5,000"
Liabilities,Amount
Credit cards,"4,000"
Total liabilities,"4,000"
Net worth,"1,000"
`

/** The marks of the form, who gives the share and who has it, and the first boxes. */
function shares(): Buffer {
  const file = new PdfFile()
  for (const { name, number, percent, income } of PARTNERS) {
    const at = (x: number, y: number, text: string, size = 8): string => printText(x, 792 - y, text, { size })
    file.addPage({
      content: [
        at(40, 30, 'SCHEDULE K-1', 14),
        at(40, 46, '(Form 1065)'),
        at(40, 58, 'Department of the Treasury', 6),
        at(40, 66, 'Internal Revenue Service', 6),
        at(480, 32, 'OMB No. 1545-0123', 7),
        at(500, 46, '2023', 18),
        at(40, 90, "A   Partnership's employer identification number", 7),
        at(54, 102, '12-3456789', 9),
        at(40, 124, "B   Partnership's name, address, city, state, and ZIP code", 7),
        at(54, 136, 'Harbor Mechanical LLC', 9),
        at(40, 158, "E   Partner's identifying number", 7),
        at(54, 170, number, 9),
        at(40, 192, "F   Partner's name, address, city, state, and ZIP code", 7),
        at(54, 204, name, 9),
        at(40, 230, 'J   Profit'),
        at(130, 230, `${percent} %`, 9),
        at(210, 230, `${percent} %`, 9),
        at(306, 90, '1', 7),
        at(322, 90, 'Ordinary business income', 6.5),
        at(400, 101, income, 9),
        at(40, 765, 'For Paperwork Reduction Act Notice, see instructions.', 7),
        at(420, 765, 'Schedule K-1 (Form 1065) 2023'),
      ].join(''),
    })
  }
  return file.bytes()
}

async function upload(bytes: Uint8Array, name: string): Promise<any[]> {
  const jobId = await uploadFile(service, key, loanId, bytes, name)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId, undefined, 120)).status, 'COMPLETED')
  return (await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })).json.data as any[]
}

const owners = async (): Promise<any[]> =>
  (await service.call(`/api/borrowers/${borrowerId}/extractions/owners`, { key })).json.data as any[]

before(async () => {
  ;({ borrowerId, loanId } = await newLoan(service, key))
})

test('K-1s name their owners with form and share, each from the document of their own', async () => {
  const documents = await upload(shares(), 'shares.pdf')
  assert.deepEqual(
    documents.map(({ category, pages }) => [category, pages]),
    [
      ['Tax Return', [1]],
      ['Tax Return', [2]],
    ],
  )
  const found = await owners()
  assert.deepEqual(
    found
      .map(({ name, k1_form, share_percent, document_ids }) => ({ name, k1_form, share_percent, document_ids }))
      .sort((a, b) => String(a.name).localeCompare(String(b.name))),
    PARTNERS.map(({ name, percent }, index) => ({
      name,
      k1_form: 'Schedule K-1 (Form 1065)',
      share_percent: Number(percent).toFixed(2),
      document_ids: [documents[index].id],
    })),
  )
  const data = (
    await service.call(`/api/borrowers/${borrowerId}/extractions/${documents[0].id as string}/tax-return`, { key })
  ).json
  assert.equal(data.forms[0].owner.name, 'Alice T. Walker')
})

test('a personal statement of one of them is the same owner under another name', async () => {
  const [personal] = await upload(Buffer.from(PERSONAL), 'personal.csv')
  assert.equal(personal.category, 'Personal Financial Statement')
  const found = await owners()
  assert.equal(found.length, PARTNERS.length)
  const alice = found.find(({ name }) => String(name).startsWith('Alice'))
  assert.deepEqual(new Set(alice.aliases), new Set(['Alice Walker', 'Alice T. Walker']))
  assert.equal(alice.document_ids.length, 2)
  assert.equal(alice.share_percent, '60.00')
})
