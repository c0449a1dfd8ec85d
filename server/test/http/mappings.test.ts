/** Statement mappings over HTTP, from uploaded bytes: prepared, served, overtaken and kept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyMapping } from '@tieout/sdk'
import fc from 'fast-check'
import { uuidOf } from '../../src/lib/ids.ts'
import { asSuperuser } from '../support/database.ts'
import { loanPackage, PROFIT_AND_LOSS, statementsPdf } from '../support/documents/loan-package.ts'
import type { PrintedRow } from '../support/documents/loan-package.ts'
import { effort, SEED } from '../support/effort.ts'
import { startTestService } from '../support/service.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { askUntil, newLoan, startTestPipeline, uploadAndRead } from '../support/uploads.ts'
import type { UploadTarget } from '../support/uploads.ts'

const service = await startTestService()
let pipeline = await startTestPipeline(service)

interface Statement extends UploadTarget {
  readonly docId: string
  readonly path: string
}

async function uploadStatement(tenant: Tenant, target?: UploadTarget, rows = PROFIT_AND_LOSS.rows): Promise<Statement> {
  const on = target ?? (await newLoan(service, tenant.key))
  const [document] = await uploadAndRead(service, tenant.key, on, statementsPdf([{ ...PROFIT_AND_LOSS, rows }]))
  assert.equal(document.report_type, 'profit-loss-statements')
  return { ...on, docId: document.id, path: `/api/borrowers/${on.borrowerId}/extractions/${document.id}/mapping` }
}

const until = (tenant: Tenant, path: string, wanted: (reply: Reply) => boolean): Promise<Reply> =>
  askUntil(() => service.call(path, { key: tenant.key }), wanted)

const isFresh = (reply: Reply) => reply.status === 200 && reply.json.stale === false

async function saveRule(tenant: Tenant, caption: string, account_id: string): Promise<number> {
  const body = { rules: [{ match: 'exact', caption, account_id }] }
  const saved = await service.call('/api/chart-of-accounts/rules', { key: tenant.key, method: 'PUT', body })
  assert.equal(saved.status, 200, saved.text)
  return saved.json.rules_version
}

/** The account that holds the line with this caption. */
function accountOf(mapping: any, caption: string): string | null {
  return mapping.payload.lines.find((line: { label: string }) => line.label === caption).filed_under
}

test('an uploaded profit and loss statement is mapped: every member, footed, verified, each figure on its page', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  const reply = await until(tenant, statement.path, isFresh)
  const { payload, ...about } = reply.json
  const { mapping_id, created_at, ...rest } = about
  assert.match(mapping_id, /^map_[0-9a-z]{26}$/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.deepEqual(rest, {
    document_id: statement.docId, status: 'ready', extraction_version: 1, engine_version: '1.0.0',
    chart_document_version: 0, chart_rules_version: 0, stale: false, error_code: null, chart_version: '2026.1',
  }) // prettier-ignore
  assert.deepEqual(Object.keys(payload), [
    'schema_version', 'statement', 'document_id', 'mapping_state', 'periods', 'foot', 'lines', 'measures',
    'unmapped_lines', 'unmapped_export_account_ids', 'overrides_applied', 'export_system', 'tree',
  ]) // prettier-ignore
  assert.equal(payload.mapping_state, 'mapped')
  assert.deepEqual(payload.measures.revenue, ['1000000.00', '900000.00'])
  assert.deepEqual(payload.measures.net_income, ['277499.50', '209000.00'])
  assert.deepEqual(
    payload.foot.map((foot: { residual: string }) => foot.residual),
    ['0.00', '0.00'],
  )
  assert.deepEqual(payload.periods[0], {
    fiscal_year: 2024, period_end: '2024-12-31', label: '2024', months_covered: 12,
  }) // prettier-ignore
  assert.equal(payload.lines.length, PROFIT_AND_LOSS.rows.length)
  assert.deepEqual(payload.lines[1].sources[0], {
    kind: 'printed', pages: [1], document_id: statement.docId, address: 'lines.1.0',
  }) // prettier-ignore
  assert.equal(accountOf(reply.json, 'Rent'), 'opex.rent')
  const verdict = verifyMapping(payload)
  assert.ok(verdict.holds, JSON.stringify(verdict.checks))
  for (const header of ['x-request-id', 'service-version', 'ratelimit-limit']) assert.ok(reply.headers.get(header))
})

