/** Processes for benches: started, asked for their address, and ended. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { urlOf } from '../server/test/support/database.ts'

const ROOT = join(import.meta.dirname, '..')

async function firstLine(child: ChildProcess, isIt: (entry: Record<string, unknown>) => boolean) {
  if (!child.stdout) throw new Error('the process has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as Record<string, unknown>
    if (!isIt(entry)) continue
    child.stdout.resume()
    return entry
  }
  throw new Error('the process ended before it was up')
}

export interface BenchProcess {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** A program of the repository as a process, up once it says so in its log. */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  isUp: (entry: Record<string, unknown>) => boolean,
  nodeOptions: readonly string[] = [],
): Promise<BenchProcess> {
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, file)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url } = await firstLine(child, isUp)
  return {
    url: String(url),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The service as an operator runs it, on the given database. */
export function startService(database: string): Promise<BenchProcess> {
  const env = {
    TIEOUT_ENVIRONMENT: 'test',
    TIEOUT_DATABASE_APP_URL: urlOf(database, 'APP'),
    TIEOUT_DATABASE_WORKER_URL: urlOf(database, 'WORKER'),
    TIEOUT_PORT: '0',
    TIEOUT_METRICS_PORT: '0',
    TIEOUT_ADDRESS_FENCE: '1000000000',
  }
  return startProgram('server/src/main/start.ts', env, (entry) => entry['msg'] === 'the API is up')
}

export function startBare(database: string): Promise<BenchProcess> {
  return startProgram(
    'bench/bare-api.ts',
    { BARE_DATABASE_URL: urlOf(database, 'SUPERUSER') },
    (entry) => 'url' in entry,
  )
}

/** The value below which the given part of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
