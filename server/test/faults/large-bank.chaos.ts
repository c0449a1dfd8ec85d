/**
 * The largest bank statement that is accepted, through the whole pipeline: uploaded, read, cut, extracted, proved and
 * stored, with the memory it took and how long anything else in the process ever had to wait. TIEOUT_CHAOS_PAGES sets
 * another number of pages.
 */
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { PdfFile, printText } from '../support/documents/pdf.ts'
import { watchMemory } from '../support/memory-watch.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const PAGES = Number(process.env['TIEOUT_CHAOS_PAGES'] ?? 3_000)
const ROWS = 34
const SECONDS = 1_800
const MEGABYTE = 1024 * 1024
/** For the API, relay and worker in one process, and for a reader child. */
const MOST_MEGABYTES = 2_048
/** Digits of Helvetica are equally wide, separators half as wide: what amounts need to end in one place. */
const [DIGIT, MARK] = [0.556, 0.278]
const SIZE = 9

test(`a bank statement of ${PAGES} pages with ${PAGES * ROWS} movements is read, proved and stored in bounded memory`, async (t) => {
  const service = await startTestService()
  await startTestPipeline(service, { settings: { TIEOUT_JOB_DEADLINE_SECONDS: String(SECONDS) } })
  const { key } = await service.tenant()
  const { borrowerId, loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, drawStatement(PAGES), 'statement.pdf')
  const memory = watchMemory(() => [process.pid])
  const waits = monitorEventLoopDelay({ resolution: 10 })
  waits.enable()
  const began = performance.now()
  await confirm(service, key, jobId)
  const job = await waitForJob(service, key, jobId, undefined, SECONDS)
  const seconds = (performance.now() - began) / 1000
  waits.disable()
  memory.stop()
  assert.equal(job.status, 'COMPLETED', JSON.stringify(job.error))
  const [document, ...more] = (await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })).json
    .data as any[]
  assert.deepEqual(more, [])
  assert.deepEqual([document.category, document.page_count, document.proof.state], ['Bank Statement', PAGES, 'proved'])
  const data = await service.call(`/api/borrowers/${borrowerId}/extractions/${document.id}/bank-statement`, { key })
  assert.equal(data.json.accounts[0].transactions.length, PAGES * ROWS)
  t.diagnostic(
    `${PAGES} pages in ${seconds.toFixed(1)} s: ${(PAGES / seconds).toFixed(1)} pages/s, ` +
      `peak of any process ${Math.round(memory.peak() / MEGABYTE)} MB, longest wait ${Math.round(waits.max / 1e6)} ms`,
  )
  const again = await readAgain(service, key, `/api/borrowers/${borrowerId}/extractions/${document.id as string}`)
  t.diagnostic(`read again in ${again.seconds.toFixed(1)} s, longest wait ${Math.round(again.longestMs)} ms`)
  assert.ok(memory.peak() < MOST_MEGABYTES * MEGABYTE, `${Math.round(memory.peak() / MEGABYTE)} MB`)
})

async function readAgain(
  service: TestService,
  key: string,
  path: string,
): Promise<{ seconds: number; longestMs: number }> {
  const waits = monitorEventLoopDelay({ resolution: 10 })
  const began = performance.now()
  assert.equal((await service.call(`${path}/reprocess`, { key, method: 'POST' })).status, 202)
  waits.enable()
  await until(async () => (await service.call(path, { key })).json.extraction_version === 2, SECONDS * 1000)
  waits.disable()
  return { seconds: (performance.now() - began) / 1000, longestMs: waits.max / 1e6 }
}

/** One account over one year. */
function drawStatement(count: number): Buffer {
  const file = new PdfFile()
  let balance = 5_000_000n
  for (let page = 1; page <= count; page += 1) {
    const drawn = [
      at(40, 40, 'First Valley Bank'),
      at(360, 40, 'Account number: 1234567890'),
      at(360, 54, 'January 1, 2024 through December 31, 2024'),
      at(500, 770, `Page ${page} of ${count}`),
      at(40, 80, 'Date'),
      at(110, 80, 'Description'),
      at(352, 80, 'Withdrawals'),
      at(437, 80, 'Deposits'),
      at(524, 80, 'Balance'),
    ]
    if (page === 1) drawn.push(at(110, 96, 'Opening balance'), endingAt(556, 96, balance))
    for (let row = 0; row < ROWS; row += 1) {
      const index = (page - 1) * ROWS + row
      const size = BigInt(((index * 7919) % 90_000) + 101)
      const amount = index % 3 === 0 ? size + 90_000n : -size
      balance += amount
      const y = 112 + row * 18
      const day = new Date(Date.UTC(2024, 0, 1 + Math.floor((index * 365) / (count * ROWS))))
      drawn.push(
        at(40, y, day.toISOString().slice(5, 10).replace('-', '/')),
        at(110, y, `Movement ${index} of the year`),
        amount < 0n ? endingAt(400, y, -amount) : endingAt(472, y, amount),
        endingAt(556, y, balance),
      )
    }
    if (page === count) drawn.push(at(110, 736, 'Closing balance'), endingAt(556, 736, balance))
    file.addPage({ content: drawn.join('') })
  }
  return file.bytes()
}

/** From the top of the page, as a person counts. */
function at(x: number, y: number, text: string): string {
  return printText(x, 792 - y, text, { size: SIZE })
}

function endingAt(right: number, y: number, cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
  const width = [...text].reduce((sum, mark) => sum + (/\d/.test(mark) ? DIGIT : MARK), 0) * SIZE
  return at(Number((right - width).toFixed(2)), y, text)
}
