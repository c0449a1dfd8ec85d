/** Workbooks over HTTP, from uploaded bytes: made when first asked for, fetched, stale after a change, made again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XlsxWorkbooks } from '../../src/adapters/xlsx-workbooks.ts'
import type { WorkbookWriter } from '../../src/domain/deps.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import { COMPANY } from '../support/documents/loan-package.ts'
import { HOSTILE_CAPTIONS, WORKBOOK_PACKAGES, WORKBOOK_STATEMENT } from '../support/documents/workbook-loan.ts'
import { convert, skipWithoutOffice } from '../support/office.ts'
import { startTestService } from '../support/service.ts'
import type { Reply, Tenant } from '../support/service.ts'
import { until } from '../support/until.ts'
import { confirm, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'
import type { TestPipeline } from '../support/uploads.ts'
import { cellsOf, formulasOf, openWorkbook, rowsOf, withoutResults, withValue } from '../support/workbooks.ts'
import { unzip } from '../support/zip.ts'

const service = await startTestService()
const settings = { TIEOUT_VIEWER_URL: 'https://viewer.example.com/{loan_id}/{document_id}?page={page}#{address}' }
const writer = new XlsxWorkbooks()
let isBroken = false
/** The real writer, until a test breaks it. */
const workbooks: WorkbookWriter = {
  write: (workbook) => (isBroken ? Promise.reject(new Error('no room for so many sheets')) : writer.write(workbook)),
}
let pipeline: TestPipeline = await startTestPipeline(service, { settings, workbooks })

interface Loan {
  readonly tenant: Tenant
  readonly borrowerId: string
  readonly loanId: string
}

async function newLoan(): Promise<Loan> {
  const tenant = await service.tenant()
  await setRateLimits(service.operator, tenant.keyId, { api: 100_000 })
  const as = { key: tenant.key, method: 'POST' }
  const borrower = await service.call('/api/borrowers', { ...as, body: { business_name: COMPANY } })
  const body = { name: 'Term loan', amount: '500000.00' }
  const loan = await service.call(`/api/borrowers/${borrower.json.id}/loans`, { ...as, body })
  return { tenant, borrowerId: borrower.json.id, loanId: loan.json.id }
}

function call({ tenant }: Loan, path: string, method = 'GET', body?: unknown): Promise<Reply> {
  return service.call(path, { key: tenant.key, method, ...(body !== undefined && { body }) })
}

async function upload(to: Loan, bytes: Uint8Array): Promise<any[]> {
  const jobId = await uploadFile(service, to.tenant.key, to.loanId, bytes, `${Math.random()}.pdf`)
  await confirm(service, to.tenant.key, jobId)
  assert.equal((await waitForJob(service, to.tenant.key, jobId)).status, 'COMPLETED')
  return (await call(to, `/api/borrowers/${to.borrowerId}/jobs/${jobId}/results`)).json.data
}

const ask = (of: Loan, kind = 'statements'): Promise<Reply> => call(of, `/api/loans/${of.loanId}/xlsx/${kind}`)

/** Polls as a client does that wants the newest. */
async function fresh(of: Loan, kind = 'statements'): Promise<any> {
  let reply = await ask(of, kind)
  await until(async () => {
    if (reply.status === 200 && reply.json.stale === false) return true
    assert.ok(reply.status === 200 || reply.status === 202, reply.text)
    await new Promise((resolve) => setTimeout(resolve, 100))
    reply = await ask(of, kind)
    return false
  }, 60_000)
  return reply.json
}

/** With nobody at work, so that what a read says does not depend on who is faster. */
async function withNobodyAtWork(work: () => Promise<void>): Promise<void> {
  await pipeline.stop()
  try {
    await work()
  } finally {
    pipeline = await startTestPipeline(service, { settings, workbooks })
  }
}

async function bytesAt(url: string): Promise<Buffer> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

/** The words of the first sheet, to tell one workbook from another. */
async function summaryOf(of: Loan): Promise<string> {
  const book = openWorkbook(await bytesAt((await fresh(of)).url))
  return JSON.stringify(rowsOf(book, 'Summary'))
}

const loan = await newLoan()
const documents: any[] = []
for (const made of WORKBOOK_PACKAGES) documents.push(...(await upload(loan, made())))
const bytes = await bytesAt((await fresh(loan)).url)
const book = openWorkbook(bytes)
const tables = await bytesAt((await fresh(loan, 'tables')).url)
const parts = unzip(bytes)
const partNamed = (name: string): string => (parts.get(name) ?? assert.fail(`no ${name}`)).toString()

