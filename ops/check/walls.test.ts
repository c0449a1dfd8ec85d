/** Guards the guard: every wall stops a violation made on purpose, and a check that sees nothing fails. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { cruise } from './walls.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CONFIG = join(ROOT, '.dependency-cruiser.js')

/** For each rule a file and what it imports against the rule; targets that are files of the tree are made as well. */
const VIOLATIONS: Readonly<Record<string, [from: string, imports: string]>> = {
  'no-circular': ['server/src/lib/a.ts', './b.ts'],
  'no-unresolvable': ['server/src/lib/lost.ts', './nowhere.ts'],
  'lib-only-knows-nothing': ['server/src/lib/x.ts', '../store/y.ts'],
  'engine-only-knows-lib': ['server/src/engine/map/x.ts', '../../store/y.ts'],
  'reader-only-knows-engine-model-lib': ['server/src/reader/x.ts', '../engine/map/y.ts'],
  'store-only-knows-engine-model-lib': ['server/src/store/x.ts', '../domain/y.ts'],
  'domain-only-knows-store-engine-lib': ['server/src/domain/x.ts', '../http/y.ts'],
  'adapters-only-knows-domain-deps-engine-model-lib': ['server/src/adapters/x.ts', '../store/y.ts'],
  'pipelines-only-knows-domain-lib': ['server/src/pipelines/x.ts', '../store/y.ts'],
  'http-only-knows-domain-lib': ['server/src/http/x.ts', '../store/y.ts'],
  'engine-classify-sees-no-other-stage': ['server/src/engine/classify/x.ts', '../map/y.ts'],
  'engine-extract-sees-no-other-stage': ['server/src/engine/extract/x.ts', '../map/y.ts'],
  'engine-prove-sees-no-other-stage': ['server/src/engine/prove/x.ts', '../map/y.ts'],
  'engine-map-sees-no-other-stage': ['server/src/engine/map/z.ts', '../spread/y.ts'],
  'engine-spread-sees-no-other-stage': ['server/src/engine/spread/x.ts', '../map/y.ts'],
  'engine-workbook-sees-no-other-stage': ['server/src/engine/workbook/x.ts', '../map/y.ts'],
  'engine-memo-sees-no-other-stage': ['server/src/engine/memo/x.ts', '../map/y.ts'],
  'engine-is-pure': ['server/src/engine/map/disk.ts', 'node:fs'],
  'fastify-only-in-http': ['server/src/domain/web.ts', 'fastify'],
  'sql-only-in-store': ['server/src/http/sql.ts', 'pg'],
  'restate-only-in-pipelines': ['server/src/domain/durable.ts', '@restatedev/restate-sdk'],
  'redis-only-in-adapters': ['server/src/domain/cache.ts', 'ioredis'],
  'object-store-client-only-in-adapters': ['server/src/domain/bytes.ts', '@aws-sdk/client-s3'],
  'packages-meet-over-contract': ['sdk/src/x.ts', '../../server/src/lib/y.ts'],
  'server-ships-without-its-clients': ['server/src/domain/client.ts', '../../../sdk/src/y.ts'],
  'sdk-has-no-runtime-dependency': ['sdk/src/dep.ts', 'pino'],
  'no-test-in-product-code': ['server/src/lib/uses-test.ts', './some.test.ts'],
}

function makeTree(files: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }',
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

test('every wall has a violation made on purpose here', async () => {
  const { default: config } = (await import(CONFIG)) as { default: { forbidden: { name: string }[] } }
  const rules = config.forbidden.map((rule) => rule.name).sort()
  assert.deepEqual(Object.keys(VIOLATIONS).sort(), rules)
})

test('every wall stops its violation', () => {
  const files = new Map<string, string>([['server/src/lib/b.ts', `import './a.ts'\n`]])
  for (const [from, imports] of Object.values(VIOLATIONS)) {
    files.set(from, `import '${imports}'\nexport const here = 1\n`)
    const target = join(dirname(from), imports)
    if (imports.startsWith('.') && !files.has(target) && !imports.includes('nowhere'))
      files.set(target, 'export const there = 1\n')
  }
  const folder = makeTree(files)
  try {
    const result = cruise(folder, ['server', 'sdk'], CONFIG)
    const stopped = new Set(result.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))
    for (const [rule, [from]] of Object.entries(VIOLATIONS))
      assert.ok(stopped.has(`${rule} ${from}`), `${rule} let ${from} pass`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
