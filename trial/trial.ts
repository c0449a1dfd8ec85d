/**
 * `npm run trial -- <name>`: runs trial/<name>.trial.ts on the running stack, keeps its figures as JSON under
 * trial/results and says which promises held. docs/operate/trial.md tells what was found.
 */
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename } from 'node:path'
import type { TrialResult } from './result.ts'
import { stolenBetween, ticksNow } from '../ops/stolen.ts'

const [name, ...args] = process.argv.slice(2)
const known = globSync('trial/*.trial.ts').map((file) => basename(file, '.trial.ts'))
if (name === undefined || !existsSync(`trial/${name}.trial.ts`)) {
  console.error(`usage: npm run trial -- <${known.join('|')}>`)
  process.exit(2)
}
const trial = (await import(`./${name}.trial.ts`)) as { run: (args: string[]) => Promise<TrialResult> }
// What else the machine does is half of what a figure means.
const conditions = { trial: name, at: new Date().toISOString(), args, loadAverage: loadavg()[0] }
const begun = ticksNow()
const { figures, holds, form } = await trial.run(args)
const kept = { conditions: { ...conditions, stolen: stolenBetween(begun, ticksNow()) }, figures, holds }
mkdirSync('trial/results', { recursive: true })
const file = [name, form].filter(Boolean).join('-')
writeFileSync(`trial/results/${file}.json`, `${JSON.stringify(kept, null, 2)}\n`)
console.log(JSON.stringify(figures, null, 2))
for (const [promise, held] of Object.entries(holds)) console.log(`${held ? 'holds     ' : 'DOES NOT  '} ${promise}`)
process.exit(Object.values(holds).every(Boolean) ? 0 : 1)