test('figures are found by the account they are placed on and by the measure they are printed as', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  await until(tenant, statement.path, isFresh)
  const under = `/api/borrowers/${statement.borrowerId}/extractions`
  const query = async (search: string) => {
    const reply = await service.call(`${under}/query?${search}`, { key: tenant.key })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.map((row: any) => [row.caption, row.fiscal_year, row.amount, row.source.page])
  }
  assert.deepEqual(await query('account=opex.rent&fiscalYear=2024'), [['Rent', 2024, '60000.00', 1]])
  assert.deepEqual(await query('measure=net_income'), [
    ['Net income', 2024, '277499.50', 1],
    ['Net income', 2023, '209000.00', 1],
  ])
  assert.deepEqual(await query('account=opex.rent&measure=net_income'), [])
  assert.deepEqual(await query('account=opex.no_such_account'), [])
  const unknown = await service.call(`${under}/query?measure=happiness`, { key: tenant.key })
  assert.equal(unknown.json.error.type, 'invalid_filter')
  const bulk = { queries: [{ account: 'opex.rent' }, { measure: 'net_income', fiscal_year: 2023 }] }
  const { json } = await service.call(`${under}/query-bulk`, { key: tenant.key, method: 'POST', body: bulk })
  assert.deepEqual(
    json.results.map(({ data }: any) => data.map((row: any) => row.caption)),
    [['Rent', 'Rent'], ['Net income']],
  )
  await saveRule(tenant, 'Rent', 'opex.utilities')
  await until(tenant, statement.path, (reply) => isFresh(reply) && accountOf(reply.json, 'Rent') === 'opex.utilities')
  assert.deepEqual(await query('account=opex.rent'), [])
  assert.ok((await query('account=opex.utilities')).some(([caption]: [string]) => caption === 'Rent'))
})

test('a statement that does not foot is served as unfooted, with the miss and without a tree', async () => {
  const tenant = await service.tenant()
  const rows = PROFIT_AND_LOSS.rows.map((row): PrintedRow =>
    row[0] === 'Net income' ? ['Net income', 0, '282,499.50', '209,000.00'] : row,
  )
  const statement = await uploadStatement(tenant, undefined, rows)
  const { json } = await until(tenant, statement.path, isFresh)
  assert.equal(json.status, 'ready')
  assert.equal(json.payload.mapping_state, 'unfooted')
  assert.equal(json.payload.tree, null)
  assert.deepEqual(
    json.payload.foot.map((foot: { residual: string }) => foot.residual),
    ['5000.00', '0.00'],
  )
  assert.ok(json.payload.lines.every((line: { filed_under: unknown }) => line.filed_under === null))
})

test('a statement nobody has asked for is pending with Retry-After, and the read that finds it has it prepared', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  await until(tenant, statement.path, isFresh)
  await pipeline.stop()
  await asSuperuser(service.database, 'DELETE FROM mappings')
  const list = `/api/borrowers/${statement.borrowerId}/extractions/mappings`
  for (let asked = 0; asked < 3; asked += 1) {
    const pending = await service.call(statement.path, { key: tenant.key })
    assert.equal(pending.status, 404)
    assert.equal(pending.json.error.type, 'mapping_pending')
    assert.ok(Number(pending.headers.get('retry-after')) > 0)
    const listed = await service.call(list, { key: tenant.key })
    assert.deepEqual([listed.json.data, listed.json.pending_document_ids], [[], [statement.docId]])
  }
  const work = await asSuperuser(service.database, `SELECT id FROM outbox WHERE topic = 'mapping'`)
  assert.equal(work.length, 1, 'six reads ask for one piece of work')
  pipeline = await startTestPipeline(service)
  await until(tenant, statement.path, isFresh)
  const listed = await service.call(list, { key: tenant.key })
  assert.deepEqual([listed.json.data.length, listed.json.pending_document_ids], [1, []])
})

