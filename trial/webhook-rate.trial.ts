/**
 * Bar 29 as a question: how many events a second this machine carries from commit to first attempt, and what they cost
 * in which process. `npm run trial -- webhook-rate [--seconds 30] [--first 50] [--endpoints 8]`.
 * An event goes to one of the endpoints; each of those takes eight requests at once. Recording, receiving and the engines
 * share the machine with what is measured.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { processorTimes, treeTime } from '../bench/processor-time.ts'
import type { PipelineProcesses } from '../server/test/support/pipeline-processes.ts'
import { driveAt, isCarried, startRateField } from '../server/test/support/webhook-rates.ts'
import type { Rate, RateFigures } from '../server/test/support/webhook-rates.ts'
import type { Field } from '../server/test/support/webhooks-under-fire.ts'
import { knee, nextRate } from './knee.ts'
import type { Step } from './knee.ts'
import type { TrialResult } from './result.ts'

const ASKED = 500

/** Milliseconds of the processors since each was started. */
const looked = ({ relay, worker }: PipelineProcesses): Record<string, number> => {
  const { 'this process': here = 0, PostgreSQL: postgres = 0, Restate: restate = 0 } = processorTimes()
  return {
    'recording and receiving': here,
    PostgreSQL: postgres,
    Restate: restate,
    worker: treeTime(worker.pid),
    relay: treeTime(relay.pid),
  }
}

type Figures = RateFigures & { readonly msAnEvent: Readonly<Record<string, number>>; readonly busyPercent: number }

/** The figures of one rate, with what an event cost in which process, and how busy that kept the processors. */
async function measured(field: Field, processes: PipelineProcesses, run: Rate): Promise<Figures> {
  const before = looked(processes)
  const started = performance.now()
  const figures = await driveAt(field, run)
  const ms = performance.now() - started
  const spent = Object.entries(looked(processes)).map(([who, after]) => [who, after - (before[who] ?? 0)] as const)
  const all = spent.reduce((sum, [, each]) => sum + each, 0)
  const events = run.perSecond * run.seconds
  return {
    ...figures,
    msAnEvent: Object.fromEntries(spent.map(([who, each]) => [who, Math.round((each / events) * 100) / 100])),
    busyPercent: Math.round((all / ms / availableParallelism()) * 100),
  }
}

const inWords = ({ perSecond, holds, p50, p99, reached, refused, msAnEvent, busyPercent }: Step & Figures): string =>
  `${perSecond.toFixed(0)} events/s ${holds ? 'carried' : 'NOT carried'}: p50 ${p50} ms, p99 ${p99} ms, ` +
  `${reached}/s recorded, ${refused} refused; ms an event: ` +
  `${Object.entries(msAnEvent).map(([who, ms]) => `${who} ${ms}`).join(', ')}; processors ${busyPercent} % busy with it` // prettier-ignore

export async function run(args: string[]): Promise<TrialResult> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '30' },
      first: { type: 'string', default: '50' },
      endpoints: { type: 'string', default: '8' },
    },
  })
  process.loadEnvFile('.stack/env')
  const { field, processes } = await startRateField(Number(values.endpoints))
  const [first, seconds] = [Number(values.first), Number(values.seconds)]
  const steps: (Step & Figures)[] = []
  for (let rate = nextRate(steps, first); rate !== null; rate = nextRate(steps, first)) {
    const run = { perSecond: Math.round(rate), seconds }
    let figures = await measured(field, processes, run)
    // A bad moment of a machine that others use as well says nothing: what is not carried is tried once more.
    if (!isCarried(figures, run.perSecond)) figures = await measured(field, processes, run)
    const step = { perSecond: rate, holds: isCarried(figures, run.perSecond), ...figures }
    console.log(inWords(step))
    steps.push(step)
  }
  await field.bench.service.stop()
  const carried = knee(steps)
  return { figures: { carried, asked: ASKED, steps }, holds: { 'events are carried at a steady rate': carried > 0 } }
}
