/** The service as processes of its own for trials, on a database of their own: API, worker with its readers, relay. */
import { startProgram } from '../bench/service.ts'
import type { BenchProcess } from '../bench/service.ts'
import { createTestDatabase } from '../server/test/support/database.ts'
import { freePort } from '../server/test/support/pipeline-processes.ts'
import { operatorOf, TestService, testSettings } from '../server/test/support/service.ts'

export interface ServiceProcesses {
  readonly service: TestService
  readonly api: BenchProcess
  readonly worker: BenchProcess
  readonly relay: BenchProcess
  /** Ends them, and the database goes with them. */
  stop(): Promise<void>
}

const PROGRAMS = { API: 'start', worker: 'worker', relay: 'relay' }
type Program = keyof typeof PROGRAMS

export interface ServiceOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** What each is started with beside its own file. */
  readonly nodeOptions?: (program: Program) => readonly string[]
}

export async function startServiceProcesses({
  settings = {},
  nodeOptions = () => [],
}: ServiceOptions = {}): Promise<ServiceProcesses> {
  const database = await createTestDatabase()
  const env = {
    ...testSettings(database.name),
    TIEOUT_WORKER_PORT: String(await freePort()),
    TIEOUT_ADDRESS_FENCE: '1000000000',
    ...settings,
  } as Record<string, string>
  const programs: BenchProcess[] = []
  const operator = operatorOf(database.name)
  const start = async (program: Program): Promise<BenchProcess> => {
    const isUp = (entry: Record<string, unknown>) => entry['msg'] === `the ${program} is up`
    const started = await startProgram(`server/src/main/${PROGRAMS[program]}.ts`, env, isUp, nodeOptions(program))
    programs.push(started)
    return started
  }
  let isStopped = false
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    for (const program of programs.toReversed()) await program.stop()
    await operator.close()
    await database.drop()
  }
  try {
    const api = await start('API')
    const worker = await start('worker')
    const relay = await start('relay')
    const service = new TestService({ url: api.url, database: database.name, operator, redisPrefix: '', stop })
    return { service, api, worker, relay, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
