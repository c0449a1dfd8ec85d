/** The short form of `npm run trial -- faults --pairs`: two things at once are taken away from a service under load. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAULTS } from '../../../trial/faults/faults.ts'
import { prepareGround } from '../../../trial/faults/load.ts'
import { startRig } from '../../../trial/faults/rig.ts'
import { runScenario } from '../../../trial/faults/scenario.ts'

/** Every process and every engine is in one of them. */
const PAIRS = [
  ['API killed', 'Redis cut off'],
  ['worker killed', 'object store cut off'],
  ['relay paused', 'Restate killed'],
  ['reader killed', 'PostgreSQL killed'],
] as const
const HOLD_MS = 1_500

test('nothing acknowledged is lost and nothing happens twice, whatever two things are taken away at once', async (t) => {
  const rig = await startRig()
  try {
    const ground = await prepareGround(rig)
    for (const names of PAIRS) {
      const faults = names.map((name) => FAULTS.find((fault) => fault.name === name) ?? assert.fail(name))
      const { findings, ...figures } = await runScenario(rig, ground, faults, HOLD_MS)
      t.diagnostic(JSON.stringify(figures))
      assert.deepEqual(findings, [], `${names.join(' + ')}: see ${figures.keptIn}`)
    }
  } finally {
    await rig.stop()
  }
})
