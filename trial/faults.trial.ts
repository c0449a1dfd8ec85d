/**
 * Everything is killed, paused, cut off, slowed down, filled up and set to another time under load, one by one, and two
 * at a time with `--pairs`: `npm run trial -- faults [--seconds N] [--pairs] [--only part] [--part K/N] [--minutes N]
 * [--three-nodes] [--go-on]`. `--only` takes the faults whose names hold one of these parts, `--part 2/3` the second of
 * every three scenarios; after `--minutes` no other scenario begins; with `--three-nodes` the engine is a cluster of its
 * own; `--go-on` keeps what an earlier run found and leaves out what it has tried.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FAULTS, faultsFor, pairsOf } from './faults/faults.ts'
import type { Fault } from './faults/faults.ts'
import { prepareGround } from './faults/load.ts'
import { startRig } from './faults/rig.ts'
import { runScenario } from './faults/scenario.ts'
import type { ScenarioResult } from './faults/scenario.ts'
import type { TrialResult } from './result.ts'

function earlierResults(form: string): ScenarioResult[] {
  const results = `trial/results/${['faults', form].filter(Boolean).join('-')}.json`
  if (!existsSync(results)) return []
  const { figures } = JSON.parse(readFileSync(results, 'utf8')) as { figures: { scenarios: ScenarioResult[] } }
  return figures.scenarios
}

const nameOf = (faults: readonly string[]): string => faults.join(' + ')

export async function run(args: string[]): Promise<TrialResult> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '3' },
      pairs: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [''] },
      part: { type: 'string', default: '1/1' },
      minutes: { type: 'string', default: 'Infinity' },
      'three-nodes': { type: 'boolean', default: false },
      'go-on': { type: 'boolean', default: false },
    },
  })
  process.loadEnvFile('.stack/env')
  const form = [values['three-nodes'] && 'three-nodes', values.pairs && 'pairs'].filter(Boolean).join('-')
  const scenarios = values['go-on'] ? earlierResults(form) : []
  const skipped: string[] = []
  const end = performance.now() + Number(values.minutes) * 60_000
  const rig = await startRig({
    withSmallDisk: true,
    withClocks: true,
    withThreeNodes: values['three-nodes'],
  })
  try {
    const ground = await prepareGround(rig)
    const tried = new Set(scenarios.map(({ faults }) => nameOf(faults)))
    const possible = faultsFor(rig)
    skipped.push(...FAULTS.filter((fault) => !possible.includes(fault)).map(({ name }) => name))
    const chosen = possible.filter(({ name }) => values.only.some((part) => name.includes(part)))
    const planned: Fault[][] = values.pairs ? pairsOf(chosen) : chosen.map((fault) => [fault])
    const [part = 1, of = 1] = values.part.split('/').map(Number)
    const share = planned.filter((_, index) => index % of === part - 1)
    const left = share.filter((faults) => !tried.has(nameOf(faults.map(({ name }) => name))))
    for (const faults of left) {
      if (performance.now() > end) break
      const result = await runScenario(rig, ground, faults, Number(values.seconds) * 1000)
      scenarios.push(result)
      const { findings, settledSeconds, borrowers, jobs, exports, reads, repeated } = result
      console.log(
        `${findings.length === 0 ? 'holds   ' : 'DOES NOT'} ${nameOf(result.faults)}: ${borrowers} borrowers, ${jobs} packages, ` +
          `${exports} exports, ${reads} reads, ${repeated} events repeated, settled after ${settledSeconds ?? '—'} s`,
      )
      for (const finding of findings.slice(0, 10)) console.log(`           ${finding}`)
      if (result.keptIn !== null) console.log(`           kept in ${result.keptIn}`)
    }
  } finally {
    await rig.stop()
  }
  const acknowledged = scenarios.reduce((sum, one) => sum + one.borrowers + one.jobs + one.exports, 0)
  return {
    form,
    figures: { scenarios, acknowledged, skipped },
    holds: {
      'something was tried': scenarios.length > 0 && acknowledged > 0,
      'nothing acknowledged is lost, nothing happens twice, enough succeeds': scenarios.every(
        ({ findings }) => findings.length === 0,
      ),
    },
  }
}
