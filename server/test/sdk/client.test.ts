/** The sdk against the running service: what its README shows, run as it stands there, and what only a service can show. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ApiError, Tieout, uploadFile, waitForJob } from '../../../sdk/src/index.ts'
import { statementPdf } from '../support/documents/statement.ts'
import { startTestService } from '../support/service.ts'
import { startTestPipeline } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const tenant = await service.tenant()
const tieout = new Tieout({ baseUrl: service.url, apiKey: tenant.key })

test('the program of the README runs as it is printed there', async () => {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(readFileSync('sdk/README.md', 'utf8')) ?? []
  assert.ok(program)
  // Inside the project, so that the sdk is found by its name, as an installed one would be.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/readme-')
  after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'program.ts'), program.replace('https://tieout.example.com', service.url))
  writeFileSync(join(folder, 'statements.pdf'), statementPdf(1))
  const environment = { ...process.env, TIEOUT_KEY: tenant.key, NODE_TEST_CONTEXT: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: folder, env: environment })
  assert.match(stdout, /^\d+ of \d+ bytes\n/)
  assert.match(stdout, /\[ 1 \]/)
})

test('a file is sent with its progress, confirmed, waited for, and known again when it is sent once more', async () => {
  const borrower = await tieout.createBorrower({ business_name: 'Harbor' })
  const loan = await tieout.createLoan(borrower.id, {})
  const content = new Blob([statementPdf(2)])
  const progress: number[] = []
  const file = {
    loanId: loan.id,
    fileName: 'a.pdf',
    contentType: 'application/pdf',
    content,
    onProgress: (sent: number) => progress.push(sent),
  } as const
  const confirmed = await uploadFile(tieout, file)
  assert.equal(progress.at(-1), content.size)
  const statuses: string[] = []
  const job = await waitForJob(tieout, confirmed.job_id, { onProgress: (state) => statuses.push(state.status) })
  assert.equal(job.status, 'COMPLETED')
  assert.equal(statuses.at(-1), 'COMPLETED')
  const again = await uploadFile(tieout, file)
  const known = await waitForJob(tieout, again.job_id)
  assert.deepEqual([known.status, known.duplicate_of_job_id], ['DUPLICATE', job.job_id])
})

test('a write whose key was used before is answered from the store, and not done twice', async () => {
  const idempotencyKey = 'the same'
  const first = await tieout.createBorrower({ business_name: 'Once' }, { idempotencyKey })
  const second = await tieout.createBorrower({ business_name: 'Once' }, { idempotencyKey })
  assert.equal(second.id, first.id)
})

test('a list of many pages is iterated whole, newest first', async () => {
  const made: string[] = []
  for (let index = 0; index < 7; index += 1)
    made.unshift((await tieout.createBorrower({ business_name: `Page ${index}` })).id)
  const seen: string[] = []
  for await (const borrower of tieout.listBorrowers({ limit: 3 }))
    if (borrower.business_name?.startsWith('Page')) seen.push(borrower.id)
  assert.deepEqual(seen, made)
})

test('what the service refuses is an error with its type and its request id', async () => {
  await assert.rejects(tieout.getBorrower('bor_nothing'), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.type, 'not_found')
    assert.match(error.requestId ?? '', /^req_/)
    return true
  })
})
