/** Spreads over HTTP, from uploaded bytes: machine snapshots, drafts, final ones, addbacks, and their replay. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { uuidOf } from '../../src/lib/ids.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import {
  BALANCE_SHEET,
  CASH_FLOW,
  COMPANY,
  loanPackage,
  PROFIT_AND_LOSS,
  statementsPdf,
} from '../support/documents/loan-package.ts'
import type { PrintedRow, PrintedStatement } from '../support/documents/loan-package.ts'
import { startTestService, testSettings } from '../support/service.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { askUntil, startTestPipeline, uploadAndRead } from '../support/uploads.ts'

const service = await startTestService()
let pipeline = await startTestPipeline(service)

const BORROWER_KEY = 'business:harbor mechanical'

interface Spread {
  readonly tenant: Tenant
  readonly borrowerId: string
  readonly loanId: string
  readonly path: string
}

async function newSpread(terms: Record<string, unknown> = {}): Promise<Spread> {
  const tenant = await service.tenant()
  await setRateLimits(service.operator, tenant.keyId, { api: 100_000 })
  const body = { business_name: COMPANY }
  const borrower = await service.call('/api/borrowers', { key: tenant.key, method: 'POST', body })
  const loans = `/api/borrowers/${borrower.json.id}/loans`
  const loan = await service.call(loans, { key: tenant.key, method: 'POST', body: { amount: '500000.00', ...terms } })
  assert.equal(loan.status, 201, loan.text)
  return {
    tenant,
    borrowerId: borrower.json.id,
    loanId: loan.json.id,
    path: `/api/loans/${loan.json.id}/attributes`,
  }
}

const upload = (spread: Spread, bytes: Uint8Array): Promise<any[]> =>
  uploadAndRead(service, spread.tenant.key, spread, bytes)

function call({ tenant }: Spread, path: string, method = 'GET', body?: unknown): Promise<Reply> {
  return service.call(path, { key: tenant.key, method, ...(body !== undefined && { body }) })
}

/** The latest snapshot of the status, once it is as wanted. */
async function until(spread: Spread, wanted: (snapshot: any) => boolean, status = 'machine'): Promise<any> {
  const ask = (): Promise<Reply> => call(spread, `${spread.path}?status=${status}`)
  return (await askUntil(ask, (reply) => reply.status === 200 && wanted(reply.json))).json
}

const isMapped = (snapshot: any): boolean =>
  snapshot.manifest.documents.some((document: any) => document.mapping_state === 'mapped')

function periodOf(snapshot: any, id: string, entity = BORROWER_KEY): any {
  const found = snapshot.payload.entities.find((one: any) => one.entity_key === entity)
  return found?.periods.find((period: any) => period.period_id === id)
}

function attributeOf(snapshot: any, key: string, period = '2024-12-31', entity = BORROWER_KEY): any {
  return periodOf(snapshot, period, entity)?.attributes.find((attribute: any) => attribute.key === key)
}

const valueOf = (snapshot: any, key: string, period?: string): string | null =>
  attributeOf(snapshot, key, period)?.value ?? null

function addback(id: string, amount: string, more: Record<string, unknown> = {}) {
  const amounts = [{ fiscal_year: 2024, period_end: null, amount }]
  return { id, label: 'Pay above market', category: 'owner_compensation_excess', amounts, ...more }
}

async function saveAddbacks(spread: Spread, rows: unknown[], query = '', version?: number): Promise<Reply> {
  const path = `/api/borrowers/${spread.borrowerId}/extractions/fin-ebitda-addbacks?loanId=${spread.loanId}${query}`
  return call(spread, path, 'PUT', { rows, ...(version !== undefined && { version }) })
}

