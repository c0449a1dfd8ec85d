import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { mappedFixtures, mappedRandomStatements } from '../../../test/support/mapped-fixtures.ts'
import { platformChart } from '../chart/chart.ts'
import { ENGINE_VERSION } from './map-statement.ts'

const SUPPORT = join(import.meta.dirname, '../../../test')
const run = promisify(execFile)

test('whoever changes what the engine answers gives it a new version', () => {
  const answers = createHash('sha256').update(mappedFixtures()).digest('hex')
  const releases = JSON.parse(readFileSync(join(SUPPORT, 'fixtures/engine-releases.json'), 'utf8')) as Record<
    string,
    string
  >
  const release = `engine ${ENGINE_VERSION}, chart ${platformChart().version}`
  assert.ok(release in releases, `${release} is not in engine-releases.json: add it with ${answers}`)
  assert.equal(
    answers,
    releases[release],
    `the engine no longer answers as ${release} did: raise ENGINE_VERSION (or chart_version) and add the release with ${answers}`,
  )
  assert.equal(Object.keys(releases).at(-1), release, 'the last release listed is the one in force')
})

test('two processes in other places and languages write the same bytes', async () => {
  const program = join(SUPPORT, 'support/mapped-fixtures.ts')
  const inPlace = async (env: Record<string, string>) => {
    const { stdout } = await run(process.execPath, [program], { env, maxBuffer: 2 ** 28 })
    return stdout
  }
  const [here, there] = await Promise.all([
    inPlace({ TZ: 'UTC', LANG: 'en_US.UTF-8' }),
    inPlace({ TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }),
  ])
  assert.ok(here.length > 1_000_000, 'too little was mapped to show anything')
  assert.ok(here === there, 'two processes differ')
  assert.ok(here === `${mappedFixtures()}${mappedRandomStatements()}`, 'this process and another differ')
})
