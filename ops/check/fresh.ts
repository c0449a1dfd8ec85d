/**
 * Generated files are committed, so that a reader sees them and a review shows what changed. Each generator is a
 * module that exports `outputs()`: the files and what they should hold. `--write` writes them; without it, a stale
 * one is a failure. Generators that need the stack (the schema, the table types) run in CI with it: see ops/test.ts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

interface GeneratedFile {
  path: string
  content: string
}

const GENERATORS: readonly { name: string; outputs: () => Promise<GeneratedFile[]> }[] = []

const write = process.argv.includes('--write')
let stale = 0
for (const generator of GENERATORS) {
  for (const file of await generator.outputs()) {
    const current = existsSync(file.path) ? readFileSync(file.path, 'utf8') : ''
    if (current === file.content) continue
    if (write) {
      writeFileSync(file.path, file.content)
      console.log(`wrote ${file.path}`)
    } else {
      console.error(`${file.path} is stale (made by ${generator.name}); run: npm run generate`)
      stale += 1
    }
  }
}
process.exitCode = stale > 0 ? 1 : 0