test('a document that is no profit and loss statement has no mapping: 404 without Retry-After, like one that is not there', async () => {
  const [tenant, stranger] = [await service.tenant(), await service.tenant()]
  const target = await newLoan(service, tenant.key)
  const documents = await uploadAndRead(service, tenant.key, target, loanPackage())
  const other = documents.find((document) => document.report_type === 'balance-sheets')
  const statement = documents.find((document) => document.report_type === 'profit-loss-statements')
  const elsewhere = await newLoan(service, tenant.key)
  const missing = [
    [tenant, `/api/borrowers/${target.borrowerId}/extractions/${other.id}/mapping`],
    [tenant, `/api/borrowers/${elsewhere.borrowerId}/extractions/${statement.id}/mapping`],
    [stranger, `/api/borrowers/${target.borrowerId}/extractions/${statement.id}/mapping`],
    [tenant, `/api/borrowers/${target.borrowerId}/extractions/doc_nonsense/mapping`],
  ] as const
  for (const [caller, path] of missing) {
    const reply = await service.call(path, { key: caller.key })
    assert.equal(reply.status, 404, path)
    assert.equal(reply.json.error.type, 'not_found')
    assert.equal(reply.headers.get('retry-after'), null)
  }
})

test('mappings need the scope, a subscription and a plan that has them', async () => {
  const tenant = await service.tenant()
  const { borrowerId } = await newLoan(service, tenant.key)
  const path = `/api/borrowers/${borrowerId}/extractions/mappings`
  const other = await service.keyFor(tenant.workspace, { scopes: ['borrowers:read'] })
  assert.equal((await service.call(path, { key: other.key })).json.error.type, 'missing_scope')
  const plain = await service.tenant({ plan: { features: ['exports'] } })
  assert.deepEqual(
    [
      (await service.call(path, { key: plain.key })).status,
      (await service.call(path, { key: plain.key })).json.error.type,
    ],
    [403, 'feature_not_in_plan'],
  )
  const unpaid = await service.tenant({ plan: { subscriptionStatus: 'canceled' } })
  assert.equal((await service.call(path, { key: unpaid.key })).json.error.type, 'subscription_required')
})

test('a change of rules, chart or export map makes the mapping stale, then a new one takes its place under a new id', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  const before = (await until(tenant, statement.path, isFresh)).json
  await pipeline.stop()
  await saveRule(tenant, 'Insurance', 'opex.employee_benefits')
  const meanwhile = (await service.call(statement.path, { key: tenant.key })).json
  assert.deepEqual([meanwhile.mapping_id, meanwhile.stale], [before.mapping_id, true])
  assert.equal((await service.call(statement.path, { key: tenant.key })).json.stale, true)
  pipeline = await startTestPipeline(service)
  const after = (await until(tenant, statement.path, isFresh)).json
  assert.notEqual(after.mapping_id, before.mapping_id)
  assert.deepEqual([after.chart_document_version, after.chart_rules_version], [0, 1])
  assert.deepEqual(
    [accountOf(before, 'Insurance'), accountOf(after, 'Insurance')],
    ['opex.insurance', 'opex.employee_benefits'],
  )
  const older = await service.call(`${statement.path}s/${before.mapping_id}`, { key: tenant.key })
  assert.deepEqual(older.json, { ...before, stale: true })

  const accounts = [{ id: 'opex.rent', label: 'Shop rent' }]
  await service.call('/api/chart-of-accounts', { key: tenant.key, method: 'PUT', body: { accounts } })
  const charted = (await until(tenant, statement.path, isFresh)).json
  assert.equal(charted.chart_document_version, 1)

  const body = {
    system: 'core',
    accounts: [
      { account_id: 'opex.rent', code: '6100' },
      { account_id: 'gone', code: '1' },
    ],
  }
  await service.call('/api/chart-of-accounts/export-map', { key: tenant.key, method: 'PUT', body })
  const coded = (await until(tenant, statement.path, isFresh)).json
  assert.equal(coded.payload.export_system, 'core')
  assert.deepEqual(coded.payload.unmapped_export_account_ids, ['gone'])
  const rent = coded.payload.tree
    .flatMap((top: any) => top.children)
    .flatMap((group: any) => [group, ...group.children])
    .find((node: any) => node.key === 'opex.rent')
  assert.deepEqual([rent.label, rent.external_code, rent.external_label], ['Shop rent', '6100', null])
  assert.equal(new Set([before, after, charted, coded].map((mapping) => mapping.mapping_id)).size, 4)
})

