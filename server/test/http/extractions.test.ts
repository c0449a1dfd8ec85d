/** Documents and extractions over HTTP, from a real upload: one package, read once, asked about from all sides. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { asSuperuser } from '../support/database.ts'
import { COMPANY, loanPackage, PROFIT_AND_LOSS, statementsPdf } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import type { Reply } from '../support/service.ts'
import { until } from '../support/until.ts'
import { confirm, newLoan, startTestPipeline, uploadFile, waitForJob } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)
const { key, workspace } = await service.tenant()
let borrowerId = ''
let loanId = ''
let documents: any[] = []
let under = ''

const get = (path: string): Promise<Reply> => service.call(`${under}${path}`, { key })
const patch = (id: string, body: unknown): Promise<Reply> =>
  service.call(`${under}/${id}`, { key, method: 'PATCH', body })
const [PROFIT, BALANCE, CASH] = [1, 2, 3]
const idOf = (index: number): string => documents[index].id as string

async function upload(bytes: Buffer, name = 'package.pdf'): Promise<any[]> {
  const jobId = await uploadFile(service, key, loanId, bytes, name)
  await confirm(service, key, jobId)
  assert.equal((await waitForJob(service, key, jobId, undefined, 120)).status, 'COMPLETED')
  return (await service.call(`/api/borrowers/${borrowerId}/jobs/${jobId}/results`, { key })).json.data as any[]
}

async function eventsOf(documentId: string): Promise<{ type: string; data: any }[]> {
  return asSuperuser(
    service.database,
    `SELECT type, data FROM events WHERE data->>'document_id' = $1 ORDER BY created_at, id`,
    [documentId],
  )
}

async function waitForVersion(documentId: string, version: number): Promise<any> {
  let last: any = null
  await until(async () => {
    last = (await get(`/${documentId}`)).json
    return last.extraction_version === version
  }, 60_000)
  return last
}

before(async () => {
  ;({ borrowerId, loanId } = await newLoan(service, key))
  under = `/api/borrowers/${borrowerId}/extractions`
  documents = await upload(loanPackage())
  assert.equal(documents.length, 4)
})

test('each category has its list, and the same by its slug', async () => {
  for (const [index, slug] of [
    [PROFIT, 'profit-loss-statements'],
    [BALANCE, 'balance-sheets'],
    [CASH, 'cash-flow-statements'],
    [0, 'others'],
  ] as const) {
    const list = await get(`/${slug}`)
    assert.deepEqual(
      list.json.data.map(({ id }: any) => id),
      [idOf(index)],
      slug,
    )
    assert.deepEqual(list.json, { data: [(await get(`/${idOf(index)}`)).json], limit: 25, next_cursor: null })
    assert.deepEqual((await get(`/reports/${slug}`)).json, list.json)
    assert.deepEqual((await get(`/${slug}?loanId=${loanId}`)).json.data, list.json.data)
  }
  for (const slug of [
    'bank-statements',
    'tax-returns',
    'debt-schedules',
    'ar-agings',
    'ap-agings',
    'personal-financial-statements',
  ])
    assert.deepEqual((await get(`/${slug}`)).json.data, [], slug)
  assert.equal((await get('/reports/invoices')).status, 404)
  assert.equal((await get('/balance-sheets?loanId=nonsense')).json.error.type, 'invalid_filter')
})

test('report data holds every printed figure with its place, whatever the category', async () => {
  const { json } = await get(`/${idOf(PROFIT)}/report-data`)
  assert.equal(json.document_id, idOf(PROFIT))
  assert.equal(json.extraction_version, 1)
  assert.equal(json.entity.name, COMPANY)
  assert.deepEqual(
    json.lines.map((line: any) => [line.label, ...line.values]),
    PROFIT_AND_LOSS.rows.map(([caption, , ...figures]) => [
      caption,
      ...(figures.length > 0 ? figures.map((figure) => figure.replaceAll(',', '')) : [null, null]),
    ]),
  )
  for (const [index, line] of json.lines.entries())
    for (const [period, source] of line.sources.entries()) {
      if (source === null) continue
      assert.equal(source.address, `lines.${index}.${period}`)
      assert.equal(source.page, 2)
      assert.equal(source.box.length, 4)
    }
  assert.deepEqual(json.leftovers, [])
  assert.equal((await get(`/${idOf(0)}/report-data`)).json.report_type, 'others')
  assert.equal((await get(`/${idOf(PROFIT)}/report-data?version=2`)).status, 404)
})

test('a typed read is for its own category only', async () => {
  const typed = await get(`/${idOf(PROFIT)}/profit-loss-statement`)
  assert.deepEqual(typed.json, (await get(`/${idOf(PROFIT)}/report-data`)).json)
  for (const other of ['bank-statement', 'ar-aging', 'ap-aging', 'balance-sheet', 'tax-return'])
    assert.equal((await get(`/${idOf(PROFIT)}/${other}`)).status, 404, other)
})

test('a query finds figures over all documents, page by page, in print order', async () => {
  const query = async (search: string) => (await get(`/query?${search}`)).json
  const income = (await query('caption=NET%20income')).data
  assert.deepEqual(
    income.map((row: any) => [row.report_type, row.fiscal_year, row.value, row.source.page]),
    [
      ['cash-flow-statements', 2024, '277499.50', 4],
      ['cash-flow-statements', 2023, '209000.00', 4],
      ['profit-loss-statements', 2024, '277499.50', 2],
      ['profit-loss-statements', 2023, '209000.00', 2],
    ],
  )
  assert.deepEqual((await query('caption=net%20income&reportType=profit-loss-statements&fiscalYear=2023')).data, [
    income[3],
  ])
  assert.equal((await query(`entity=${encodeURIComponent('HARBOR MECHANICAL')}&limit=100`)).data.length, 50)
  assert.deepEqual((await query('entity=Somebody')).data, [])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: any = await query(`limit=7${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.data.map((row: any) => `${row.document_id} ${row.source.address}`))
    cursor = page.next_cursor
  }
  assert.equal(seen.length, 50)
  assert.equal(new Set(seen).size, 50)
  const bulk = await service.call(`${under}/query-bulk`, {
    key,
    method: 'POST',
    body: { queries: [{ caption: 'Net income' }, { caption: 'Cash', fiscal_year: 2024 }] },
  })
  assert.deepEqual(bulk.json.results[0].data, income)
  assert.deepEqual(
    bulk.json.results[1].data.map((row: any) => row.amount),
    ['150000.00'],
  )
  const many = { queries: Array.from({ length: 51 }, () => ({})) }
  assert.equal((await service.call(`${under}/query-bulk`, { key, method: 'POST', body: many })).status, 400)
  assert.equal((await get('/query?reportType=invoices')).json.error.type, 'invalid_filter')
})

test('a document is exported as CSV or JSON, up to 10,000 line items', async () => {
  const csv = await get(`/${idOf(BALANCE)}/export?format=csv`)
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.equal(csv.headers.get('content-disposition'), `attachment; filename="${idOf(BALANCE)}.csv"`)
  assert.match(csv.text, /^label,depth,is_total,section,2024,2023\r\n/)
  assert.match(csv.text, /^Cash,1,false,Assets,150000\.00,100000\.00\r$/m)
  const cash = await get(`/${idOf(CASH)}/export?format=csv`)
  assert.match(cash.text, /,-5000\.00,-4000\.00\r$/m)
  const json = await get(`/${idOf(BALANCE)}/export?format=json`)
  assert.deepEqual(json.json, (await get(`/${idOf(BALANCE)}/report-data`)).json)
  assert.match(json.headers.get('content-disposition') ?? '', /^attachment/)
  for (const search of ['', '?format=xlsx']) assert.equal((await get(`/${idOf(BALANCE)}/export${search}`)).status, 400)
  const sized = (items: number) =>
    asSuperuser(
      service.database,
      `UPDATE extractions SET line_items = ${items} WHERE document_id = (SELECT id FROM documents WHERE report_type = 'balance-sheets')`,
    )
  await sized(10_000)
  assert.equal((await get(`/${idOf(BALANCE)}/export?format=csv`)).status, 200)
  await sized(10_001)
  const refused = await get(`/${idOf(BALANCE)}/export?format=csv`)
  assert.equal(refused.status, 413)
  assert.equal(refused.json.error.type, 'doc_too_large')
  await sized(9)
})

test('a page shows its words with boxes, and its picture once it is drawn', async () => {
  const first = await get(`/${idOf(PROFIT)}/pages/2`)
  assert.equal(first.status, 200, first.text)
  assert.ok(first.json.words.some((word: any) => word.text === '277,499.50' && word.box.length === 4))
  if (first.json.image.state === 'drawing') assert.equal(first.headers.get('retry-after'), '1')
  let page = first.json
  await until(async () => {
    page = (await get(`/${idOf(PROFIT)}/pages/2`)).json
    return page.image.state === 'ready'
  }, 60_000)
  const asked = await asSuperuser(service.database, 'SELECT first_page FROM page_drawings')
  assert.deepEqual(asked, [{ first_page: 1 }])
  const picture = Buffer.from(await (await fetch(page.image.url as string)).arrayBuffer())
  assert.equal(picture.subarray(0, 4).toString() + picture.subarray(8, 12).toString(), 'RIFFWEBP')
  for (const other of ['1', '3', '0', '-1', '2.0', 'x', '99999999'])
    assert.equal((await get(`/${idOf(PROFIT)}/pages/${other}`)).status, 404, other)
})

test('documents are filed under the company whose name they print, once the borrower bears it', async () => {
  const before = (await get(`/${idOf(PROFIT)}`)).json
  assert.deepEqual([before.entity_unlinked, before.company_attachment, before.company_attachments], [true, null, []])
  const body = { business_name: 'Harbor Mechanical LLC', ein_last4: '4321' }
  assert.equal((await service.call(`/api/borrowers/${borrowerId}`, { key, method: 'PATCH', body })).status, 200)
  const filed = (await get(`/${idOf(PROFIT)}`)).json
  const attachment = {
    entity_name: 'Harbor Mechanical LLC',
    entity_ein_last4: '4321',
    printed_name: COMPANY,
    cross_kind: false,
  }
  assert.equal(filed.entity_unlinked, false)
  assert.deepEqual(filed.company_attachment, attachment)
  assert.deepEqual(filed.company_attachments, [attachment])
  assert.equal(filed.extraction_version, 1)
})

test('a corrected figure makes a new revision; the old one stays, and extraction.updated is told once', async () => {
  const [document] = await upload(statementsPdf([PROFIT_AND_LOSS]), 'corrected.pdf')
  const id = document.id as string
  const { lines } = (await get(`/${id}/report-data`)).json
  const rent = lines.findIndex((line: any) => line.label === 'Rent')
  const change = { extraction_version: 1, corrections: [{ address: `lines.${rent}.0`, value: '61000.00' }] }
  const corrected = await patch(id, change)
  assert.equal(corrected.status, 200, corrected.text)
  assert.equal(corrected.json.extraction_version, 2)
  assert.equal(corrected.json.proof.state, 'failed')
  const stale = await patch(id, change)
  assert.equal(stale.json.error.type, 'version_conflict')
  assert.deepEqual(stale.json.error.details, { current_version: '2' })
  assert.equal((await get(`/${id}/report-data`)).json.lines[rent].values[0], '61000.00')
  assert.equal((await get(`/${id}/report-data?version=1`)).json.lines[rent].values[0], '60000.00')
  const found = (await get(`/query?caption=rent&fiscalYear=2024`)).json.data.filter(
    (row: any) => row.document_id === id,
  )
  assert.deepEqual(
    found.map((row: any) => [row.value, row.extraction_version]),
    [['61000.00', 2]],
  )
  const relabelled = await patch(id, { corrections: [{ address: `lines.${rent}`, label: 'Base rent' }] })
  assert.equal(relabelled.json.extraction_version, 3)
  assert.equal((await get(`/${id}/report-data`)).json.lines[rent].label, 'Base rent')
  const nowhere = await patch(id, { corrections: [{ address: 'lines.999.0', value: '1.00' }] })
  assert.equal(nowhere.json.error.type, 'validation_failed')
  for (const bad of [
    {},
    { category: 'Invoice' },
    { corrections: [{ address: 'lines.1.0' }] },
    { corrections: [{ address: 'lines.1.0', value: 5 }] },
  ])
    assert.equal((await patch(id, bad)).status, 400, JSON.stringify(bad))
  const told = (await eventsOf(id)).map(({ type, data }) => [
    type,
    data.extraction_version,
    data.previous_extraction_version ?? null,
  ])
  assert.deepEqual(told, [
    ['document.processed', 1, null],
    ['extraction.ready', 1, null],
    ['extraction.updated', 2, 1],
    ['extraction.updated', 3, 2],
  ])
  const audit = await service.call('/api/audit-log?limit=10', { key })
  assert.ok(audit.json.data.some((entry: any) => entry.action === 'document.corrected' && entry.target === id))
})

test('a document of another category is read again as that; reprocessing reads it once more', async () => {
  const [document] = await upload(
    statementsPdf([{ ...PROFIT_AND_LOSS, rows: PROFIT_AND_LOSS.rows.slice(0, 6) }]),
    'reclassified.pdf',
  )
  const id = document.id as string
  const answer = await patch(id, { category: 'Cash Flow Statement' })
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.json.category, 'Cash Flow Statement')
  const changed = await waitForVersion(id, 2)
  assert.equal(changed.report_type, 'cash-flow-statements')
  assert.equal((await get(`/${id}/cash-flow-statement`)).json.extraction_version, 2)
  assert.equal((await get(`/${id}/profit-loss-statement`)).status, 404)
  assert.equal((await get(`/${id}/report-data?version=1`)).json.report_type, 'profit-loss-statements')
  const again = await service.call(`${under}/${id}/reprocess`, { key, method: 'POST' })
  assert.equal(again.status, 202, again.text)
  const third = await waitForVersion(id, 3)
  assert.equal(third.category, 'Cash Flow Statement')
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['document.processed', 'extraction.ready', 'extraction.updated', 'extraction.updated'],
  )
})

test('a paper about a person names an owner, with every way in which the name is printed', async () => {
  assert.deepEqual((await get('/owners')).json, { data: [], limit: 25, next_cursor: null })
  const [document] = await upload(
    statementsPdf([{ ...PROFIT_AND_LOSS, rows: PROFIT_AND_LOSS.rows.slice(0, 7) }]),
    'owner.pdf',
  )
  assert.equal((await patch(document.id as string, { category: 'Personal Financial Statement' })).status, 202)
  const owner = { name: COMPANY, aliases: [COMPANY], k1_form: null, share_percent: null, document_ids: [document.id] }
  assert.deepEqual((await get('/owners')).json.data, [owner])
})

test('a document is filed by hand under any company, and stays there', async () => {
  const company_attachment = { entity_name: 'Harbor Holdings', entity_kind: 'business' }
  const filed = await patch(idOf(CASH), { company_attachment })
  assert.equal(filed.status, 200, filed.text)
  assert.equal(filed.json.extraction_version, 2)
  assert.deepEqual(filed.json.company_attachment, {
    entity_name: 'Harbor Holdings',
    entity_ein_last4: null,
    printed_name: COMPANY,
    cross_kind: false,
  })
  await service.call(`/api/borrowers/${borrowerId}`, { key, method: 'PATCH', body: { phone: '555-0100' } })
  assert.equal((await get(`/${idOf(CASH)}`)).json.company_attachment.entity_name, 'Harbor Holdings')
  const taken = await patch(idOf(CASH), { company_attachment: null })
  assert.deepEqual([taken.json.company_attachment, taken.json.entity_unlinked], [null, true])
  const personal = await patch(idOf(0), { category: 'Personal Financial Statement', company_attachment })
  assert.equal(personal.status, 202, personal.text)
  await waitForVersion(idOf(0), 2)
  const crossed = await patch(idOf(0), { company_attachment })
  assert.equal(crossed.json.company_attachment.cross_kind, true)
})

test('a deleted document is gone with all its revisions, and the rest of its package stays', async () => {
  const deleted = await service.call(`${under}/${idOf(BALANCE)}`, { key, method: 'DELETE' })
  assert.equal(deleted.status, 204)
  for (const path of ['', '/report-data', '/balance-sheet', '/export?format=csv', '/pages/3'])
    assert.equal((await get(`/${idOf(BALANCE)}${path}`)).status, 404, path)
  assert.equal((await service.call(`${under}/${idOf(BALANCE)}`, { key, method: 'DELETE' })).status, 404)
  assert.deepEqual((await get('/balance-sheets')).json.data, [])
  const left = await asSuperuser(
    service.database,
    'SELECT 1 FROM figures f LEFT JOIN documents d ON d.id = f.document_id WHERE d.id IS NULL',
  )
  assert.deepEqual(left, [])
  assert.equal((await get(`/${idOf(PROFIT)}`)).status, 200)
})

test('a document is found under its own borrower only, and a reader may not write', async () => {
  const other = await newLoan(service, key)
  for (const path of ['', '/report-data', '/profit-loss-statement', '/export?format=json', '/pages/2'])
    assert.equal(
      (await service.call(`/api/borrowers/${other.borrowerId}/extractions/${idOf(PROFIT)}${path}`, { key })).status,
      404,
      path,
    )
  const reader = await service.keyFor(workspace, { scopes: ['extractions:read'] })
  const refused = await service.call(`${under}/${idOf(PROFIT)}`, {
    key: reader.key,
    method: 'PATCH',
    body: { category: 'Other' },
  })
  assert.equal(refused.json.error.type, 'missing_scope')
})