test('the first read has a workbook made and says so; the next ones give a link to it', async () => {
  const other = await newLoan()
  await upload(other, WORKBOOK_STATEMENT())
  const first = await ask(other)
  assert.equal(first.status, 202, first.text)
  const after = Number(first.headers.get('retry-after'))
  assert.ok(after > 0)
  assert.deepEqual(first.json, {
    loan_id: other.loanId,
    kind: 'statements',
    status: 'rendering',
    retry_after_seconds: after,
  })
  const ready = await fresh(other)
  assert.deepEqual(Object.keys(ready).sort(), ['expires_in_seconds', 'kind', 'loan_id', 'rendered_at', 'stale', 'url'])
  assert.deepEqual([ready.loan_id, ready.kind, ready.stale], [other.loanId, 'statements', false])
  assert.equal(ready.expires_in_seconds, 300)
  assert.ok(Math.abs(Date.parse(ready.rendered_at) - Date.now()) < 60_000)
  const other_kind = await ask(other, 'tables')
  assert.deepEqual([other_kind.status, other_kind.json.kind], [202, 'tables'])
})

test('a workbook is nobody else’s, needs its scope, and is of a loan that exists', async () => {
  const stranger = await newLoan()
  assert.equal((await ask({ ...loan, tenant: stranger.tenant })).status, 404)
  assert.equal((await ask({ ...loan, loanId: 'loan_00000000000000000000000000' })).status, 404)
  const { json } = await call(loan, '/api/keys', 'POST', { name: 'narrow', scopes: ['borrowers:read'] })
  const path = `/api/loans/${loan.loanId}/xlsx/statements`
  assert.equal((await service.call(path, { key: json.key })).json.error.type, 'missing_scope')
  assert.equal((await call(loan, `/api/loans/${loan.loanId}/xlsx/charts`)).status, 404)
})

test('statement lines come first, document by document with their derivation, then every measure, company by company', () => {
  assert.deepEqual(book.SheetNames, [
    'Summary', 'Checks', '1 P&L', '1 P&L mapped', '2 Balance sheet', '3 Cash flow', '4 P&L', '4 P&L mapped', '5 P&L',
    '5 P&L mapped', '6 P&L', '6 P&L mapped', '7 Debt schedule', 'Spread Harbor Mechanical, LLC',
    'Spread Harbor Realty, LLC', 'Spread Harbor Supply, Inc.', 'Global cash flow', 'Given figures',
  ]) // prettier-ignore
})

test('every printed figure is there in whole dollars, its page in a note, with a link into the viewer', async () => {
  const statements = documents.filter(({ report_type }) => /statements$|balance-sheets$/.test(report_type))
  const printed = new Map(
    cellsOf(book).flatMap(({ sheet, cell }) => {
      const address = /\n(doc_\S+ \S+)$/.exec(cell.c?.[0]?.t ?? '')?.[1]
      return address === undefined ? [] : [[address, { sheet, cell }] as const]
    }),
  )
  let figures = 0
  for (const { id } of statements) {
    const path = `/api/borrowers/${loan.borrowerId}/extractions/${id}/report-data`
    const { periods, lines } = (await call(loan, path)).json
    for (const line of lines)
      for (const [at, source] of line.sources.entries()) {
        if (source === null) continue
        const { cell } = printed.get(`${id} ${source.address}`) ?? assert.fail(`${id} ${source.address}`)
        assert.equal(cell.v, Number(source.value) * periods[at].scale)
        assert.equal(cell.f, undefined)
        assert.match(cell.c?.[0]?.t ?? '', new RegExp(`^Page ${source.page}, printed as `))
        const target = `https://viewer.example.com/${loan.loanId}/${id}?page=${source.page}#${source.address}`
        assert.equal(cell.l?.Target, target)
        figures += 1
      }
  }
  assert.ok(statements.length >= 6 && figures > 120, String(figures))
})

