/**
 * Cancelling renders and exports at every boundary: first each boundary on its own, then many at once at random moments.
 * Whatever the moment, a piece of work ends once, says so once, and leaves bytes only when it has succeeded.
 * TIEOUT_CHAOS_CANCELS sets how many of each kind are under way at once.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TypstMemos } from '../../src/adapters/typst-memos/typst-memos.ts'
import { XlsxSheets } from '../../src/adapters/xlsx-sheets.ts'
import { ZipArchives } from '../../src/adapters/zip-archives.ts'
import type { ObjectStore, WorkerDeps } from '../../src/domain/deps.ts'
import { beginExport, bundleExport, exportDocument } from '../../src/domain/exports/run-export.ts'
import { beginRender, composeRender, printRender } from '../../src/domain/memos/run-render.ts'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { MemoDesk } from '../support/memos.ts'
import { keysUnder } from '../support/objects.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startTestService, testSettings } from '../support/service.ts'
import type { Reply } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startTestPipeline } from '../support/uploads.ts'

const EACH = Number(process.env['TIEOUT_CHAOS_CANCELS'] ?? 24)
/** How long after its beginning the latest cancel of work under way comes. */
const LATEST_CANCEL_MS = 2_000

const service = await startTestService()
let pipeline = await startTestPipeline(service)
const desk = new MemoDesk(service)
const loan = await desk.spreadLoan()
const memo = await desk.newMemo(loan)
const documentIds = (await desk.spreadOf(loan, 4)).manifest.documents.map((one: any) => one.document_id)

const prefix = (kind: 'memos' | 'exports', id = ''): string =>
  `${loan.tenant.workspace.uuid}/${loan.borrowerId}/${loan.loanId}/${kind}/${id && `${id}/`}`

interface Work {
  readonly id: string
  readonly links: { readonly self: string; readonly cancel: string }
}

async function orderRender(): Promise<Work> {
  const { status, text, json } = await post(`${loan.memos}/${memo.memo_id}/renders`)
  assert.equal(status, 202, text)
  return { id: json.render_id, links: json.links }
}

async function orderExport(): Promise<Work> {
  const body = { borrower_id: loan.borrowerId, loan_id: loan.loanId, document_ids: documentIds }
  const { status, text, json } = await post('/api/extractions/exports', body)
  assert.equal(status, 202, text)
  return { id: json.export_id, links: json.links }
}

/** A service that is asked too much at once says so and has changed nothing: a client asks again. */
async function post(path: string, body?: unknown): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await desk.call(loan, path, 'POST', body)
    if (reply.status !== 503 || attempt === 20) return reply
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const statusOf = async (work: Work): Promise<string> => (await desk.call(loan, work.links.self)).json.status

/** Every end that was told of this piece of work, from the table itself: lists have pages. */
async function endsOf(id: string): Promise<string[]> {
  const rows = await asSuperuser<{ type: string }>(
    service.database,
    `SELECT type FROM events WHERE data->>'render_id' = $1 OR data->>'export_id' = $1`,
    [id],
  )
  return rows.map(({ type }) => type)
}

/** The steps of both kinds by hand, with a cancel put at one moment. */
function byHand(cancel: () => Promise<void>) {
  const objects = objectStoreOf(parseConfig(testSettings(service.database)))
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 2 })
  const printer = new TypstMemos()
  const archives = new ZipArchives(objects)
  const at = { moment: '' }
  const deps: Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'memoPrinter' | 'sheets' | 'archives' | 'faults'> = {
    db,
    clock: { now: () => new Date() },
    objects: {
      write: async (...parts) => {
        await objects.write(...parts)
        if (at.moment === 'written') await cancel()
      },
    } as ObjectStore,
    memoPrinter: {
      print: async (document) => {
        if (at.moment === 'printing') await cancel()
        return printer.print(document)
      },
    },
    sheets: new XlsxSheets(),
    archives: {
      write: async (...parts) => {
        const packed = await archives.write(...parts)
        if (at.moment === 'packed') await cancel()
        return packed
      },
    },
    faults: { report: (error) => assert.fail(String(error)) },
  }
  const close = async (): Promise<void> => {
    objects.close()
    await db.close()
  }
  return { deps, at, close }
}

type Moment =
  'queued' | 'begun' | 'composed' | 'printing' | 'written' | 'first document' | 'last document' | 'packed' | 'ended'

async function runRender(work: Work, moment: Moment, cancel: () => Promise<void>): Promise<void> {
  const { deps, at, close } = byHand(cancel)
  const run = { workspaceUuid: loan.tenant.workspace.uuid, renderId: work.id }
  try {
    if (moment === 'queued') await cancel()
    if (!(await beginRender(deps, run))) return
    if (moment === 'begun') await cancel()
    if (!(await composeRender(deps, run))) return
    if (moment === 'composed') await cancel()
    at.moment = moment
    await printRender(deps, run)
    if (moment === 'ended') await cancel()
  } finally {
    await close()
  }
}