test('a machine snapshot follows an upload: statements side by side, ratios with formulas and inputs, nothing without a reason', async () => {
  const spread = await newSpread()
  const documents = await upload(spread, loanPackage())
  const snapshot = await until(spread, isMapped)
  assert.match(snapshot.snapshot_id, /^snap_[0-9a-z]{26}$/)
  assert.deepEqual(
    [snapshot.loan_id, snapshot.status, snapshot.finalized_at, snapshot.finalized_by],
    [spread.loanId, 'machine', null, null],
  )
  assert.deepEqual(
    ['revenue', 'cogs', 'gross_profit', 'operating_expenses', 'net_income', 'ebitda', 'rent'].map((key) =>
      valueOf(snapshot, key),
    ),
    ['1000000.00', '400000.00', '600000.00', '322500.50', '277499.50', '277499.50', '60000.00'],
  )
  assert.deepEqual(
    ['cash', 'total_assets', 'total_liabilities', 'net_worth', 'distributions'].map((key) => valueOf(snapshot, key)),
    ['150000.00', '240000.00', '40000.00', '200000.00', '222499.50'],
  )
  assert.deepEqual(
    ['gross_margin', 'revenue_growth', 'debt_to_worth', 'balance_check', 'dso', 'net_worth_reconciliation'].map((key) =>
      valueOf(snapshot, key),
    ),
    // 200,000 - 150,000 - 277,499.50 + 222,499.50: what owners did not take has gone somewhere.
    ['60.00', '11.11', '0.2000', '0.00', '32.9', '-5000.00'],
  )
  const growth = attributeOf(snapshot, 'revenue_growth')
  assert.equal(growth.formula, '(revenue - prior(revenue)) / prior(revenue) * 100')
  assert.deepEqual(
    growth.inputs.map(({ ref, value }: any) => [ref, value]),
    [
      [`${BORROWER_KEY}/2024-12-31/revenue`, '1000000.00'],
      [`${BORROWER_KEY}/2023-12-31/revenue`, '900000.00'],
    ],
  )
  const statement = documents.find(({ report_type }) => report_type === 'profit-loss-statements')
  const [input] = attributeOf(snapshot, 'revenue').inputs
  assert.deepEqual([input.kind, input.ref, input.document_id, input.period], ['node', 'pl.revenue', statement.id, 0])
  const { attributes } = periodOf(snapshot, '2024-12-31')
  for (const { key, value, inputs, reason } of attributes) {
    assert.equal(value === null, reason !== null, `${key} has a value or a reason, and not both`)
    if (value !== null) assert.ok(inputs.length > 0, `${key} has a value and nothing that it comes from`)
  }
  assert.deepEqual(attributeOf(snapshot, 'dscr_ebitda').reason, {
    code: 'missing_input',
    about: ['debt_service_total'],
  })
  const rent = snapshot.payload.entities[0].statement.find((row: any) => row.key === 'opex.rent')
  assert.deepEqual(rent.values, ['60000.00', '60000.00'])
  assert.equal(periodOf(snapshot, '2024-12-31').assurance_level, 'reviewed')
})

test('the manifest names every document, revision and mapping, and anybody can compute its hashes', async () => {
  const spread = await newSpread()
  const documents = await upload(spread, statementsPdf([PROFIT_AND_LOSS, BALANCE_SHEET]))
  const { payload, manifest } = await until(spread, isMapped)
  const sha256 = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex')
  const { hash, ...sealed } = manifest
  assert.deepEqual([sealed.payload_sha256, hash], [sha256(payload), sha256(sealed)])
  assert.deepEqual(
    manifest.documents.map((document: any) => document.document_id).sort(),
    documents.map(({ id }) => id).sort(),
  )
  const named = manifest.documents.find((document: any) => document.report_type === 'profit-loss-statements')
  const mapping = await call(spread, `/api/borrowers/${spread.borrowerId}/extractions/${named.document_id}/mapping`)
  assert.deepEqual(
    [named.mapping_id, named.extraction_version, named.mapping_sha256],
    [mapping.json.mapping_id, 1, sha256(mapping.json.payload)],
  )
  const data = await call(spread, `/api/borrowers/${spread.borrowerId}/extractions/${named.document_id}/report-data`)
  assert.equal(data.json.extraction_version, 1)
  assert.deepEqual(
    [manifest.loan_amount, manifest.addbacks_version, manifest.engine_version],
    ['500000.00', 0, '1.0.0'],
  )
})

