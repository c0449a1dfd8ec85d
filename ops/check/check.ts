/**
 * `npm run check`: everything that can be known without the stack. The steps run one after another on purpose:
 * two cores share the type checker's memory badly, and the first failure should be the last thing on the screen.
 */
import { spawnSync } from 'node:child_process'

const STEPS = [
  { name: 'format', argv: ['npx', 'prettier', '--check', '--log-level', 'warn', '.'], mend: 'npm run format' },
  { name: 'lint', argv: ['npm', 'run', '-s', 'lint'], mend: 'npx eslint --fix .' },
  { name: 'types', argv: ['npm', 'run', '-s', 'types'], mend: 'read the first error; the rest often follow from it' },
  { name: 'walls', argv: ['npm', 'run', '-s', 'walls'], mend: 'docs/architecture.md says who may import whom' },
  { name: 'fresh', argv: ['npm', 'run', '-s', 'fresh'], mend: 'npm run generate, then commit what changed' },
  { name: 'docs', argv: ['npm', 'run', '-s', 'docs:check'], mend: 'each finding names its page and line' },
  { name: 'surfaces', argv: ['npm', 'run', '-s', 'build:embed'], mend: 'npm run build:embed says what stops it' },
  { name: 'unit', argv: ['npm', 'run', '-s', 'test:unit'], mend: 'npm run test:unit -- <file> runs one file' },
] as const

const only = process.argv.slice(2)
const timings: string[] = []
for (const step of STEPS) {
  if (only.length > 0 && !only.includes(step.name)) continue
  const started = performance.now()
  const [command, ...args] = step.argv
  const result = spawnSync(command, args, { stdio: 'inherit' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (result.status !== 0) {
    console.error(`\ncheck failed at '${step.name}' after ${seconds} s. To mend: ${step.mend}`)
    process.exit(1)
  }
  timings.push(`${step.name} ${seconds} s`)
}
console.log(`check passed: ${timings.join(', ')}`)