test('the list has one mapping a document, the newest document first, by pages, of a borrower or of one loan', async () => {
  const tenant = await service.tenant()
  const first = await uploadStatement(tenant)
  const loan = await service.call(`/api/borrowers/${first.borrowerId}/loans`, {
    key: tenant.key,
    method: 'POST',
    body: {},
  })
  const second = await uploadStatement(tenant, { borrowerId: first.borrowerId, loanId: loan.json.id })
  const renamed = PROFIT_AND_LOSS.rows.map((row): PrintedRow =>
    row[0] === 'Rent' ? ['Shop rent', 1, ...row.slice(2).map(String)] : row,
  )
  const third = await uploadStatement(tenant, { borrowerId: first.borrowerId, loanId: loan.json.id }, renamed)
  for (const statement of [first, second, third]) await until(tenant, statement.path, isFresh)
  const path = `/api/borrowers/${first.borrowerId}/extractions/mappings`
  const list = async (query: string) => (await service.call(`${path}?${query}`, { key: tenant.key })).json
  const idsOf = (page: any) => page.data.map((mapping: { document_id: string }) => mapping.document_id)
  const all = await list('')
  assert.deepEqual([all.limit, all.next_cursor, all.pending_document_ids], [10, null, []])
  assert.deepEqual(idsOf(all), [third.docId, second.docId, first.docId])
  assert.deepEqual(all.data[2], (await service.call(first.path, { key: tenant.key })).json)
  assert.deepEqual(idsOf(await list(`loanId=${loan.json.id}`)), [third.docId, second.docId])
  const page = await list('limit=2')
  assert.deepEqual(idsOf(page), [third.docId, second.docId])
  assert.deepEqual(idsOf(await list(`limit=2&cursor=${page.next_cursor}`)), [first.docId])
  for (const query of [
    'limit=0',
    'limit=26',
    `cursor=${page.next_cursor}x`,
    `limit=2&loanId=${loan.json.id}&cursor=${page.next_cursor}`,
  ])
    assert.equal((await service.call(`${path}?${query}`, { key: tenant.key })).status, 400, query)
  const foreign = await newLoan(service, tenant.key)
  assert.equal((await service.call(`${path}?loanId=${foreign.loanId}`, { key: tenant.key })).status, 404)
})

test('a line that no account takes is named and counted as unitemized; a catch-all stays where it is and is marked', async () => {
  const tenant = await service.tenant()
  const changed = new Map<string, readonly PrintedRow[]>([
    [
      'Insurance',
      [
        ['Insurance', 1, '12,500.50', '11,000.00'],
        ['Miscellaneous', 1, '5,000.00', '4,000.00'],
        ['Zylor quantum', 1, '1,000.00', '2,000.00'],
      ],
    ],
    ['Total operating expenses', [['Total operating expenses', 0, '328,500.50', '317,000.00']]],
    ['Net income', [['Net income', 0, '271,499.50', '203,000.00']]],
  ])
  const rows = PROFIT_AND_LOSS.rows.flatMap((row) => changed.get(row[0]) ?? [row])
  const statement = await uploadStatement(tenant, undefined, rows)
  const { payload } = (await until(tenant, statement.path, isFresh)).json
  assert.equal(payload.mapping_state, 'mapped')
  const keyOf = (label: string) => payload.lines.find((line: { label: string }) => line.label === label).key
  assert.deepEqual(payload.unmapped_lines, [
    { key: keyOf('Zylor quantum'), section: 'opex', suggested_account_id: null },
  ])
  const opex = payload.tree.find((node: { key: string }) => node.key === 'pl.opex')
  assert.deepEqual(opex.unitemized, ['1000.00', '2000.00'])
  assert.deepEqual(opex.flagged_keys, [keyOf('Miscellaneous')])
  assert.deepEqual([opex.reclassified_keys, payload.overrides_applied], [[], false])
  assert.equal(accountOf({ payload }, 'Miscellaneous'), 'opex.other')
  assert.ok(!opex.member_keys.includes(keyOf('Zylor quantum')))
  assert.ok(verifyMapping(payload).holds)
})