test('the machine snapshot follows corrections, addbacks, terms of the loan, caption rules and deletions', async () => {
  const spread = await newSpread()
  const [document] = await upload(spread, statementsPdf([PROFIT_AND_LOSS]))
  const first = await until(spread, isMapped)
  const extraction = `/api/borrowers/${spread.borrowerId}/extractions/${document.id}`
  const corrections = [
    { address: 'lines.8.0', value: '50000.00' },
    { address: 'lines.10.0', value: '312500.50' },
    { address: 'lines.11.0', value: '287499.50' },
  ]
  const corrected = await call(spread, extraction, 'PATCH', { corrections })
  assert.equal(corrected.status, 200, corrected.text)
  const second = await until(spread, (one) => valueOf(one, 'rent') === '50000.00')
  assert.ok(second.version > first.version && second.snapshot_id !== first.snapshot_id)
  assert.deepEqual([valueOf(second, 'ebitda'), second.manifest.documents[0].extraction_version], ['287499.50', 2])

  assert.equal((await saveAddbacks(spread, [addback('pay', '40000.00')])).status, 200)
  const third = await until(spread, (one) => one.manifest.addbacks_version === 1)
  assert.deepEqual([valueOf(third, 'addbacks_total'), valueOf(third, 'ebitda_normalized')], ['40000.00', '327499.50'])
  assert.deepEqual(attributeOf(third, 'addbacks_total').inputs[0].ref, 'pay')

  await call(spread, `/api/loans/${spread.loanId}`, 'PATCH', { amount: '750000.00' })
  await until(spread, (one) => valueOf(one, 'loan_amount') === '750000.00')

  const rules = { rules: [{ match: 'exact', caption: 'Rent', account_id: 'opex.equipment_lease' }] }
  assert.equal((await call(spread, '/api/chart-of-accounts/rules', 'PUT', rules)).status, 200)
  const moved = await until(spread, (one) => valueOf(one, 'equipment_lease') === '50000.00')
  assert.deepEqual(attributeOf(moved, 'rent').reason, { code: 'not_stated', about: [] })

  assert.equal((await call(spread, extraction, 'DELETE')).status, 204)
  const emptied = await until(spread, (one) => one.manifest.documents.length === 0)
  assert.deepEqual(emptied.payload.entities, [])
  const history = await call(spread, `${spread.path}/versions?status=machine`)
  const versions = history.json.data.map((one: any) => one.version)
  assert.deepEqual(
    versions,
    versions.toSorted((a: number, b: number) => b - a),
  )
  assert.equal(new Set(versions).size, versions.length)
})

test('the same inputs give no second snapshot', async () => {
  const spread = await newSpread()
  await upload(spread, statementsPdf([BALANCE_SHEET]))
  const before = await until(spread, (one) => one.manifest.documents.length === 1)
  await call(spread, `/api/loans/${spread.loanId}`, 'PATCH', { name: 'Another name' })
  await call(spread, `/api/loans/${spread.loanId}`, 'PATCH', { amount: '1.00' })
  const after = await until(spread, (one) => one.manifest.loan_amount === '1.00')
  assert.equal(after.version - before.version, 1)
})

test('an unfooted statement feeds the measures it prints and nothing else, and the snapshot says so', async () => {
  const spread = await newSpread()
  const rows = PROFIT_AND_LOSS.rows.map((row): PrintedRow =>
    row[0] === 'Net income' ? ['Net income', 0, '282,499.50', '209,000.00'] : row,
  )
  await upload(spread, statementsPdf([{ ...PROFIT_AND_LOSS, rows }]))
  const snapshot = await until(spread, (one) => periodOf(one, '2024-12-31')?.mapping_state === 'unfooted')
  assert.deepEqual([valueOf(snapshot, 'revenue'), valueOf(snapshot, 'net_income')], ['1000000.00', '282499.50'])
  assert.match(attributeOf(snapshot, 'net_income').note, /does not foot/)
  assert.deepEqual(attributeOf(snapshot, 'rent').reason, { code: 'unfooted', about: [] })
  assert.equal(snapshot.payload.entities[0].statement.length, 0)
})

