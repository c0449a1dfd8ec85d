/** Mappings, exports and webhooks from the command line, in test mode with samples: what is printed, compared whole. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { CommandLine } from '../support/command-line.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startTestPipeline } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const live = await service.tenant({ name: 'Harbor Bank' })
const tenant = await service.twinOf(live)
const shell = new CommandLine()
assert.equal((await shell.run(['login', service.url], tenant.key)).code, 0)

/** The answer of a command that has to succeed, as JSON. */
async function json(...args: string[]): Promise<any> {
  const { code, out, beside } = await shell.run(['--json', ...args])
  assert.equal(code, 0, `${args.join(' ')}: ${beside}${out}`)
  return JSON.parse(out)
}

/** What a command that has to succeed prints, made plain. */
async function printed(...args: string[]): Promise<string> {
  const { code, out, beside } = await shell.run(args)
  assert.equal(code, 0, `${args.join(' ')}: ${beside}${out}`)
  return shell.made(out)
}

/** A profit and loss statement that was read: triggering the event is the way to one. */
const triggered = await json('webhooks', 'trigger', 'extraction.ready')
const { borrower_id: borrower } = (await service.call(`/api/loans/${triggered.loan_id}`, { key: tenant.key })).json
const [document] = await json('jobs', 'results', triggered.made)

test('a statement is shown on the chart of accounts with its foot, accounts without a figure left out', async () => {
  const shown = await printed('mapping', 'show', document.id, '--borrower', borrower, '--wait')
  assert.equal(
    shown,
    `map_ · extraction 1, chart 0, rules 0
mapped                                                       2025            2024            2023
Revenue                                          1,012,500,000.00  935,827,000.00  856,252,000.00
  Sales and services                             1,012,500,000.00  935,827,000.00  856,252,000.00
    Product sales                                  882,166,000.00  841,943,000.00  746,826,000.00
    Service revenue                                130,334,000.00   93,884,000.00  109,426,000.00
Gross profit                                     1,012,500,000.00  935,827,000.00  856,252,000.00
Operating expenses                                 567,262,000.00  553,637,000.00  575,536,000.00
  Personnel                                        157,036,000.00  144,076,000.00  144,403,000.00
    Officer compensation                            25,836,000.00   32,025,000.00   34,034,000.00
    Salaries and wages                              95,105,000.00   86,385,000.00   74,928,000.00
    Payroll taxes                                   29,920,000.00   17,785,000.00   28,013,000.00
    Employee benefits and retirement                 6,175,000.00    7,881,000.00    7,428,000.00
  Occupancy and equipment                           47,018,000.00   44,543,000.00   60,869,000.00
    Utilities                                       10,510,000.00   11,450,000.00   13,241,000.00
    Repairs, maintenance and cleaning               36,508,000.00   33,093,000.00   47,628,000.00
  Selling and travel                                92,599,000.00  108,631,000.00  103,792,000.00
    Advertising and marketing                       48,787,000.00   62,726,000.00   58,312,000.00
    Travel                                          15,172,000.00   19,823,000.00   19,310,000.00
    Vehicles and fuel                               28,640,000.00   26,082,000.00   26,170,000.00
  General and administrative                       270,609,000.00  256,387,000.00  266,472,000.00
    Office, postage and printing                    53,727,000.00   43,212,000.00   40,991,000.00
    Dues and subscriptions                          24,757,000.00   32,856,000.00   27,743,000.00
    Insurance                                        8,779,000.00    7,720,000.00   12,216,000.00
    Professional, legal and consulting fees         50,598,000.00   44,655,000.00   55,523,000.00
    Bank, card and merchant fees                    64,916,000.00   74,534,000.00   64,287,000.00
    Taxes and licenses (not income tax)             67,832,000.00   53,410,000.00   65,712,000.00
Operating income                                   445,238,000.00  382,190,000.00  280,716,000.00
Other expenses                                         128,000.00       75,000.00      118,000.00
  Penalties, donations and non-deductible items        128,000.00       75,000.00      118,000.00
EBITDA                                             445,110,000.00  382,115,000.00  280,598,000.00
Adjusted EBITDA                                    445,110,000.00  382,115,000.00  280,598,000.00
EBITA                                              445,110,000.00  382,115,000.00  280,598,000.00
Adjusted EBITA                                     445,110,000.00  382,115,000.00  280,598,000.00
EBIT                                               445,110,000.00  382,115,000.00  280,598,000.00
Adjusted EBIT                                      445,110,000.00  382,115,000.00  280,598,000.00
Interest expense                                    17,514,000.00   18,764,000.00   11,249,000.00
  Interest expense                                  17,514,000.00   18,764,000.00   11,249,000.00
Income before income taxes                         427,596,000.00  363,351,000.00  269,349,000.00
Net income                                         427,596,000.00  363,351,000.00  269,349,000.00

On no account
  ? Foreign currency translation adjustments           -52,000.00     -633,000.00      225,000.00
  ? Comprehensive income                           427,544,000.00  362,718,000.00  269,574,000.00
  ? Basic earnings per share                                 0.36            1.23            6.58
  ? Diluted earnings per share                               8.10            8.00            1.80

Bottom line as printed                             427,596,000.00  363,351,000.00  269,349,000.00
Bottom line of the lines                           427,596,000.00  363,351,000.00  269,349,000.00
Residual                                                     0.00            0.00            0.00
Tolerance                                                2,000.00        2,000.00        2,000.00
`,
  )
})

