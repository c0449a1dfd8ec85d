import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromMigratedDatabase } from '../../../ops/generate/generate.ts'
import { setting } from '../support/database.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('the committed table types and schema.sql are what the migrations give', async () => {
  const files = await fromMigratedDatabase(setting('TIEOUT_DATABASE_OWNER_URL'))
  assert.equal(files.length, 2)
  for (const file of files) {
    assert.equal(
      readFileSync(join(ROOT, file.path), 'utf8'),
      file.content,
      `${file.path} is stale; run: npm run generate`,
    )
  }
})
