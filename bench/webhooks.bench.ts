/**
 * Deliveries to 100 healthy receivers, from commit to answer, against bare undici that posts the same bodies to the
 * same receivers in the same run. Compared by what the sending processes spend: a delivery a second of CPU. What the
 * engine and the database spend beside them is not in it; the wall-clock ratio, which has it all, is printed too.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { startPipelineProcesses } from '../server/test/support/pipeline-processes.ts'
import {
  latencies,
  percentile,
  recordMany,
  startField,
  waitForAll,
} from '../server/test/support/webhooks-under-fire.ts'
import type { Field } from '../server/test/support/webhooks-under-fire.ts'
import type { BenchResult } from './result.ts'

const ENDPOINTS = 100
const TICKS_A_SECOND = 100

function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_A_SECOND
}

async function bare(order: object): Promise<{ seconds: number; cpuSeconds: number }> {
  const child = spawn(process.execPath, ['bench/bare-webhooks.ts'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(order))
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output) as { seconds: number; cpuSeconds: number }
}

export async function run(args: string[]): Promise<BenchResult> {
  if (existsSync('.stack/env')) process.loadEnvFile('.stack/env')
  const events = Number(args[0] ?? 30)
  const field = await startField(ENDPOINTS)
  try {
    return await measure(field, events)
  } finally {
    await field.bench.service.stop()
  }
}

async function measure(field: Field, events: number): Promise<BenchResult> {
  const { relay, worker } = await startPipelineProcesses(field.bench.service, field.bench.settings)
  const pids = [relay.pid, worker.pid]
  await recordMany(field, 2)
  await waitForAll(field, 120_000)
  field.receiver.received.length = 0
  field.recorded.clear()

  const before = cpuSeconds(pids)
  const started = performance.now()
  await recordMany(field, events)
  await waitForAll(field, 600_000)
  const seconds = (performance.now() - started) / 1000
  const spent = cpuSeconds(pids) - before
  const ms = latencies(field)
  const bodies = [...new Set(field.receiver.received.map(({ body }) => body.toString()))]
  const total = events * ENDPOINTS
  const plain = await bare({ port: field.receiver.port, ca: field.bench.authority.ca, hosts: ENDPOINTS, bodies })
  return {
    figures: {
      deliveries: total,
      'deliveries/s': Math.round(total / seconds),
      'bare undici/s': Math.round(total / plain.seconds),
      'deliveries/s of bare, wall clock': (plain.seconds / seconds).toFixed(3),
      'CPU ms a delivery (relay and worker)': ((spent / total) * 1000).toFixed(2),
      'CPU ms a post (bare)': ((plain.cpuSeconds / total) * 1000).toFixed(2),
      'event to first attempt, p50 ms (a burst)': percentile(ms, 0.5),
      'event to first attempt, p99 ms (a burst)': percentile(ms, 0.99),
    },
    ratioName: 'deliveries a CPU second of the sending processes, of bare undici',
    ratio: plain.cpuSeconds / spent,
    bar: 'at least 0.3',
  }
}