test('all accounts and the printed lines are shown when they are asked for', async () => {
  const args = ['mapping', 'show', document.id, '--borrower', borrower]
  const [some, all, lines] = [
    await printed(...args),
    await printed(...args, '--all'),
    await printed(...args, '--lines'),
  ]
  assert.ok(all.split('\n').length > some.split('\n').length)
  assert.ok(lines.split('\n').length > some.split('\n').length)
  assert.match(lines, /^ +· /m)
})

test('a mapping that was kept as a file is shown without a service', async () => {
  const mapping = await shell.run(['--json', 'mapping', 'show', document.id, '--borrower', borrower])
  const offline = await shell.run(['mapping', 'show', '--file', '-'], mapping.out)
  assert.equal(shell.made(offline.out), await printed('mapping', 'show', document.id, '--borrower', borrower))
  const unnamed = await shell.run(['mapping', 'show'])
  assert.deepEqual([unnamed.code, unnamed.beside], [2, 'Name the document and its --borrower, or a --file.\n'])
})

test('two mappings of a statement are compared line by line, and a mapping with itself is no different', async () => {
  const before = await json('mapping', 'show', document.id, '--borrower', borrower)
  const diff = ['mapping', 'diff', document.id, '--borrower', borrower, '--from', before.mapping_id]
  assert.equal(await printed(...diff), 'Nothing is different.\n')
  const line = before.payload.lines.find(
    (one: any) => one.filed_under !== null && !one.is_total && /utilities/i.test(one.label),
  )
  assert.ok(line, 'the sample prints utilities')
  const chart = (await service.call('/api/chart-of-accounts', { key: tenant.key })).json
  const other = chart.accounts.find((one: any) => one.section === 'opex' && one.id !== line.filed_under)
  const saved = await service.call('/api/chart-of-accounts/rules', {
    key: tenant.key,
    method: 'PUT',
    body: { rules: [{ match: 'exact', caption: line.label, account_id: other.id }] },
  })
  assert.equal(saved.status, 200, saved.text)
  await until(async () => {
    const now = await json('mapping', 'show', document.id, '--borrower', borrower, '--wait')
    return now.mapping_id !== before.mapping_id
  }, 30_000)
  const compared = await shell.run(diff)
  assert.equal(compared.code, 1)
  assert.equal(
    compared.out,
    `line       change  from            to                                                               was                                         is
Utilities  moved   opex.utilities  opex.officer_compensation  10,510,000.00 11,450,000.00 13,241,000.00  10,510,000.00 11,450,000.00 13,241,000.00
`,
  )
})

test('an export is ordered, watched, listed and fetched, and what is fetched is what was made', async () => {
  const where = ['--borrower', borrower, '--loan', triggered.loan_id]
  const made = await json('exports', 'create', document.id, ...where, '--watch')
  const [{ export_id: id, bundle }] = made
  assert.equal(await printed('exports', 'watch', id), await printed('exports', 'list', '--loan', triggered.loan_id))
  assert.match(
    await printed('exports', 'watch', id),
    /^export +format +status +documents +size\nexp_ +csv +succeeded +1 of 1 +[\d.]+ k?B +\S+\.zip\n$/,
  )
  const fetched = await shell.run(['exports', 'download', id])
  assert.equal(fetched.code, 0, fetched.beside)
  const file = readFileSync(join(shell.home, bundle.name))
  assert.equal(createHash('sha256').update(file).digest('hex'), bundle.sha256)
  assert.ok(fetched.out.startsWith(`${bundle.name}  `) && fetched.out.endsWith(`  sha256 ${bundle.sha256}\n`))
  const again = await shell.run(['exports', 'download', id])
  assert.deepEqual([again.code, again.beside], [2, `${bundle.name} is there already; --force replaces it.\n`])
  assert.equal((await shell.run(['exports', 'download', id, '--force', '--to', bundle.name])).code, 0)
  const over = await shell.run(['exports', 'cancel', id])
  assert.equal(over.code, 2)
  assert.match(over.beside, /\(409 export_finished, request req_[0-9a-f]+\)\n$/)
})