test('a document that cannot be read as a profit and loss statement at all has an unmappable mapping, without a payload', async () => {
  const tenant = await service.tenant()
  const rows: PrintedRow[] = [
    ['Zylor quantum', 0, '120.00', '90.00'],
    ['Brimble flux', 0, '44.00', '51.00'],
  ]
  const statement = await uploadStatement(tenant, undefined, rows)
  const { json } = await until(tenant, statement.path, isFresh)
  assert.deepEqual(
    [json.status, json.error_code, json.payload, json.chart_version],
    ['unmappable', 'unmappable', null, null],
  )
  const listed = await service.call(`/api/borrowers/${statement.borrowerId}/extractions/mappings`, { key: tenant.key })
  assert.deepEqual([listed.json.data, listed.json.pending_document_ids], [[json], []])
  const proof = await service.call(`${statement.path}/proof`, { key: tenant.key })
  assert.deepEqual([proof.status, proof.json.figures], [200, []])
})

test('a corrected extraction gets a mapping of its own under a new id, and the diff says what changed, to the cent', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  const before = (await until(tenant, statement.path, isFresh)).json
  const corrections = [
    { address: 'lines.8', label: 'Repairs and maintenance' },
    { address: 'lines.8.0', value: '50000.00' },
    { address: 'lines.10.0', value: '312500.50' },
    { address: 'lines.11.0', value: '287499.50' },
  ]
  const path = statement.path.replace(/\/mapping$/, '')
  const corrected = await service.call(path, { key: tenant.key, method: 'PATCH', body: { corrections } })
  assert.equal(corrected.status, 200, corrected.text)
  const after = (await until(tenant, statement.path, (reply) => isFresh(reply) && reply.json.extraction_version === 2))
    .json
  assert.notEqual(after.mapping_id, before.mapping_id)
  const older = await service.call(`${statement.path}s/${before.mapping_id}`, { key: tenant.key })
  assert.deepEqual(older.json, { ...before, stale: true })
  const diff = await service.call(`${statement.path}/diff?from=${before.mapping_id}`, { key: tenant.key })
  assert.equal(diff.status, 200, diff.text)
  assert.deepEqual(
    [
      diff.json.from.mapping_id,
      diff.json.to.mapping_id,
      diff.json.from.extraction_version,
      diff.json.to.extraction_version,
    ],
    [before.mapping_id, after.mapping_id, 1, 2],
  )
  const changes = diff.json.lines.map((line: any) => [line.label, line.change, line.from, line.to])
  assert.deepEqual(changes, [
    ['Repairs and maintenance', 'added', null, 'opex.repairs_maintenance'],
    ['Total operating expenses', 'changed', null, null],
    ['Net income', 'changed', null, null],
    ['Rent', 'removed', 'opex.rent', null],
  ])
  assert.deepEqual(
    diff.json.measures.map((one: any) => [one.measure, one.fiscal_year, one.difference]),
    [
      ['operating_expenses', 2024, '-10000.00'],
      ['operating_income', 2024, '10000.00'],
      ['pretax_income', 2024, '10000.00'],
      ['net_income', 2024, '10000.00'],
      ['ebitda', 2024, '10000.00'],
    ],
  )
  const same = await service.call(`${statement.path}/diff?from=${after.mapping_id}`, { key: tenant.key })
  assert.deepEqual([same.json.lines, same.json.measures], [[], []])
  for (const from of ['map_nonsense', 'map_00000000000000000000000000'])
    assert.equal((await service.call(`${statement.path}/diff?from=${from}`, { key: tenant.key })).status, 404)
  assert.equal((await service.call(`${statement.path}/diff`, { key: tenant.key })).status, 400)
})