test('every figure of every mapping is a live formula whose result is the mapping’s, to the cent', async () => {
  const mapped = documents.filter(({ report_type }) => report_type === 'profit-loss-statements')
  let figures = 0
  for (const { id } of mapped) {
    const path = `/api/borrowers/${loan.borrowerId}/extractions/${id}/mapping`
    const { payload } = (await call(loan, path)).json
    const number = documents.findIndex((one) => one.id === id) + 1
    const rows = rowsOf(book, `${number} P&L mapped`)
    const foot = rows.findIndex(([label]) => label === 'Does it foot?')
    const shown = rows.slice(4, foot).filter(([label]) => label !== 'not itemized')
    const flat = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...flat(node.children)])
    const stated = flat(payload.tree ?? []).filter(({ values }) => values.some((value: unknown) => value !== null))
    assert.deepEqual(
      shown.map(([label, , ...rest]) => [label, ...payload.periods.map((_: unknown, at: number) => rest[at] ?? null)]),
      stated.map(({ label, values }) => [label, ...values.map((value: string | null) => value && Number(value))]),
    )
    figures += stated.flatMap(({ values }) => values).filter((value) => value !== null).length
    const [printed, walk, residual] = rows.slice(foot + 1)
    const feet = payload.foot as any[]
    for (const [at, one] of feet.entries()) {
      assert.equal(printed?.[2 + at] ?? null, one.printed_bottom_line && Number(one.printed_bottom_line))
      assert.equal(walk?.[2 + at] ?? null, one.line_sum && Number(one.line_sum))
      assert.equal(residual?.[2 + at] ?? null, one.residual && Number(one.residual))
    }
  }
  const plain = cellsOf(book).filter(({ sheet, cell }) => sheet.endsWith('mapped') && cell.t === 'n' && !cell.f)
  const labels = plain.map(({ sheet, row }) => rowsOf(book, sheet)[row]?.[0])
  // What no printed line accounts for, what rounding is allowed, and the walk of a statement that has no tree.
  assert.deepEqual([...new Set(labels)].sort(), ['Allowed for rounding', 'What the lines walk to', 'not itemized'])
  assert.ok(figures > 100, String(figures))
})

test('every attribute of the snapshot is a live formula whose result is the service’s figure', async () => {
  const { payload } = (await call(loan, `/api/loans/${loan.loanId}/attributes?status=machine`)).json
  const measures = openWorkbook(tables)
  const [head, ...rows] = rowsOf(measures, 'Measures').slice(3)
  assert.deepEqual(head?.slice(0, 6), ['Company', 'Period', 'Key', 'Measure', 'Unit', 'Value'])
  const stated = [
    ...payload.entities.flatMap((entity: any) =>
      (entity.periods[0]?.attributes ?? []).flatMap(({ key }: any) =>
        entity.periods.map((period: any) => ({
          whom: entity.name,
          ...period.attributes.find((one: any) => one.key === key),
        })),
      ),
    ),
    ...(payload.years[0]?.attributes ?? []).flatMap(({ key }: any) =>
      payload.years.map((year: any) => ({
        whom: 'All who answer for the loan',
        ...year.attributes.find((one: any) => one.key === key),
      })),
    ),
  ]
  assert.deepEqual(
    rows.map(([whom, , key, , , value]) => [whom, key, value]),
    stated.map(({ whom, key, value }) => [whom, key, value === null ? 'n/a' : Number(value)]),
  )
  assert.ok(stated.filter(({ value }) => value !== null).length > 150)
  const values = cellsOf(measures).filter(
    ({ sheet, column, cell }) => sheet === 'Measures' && column === 5 && cell.t === 'n',
  )
  // That nothing was left open is no sum of anything.
  const plain = values.filter(({ cell }) => !cell.f)
  const keys = plain.map(({ row, cell }) => [rowsOf(measures, 'Measures')[row]?.[2], cell.v])
  assert.deepEqual(
    keys.filter(([key, value]) => key !== 'unitemized_amount' || value !== 0),
    [],
  )
  assert.ok(values.length > 150 && plain.length < 10)
})

test('captions that look like formulas are text', () => {
  for (const caption of HOSTILE_CAPTIONS)
    for (const one of [book, openWorkbook(tables)]) {
      const found = cellsOf(one).filter(({ cell }) => cell.v === caption)
      assert.ok(found.length > 0, caption)
      for (const { cell } of found) assert.deepEqual([cell.t, cell.f], ['s', undefined])
    }
  const formulas = [...cellsOf(book), ...cellsOf(openWorkbook(tables))].flatMap(({ cell }) => cell.f ?? [])
  const known = /^[-+*/(),.:<=>$!\d\s]*$/
  for (const formula of formulas) {
    const bare = formula
      .replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, '')
      .replaceAll(/\b(?:ROUND|SUM|ABS|IF|COUNTIF)\b|\$?[A-Z]{1,2}\$?\d+/g, '')
    assert.match(bare, known, formula)
  }
})

