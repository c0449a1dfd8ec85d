/**
 * `npm run eval -- <name>`: runs eval/<name>.eval.ts, keeps its figures as JSON under eval/results, prints the deciding
 * score as the last line, and fails when it is below its bar. Any other name is a class of documents for eval.ts.
 */
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { EvalResult } from './result.ts'

const [name, ...args] = process.argv.slice(2)
if (name === undefined) {
  const known = globSync('eval/*.eval.ts').map((file) => basename(file, '.eval.ts'))
  console.error(`usage: npm run eval -- <${known.join('|')}|a class of documents>`)
  process.exit(2)
}
if (existsSync(`eval/${name}.eval.ts`)) {
  const evaluation = (await import(`./${name}.eval.ts`)) as { run: (args: string[]) => Promise<EvalResult> }
  const result = await evaluation.run(args)
  mkdirSync('eval/results', { recursive: true })
  writeFileSync(`eval/results/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
  for (const [label, value] of Object.entries(result.figures)) console.log(`${label.padEnd(52)} ${value}`)
  console.log(`${name}: ${result.scoreName} = ${result.score.toFixed(4)} (bar: at least ${result.bar})`)
  process.exitCode = result.score >= result.bar ? 0 : 1
} else {
  await import('./eval.ts')
}