test('a draft keeps what an analyst gives; finalize freezes it, reopen lets work go on, and the final one stays in force', async () => {
  const spread = await newSpread()
  await upload(spread, loanPackage())
  await until(spread, isMapped)
  const given = [
    { key: 'debt_service_existing', value: '60000.00', note: 'bank confirmation' },
    { key: 'debt_service_proposed', value: '78749.75', note: 'term sheet' },
    { key: 'cash_taxes', value: '0.00', note: 'pass-through', fiscal_year: 2024 },
  ]
  const draft = await call(spread, `${spread.path}/draft`, 'PUT', { given, version: 0 })
  assert.equal(draft.status, 200, draft.text)
  assert.deepEqual([draft.json.status, draft.json.version], ['draft', 1])
  // 277,499.50 / 138,749.75
  assert.deepEqual(
    [valueOf(draft.json, 'debt_service_total'), valueOf(draft.json, 'dscr_ebitda')],
    ['138749.75', '2.0000'],
  )
  assert.equal(attributeOf(draft.json, 'debt_service_existing').inputs[0].kind, 'given')
  const conflicting = await call(spread, `${spread.path}/draft`, 'PUT', { given, version: 7 })
  assert.deepEqual([conflicting.status, conflicting.json.error.details], [409, { current_version: '1' }])

  const finalized = await call(spread, `${spread.path}/finalize`, 'POST', { snapshot_id: draft.json.snapshot_id })
  assert.equal(finalized.status, 200, finalized.text)
  const final = finalized.json
  assert.deepEqual([final.status, final.version, final.finalized_by], ['final', 1, spread.tenant.keyId])
  assert.deepEqual([final.finalized_by_external_user_id, final.payload], [null, draft.json.payload])
  assert.ok(final.finalized_at)
  for (const [path, method, body] of [
    ['/finalize', 'POST', {}],
    ['/draft', 'PUT', { given: [] }],
  ] as const)
    assert.equal((await call(spread, `${spread.path}${path}`, method, body)).json.error?.type, 'conflict')
  assert.deepEqual((await call(spread, spread.path)).json, final)

  // What changes now reaches the machine's snapshot and not the final one.
  await saveAddbacks(spread, [addback('pay', '10000.00')])
  await until(spread, (one) => valueOf(one, 'addbacks_total') === '10000.00')
  assert.deepEqual((await call(spread, `${spread.path}/${final.snapshot_id}`)).json, final)

  const reopened = await call(spread, `${spread.path}/reopen`, 'POST')
  assert.deepEqual([reopened.status, reopened.json.snapshot_id], [200, final.snapshot_id])
  assert.equal((await call(spread, `${spread.path}/reopen`, 'POST')).json.error.type, 'conflict')
  assert.equal((await call(spread, spread.path)).json.snapshot_id, final.snapshot_id)
  const stale = await call(spread, `${spread.path}/finalize`, 'POST', { snapshot_id: draft.json.snapshot_id })
  assert.deepEqual([stale.status, stale.json.error.type], [409, 'conflict'])
  const again = (await call(spread, `${spread.path}/finalize`, 'POST')).json
  assert.deepEqual([again.version, valueOf(again, 'ebitda_normalized')], [2, '287499.50'])
  assert.equal((await call(spread, spread.path)).json.snapshot_id, again.snapshot_id)
  assert.deepEqual((await call(spread, `${spread.path}/${final.snapshot_id}`)).json, final)

  const events = (await call(spread, `/api/events?loanId=${spread.loanId}`)).json.data.filter(({ type }: any) =>
    type.startsWith('spread.'),
  )
  assert.deepEqual(
    events.toReversed().map(({ type, data }: any) => [type, data.snapshot_id, data.version]),
    [
      ['spread.finalized', final.snapshot_id, 1],
      ['spread.reopened', final.snapshot_id, 1],
      ['spread.finalized', again.snapshot_id, 2],
    ],
  )
  assert.ok(events.every(({ data }: any) => !JSON.stringify(data).includes('277499')))
})