test('panes are frozen, pages are landscape and fit, heads are repeated, and names lead to the counts of checks', () => {
  const sheets = [...parts.keys()].filter((name) => /worksheets\/sheet\d+\.xml$/.test(name))
  assert.equal(sheets.length, book.SheetNames.length)
  for (const name of sheets) {
    const xml = partNamed(name)
    assert.match(xml, /<pane [^>]*state="frozen"/)
    assert.match(xml, /<pageSetup [^>]*orientation="landscape"[^>]*fitToWidth="1"/)
    assert.match(xml, /<oddFooter>.*Page &amp;P of &amp;N<\/oddFooter>/)
  }
  const names = book.Workbook?.Names ?? []
  const titles = names.filter(({ Name }) => Name === '_xlnm.Print_Titles')
  assert.deepEqual(
    titles.map(({ Ref }) => Ref.split('!')[0]),
    book.SheetNames.map((name) => `'${name}'`),
  )
  assert.equal(names.find(({ Name }) => Name === 'Checks_failed')?.Ref, "'Summary'!$B$9")
  assert.match(partNamed('xl/styles.xml'), /\(#,##0\.00\)/)
})

test('the check sheet shows every proof of every document, and what fails comes first', async () => {
  const rows = rowsOf(book, 'Checks').slice(4)
  let proofs = 0
  for (const { id } of documents) {
    const data = (await call(loan, `/api/borrowers/${loan.borrowerId}/extractions/${id}/report-data`)).json
    proofs += Number(data.proofs.length)
  }
  const states = rows.map((row) => row[8])
  const order = ['FAILED', 'not proved', 'proved']
  assert.deepEqual(
    states,
    [...states].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
  assert.ok(states.filter((state) => state === 'FAILED').length >= 1)
  assert.ok(rows.length > proofs && proofs > 60, `${rows.length} rows for ${proofs} proofs`)
  const walk = rows.find((row) => row[1] === '6 P&L' && row[2] === 'Walk to the bottom line')
  assert.deepEqual([walk?.[4], walk?.[5], walk?.[6], walk?.[8]], [152_000, 106_000, 46_000, 'FAILED'])
  const counts = rowsOf(book, 'Summary').slice(8, 11).map((row) => row[1]) // prettier-ignore
  assert.deepEqual(counts, order.map((state) => states.filter((one) => one === state).length)) // prettier-ignore
  const checks = partNamed('xl/worksheets/sheet2.xml')
  assert.match(checks, /<cfRule type="cellIs"[^>]*operator="equal"><formula>"FAILED"<\/formula>/)
})

test(
  'LibreOffice computes every formula to the service’s figure, to the cent, and no cell is an error',
  { skip: skipWithoutOffice() },
  async (t) => {
    for (const [kind, made] of [
      ['statements', bytes],
      ['tables', tables],
    ] as const) {
      // prettier-ignore
      const ours = formulasOf(openWorkbook(made))
      // Without the results that the file brings: what comes back was computed.
      const computed = openWorkbook(await convert(withoutResults(made), 'xlsx'))
      const theirs = new Map(cellsOf(computed).map(({ at, cell }) => [at, cell]))
      let numbers = 0
      for (const { at, cell } of ours) {
        const other = theirs.get(at) ?? assert.fail(`${at} is gone`)
        assert.notEqual(other.t, 'e', `${at} is an error: ${cell.f ?? ''}`)
        if (cell.t === 'n') {
          numbers += 1
          assert.ok(
            Math.abs(Number(other.v) - Number(cell.v)) < 1e-9,
            `${at} ${cell.f ?? ''}: ${String(other.v)} ≠ ${String(cell.v)}`,
          )
        } else assert.equal(other.v, cell.v, at)
      }
      const errors = cellsOf(computed).filter(({ cell }) => cell.t === 'e')
      assert.deepEqual(errors.map(({ at }) => at), []) // prettier-ignore
      assert.ok(numbers > 500, `${kind}: ${numbers} numbers`)
      t.diagnostic(`${kind}: ${ours.length} formulas computed, ${numbers} of them numbers, all equal, no error`)
    }
  },
)

test('a figure that somebody changes in the workbook turns its checks red', { skip: skipWithoutOffice() }, async () => {
  const rows = rowsOf(book, '1 P&L')
  const row = rows.findIndex(([label]) => label === 'Materials')
  const changed = openWorkbook(
    await convert(withValue(bytes, 'xl/worksheets/sheet3.xml', `B${row + 1}`, '640220.12'), 'xlsx'),
  )
  const failed = rowsOf(changed, 'Checks').filter((one) => one[8] === 'FAILED').map((one) => [one[1], one[3], one[6]]) // prettier-ignore
  const before = rowsOf(book, 'Checks').filter((one) => one[8] === 'FAILED')
  assert.equal(failed.length, before.length + 1)
  assert.ok(failed.some((one) => one[1] === 'Total cost of goods sold, 2024-12-31' && one[2] === -0.01))
  assert.equal(rowsOf(changed, 'Summary')[8]?.[1], failed.length)
  const spread = rowsOf(changed, '1 P&L mapped').find(([label]) => label === 'Materials and supplies')
  assert.equal(spread?.[2], 640_220.12)
})

test('after a change the first read has a new one made, and the old one is given as stale until it is there', async () => {
  const own = await newLoan()
  const [statement] = await upload(own, WORKBOOK_STATEMENT())
  const changes: readonly (readonly [what: string, change: () => Promise<Reply>, status: number])[] = [
    ['the loan', () => call(own, `/api/loans/${own.loanId}`, 'PATCH', { amount: '750000.00' }), 200],
    [
      'the extraction',
      () => call(own, `/api/borrowers/${own.borrowerId}/extractions/${statement.id}`, 'PATCH', { corrections: [{ address: 'lines.12.0', value: '96000.50' }] }),
      200,
    ],
    [
      'caption rules',
      () => call(own, '/api/chart-of-accounts/rules', 'PUT', {
        rules: [{ match: 'exact', caption: 'Miscellaneous', account_id: 'opex.insurance' }],
      }),
      200,
    ],
    [
      'addbacks',
      () => call(own, `/api/borrowers/${own.borrowerId}/extractions/fin-ebitda-addbacks?loanId=${own.loanId}`, 'PUT', {
        rows: [{ id: 'a1', label: 'Pay above market', category: 'owner_compensation_excess', amounts: [{ fiscal_year: 2024, period_end: null, amount: '12000.00' }] }],
      }),
      200,
    ],
    [
      'an analyst’s draft',
      () => call(own, `/api/loans/${own.loanId}/attributes/draft`, 'PUT', {
        given: [{ key: 'debt_service_existing', value: '90000.00', note: 'from the bank' }],
      }),
      200,
    ],
  ] // prettier-ignore
  let before = await fresh(own)
  for (const [what, change, status] of changes) {
    let staleUrl = ''
    await withNobodyAtWork(async () => {
      const done = await change()
      assert.equal(done.status, status, `${what}: ${done.text}`)
      assert.equal((await ask(own)).status, 202, what)
      const stale = await ask(own)
      assert.deepEqual([stale.status, stale.json.stale], [200, true], what)
      assert.equal(stale.json.rendered_at, before.rendered_at)
      staleUrl = stale.json.url
    })
    const newer = await fresh(own)
    assert.ok(newer.rendered_at > before.rendered_at, what)
    assert.equal((await fetch(staleUrl)).status, 200, 'a link that was given stays good')
    before = newer
  }
})

test('a workbook that shows a deleted document is given to nobody any more, not as stale and not by a link of before', async () => {
  const own = await newLoan()
  const [statement] = await upload(own, WORKBOOK_STATEMENT())
  await fresh(own)
  const finalized = await call(own, `/api/loans/${own.loanId}/attributes/finalize`, 'POST')
  assert.equal(finalized.status, 200, finalized.text)
  const frozen = await fresh(own)
  await withNobodyAtWork(async () => {
    const deleted = await call(own, `/api/borrowers/${own.borrowerId}/extractions/${statement.id}`, 'DELETE')
    assert.equal(deleted.status, 204, deleted.text)
    // Frozen figures stay in the snapshot; what is printed on the document goes with it.
    for (let asked = 0; asked < 3; asked += 1) assert.equal((await ask(own)).status, 202)
  })
  assert.ok((await fresh(own)).rendered_at > frozen.rendered_at)
  await until(async () => (await fetch(frozen.url as string)).status === 404, 20_000)
  assert.equal((await call(own, `/api/loans/${own.loanId}/attributes/reopen`, 'POST')).status, 200)
  await fresh(own)
  assert.match(await summaryOf(own), /No document of this loan has been read yet/)
})

test('while nothing changes, nothing is made again', async () => {
  const [one, other] = [await ask(loan), await ask(loan)]
  assert.deepEqual([one.status, other.status, one.json.stale], [200, 200, false])
  assert.equal(one.json.rendered_at, other.json.rendered_at)
})

test('a final spread is shown as it was frozen, whatever changes, until it is reopened', async () => {
  const own = await newLoan()
  const [statement] = await upload(own, WORKBOOK_STATEMENT())
  await fresh(own)
  const finalized = await call(own, `/api/loans/${own.loanId}/attributes/finalize`, 'POST')
  assert.equal(finalized.status, 200, finalized.text)
  assert.equal((await ask(own)).status, 202)
  assert.match(await summaryOf(own), /Final: version 1, frozen on /)
  const patch = { corrections: [{ address: 'lines.12.0', value: '96000.50' }] }
  const path = `/api/borrowers/${own.borrowerId}/extractions/${statement.id}`
  assert.equal((await call(own, path, 'PATCH', patch)).status, 200)
  const frozen = await ask(own)
  assert.deepEqual([frozen.status, frozen.json.stale], [200, false])
  assert.equal((await call(own, `/api/loans/${own.loanId}/attributes/reopen`, 'POST')).status, 200)
  assert.equal((await ask(own)).status, 202)
  assert.match(await summaryOf(own), /In force, not final/)
})

test('many that read at once after a change have one workbook made', async () => {
  const own = await newLoan()
  await upload(own, WORKBOOK_STATEMENT())
  await withNobodyAtWork(async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(own)))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [202])
    const [asked] = await asSuperuser<{ n: number }>(
      service.database,
      `SELECT count(*)::int AS n FROM outbox WHERE topic = 'workbook'`,
    )
    assert.equal(asked?.n, 1)
  })
  await fresh(own)
})