test('a memo is begun, listed and printed, and the workbook of its loan is fetched', async () => {
  const loan = triggered.loan_id
  await json('webhooks', 'trigger', 'spread.finalized', '--loan', loan)
  const memo = (await shell.run(['memos', 'create', '--loan', loan, '--title', 'Oven line'])).out.trim()
  const pdf = await shell.run(['memos', 'print', memo, '--loan', loan, '--to', 'memo.pdf'])
  assert.equal(pdf.code, 0, pdf.beside)
  assert.match(shell.made(pdf.out), /^memo\.pdf {2}[\d.]+ [kM]?B {2}sha256 HASH\n$/)
  assert.equal(readFileSync(join(shell.home, 'memo.pdf')).subarray(0, 5).toString(), '%PDF-')
  assert.match(
    await printed('memos', 'list', '--loan', loan),
    /^memo +title +version +last print\nmemo_ +Oven line +1 +succeeded\n$/,
  )
  const book = await shell.run(['workbook', loan, '--to', 'book.xlsx'])
  assert.equal(book.code, 0, book.beside)
  assert.equal(readFileSync(join(shell.home, 'book.xlsx')).subarray(0, 2).toString(), 'PK')
})

test('an endpoint is registered, tested, looked at, replayed and revoked', async () => {
  const created = await printed(
    'webhooks',
    'create',
    'https://8.8.8.8/hook',
    '--events',
    'job.completed',
    'export.failed',
  )
  assert.match(created, /^endpoint {8}whe_\nsigning secret {2}whsec_[\w-]{43}\n$/)
  const [endpoint] = await json('webhooks', 'list')
  assert.equal(
    await printed('webhooks', 'list'),
    'endpoint                        url                   events                       status\nwhe_  https://8.8.8.8/hook  job.completed export.failed  active\n',
  )
  assert.match(await printed('webhooks', 'trigger', 'webhook.test', '--endpoint', endpoint.id), /^evt_\n$/)
  const [delivery] = await json('webhooks', 'deliveries', endpoint.id)
  assert.equal(delivery.event_type, 'webhook.test')
  assert.match(await printed('webhooks', 'replay', endpoint.id, delivery.id), /^whd_\n$/)
  const rows = (await printed('webhooks', 'deliveries', endpoint.id, '--type', 'webhook.test')).split('\n')
  assert.match(rows[0] ?? '', /^delivery +event +type +status +attempts$/)
  assert.equal(rows.length, 4)
  for (const row of rows.slice(1, 3)) assert.match(row, /^whd_ +evt_ +webhook\.test +(pending|dead) +\d/)
  assert.equal(await printed('webhooks', 'delete', endpoint.id), 'whe_ is revoked.\n')
  assert.match(await printed('webhooks', 'list'), / revoked\n$/)
})