test('finalize waits for mappings: a statement that is not mapped yet is named and refused', async () => {
  const spread = await newSpread()
  const [document] = await upload(spread, statementsPdf([PROFIT_AND_LOSS]))
  await until(spread, isMapped)
  await pipeline.stop()
  await call(spread, '/api/chart-of-accounts/rules', 'PUT', {
    rules: [{ match: 'exact', caption: 'Rent', account_id: 'opex.utilities' }],
  })
  const refused = await call(spread, `${spread.path}/finalize`, 'POST')
  assert.deepEqual([refused.status, refused.json.error.type], [409, 'conflict'])
  assert.ok(refused.json.error.message.includes(document.id))
  pipeline = await startTestPipeline(service)
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const reply = await call(spread, `${spread.path}/finalize`, 'POST')
    if (reply.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  assert.fail('the statement was never mapped again')
})

test('addbacks: of the loan or of one company, by versions, and those that no period takes are named', async () => {
  const spread = await newSpread()
  const path = `/api/borrowers/${spread.borrowerId}/extractions/fin-ebitda-addbacks`
  const read = async (query = '') => (await call(spread, `${path}?loanId=${spread.loanId}${query}`)).json
  assert.deepEqual(await read(), { version: 0, rows: [] })
  const own = `&entityKey=${encodeURIComponent(BORROWER_KEY)}`
  const saved = await saveAddbacks(spread, [
    addback('loan', '1.00'),
    addback('old', '2.00', { entity_key: BORROWER_KEY }),
  ])
  assert.deepEqual([saved.status, saved.json.version], [200, 1])
  const scoped = await saveAddbacks(spread, [addback('new', '3.00', { note: 'contract' })], own, 1)
  assert.deepEqual(scoped.json, {
    version: 2,
    rows: [{ ...addback('new', '3.00'), note: 'contract', entity_key: BORROWER_KEY }],
  })
  assert.deepEqual(await read(own), scoped.json)
  const all = await read()
  assert.deepEqual(
    all.rows.map((row: any) => [row.id, row.entity_key]),
    [
      ['loan', null],
      ['new', BORROWER_KEY],
    ],
  )
  const refusals = [
    [await saveAddbacks(spread, [], '', 1), 409, 'version_conflict'],
    [await saveAddbacks(spread, [addback('a', '1.00'), addback('a', '1.00')]), 400, 'validation_failed'],
    [await saveAddbacks(spread, [addback('a', '1.00', { entity_key: 'person:x' })], own), 400, 'validation_failed'],
    [await saveAddbacks(spread, [addback('a', '1.0')]), 400, 'validation_failed'],
    [await saveAddbacks(spread, [], '&entityKey=harbor'), 400, 'validation_failed'],
    [await call(spread, path), 400, 'validation_failed'],
    [await call(spread, `${path}?loanId=nonsense`), 404, 'not_found'],
  ] as const
  for (const [reply, status, type] of refusals)
    assert.deepEqual([reply.status, reply.json.error.type], [status, type], reply.text)
  const elsewhere = await newSpread()
  const foreign = `/api/borrowers/${elsewhere.borrowerId}/extractions/fin-ebitda-addbacks?loanId=${spread.loanId}`
  assert.equal((await call(elsewhere, foreign)).status, 404)

  await upload(spread, statementsPdf([PROFIT_AND_LOSS]))
  await saveAddbacks(spread, [
    addback('taken', '5.00'),
    addback('dated', '7.00', { amounts: [{ fiscal_year: 2023, period_end: '2023-12-31', amount: '7.00' }] }),
    addback('missed', '9.00', { amounts: [{ fiscal_year: 2019, period_end: null, amount: '9.00' }] }),
  ])
  const snapshot = await until(spread, (one) => isMapped(one) && one.manifest.addbacks_version === 3)
  assert.deepEqual(
    [valueOf(snapshot, 'addbacks_total'), valueOf(snapshot, 'addbacks_total', '2023-12-31')],
    ['5.00', '7.00'],
  )
  assert.deepEqual(snapshot.payload.unused, [
    { kind: 'addback', ref: 'missed', entity_key: null, fiscal_year: 2019, period_end: null },
  ])
})

test('interim periods keep their own figures, annualised and trailing twelve months are apart, ratios of a year are refused', async () => {
  const spread = await newSpread()
  const interim: PrintedStatement = {
    heads: [COMPANY, 'Profit and Loss', 'For the six months ended June 30, 2025 and 2024'],
    columns: ['2025', '2024'],
    rows: [
      ['Revenue', 0, '600,000.00', '480,000.00'],
      ['Cost of goods sold', 0, '240,000.00', '200,000.00'],
      ['Gross profit', 0, '360,000.00', '280,000.00'],
      ['Operating expenses', 0],
      ['Salaries and wages', 1, '160,000.00', '150,000.00'],
      ['Total operating expenses', 0, '160,000.00', '150,000.00'],
      ['Net income', 0, '200,000.00', '130,000.00'],
    ],
  }
  await upload(spread, statementsPdf([PROFIT_AND_LOSS]))
  await upload(spread, statementsPdf([interim]))
  const snapshot = await until(
    spread,
    (one) => one.manifest.documents.filter((document: any) => document.mapping_state === 'mapped').length === 2,
  )
  const at = '2025-06-30:6m'
  assert.equal(periodOf(snapshot, at).statement_type, 'interim')
  assert.deepEqual(
    ['revenue', 'revenue_annualized', 'revenue_ttm', 'net_income_ttm', 'revenue_growth'].map((key) =>
      valueOf(snapshot, key, at),
    ),
    ['600000.00', '1200000.00', '1120000.00', '347499.50', '25.00'],
  )
  assert.deepEqual(attributeOf(snapshot, 'dscr_existing', at).reason, { code: 'not_twelve_months', about: [] })
})

test('debt service is read from an uploaded schedule, and coverage follows from it', async () => {
  const spread = await newSpread()
  const schedule: PrintedStatement = {
    heads: [COMPANY, 'Schedule of Debts', 'As of December 31, 2024'],
    columns: ['Current Balance', 'Monthly Payment'],
    rows: [
      ['First National Bank', 0, '100,000.00', '2,500.00'],
      ['Equipment Finance Co', 0, '40,000.00', '1,250.00'],
      ['Total', 0, '140,000.00', '3,750.00'],
    ],
  }
  await upload(spread, statementsPdf([PROFIT_AND_LOSS]))
  const [document] = await upload(spread, statementsPdf([schedule]))
  assert.equal(document.report_type, 'debt-schedules')
  const snapshot = await until(spread, (one) => isMapped(one) && one.manifest.documents.length === 2)
  assert.equal(valueOf(snapshot, 'debt_service_existing'), '45000.00')
  // 277,499.50 / 45,000
  assert.equal(valueOf(snapshot, 'dscr_existing'), '6.1667')
  assert.deepEqual(attributeOf(snapshot, 'debt_service_existing').inputs[0].document_id, document.id)
})

test('a snapshot whose request was lost is made by the read that finds it missing', async () => {
  const spread = await newSpread()
  await upload(spread, statementsPdf([BALANCE_SHEET]))
  await until(spread, (one) => one.manifest.documents.length === 1)
  await asSuperuser(service.database, 'DELETE FROM snapshots WHERE loan_id = $1', [uuidOf('loan', spread.loanId)])
  assert.equal((await call(spread, spread.path)).status, 404)
  await until(spread, (one) => one.manifest.documents.length === 1)
})

test('snapshots are found by status and id, by pages, and by nobody else', async () => {
  const spread = await newSpread()
  assert.equal((await call(spread, spread.path)).status, 404)
  assert.deepEqual((await call(spread, `${spread.path}/versions`)).json, { data: [], limit: 25, next_cursor: null })
  await upload(spread, statementsPdf([CASH_FLOW]))
  await until(spread, (one) => one.manifest.documents.length === 1)
  for (let round = 0; round < 3; round += 1) {
    assert.equal((await call(spread, `${spread.path}/finalize`, 'POST')).json.version, round + 1)
    assert.equal((await call(spread, `${spread.path}/reopen`, 'POST')).status, 200)
  }
  const versions = async (query: string) => (await call(spread, `${spread.path}/versions?${query}`)).json
  const page = await versions('status=final&limit=2')
  assert.deepEqual(
    page.data.map((one: any) => [one.status, one.version]),
    [
      ['final', 3],
      ['final', 2],
    ],
  )
  assert.deepEqual(Object.keys(page.data[0]), [
    'snapshot_id', 'loan_id', 'status', 'version', 'created_at', 'finalized_at', 'finalized_by',
    'finalized_by_external_user_id', 'hash',
  ]) // prettier-ignore
  const rest = await versions(`status=final&limit=2&cursor=${page.next_cursor}`)
  assert.deepEqual([rest.data.length, rest.data[0].version, rest.next_cursor], [1, 1, null])
  for (const path of [`${spread.path}?status=done`, `${spread.path}/versions?status=done`]) {
    const refused = await call(spread, path)
    assert.deepEqual([refused.status, refused.json.error.type], [400, 'invalid_filter'])
  }
  const elsewhere = await newSpread()
  const id = page.data[0].snapshot_id
  for (const path of [`${elsewhere.path}/${id}`, `${spread.path}/${id}`, `${spread.path}/versions`])
    assert.equal((await call(elsewhere, path)).status, 404)
  const reader = await service.keyFor(spread.tenant.workspace, { scopes: ['spreads:read'] })
  const refused = await service.call(`${spread.path}/finalize`, { key: reader.key, method: 'POST' })
  assert.deepEqual([refused.status, refused.json.error.type], [403, 'missing_scope'])
})

test('a hundred that finalize and reopen at once: versions rise one by one, and every event is there exactly once', async () => {
  const spread = await newSpread()
  await upload(spread, statementsPdf([BALANCE_SHEET]))
  await until(spread, (one) => one.manifest.documents.length === 1)
  const versions: number[] = []
  let refusals = 0
  const pair = async (): Promise<void> => {
    for (;;) {
      const reply = await call(spread, `${spread.path}/finalize`, 'POST')
      if (reply.status === 200) {
        versions.push(reply.json.version)
        const reopened = await call(spread, `${spread.path}/reopen`, 'POST')
        assert.equal(reopened.status, 200, reopened.text)
        assert.equal(reopened.json.snapshot_id, reply.json.snapshot_id)
        return
      }
      assert.deepEqual([reply.status, reply.json.error.type], [409, 'conflict'])
      refusals += 1
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000))
    }
  }
  await Promise.all(Array.from({ length: 100 }, pair))
  assert.deepEqual(
    versions,
    Array.from({ length: 100 }, (_, index) => index + 1),
  )
  assert.ok(refusals > 0, 'nobody was ever in another one’s way: this shows nothing')
  const events = await asSuperuser<{ type: string; version: number; snapshot: string }>(
    service.database,
    `SELECT type, (data->>'version')::integer AS version, data->>'snapshot_id' AS snapshot FROM events
     WHERE type LIKE 'spread.%' AND data->>'loan_id' = $1 ORDER BY created_at, id`,
    [spread.loanId],
  )
  for (const type of ['spread.finalized', 'spread.reopened']) {
    const own = events.filter((event) => event.type === type)
    assert.deepEqual([own.length, new Set(own.map(({ snapshot }) => snapshot)).size], [100, 100])
    assert.deepEqual(
      own.map(({ version }) => version).toSorted((a, b) => a - b),
      versions,
    )
  }
})