test('the proof gives every figure of the tree as printed figures with their signs, each at its address', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  const { payload, mapping_id } = (await until(tenant, statement.path, isFresh)).json
  const { json } = await service.call(`${statement.path}/proof`, { key: tenant.key })
  assert.equal(json.mapping_id, mapping_id)
  const nodes = (tree: any[]): any[] => tree.flatMap((node) => [node, ...nodes(node.children)])
  const stated = nodes(payload.tree).flatMap((node) => node.values.filter((value: unknown) => value !== null))
  assert.equal(json.figures.length, stated.length)
  assert.ok(json.figures.every((figure: { holds: boolean }) => figure.holds))
  const of = (key: string) => json.figures.find((figure: any) => figure.key === key && figure.period === 0)
  assert.deepEqual(
    of('m:operating_income').terms.map((term: any) => [term.address, term.printed, term.factor]),
    [
      ['lines.2.0', '120000.00', 1],
      ['lines.1.0', '880000.00', 1],
      ['lines.4.0', '400000.00', -1],
      ['lines.7.0', '250000.00', -1],
      ['lines.8.0', '60000.00', -1],
      ['lines.9.0', '12500.50', -1],
    ],
  )
  assert.deepEqual(
    of('m:net_income').terms.map((term: any) => [term.address, term.factor]),
    [['lines.11.0', 1]],
  )
})

test('a mapping of an earlier release is served as stale, and this release makes its own under a new id', async () => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  const before = (await until(tenant, statement.path, isFresh)).json
  // As it would stand there had the release before made it.
  const uuid = uuidOf('map', before.mapping_id)
  await asSuperuser(service.database, `UPDATE mappings SET engine_version = '0.9.0' WHERE id = $1`, [uuid])
  const first = (await service.call(statement.path, { key: tenant.key })).json
  assert.deepEqual([first.mapping_id, first.engine_version, first.stale], [before.mapping_id, '0.9.0', true])
  const after = (await until(tenant, statement.path, isFresh)).json
  assert.notEqual(after.mapping_id, before.mapping_id)
  assert.deepEqual([after.engine_version, after.payload], ['1.0.0', before.payload])
})

test('a mapping is kept without the accounts that hold nothing, and is answered like one that is kept whole, byte for byte', async () => {
  const tenant = await service.tenant()
  const codes = { system: 'core', accounts: [{ account_id: 'opex.rent', code: '6100', label: 'Occupancy' }] }
  const coded = await service.call('/api/chart-of-accounts/export-map', { key: tenant.key, method: 'PUT', body: codes })
  assert.equal(coded.status, 200, coded.text)
  const statement = await uploadStatement(tenant)
  const { json: mapping } = await until(tenant, statement.path, isFresh)
  const reads = [
    statement.path,
    `${statement.path}/proof`,
    `/api/borrowers/${statement.borrowerId}/extractions/${statement.docId}/mappings/${mapping.mapping_id}`,
    `/api/borrowers/${statement.borrowerId}/extractions/mappings`,
  ]
  const answers = async (): Promise<string[]> =>
    Promise.all(
      reads.map(async (path) => {
        const { status, text } = await service.call(path, { key: tenant.key })
        assert.equal(status, 200, `${path}: ${text}`)
        return text
      }),
    )
  const kept = await answers()
  const id = uuidOf('map', mapping.mapping_id)
  const whole = JSON.stringify(mapping.payload)
  const [row] = await asSuperuser<{ bytes: number; outline_id: string | null }>(
    service.database,
    'SELECT length(payload::text) AS bytes, outline_id FROM mappings WHERE id = $1',
    [id],
  )
  assert.ok(row?.outline_id && row.bytes < whole.length / 3, `${row?.bytes} of ${whole.length} bytes are kept`)
  // As it would stand there had a release made it that kept mappings whole.
  await asSuperuser(service.database, 'UPDATE mappings SET payload = $2::json, outline_id = NULL WHERE id = $1', [
    id,
    whole,
  ])
  assert.deepEqual(await answers(), kept)
})

