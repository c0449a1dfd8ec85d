import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { supplyFindings } from './supply.ts'
import type { LockedPackage, Manifest } from './supply.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const MANIFESTS = ['package.json', 'server/package.json', 'sdk/package.json', 'cli/package.json', 'embed/package.json']

test('every package has a checksum and a licence that may be used so; nothing unnamed runs at installation; all is pinned', (t) => {
  const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
  const manifests = Object.fromEntries(MANIFESTS.map((file) => [file, read(file) as Manifest]))
  const foreign = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))
  const shipped = foreign.filter(([, { dev }]) => !dev).length
  t.diagnostic(`${foreign.length} packages in the lock file, ${shipped} of them can be shipped`)
  assert.ok(foreign.length >= 300, `only ${foreign.length} packages were seen`)
  assert.deepEqual(supplyFindings(packages, manifests), [])
})

const GOOD: LockedPackage = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }

/** One thing wrong in each. */
const FAULTS: readonly [what: string, locked: LockedPackage, finding: RegExp | null][] = [
  ['nothing', GOOD, null],
  ['a choice of licences, one of them good', { ...GOOD, license: '(GPL-3.0 OR MIT)' }, null],
  ['a stricter licence at the desk', { ...GOOD, license: 'MPL-2.0', dev: true }, null],
  ['a stricter licence that would be shipped', { ...GOOD, license: 'MPL-2.0' }, /under MPL/],
  ['two licences, one of them not good', { ...GOOD, license: 'MIT AND AGPL-3.0' }, /under MIT AND AGPL/],
  ['no licence', { version: '1.0.0', integrity: 'sha512-x' }, /no licence/],
  ['no checksum', { version: '1.0.0', license: 'MIT' }, /no checksum/],
  ['an address', { ...GOOD, resolved: 'https://registry.example/x.tgz' }, /downloaded from/],
  ['a script at installation', { ...GOOD, hasInstallScript: true }, /runs at installation/],
]

for (const [what, locked, finding] of FAULTS) {
  test(`a package with ${what} is ${finding ? 'found' : 'taken'}`, () => {
    const findings = supplyFindings({ 'node_modules/one': locked }, {})
    if (finding === null) assert.deepEqual(findings, [])
    else assert.match(findings.join(), finding)
  })
}

test('a dependency that is not pinned is found', () => {
  const manifests = { 'package.json': { dependencies: { one: '^1.0.0', two: '2.0.0' } } }
  assert.match(supplyFindings({}, manifests).join(), /^package\.json asks for one/)
})