test('a final snapshot is computed again from its manifest, byte for byte, and a changed input is noticed', async () => {
  const spread = await newSpread()
  await upload(spread, loanPackage())
  await until(spread, isMapped)
  await saveAddbacks(spread, [addback('pay', '25000.00')])
  const given = [{ key: 'debt_service_existing', value: '10000.00', note: 'x' }]
  await call(spread, `${spread.path}/draft`, 'PUT', { given })
  const final = (await call(spread, `${spread.path}/finalize`, 'POST')).json
  assert.equal(final.status, 'final')
  // What is in force goes on changing; the snapshot is of what was.
  await saveAddbacks(spread, [])
  await call(spread, `/api/loans/${spread.loanId}`, 'PATCH', { amount: '9.00' })
  const same = replay(final.snapshot_id)
  assert.deepEqual([same.status, same.json.outcome, same.json.documents], [0, 'same', 3])
  assert.ok(same.json.payloadBytes > 10_000)
  const mapping = final.manifest.documents.find((document: any) => document.mapping_id !== null)
  const read = await call(
    spread,
    `/api/borrowers/${spread.borrowerId}/extractions/${mapping.document_id}/mapping`,
    'GET',
  )
  assert.equal(read.json.mapping_id, mapping.mapping_id)
  // As a release would have left it that kept mappings whole.
  const moved = await asSuperuser(
    service.database,
    'UPDATE mappings SET payload = $2::json, outline_id = NULL WHERE id = $1 AND outline_id IS NOT NULL RETURNING id',
    [uuidOf('map', mapping.mapping_id), JSON.stringify(read.json.payload)],
  )
  assert.equal(moved.length, 1)
  assert.deepEqual(replay(final.snapshot_id).json, same.json)
  await asSuperuser(
    service.database,
    `UPDATE mappings SET payload = replace(payload::text, '1000000.00', '1000001.00')::json
     WHERE id = $1`,
    [uuidOf('map', mapping.mapping_id)],
  )
  const changed = replay(final.snapshot_id)
  assert.deepEqual([changed.status, changed.json.outcome], [1, 'input_changed'])
  assert.ok(changed.json.words.includes(mapping.mapping_id))
  assert.match(replay('snap_00000000000000000000000000').stderr, /There is no snapshot/)
})

function replay(snapshotId: string): { status: number | null; json: any; stderr: string } {
  const admin = join(import.meta.dirname, '../../src/main/admin/admin.ts')
  const run = spawnSync(process.execPath, [admin, '--json', 'audit', 'replay', snapshotId], {
    encoding: 'utf8',
    env: testSettings(service.database),
  })
  return { status: run.status, json: run.stdout === '' ? null : JSON.parse(run.stdout), stderr: run.stderr }
}