/** What is saved, and how long nothing happens afterwards. */
const edits = fc.array(
  fc.record({ kind: fc.constantFrom('rules', 'chart', 'export_map'), pauseMs: fc.constantFrom(0, 5, 20, 100, 400) }),
  { minLength: 3, maxLength: 10 },
)

test('a read never goes back behind a mapping that was once served as fresh, however chart, rules and export map change meanwhile', async (context) => {
  const tenant = await service.tenant()
  const statement = await uploadStatement(tenant)
  await until(tenant, statement.path, isFresh)
  // Many keys, so that nobody is held up by the limit of one.
  const keys = await Promise.all(Array.from({ length: 20 }, () => service.keyFor(tenant.workspace)))
  const seen = { fresh: 0, stale: 0, edits: 0 }
  const saved = { chart: 0, rules: 0, edits: 0 }
  await fc.assert(
    fc.asyncProperty(edits, async (schedule) => {
      let isOver = false
      const freshest = { chart: 0, rules: 0 }
      const reader = async (): Promise<void> => {
        for (let turn = 0; !isOver; turn += 1) {
          const [least, inForce] = [{ ...freshest }, { ...saved }]
          const { status, json, text } = await service.call(statement.path, { key: keys[turn % keys.length]!.key })
          assert.equal(status, 200, text)
          const made = { chart: json.chart_document_version as number, rules: json.chart_rules_version as number }
          for (const part of ['chart', 'rules'] as const) {
            assert.ok(made[part] >= least[part], `made from ${part} ${made[part]} after ${least[part]} was fresh`)
            if (json.stale) continue
            assert.ok(
              made[part] >= inForce[part],
              `fresh although ${part} ${inForce[part]} were saved before it was asked`,
            )
            freshest[part] = Math.max(freshest[part], made[part])
          }
          seen[json.stale ? 'stale' : 'fresh'] += 1
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }
      const writer = async (): Promise<void> => {
        for (const { kind, pauseMs } of schedule) {
          await edit(tenant, kind, saved)
          seen.edits += 1
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
        const last = (await until(tenant, statement.path, isFresh)).json
        assert.deepEqual([last.chart_document_version, last.chart_rules_version], [saved.chart, saved.rules])
        isOver = true
      }
      await Promise.all([writer().finally(() => (isOver = true)), reader(), reader()])
    }),
    { numRuns: effort(20, 0.2), seed: SEED },
  )
  assert.ok(seen.fresh > 0 && seen.stale > 0 && seen.edits > 0, JSON.stringify(seen))
  context.diagnostic(`seed ${SEED}: ${JSON.stringify(seen)}`)
})

/** Saves something that was not there before, and notes the version it got. */
async function edit(
  tenant: Tenant,
  kind: string,
  saved: { chart: number; rules: number; edits: number },
): Promise<void> {
  saved.edits += 1
  if (kind === 'rules') {
    saved.rules = await saveRule(tenant, `Zylor ${saved.edits}`, 'opex.rent')
    return
  }
  const code = { account_id: 'opex.rent', code: String(saved.edits) }
  const [path, body] =
    kind === 'chart'
      ? ['/api/chart-of-accounts', { accounts: [{ id: 'opex.rent', label: `Rent ${saved.edits}` }] }]
      : ['/api/chart-of-accounts/export-map', { system: 'core', accounts: [code] }]
  const reply = await service.call(path, { key: tenant.key, method: 'PUT', body })
  assert.equal(reply.status, 200, reply.text)
  if (kind === 'chart') saved.chart = reply.json.version
}
