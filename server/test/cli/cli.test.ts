/** The command line against the running service: what it prints, compared whole, with ids and dates made plain. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bytes } from '../../../cli/src/table.ts'
import { CommandLine } from '../support/command-line.ts'
import type { Run } from '../support/command-line.ts'
import { statementPdf } from '../support/documents/statement.ts'
import { startTestService } from '../support/service.ts'
import { startTestPipeline } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const tenant = await service.tenant({ name: 'Harbor Bank' })
const shell = new CommandLine()
const { home } = shell
const tieout = (args: readonly string[], input = ''): Promise<Run> => shell.run(args, input)
const made = (text: string): string => shell.made(text)

test('without a key every command says how to get one, and ends with exit code 2', async () => {
  assert.deepEqual(await tieout(['borrowers', 'list']), {
    code: 2,
    out: '',
    beside: 'No service or key is set. Run tieout login, or set TIEOUT_URL and TIEOUT_KEY.\n',
  })
})

test('login keeps the key where only its owner can read it, and refuses what is none', async () => {
  const wrong = await tieout(['login', service.url], 'hunter2\n')
  assert.equal(wrong.code, 2)
  assert.match(wrong.beside, /^That is no key/)
  const unknown = await tieout(['login', service.url], tenant.key.replace(/.{3}$/, 'AAA'))
  assert.equal(unknown.code, 2)
  assert.match(unknown.beside, /401 unauthenticated, request req_/)
  const { code, out, beside } = await tieout(['login', service.url], `${tenant.key}\n`)
  assert.equal(code, 0, beside)
  assert.match(
    made(out),
    /^workspace {5}Harbor Bank \(ws_\)\norganization {2}Harbor Bank\nmode {10}live\nkey {11}key_, admin\n/,
  )
  assert.equal(beside.replace(home, 'HOME'), 'Kept in HOME/tieout/settings.json, readable by you only.\n')
  assert.equal(statSync(join(home, 'tieout/settings.json')).mode & 0o777, 0o600)
  assert.ok(!out.includes(tenant.key))
})

test('borrowers and loans are created by their names and listed as tables or JSON', async () => {
  const borrower = (await tieout(['borrowers', 'create', 'Harbor\u001b[31m Bakery'])).out.trim()
  const loan = (await tieout(['loans', 'create', '--borrower', borrower, '--name', 'Oven line'])).out.trim()
  assert.equal(
    made((await tieout(['borrowers', 'list'])).out),
    'borrower                        name                your id  since\nbor_  Harbor\ufffd[31m Bakery           DATE\n',
  )
  assert.equal(
    made((await tieout(['loans', 'list', '--borrower', borrower])).out),
    'loan                             borrower                        name       amount  status\nloan_  bor_  Oven line          open\n',
  )
  const json = JSON.parse((await tieout(['--json', 'loans', 'list'])).out)
  assert.deepEqual(json.map((one: { id: string }) => one.id), [loan]) // prettier-ignore
})

test('a folder is sent, watched and sent on: what is there already is not sent again, what changed is', async () => {
  const borrower = (await tieout(['borrowers', 'create', 'Folder'])).out.trim()
  const loan = (await tieout(['loans', 'create', '--borrower', borrower])).out.trim()
  const folder = join(home, 'package')
  mkdirSync(join(folder, 'older'), { recursive: true })
  writeFileSync(join(folder, 'a.pdf'), statementPdf(1))
  writeFileSync(join(folder, 'older', 'b.pdf'), statementPdf(2))
  writeFileSync(join(folder, 'c.pdf'), 'not a PDF at all')
  writeFileSync(join(folder, 'notes.txt'), 'not taken')
  const first = await tieout(['upload', folder, '--loan', loan, '--watch'])
  assert.equal(first.code, 1, first.beside)
  const lines = made(first.out).split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | ')) // prettier-ignore
  assert.deepEqual(lines.slice(1).sort(), [
    '',
    `job_ | a.pdf | ${bytes(statementPdf(1).length)} | COMPLETED`,
    `job_ | b.pdf | ${bytes(statementPdf(2).length)} | COMPLETED`,
    lines.find((line) => line.includes('c.pdf')),
  ])
  assert.match(lines.find((line) => line.includes('c.pdf')) ?? '', /^job_ \| c\.pdf \| 16 B \| FAILED \| \w+: ./)
  writeFileSync(join(folder, 'c.pdf'), statementPdf(3))
  const second = await tieout(['upload', folder, '--loan', loan])
  assert.deepEqual(
    made(second.out).split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | ')), // prettier-ignore
    ['file | job', 'a.pdf | job_ | already sent', 'c.pdf | job_ | queued', 'older/b.pdf | job_ | already sent', ''],
  )
  assert.equal(readdirSync(join(home, 'tieout/uploads')).length, 1)
  const empty = await tieout(['upload', join(folder, 'notes.txt'), '--loan', loan])
  assert.equal(empty.code, 2)
  assert.match(empty.beside, /There is nothing to send/)
})

test('the documents of a job are listed, and an unknown job is an error with a request id', async () => {
  const borrower = (await tieout(['borrowers', 'create', 'Results'])).out.trim()
  const loan = (await tieout(['loans', 'create', '--borrower', borrower])).out.trim()
  const file = join(home, 'one.pdf')
  writeFileSync(file, statementPdf(1, 'serif', 7))
  const jobs = JSON.parse((await tieout(['--json', 'upload', file, '--loan', loan, '--watch'])).out)
  const results = await tieout(['jobs', 'results', jobs[0].job_id])
  assert.equal(results.code, 0)
  assert.match(made(results.out), /^document +class +pages +company +proof\ndoc_ +.* 1 /)
  const unknown = await tieout(['jobs', 'results', 'job_unknown'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.beside, /\(404 not_found, request req_[0-9a-f]+\)\n$/)
})
