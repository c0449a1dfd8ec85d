/** The published package, used as a customer would: installed from its archive, run by a Node without TypeScript. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { packageSdk } from '../../../ops/package-sdk.ts'

/** A Node that the project did not bring along, where the machine has one: the customer's. */
function foreignNode(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.map((folder) => join(folder, 'node')).find((path) => existsSync(path)) ?? process.execPath
}

const PROGRAM = `
import { Tieout, verifyMapping, ApiError } from '@tieout/sdk'
import { verifyWebhook } from '@tieout/sdk/webhooks'
const tieout = new Tieout({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test_x', maxRetries: 0 })
const outcome = await tieout.listBorrowers().then(() => 'answered', (error) => error.name)
let refused = null
try { verifyWebhook({ body: '{}', secret: 's', signature: '' }) } catch (error) { refused = error.reason }
console.log(JSON.stringify({ outcome, refused, holds: verifyMapping({}).holds, error: ApiError.name }))
`

test('the published package runs without TypeScript and brings nothing along', () => {
  const home = mkdtempSync(join(tmpdir(), 'tieout-sdk-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  packageSdk(join(home, 'package'))
  const packed = execFileSync('npm', ['pack', '--silent', join(home, 'package')], {
    cwd: home,
    encoding: 'utf8',
  }).trim()
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(home, packed)], { cwd: home })
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as { packages: object }
  assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@tieout/sdk'])
  assert.ok(existsSync(join(home, 'node_modules/@tieout/sdk/index.d.ts')))
  writeFileSync(join(home, 'program.js'), PROGRAM)
  const node = foreignNode()
  console.log(`run by ${node.includes('node_modules') ? "the project's own Node" : 'the Node of the machine'}`)
  const printed = execFileSync(node, ['program.js'], { cwd: home, encoding: 'utf8' })
  assert.deepEqual(JSON.parse(printed), {
    outcome: 'ConnectionError',
    refused: 'malformed_signature',
    holds: false,
    error: 'ApiError',
  })
})