async function runExport(work: Work, moment: Moment, cancel: () => Promise<void>): Promise<void> {
  const { deps, at, close } = byHand(cancel)
  const run = { workspaceUuid: loan.tenant.workspace.uuid, exportId: work.id }
  try {
    if (moment === 'queued') await cancel()
    const count = await beginExport(deps, run)
    if (count === null) return
    if (moment === 'begun') await cancel()
    for (let position = 0; position < count; position += 1) {
      at.moment = position === 1 ? moment : ''
      if (!(await exportDocument(deps, run, position))) return
      if (moment === 'first document' && position === 0) await cancel()
      if (moment === 'last document' && position === count - 1) await cancel()
    }
    at.moment = moment
    await bundleExport(deps, run)
    if (moment === 'ended') await cancel()
  } finally {
    await close()
  }
}

type Kind = 'memos' | 'exports'
const BOUNDARIES: readonly (readonly [kind: Kind, moments: readonly Moment[]])[] = [
  ['memos', ['queued', 'begun', 'composed', 'printing', 'written', 'ended']],
  ['exports', ['queued', 'begun', 'first document', 'written', 'last document', 'packed', 'ended']],
]

test('cancelled at any boundary, work ends cancelled, is told once and leaves no bytes; after its end it cannot be', async () => {
  await pipeline.stop()
  const outcomes: { work: Work; kind: Kind; moment: Moment; answer: number }[] = []
  for (const [kind, moment] of BOUNDARIES.flatMap(([of, moments]) => moments.map((one) => [of, one] as const))) {
    const work = await (kind === 'memos' ? orderRender() : orderExport())
    let answer = 0
    const cancel = async (): Promise<void> => {
      answer = (await desk.call(loan, work.links.cancel, 'POST')).status
    }
    await (kind === 'memos' ? runRender : runExport)(work, moment, cancel)
    outcomes.push({ work, kind, moment, answer })
  }
  // The pipeline meets the orders again, and deletes what was left to be deleted.
  pipeline = await startTestPipeline(service)
  for (const { work, kind, moment, answer } of outcomes) {
    const isLate = moment === 'ended'
    const name = `${kind} ${moment}`
    assert.equal(answer, isLate ? 409 : 200, name)
    assert.equal(await statusOf(work), isLate ? 'succeeded' : 'cancelled', name)
    const end = `${kind === 'memos' ? 'memo_render' : 'export'}.${isLate ? 'succeeded' : 'cancelled'}`
    assert.deepEqual(await endsOf(work.id), [end], name)
    await until(
      async () => (await keysUnder(service.database, prefix(kind, work.id))).length === (isLate ? 1 : 0),
      20_000,
    )
  }
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const never = (): never => assert.fail('no moment')
const ended = (work: Work): Promise<any> => desk.ended(loan, work.links.self, 120_000)

async function underWay(work: Work): Promise<void> {
  while ((await statusOf(work)) === 'queued') await pause(100)
}

/** When a piece of work is cancelled: at once, as it begins, somewhere on its way, and when it is over. */
const MOMENTS: readonly ((work: Work) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  underWay,
  async (work) => {
    await underWay(work)
    await pause(Math.random() * LATEST_CANCEL_MS)
  },
  ended,
]

test(`${EACH} renders and ${EACH} exports cancelled at random moments: each ends once, is told once, and no bytes are left over`, async (t) => {
  // In processes of their own, so that the service answers while they work.
  await pipeline.stop()
  await startPipelineProcesses(service)
  const before = {
    memos: await keysUnder(service.database, prefix('memos')),
    exports: await keysUnder(service.database, prefix('exports')),
  }
  // The first one waits for the worker to be there; the others meet it at work.
  before.memos.push(`${prefix('memos', (await ended(await orderRender())).render_id)}memo.pdf`)
  const asked = await Promise.all(
    [orderRender, orderExport].flatMap((order) =>
      Array.from({ length: EACH }, async (_, at) => {
        const work = await order()
        await (MOMENTS[at % MOMENTS.length] ?? never)(work)
        const cancel = await post(work.links.cancel)
        return { work, answer: cancel.status, at: cancel.json.status ?? cancel.json.error.type }
      }),
    ),
  )
  const kept: string[] = []
  for (const { work, answer, at } of asked) {
    const last = await ended(work)
    assert.equal(last.status, answer === 200 ? 'cancelled' : 'succeeded', `${work.id}: ${answer} ${at}`)
    const [kind, event] = work.id.startsWith('rnd_')
      ? (['memos', 'memo_render'] as const)
      : (['exports', 'export'] as const)
    assert.deepEqual(await endsOf(work.id), [`${event}.${last.status}`])
    if (last.status === 'succeeded')
      kept.push(`${prefix(kind, work.id)}${kind === 'memos' ? 'memo.pdf' : 'bundle.zip'}`)
  }
  for (const kind of ['memos', 'exports'] as const) {
    const expected = [...before[kind], ...kept.filter((key) => key.startsWith(prefix(kind)))].sort()
    let found: string[] = []
    await until(async () => {
      found = await keysUnder(service.database, prefix(kind))
      return found.length <= expected.length
    }, 60_000)
    assert.deepEqual(found, expected)
  }
  const count = (word: string): number => asked.filter(({ at }) => at === word).length
  t.diagnostic(
    `cancelled while queued ${count('cancelled')}, under way ${count('cancelling')}; too late ` +
      `${count('render_finished') + count('export_finished')}; files kept ${kept.length}`,
  )
  assert.ok(count('cancelling') > 0 && kept.length > 0, 'cancels came at one moment only: nothing was tested')
})
