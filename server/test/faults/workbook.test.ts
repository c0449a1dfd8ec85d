/** Workbooks while the worker that makes them is killed: each comes in the end, once, whole, and of the latest figures. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { asSuperuser } from '../support/database.ts'
import { WORKBOOK_STATEMENT } from '../support/documents/workbook-loan.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'
import { formulasOf, openWorkbook, rowsOf } from '../support/workbooks.ts'

const ROUNDS = 6
/** From before a build has begun to after it is done. */
const KILLED_AFTER_MS = [0, 40, 90, 160, 300, 600]

test(`a workbook survives kill -9 of the worker at ${ROUNDS} different moments`, async () => {
  const service = await startTestService()
  const { key } = await service.tenant()
  await asSuperuser(service.database, `UPDATE api_keys SET rate_limits = '{"api": 100000}'`)
  const { loanId } = await newLoan(service, key)
  // The processes that are killed read nothing of documents: this one is read before.
  const reading = await startTestPipeline(service)
  const jobId = await uploadFile(service, key, loanId, WORKBOOK_STATEMENT(), 'statement.pdf')
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId, ['COMPLETED'], 120)).status, 'COMPLETED')
  await reading.stop()
  const { worker } = await startPipelineProcesses(service)
  const ask = async (): Promise<any> => (await service.call(`/api/loans/${loanId}/xlsx/statements`, { key })).json
  const builds: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const amount = `${(round + 1) * 100_000}.00`
    const changed = await service.call(`/api/loans/${loanId}`, { key, method: 'PATCH', body: { amount } })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await ask()).status, 'rendering')
    await new Promise((resolve) => setTimeout(resolve, KILLED_AFTER_MS[round]))
    await worker.restart()
    await until(async () => (await ask()).stale === false, 120_000)
    const bytes = Buffer.from(await (await fetch((await ask()).url)).arrayBuffer())
    const [row] = await asSuperuser<{ sha256: Buffer; size: string; build: string; asked: string | null }>(
      service.database,
      'SELECT sha256, size_bytes::text AS size, build::text, asked_build::text AS asked FROM workbooks',
    )
    assert.deepEqual([row?.sha256.toString('hex'), row?.size], [sha256Of(bytes), String(bytes.length)])
    assert.equal(row?.asked, null)
    builds.push(row.build)
    const book = openWorkbook(bytes)
    assert.equal(rowsOf(book, 'Summary')[4]?.[1], Number(amount))
    assert.ok(formulasOf(book).length > 200)
  }
  assert.equal(new Set(builds).size, ROUNDS)
})

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
