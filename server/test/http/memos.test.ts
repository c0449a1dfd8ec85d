/** Credit memos over HTTP, from uploaded bytes: written, rendered, fetched, read again, cancelled. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { uuidOf } from '../../src/lib/ids.ts'
import { asSuperuser } from '../support/database.ts'
import { unfootedInterim } from '../support/documents/memo-package.ts'
import { figuresIn, textOf, valuesIn } from '../support/memo-text.ts'
import { COMMENTARY, fileAt, MemoDesk } from '../support/memos.ts'
import type { MemoLoan } from '../support/memos.ts'
import { openReader, readBytes } from '../support/reader.ts'
import { startTestService } from '../support/service.ts'
import { startTestPipeline } from '../support/uploads.ts'

const service = await startTestService()
let pipeline = await startTestPipeline(service)
const reader = openReader()
after(() => reader.close())
const desk = new MemoDesk(service)

const loan = await desk.spreadLoan()
const final = await desk.finalize(loan)

async function pagesOf(bytes: Buffer) {
  const { pages, outcome } = await readBytes(reader, bytes)
  assert.equal(outcome, 'done')
  return pages
}

async function rendered(of: MemoLoan, memoId: string): Promise<{ readonly render: any; readonly bytes: Buffer }> {
  const ordered = await desk.order(of, memoId)
  const render = await desk.ended(of, ordered.links.self)
  assert.equal(render.status, 'succeeded', JSON.stringify(render.error))
  return { render, bytes: await fileAt(render.download_url) }
}

test('a memo is kept by sections, changed by its version, and listed with the state of its last render', async () => {
  const of = await desk.newLoan()
  const memo = await desk.newMemo(of, { commentary: { request: 'We ask.', risks: 'Few.' } })
  assert.match(memo.memo_id, /^memo_[0-9a-z]{26}$/)
  assert.deepEqual([memo.title, memo.version, memo.latest_render], ['Credit memo', 1, null])
  assert.equal(Object.keys(memo.commentary).length, 13)
  assert.deepEqual([memo.commentary.request, memo.commentary.rating], ['We ask.', null])
  const self = `${of.memos}/${memo.memo_id}`
  const change = { version: 1, title: 'Second look', commentary: { risks: null, rating: 'Four.' } }
  const changed = (await desk.call(of, self, 'PATCH', change)).json
  assert.deepEqual([changed.title, changed.version], ['Second look', 2])
  const { request, risks, rating } = changed.commentary
  assert.deepEqual([request, risks, rating], ['We ask.', null, 'Four.'])
  const late = await desk.call(of, self, 'PATCH', { version: 1, title: 'Third look' })
  assert.deepEqual([late.status, late.json.error.details.current_version], [409, '2'])
  assert.deepEqual((await desk.call(of, self)).json, changed)
  const second = await desk.newMemo(of, { title: 'Another' })
  const page = (await desk.call(of, `${of.memos}?limit=1`)).json
  assert.deepEqual([page.data[0].memo_id, page.limit], [second.memo_id, 1])
  const next = (await desk.call(of, `${of.memos}?limit=1&cursor=${page.next_cursor}`)).json
  assert.deepEqual([next.data[0].memo_id, next.next_cursor], [memo.memo_id, null])
})

test('what is no section, too long, of another loan or of another tenant is refused', async () => {
  const memo = await desk.newMemo(loan)
  const other = await desk.newLoan()
  for (const body of [
    { commentary: { weather: 'fine' } },
    { commentary: { risks: 'x'.repeat(20_001) } },
    { title: '' },
    { pages: 3 },
  ])
    assert.equal((await desk.call(loan, loan.memos, 'POST', body)).status, 400, JSON.stringify(body).slice(0, 80))
  const own = `${loan.memos}/${memo.memo_id}`
  for (const path of [own, `${own}/pdf`]) assert.equal((await desk.call(other, path)).status, 404)
  assert.equal((await desk.call(other, `${other.memos}/${memo.memo_id}`)).status, 404)
  assert.equal((await desk.call(other, `${own}/renders`, 'POST')).status, 404)
  assert.equal((await desk.call(loan, `${own}/renders`, 'POST', { snapshot_id: 'snap_nothing' })).status, 404)
})

test('memos need their scopes and a plan that has them', async () => {
  const { key } = await service.tenant({ plan: { features: ['exports'] } })
  assert.equal((await service.call(loan.memos, { key })).json.error.type, 'feature_not_in_plan')
  const readOnly = await service.keyFor(loan.tenant.workspace, { scopes: ['memos:read'] })
  assert.equal((await service.call(loan.memos, { key: readOnly.key })).status, 200)
  const refused = await service.call(loan.memos, { key: readOnly.key, method: 'POST', body: {} })
  assert.deepEqual([refused.status, refused.json.error.type], [403, 'missing_scope'])
})

test('a loan without figures has no memo to print', async () => {
  const of = await desk.newLoan()
  const memo = await desk.newMemo(of)
  const refused = await desk.call(of, `${of.memos}/${memo.memo_id}/renders`, 'POST')
  assert.deepEqual([refused.status, refused.json.error.type], [409, 'conflict'])
  assert.equal((await desk.call(of, `${of.memos}/${memo.memo_id}/pdf`)).status, 404)
})

test('a render goes from queued to a file with the hash it names, tells so once, and every read gives a fresh link', async () => {
  const memo = await desk.newMemo(loan, { commentary: COMMENTARY })
  const ordered = await desk.order(loan, memo.memo_id)
  assert.match(ordered.render_id, /^rnd_[0-9a-z]{26}$/)
  assert.deepEqual([ordered.status, ordered.progress], ['queued', { done: 0, total: 2 }])
  assert.deepEqual([ordered.snapshot_id, ordered.memo_version], [final.snapshot_id, 1])
  assert.deepEqual(Object.keys(ordered).sort(), [
    'created_at', 'download_expires_at', 'download_url', 'error', 'file', 'finished_at', 'links', 'loan_id', 'memo_id',
    'memo_version', 'progress', 'render_id', 'snapshot_id', 'started_at', 'status', 'updated_at',
  ]) // prettier-ignore
  const done = await desk.ended(loan, ordered.links.self)
  assert.deepEqual([done.status, done.progress, done.error], ['succeeded', { done: 2, total: 2 }, null])
  const bytes = await fileAt(done.download_url)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.equal(bytes.length, done.file.size_bytes)
  assert.equal(createHash('sha256').update(bytes).digest('hex'), done.file.sha256)
  const told = await desk.eventsOf(loan, 'memo_render.succeeded', ordered.render_id)
  assert.equal(told.length, 1)
  assert.deepEqual(told[0].data, {
    workspace_id: loan.tenant.workspace.id,
    borrower_id: loan.borrowerId,
    loan_id: loan.loanId,
    memo_id: memo.memo_id,
    render_id: ordered.render_id,
  })
  const listed = (await desk.call(loan, `${loan.memos}/${memo.memo_id}`)).json.latest_render
  assert.deepEqual([listed.render_id, listed.status], [ordered.render_id, 'succeeded'])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const again = (await desk.call(loan, ordered.links.self)).json
  assert.notEqual(again.download_url, done.download_url)
  const minutes = (Date.parse(again.download_expires_at) - Date.now()) / 60_000
  assert.ok(minutes > 4 && minutes <= 5)
})

test('the link to the latest file says which render it is of and whether anything has changed since', async () => {
  const of = await desk.spreadLoan()
  const memo = await desk.newMemo(of)
  const path = `${of.memos}/${memo.memo_id}/pdf`
  assert.equal((await desk.call(of, path)).status, 404)
  const { render, bytes } = await rendered(of, memo.memo_id)
  const link = (await desk.call(of, path)).json
  assert.deepEqual(
    [
      link.memo_id,
      link.loan_id,
      link.render_id,
      link.snapshot_id,
      link.expires_in_seconds,
      link.stale,
      link.rendered_at,
    ],
    [memo.memo_id, of.loanId, render.render_id, render.snapshot_id, 300, false, render.finished_at],
  )
  assert.deepEqual(await fileAt(link.url), bytes)
  const snapshot = await desk.finalize(of)
  assert.equal((await desk.call(of, path)).json.stale, true)
  await desk.order(of, memo.memo_id, { snapshot_id: snapshot.snapshot_id })
  const second = await rendered(of, memo.memo_id)
  assert.equal(second.render.snapshot_id, snapshot.snapshot_id)
  assert.equal((await desk.call(of, path)).json.stale, false)
  await desk.call(of, `${of.memos}/${memo.memo_id}`, 'PATCH', { title: 'Renamed' })
  assert.equal((await desk.call(of, path)).json.stale, true)
})

test('the same idempotency key orders one render', async () => {
  const memo = await desk.newMemo(loan)
  const order = () =>
    desk.call(loan, `${loan.memos}/${memo.memo_id}/renders`, 'POST', {}, { 'Idempotency-Key': `memo ${memo.memo_id}` })
  const [first, second] = [await order(), await order()]
  assert.deepEqual([first.status, second.status, second.text], [202, 202, first.text])
  assert.equal(second.headers.get('idempotency-replay'), 'true')
})

test('every figure that our own reader finds in the file is one of the snapshot, and what is shown of the snapshot is found', async (t) => {
  const memo = await desk.newMemo(loan, { commentary: COMMENTARY })
  const { bytes } = await rendered(loan, memo.memo_id)
  const pages = await pagesOf(bytes)
  const stated = valuesIn([final.payload, final.manifest])
  const found = pages.flatMap((page) => figuresIn(page))
  const foreign = found.filter(({ value }) => !stated.has(value))
  assert.deepEqual(foreign, [])
  t.diagnostic(`${found.length} figures on ${pages.length} pages, all of the snapshot`)
  assert.ok(found.length > 400, `only ${found.length} figures were read`)
  const printed = new Set(found.map(({ value }) => value))
  const [entity] = final.payload.entities
  const keys = ['revenue', 'net_income', 'ebitda', 'ebitda_normalized', 'total_assets', 'net_worth', 'debt_service_total',
    'dscr_ebitda', 'debt_to_worth', 'revenue_growth', 'loan_to_value'] // prettier-ignore
  let expected = 0
  for (const { attributes } of entity.periods)
    for (const { key, value } of attributes.filter((one: any) => keys.includes(one.key) && one.value !== null)) {
      assert.ok(printed.has(value), `${key} ${value} is not in the file`)
      expected += 1
    }
  assert.ok(expected > 35)
  for (const row of entity.statement)
    for (const value of row.values) if (value !== null) assert.ok(printed.has(value), `${row.label} ${value}`)
})

test('the file shows words, places, proofs and its seal; heads and page numbers are on every page', async () => {
  const of = await desk.spreadLoan()
  await desk.upload(of, unfootedInterim(), 'First quarter.pdf')
  await desk.spreadOf(of, 5)
  const snapshot = await desk.finalize(of)
  const memo = await desk.newMemo(of, { title: 'Memo on the expansion', commentary: COMMENTARY })
  const { bytes } = await rendered(of, memo.memo_id)
  if (process.env['TIEOUT_KEEP_MEMO']) writeFileSync(process.env['TIEOUT_KEEP_MEMO'], bytes)
  const pages = await pagesOf(bytes)
  const texts = pages.map(textOf)
  const all = texts.join(' ')
  assert.ok(pages.length >= 6)
  texts.forEach((text, at) => assert.ok(text.includes(`Page ${at + 1} of ${pages.length}`), `page ${at + 1}`))
  for (const text of texts.slice(1)) assert.match(text, /Harbor Mechanical, LLC, Memo on the expansion/)
  assert.ok(all.includes('after outgrowing the leased yard.'))
  assert.ok(all.includes('−3.10%'), 'a fall has a real minus sign')
  // Every period of the tables again where a table goes over the page.
  assert.ok(texts.filter((text) => text.includes('In dollars unless marked')).length >= 5)
  assert.match(all, /D1 p1/)
  assert.match(all, /D5 p1†/)
  assert.match(all, /'Total operating expenses' is the first that breaks/)
  assert.match(all, /19 of 19 checks/)
  assert.match(all, /1 of 5 documents are not proved in full/)
  assert.match(all, /Without words or figures: Structure, pricing and covenants/)
  const last = texts.at(-1) ?? ''
  for (const seal of [snapshot.manifest.hash, snapshot.manifest.payload_sha256, snapshot.snapshot_id])
    assert.ok(last.includes(seal), seal)
  for (const { extraction_sha256 } of snapshot.manifest.documents) assert.ok(all.includes(extraction_sha256))
})

test('the file is tagged, names its language and title, and carries its fonts', async () => {
  const memo = await desk.newMemo(loan, { title: 'Fonts' })
  const { bytes } = await rendered(loan, memo.memo_id)
  const raw = bytes.toString('latin1')
  for (const mark of ['/StructTreeRoot', '/MarkInfo', '/Lang (en-US)', '/DisplayDocTitle true', 'pdfuaid:part>1'])
    assert.ok(raw.includes(mark), mark)
  assert.equal(raw.match(/\/FontFile2/g)?.length, 2)
})

test('a render holds what was written when it was ordered, and guarantors only for those who may open the loan file', async () => {
  const memo = await desk.newMemo(loan, { commentary: { request: 'The first words.' } })
  await pipeline.stop()
  const ordered = await desk.order(loan, memo.memo_id)
  const plain = await service.keyFor(loan.tenant.workspace, { scopes: ['memos:read', 'memos:write'] })
  const path = `${loan.memos}/${memo.memo_id}`
  const second = (await service.call(`${path}/renders`, { key: plain.key, method: 'POST' })).json
  await desk.call(loan, path, 'PATCH', { commentary: { request: 'The second words.' } })
  pipeline = await startTestPipeline(service)
  const first = await desk.ended(loan, ordered.links.self)
  const open = (await pagesOf(await fileAt(first.download_url))).map(textOf).join(' ')
  assert.match(open, /The first words\./)
  assert.doesNotMatch(open, /The second words\./)
  assert.match(open, /Guarantors Harbor Holdings, LLC/)
  const closed = await desk.ended(loan, second.links.self)
  assert.doesNotMatch((await pagesOf(await fileAt(closed.download_url))).map(textOf).join(' '), /Harbor Holdings/)
})

test('words that the fonts cannot show, and words that look like markup, are printed as text', async () => {
  const memo = await desk.newMemo(loan, { commentary: { request: '#panic("x") *bold* $x$ <b> 漢字 😀 \\ `code` Жук' } })
  const { bytes } = await rendered(loan, memo.memo_id)
  const text = (await pagesOf(bytes)).map(textOf).join(' ')
  assert.ok(text.includes('#panic("x") *bold* $x$ <b> ?? ? \\ `code` Жук'), text.slice(0, 2_000))
})

test('a queued render is cancelled at once and told once; until it has ended its borrower cannot be deleted', async () => {
  const memo = await desk.newMemo(loan)
  await pipeline.stop()
  const { links, render_id } = await desk.order(loan, memo.memo_id)
  const held = await desk.call(loan, `/api/borrowers/${loan.borrowerId}`, 'DELETE')
  assert.deepEqual([held.status, held.json.error.type], [409, 'busy'])
  const cancelled = await desk.call(loan, links.cancel, 'POST')
  assert.deepEqual([cancelled.status, cancelled.json.status, cancelled.json.download_url], [200, 'cancelled', null])
  const again = await desk.call(loan, links.cancel, 'POST')
  assert.deepEqual([again.status, again.json], [200, cancelled.json])
  pipeline = await startTestPipeline(service)
  // A later one goes through the same hands: when it is done, the cancelled one was looked at too.
  await rendered(loan, memo.memo_id)
  assert.equal((await desk.call(loan, links.self)).json.status, 'cancelled')
  assert.equal((await desk.eventsOf(loan, 'memo_render.cancelled', render_id)).length, 1)
  assert.equal((await desk.eventsOf(loan, 'memo_render.succeeded', render_id)).length, 0)
})

test('a finished render cannot be cancelled, and one of another memo is not found', async () => {
  const memo = await desk.newMemo(loan)
  const { render } = await rendered(loan, memo.memo_id)
  const refused = await desk.call(loan, render.links.cancel, 'POST')
  assert.deepEqual([refused.status, refused.json.error.type], [409, 'render_finished'])
  const other = await desk.newMemo(loan)
  const path = `${loan.memos}/${other.memo_id}/renders/${render.render_id}`
  assert.equal((await desk.call(loan, path)).status, 404)
  assert.equal((await desk.call(loan, `${path}/cancel`, 'POST')).status, 404)
})

test('a render that cannot be printed, and one whose time is up, fail with their reason and are told once', async () => {
  const memo = await desk.newMemo(loan)
  await pipeline.stop()
  const broken = await desk.order(loan, memo.memo_id)
  const late = await desk.order(loan, memo.memo_id)
  const set = (columns: string, { render_id }: any) =>
    asSuperuser(service.database, `UPDATE memo_renders SET ${columns} WHERE id = $1`, [uuidOf('rnd', render_id)])
  await set(`document = '{"title": "torn"}'`, broken)
  await set(`created_at = now() - interval '31 minutes'`, late)
  pipeline = await startTestPipeline(service)
  for (const [ordered, code] of [
    [broken, 'unprintable'],
    [late, 'timed_out'],
  ] as const) {
    const ended = await desk.ended(loan, ordered.links.self)
    assert.deepEqual([ended.status, ended.error.code, ended.file], ['failed', code, null])
    const told = await desk.eventsOf(loan, 'memo_render.failed', ordered.render_id)
    assert.deepEqual(
      told.map((one) => one.data.reason),
      [code],
    )
  }
})

test('the files of a loan go with it', async () => {
  const of = await desk.spreadLoan()
  const { render } = await rendered(of, (await desk.newMemo(of)).memo_id)
  assert.equal((await desk.call(of, `/api/loans/${of.loanId}`, 'DELETE')).status, 204)
  assert.equal((await desk.call(of, render.links.self)).status, 404)
  for (const end = Date.now() + 20_000; (await fetch(render.download_url)).status !== 404;) {
    assert.ok(Date.now() < end, 'the bytes are still there')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
})
