/** The relay and a worker as processes of their own, on a test's database, that can be killed and come back. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { testSettings } from './service.ts'
import type { TestService } from './service.ts'

const RELAY = join(import.meta.dirname, '../../src/main/relay.ts')
const WORKER = join(import.meta.dirname, 'worker-process.ts')

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A process that is started again whenever it is killed. */
export class Restartable {
  readonly #start: () => ChildProcess
  #child: ChildProcess

  constructor(start: () => ChildProcess) {
    this.#start = start
    this.#child = start()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }

  async restart(): Promise<void> {
    await this.kill()
    this.#child = this.#start()
  }

  /** Whether the process that was started last still runs. */
  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }
}

export interface PipelineProcesses {
  readonly relay: Restartable
  readonly worker: Restartable
}

export async function startPipelineProcesses(
  service: TestService,
  settings: Record<string, string> = {},
): Promise<PipelineProcesses> {
  const env = {
    ...testSettings(service.database),
    TIEOUT_WORKER_PORT: String(await freePort()),
    TIEOUT_LOG_LEVEL: 'error',
    ...settings,
  }
  const start = (entry: string) => () =>
    spawn(process.execPath, [entry], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const processes = { worker: new Restartable(start(WORKER)), relay: new Restartable(start(RELAY)) }
  service.companions.push(async () => {
    await processes.relay.kill()
    await processes.worker.kill()
  })
  return processes
}
