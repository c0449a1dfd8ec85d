/**
 * Generated files are committed, so that a reader sees them and a review shows what changed. `npm run generate` writes
 * them; `npm run fresh` fails on a stale one. What comes from the database needs the stack: without it those files are
 * left to CI (server/test/store/generated.test.ts).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { clientFiles } from '../generate/client.ts'
import type { OpenApi } from '../generate/client.ts'
import { errorsPage } from '../generate/errors-page.ts'
import { eventContract } from '../generate/event-contract.ts'
import { fromMigratedDatabase } from '../generate/generate.ts'
import { sdkReference } from '../generate/sdk-reference.ts'
import type { GeneratedFile } from '../generate/generate.ts'

async function fromCode(): Promise<GeneratedFile[]> {
  const { openApiDocument } = await import('../../server/src/http/openapi.ts')
  const document = openApiDocument()
  const client = await clientFiles(document as unknown as OpenApi)
  return [
    { path: 'contract/openapi.json', content: `${JSON.stringify(document, null, 2)}\n` },
    ...client,
    await sdkReference(document as unknown as OpenApi, client),
    { path: 'contract/errors.md', content: errorsPage() },
    ...eventContract(),
  ]
}

const write = process.argv.includes('--write')
// The table types come first: the code that makes the rest needs them.
const ownerUrl = write ? ownerUrlOfStack() : null
const files = [...(ownerUrl === null ? [] : await fromMigratedDatabase(ownerUrl)), ...(await fromCode())]
let stale = 0
for (const file of files) {
  const current = existsSync(file.path) ? readFileSync(file.path, 'utf8') : ''
  if (current === file.content) continue
  if (write) {
    mkdirSync(dirname(file.path), { recursive: true })
    writeFileSync(file.path, file.content)
    console.log(`wrote ${file.path}`)
  } else {
    console.error(`${file.path} is stale; run: npm run generate`)
    stale += 1
  }
}
process.exitCode = stale > 0 ? 1 : 0

function ownerUrlOfStack(): string | null {
  if (!existsSync('.stack/env')) {
    console.log('the stack is not up: the table types and schema.sql are left as they are')
    return null
  }
  process.loadEnvFile('.stack/env')
  return process.env['TIEOUT_DATABASE_OWNER_URL'] ?? null
}
