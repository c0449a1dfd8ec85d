/**
 * `npm run bench -- <name>`: runs bench/<name>.bench.ts, keeps its figures as JSON under bench/results and prints the
 * deciding ratio as the last line. Absolute figures are this machine's; only the ratio, taken side by side in one
 * run, is worth comparing.
 */
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { BenchResult } from './result.ts'

const [name, ...args] = process.argv.slice(2)
const known = globSync('bench/*.bench.ts').map((file) => basename(file, '.bench.ts'))
if (name === undefined || !existsSync(`bench/${name}.bench.ts`)) {
  console.error(`usage: npm run bench -- <${known.join('|')}>`)
  process.exit(2)
}
const bench = (await import(`./${name}.bench.ts`)) as { run: (args: string[]) => Promise<BenchResult> }
const result = await bench.run(args)
mkdirSync('bench/results', { recursive: true })
writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
for (const [label, value] of Object.entries(result.figures)) console.log(`${label.padEnd(44)} ${value}`)
console.log(`${name}: ${result.ratioName} = ${result.ratio.toFixed(3)} (bar: ${result.bar})`)
// What a bench has started for itself, name servers and receivers, may still be there; nobody waits for it.
process.exit()
