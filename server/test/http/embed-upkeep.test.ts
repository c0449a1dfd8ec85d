/** What ended long ago is removed; what somebody may still come back to or ask about is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetSessions } from '../../src/domain/embed/forget-sessions.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { newLoan } from '../support/uploads.ts'

const service = await startTestService()
const DAY_MS = 24 * 60 * 60 * 1000

test('handles, sessions and the work of unnamed sessions go thirty days after their end, and nothing sooner', async (t) => {
  const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 1 })
  t.after(() => db.close())
  const { key } = await service.tenant()
  const { loanId } = await newLoan(service, key)
  const mint = (path: string, body: object = {}) =>
    service.call(path, { key, method: 'POST', body: { loan_id: loanId, ...body } })
  const named = await mint('/api/embed/sessions', { external_user_id: 'analyst-1' })
  const unnamed = await mint('/api/embed/sessions')
  for (const session of [named, unnamed]) {
    const work = { key: session.json.token as string, method: 'PUT', body: { work: { place: 1 } } }
    assert.equal((await service.call('/api/embed/work', work)).status, 200)
  }
  const unused = await mint('/api/embed/iframe-urls', { surface: 'documents' })
  const used = await mint('/api/embed/iframe-urls', { surface: 'documents' })
  const handle = new URL(used.json.url as string).hash.replace('#handle=', '')
  assert.equal((await service.call('/api/embed/exchange', { method: 'POST', body: { handle } })).status, 200)
  const rows = async (): Promise<readonly number[]> => {
    const counts = ['embed_sessions', 'embed_handles', 'embed_work'].map(async (table) => {
      const [row] = await asSuperuser<{ n: number }>(service.database, `SELECT count(*)::integer AS n FROM ${table}`)
      return row?.n ?? -1
    })
    return Promise.all(counts)
  }
  const sweepIn = (days: number): Promise<number> =>
    forgetSessions({ db, clock: { now: () => new Date(Date.now() + days * DAY_MS) } })

  assert.deepEqual(await rows(), [3, 2, 2])
  assert.equal(await sweepIn(29), 0)
  assert.deepEqual(await rows(), [3, 2, 2])
  assert.equal(await sweepIn(31), 5)
  assert.deepEqual(await rows(), [0, 0, 1], 'the work of a named person waits for them')
  assert.equal((await service.call(`/api/embed/iframe-urls/${unused.json.handle_id}`, { key })).status, 404)
  const again = await mint('/api/embed/sessions', { external_user_id: 'analyst-1' })
  const found = await service.call('/api/embed/work', { key: again.json.token as string })
  assert.deepEqual(found.json.work, { place: 1 })
})
