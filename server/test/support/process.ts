/** The service as an operator runs it: a process of its own, that can be ended in any way. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { urlOf } from './database.ts'

const ENTRY = join(import.meta.dirname, '../../src/main/start.ts')

export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Resolves with the exit code once the process is gone. */
  readonly gone: Promise<number | null>
}

export async function startServiceProcess(
  database: string,
  settings: Readonly<Record<string, string | undefined>> = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [ENTRY], {
    env: {
      ...process.env,
      TIEOUT_ENVIRONMENT: 'test',
      TIEOUT_DATABASE_APP_URL: urlOf(database, 'APP'),
      TIEOUT_DATABASE_WORKER_URL: urlOf(database, 'WORKER'),
      TIEOUT_PORT: '0',
      TIEOUT_METRICS_PORT: '0',
      TIEOUT_ADDRESS_FENCE: '100000000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit').then(([code]) => code as number | null)
  after(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string }
    if (entry.msg === 'the API is up' && entry.url !== undefined) {
      child.stdout.resume()
      return { url: entry.url, child, gone }
    }
  }
  throw new Error('the service ended before it was up')
}