test('events are forwarded to this machine as webhooks are: body, headers, a signature that holds', async () => {
  const got: { headers: IncomingHttpHeaders; body: Buffer }[] = []
  const receiver = createServer((request, response) => {
    void buffer(request).then((body) => {
      got.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  after(() => receiver.close())
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const listening = shell.start(['webhooks', 'listen', '--forward-to', address])
  let [out, beside] = ['', '']
  listening.stdout.on('data', (part) => (out += String(part)))
  listening.stderr.on('data', (part) => (beside += String(part)))
  await until(() => beside.endsWith('\n'))
  const [, secret = ''] = /^Listening\. Signing secret: (whsec_[\w-]{43})\n$/.exec(beside) ?? []
  const [test] = [(await shell.run(['webhooks', 'trigger', 'webhook.test'])).out.trim()]
  await until(() => got.length === 1 && out.endsWith('\n'))
  receiver.close()
  receiver.closeAllConnections()
  await shell.run(['webhooks', 'trigger', 'webhook.test'])
  await until(() => out.split('\n').length === 3)
  listening.kill('SIGINT')
  const [code] = (await once(listening, 'close')) as [number]
  assert.equal(code, 0)
  assert.equal(shell.made(out), 'TIME  evt_  webhook.test  204\nTIME  evt_  webhook.test  no answer (ECONNREFUSED)\n')
  const [first] = got
  assert.ok(first)
  const event = verifyWebhook({ body: first.body, secret, signature: first.headers['service-signature'] })
  assert.equal(event.id, test)
  const listed = (await service.call('/api/events?type=webhook.test', { key: tenant.key })).json.data
  const same = listed.find((one: any) => one.id === test)
  assert.equal(first.body.toString(), JSON.stringify(same))
  const { 'service-event-id': id, 'user-agent': agent, 'content-type': type } = first.headers
  assert.deepEqual([id, agent, type], [test, 'Service-Webhooks/1', 'application/json; charset=utf-8'])
})

test('a listener prints one JSON value a line, only of the types it was asked for, from an event on', async () => {
  const from = (await shell.run(['webhooks', 'trigger', 'webhook.test'])).out.trim()
  const loan = (await json('webhooks', 'trigger', 'spread.finalized')).loan_id
  const listening = shell.start(['--json', 'webhooks', 'listen', '--since', from, '--events', 'spread.finalized'])
  let out = ''
  listening.stdout.on('data', (part) => (out += String(part)))
  // Going on from an event begins a little before it: what is older may come first.
  await until(() => out.includes(loan) && out.endsWith('\n'), 20_000)
  listening.kill('SIGTERM')
  await once(listening, 'close')
  const { event, forwarded } = JSON.parse(out.trim().split('\n').at(-1) ?? '')
  assert.deepEqual([event.type, event.data.loan_id, event.livemode, forwarded], ['spread.finalized', loan, false, null])
})

test('a real event is not triggered with a live key', async () => {
  const other = new CommandLine()
  await other.run(['login', service.url], live.key)
  const refused = await other.run(['webhooks', 'trigger', 'spread.finalized'])
  assert.deepEqual(refused, {
    code: 2,
    out: '',
    beside: 'spread.finalized is triggered with a test key only: with this one it would be done for good.\n',
  })
})

test('every event of the contract can be triggered, and happens', async () => {
  const types = globSync('*.example.json', { cwd: join(import.meta.dirname, '../../../contract/events') })
    .map((file) => file.replace('.example.json', ''))
    .filter((type) => type !== 'webhook.test')
  assert.ok(types.length >= 14, types.join(' '))
  await Promise.all(
    types.map(async (type) => {
      const { loan_id: loan } = await json('webhooks', 'trigger', type)
      await until(async () => {
        const events = (await service.call(`/api/events?type=${type}&loan_id=${loan}`, { key: tenant.key })).json.data
        return events.length === 1
      }, 30_000)
    }),
  )
})

test('with --json an error is JSON too, with its type and request id', async () => {
  const { code, out, beside } = await shell.run(['--json', 'exports', 'watch', 'exp_unknown'])
  const { error } = JSON.parse(beside)
  assert.deepEqual([code, out, error.type, error.status], [2, '', 'not_found', 404])
  assert.match(error.request_id, /^req_/)
})

/** How each shell is asked what it would complete a line to; all of them source what the command prints for them. */
const SHELLS = {
  bash: (words: readonly string[]) =>
    `source <(tieout completion bash); COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _tieout; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // What would go to the screen is printed instead; the rest is the shell's own.
  zsh: (words: readonly string[]) =>
    `compdef() { : }; compadd() { print -l -- "\${(@P)2}" }; source <(tieout completion zsh); words=(${quoted(words)}); CURRENT=${words.length}; _tieout`,
  fish: (words: readonly string[]) => `tieout completion fish | source; complete -C ${quoted([words.join(' ')])}`,
} as const

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')

for (const [name, script] of Object.entries(SHELLS)) {
  const isMissing = spawnSync(name, ['-c', 'true']).error !== undefined
  const skip =
    isMissing && `NO ${name.toUpperCase()}: its completion is NOT tested. Install it: apt-get install ${name}`
  if (skip) console.error(skip)
  test(`${name} completes commands, options and choices from what the command itself says`, { skip }, () => {
    const complete = (...words: string[]): string[] =>
      execFileSync(name, ['-c', script(words)], { env: shell.environment, encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '')
    assert.deepEqual(complete('tieout', 'web'), ['webhooks'])
    assert.deepEqual(complete('tieout', 'mapping', ''), ['diff', 'list', 'show'])
    assert.deepEqual(complete('tieout', 'exports', 'create', '--format', ''), ['csv', 'json', 'xlsx'])
    assert.deepEqual(complete('tieout', 'webhooks', 'trigger', 'spread.'), ['spread.finalized', 'spread.reopened'])
  })
}
