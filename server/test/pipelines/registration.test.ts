/** A worker is known to the engine by its address; addresses are handed on, between hosts and between installations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrivialReader } from '../../src/adapters/trivial-reader.ts'
import type { RestateEngine } from '../../src/adapters/restate.ts'
import { parseConfig } from '../../src/main/config.ts'
import { engineOf } from '../../src/main/stores.ts'
import { freePort } from '../support/pipeline-processes.ts'
import { startTestService, testSettings } from '../support/service.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

test('a worker gets its work at an address that another installation on the same engine had before', async () => {
  const settings = { TIEOUT_WORKER_PORT: String(await freePort()) }
  const before = await startTestService()
  await (await startTestPipeline(before, { settings, reader: new TrivialReader() })).stop()

  const service = await startTestService()
  await startTestPipeline(service, { settings, reader: new TrivialReader() })
  const { key } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const jobId = await uploadFile(service, key, loanId, Buffer.from('Rent,250.00\n'), 'rows.csv')
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId)).status, 'COMPLETED')

  const engineFor = (more: Record<string, string> = {}): RestateEngine => {
    const engine = engineOf(parseConfig({ ...testSettings(service.database), ...more }))
    service.companions.push(() => engine.close())
    return engine
  }
  const [release, ...others] = await engineFor().releases()
  assert.deepEqual([release?.isLatest, others], [true, []])
  assert.ok(release)
  await assert.rejects(
    engineFor({ TIEOUT_RESTATE_PREFIX: 'third-' }).register(release.uri),
    /address of another installation/,
  )
})
