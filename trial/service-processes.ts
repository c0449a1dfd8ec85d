/** The service as processes of its own for trials, on a database of their own: API, worker with its readers, relay. */
import { startProgram } from '../bench/service.ts'
import type { BenchProcess } from '../bench/service.ts'
import { createTestDatabase } from '../server/test/support/database.ts'
import { freePort } from '../server/test/support/pipeline-processes.ts'
import { operatorOf, TestService, testSettings } from '../server/test/support/service.ts'

export interface ServiceProcesses {
  readonly service: TestService
  readonly api: BenchProcess
  stop(): Promise<void>
}

const isUp = (word: string) => (entry: Record<string, unknown>) => String(entry['msg']).includes(word)

export async function startServiceProcesses(): Promise<ServiceProcesses> {
  const database = await createTestDatabase()
  const env = {
    ...testSettings(database.name),
    TIEOUT_WORKER_PORT: String(await freePort()),
    TIEOUT_ADDRESS_FENCE: '1000000000',
  } as Record<string, string>
  const programs: BenchProcess[] = []
  const operator = operatorOf(database.name)
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.stop()
    await operator.close()
    await database.drop()
  }
  try {
    const api = await startProgram('server/src/main/start.ts', env, isUp('the API is up'))
    programs.push(api)
    programs.push(await startProgram('server/src/main/worker.ts', env, isUp('the worker is up')))
    programs.push(await startProgram('server/src/main/relay.ts', env, isUp('the relay is up')))
    const service = new TestService({ url: api.url, database: database.name, operator, redisPrefix: '', stop })
    return { service, api, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