test('a workbook that cannot be made is a 503 for a while, with nothing changed; then it is tried again', async () => {
  const own = await newLoan()
  await upload(own, WORKBOOK_STATEMENT())
  const good = await fresh(own)
  isBroken = true
  try {
    await call(own, `/api/loans/${own.loanId}`, 'PATCH', { amount: '600000.00' })
    assert.equal((await ask(own)).status, 202)
    let failed = await ask(own)
    await until(async () => (failed = await ask(own)).status === 503, 30_000)
    assert.equal(failed.json.error.type, 'render_failed')
    const after = Number(failed.headers.get('retry-after'))
    assert.ok(after > 0 && after <= 60, String(after))
    assert.equal((await fetch(good.url)).status, 200)
  } finally {
    isBroken = false
  }
  const minuteAgo = `UPDATE workbooks SET failed_at = now() - interval '61 seconds' WHERE failed_at IS NOT NULL`
  await asSuperuser(service.database, minuteAgo)
  assert.equal((await ask(own)).status, 202)
  assert.match(await summaryOf(own), /600000/)
})

test('a build that was lost with the engine’s data is asked for again by a later read', async () => {
  const own = await newLoan()
  await upload(own, WORKBOOK_STATEMENT())
  await withNobodyAtWork(async () => {
    assert.equal((await ask(own)).status, 202)
    await asSuperuser(service.database, `DELETE FROM outbox WHERE topic = 'workbook'`)
    const longAgo = `UPDATE workbooks SET asked_at = now() - interval '3 minutes' WHERE asked_at IS NOT NULL`
    await asSuperuser(service.database, longAgo)
  })
  assert.equal((await ask(own)).status, 202)
  await fresh(own)
})

test('a loan without documents has a workbook that says so', async () => {
  const empty = await newLoan()
  assert.match(await summaryOf(empty), /No document of this loan has been read yet/)
  const checks = rowsOf(openWorkbook(await bytesAt((await fresh(empty)).url)), 'Checks').slice(4)
  assert.deepEqual([...new Set(checks.map((row) => row[8]))], ['not proved'])
})
