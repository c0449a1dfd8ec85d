/** The session of a surface in a real browser: who may frame it, how it is renewed and how it ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { show, startHost, withoutBrowser } from '../support/browser.ts'
import { statementsPdf } from '../support/documents/loan-package.ts'
import { harborStage, STATEMENT } from '../support/harbor.ts'
import { rowOf } from '../support/surfaces.ts'
import { until } from '../support/until.ts'

const skip = withoutBrowser
if (skip) console.error(skip)
const fixture = skip ? null : await harborStage()

test(
  'a page of an origin that is not allowed cannot frame the surface, and no token was ever in an address',
  { skip },
  async () => {
    const { stage, host, options } = fixture!
    const foreign = await startHost({ tieoutUrl: stage.service.url, apiKey: stage.tenant.key, ...options })
    const page = await stage.page()
    const addresses: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
    try {
      await page.goto(foreign.origin)
      await until(() => complaints.some((text) => text.includes('frame-ancestors')), 15_000)
      assert.deepEqual(await page.evaluate('window.heard'), [])
      await page.goto(host.origin)
      await page.waitForFunction("window.heard.some(({ type }) => type === 'ready')")
      assert.ok(addresses.length > 5)
      // The browser keeps the fragment to itself: what it sent are paths without one.
      for (const address of addresses) assert.doesNotMatch(new URL(address).pathname + new URL(address).search, /svc_/)
      const frame = page.frames().find((candidate) => candidate.url().includes('/embed/'))
      assert.ok(frame)
      assert.equal(await frame.evaluate('location.hash'), '')
      assert.deepEqual(await frame.evaluate('[document.cookie, localStorage.length, sessionStorage.length]'), [
        '',
        0,
        0,
      ])
    } finally {
      await page.close()
      await foreign.close()
    }
  },
)

test('a session about to end is renewed by the host, and the person goes on where they were', { skip }, async () => {
  const { stage, options } = fixture!
  // The host is told a minute before the end: here, two seconds after the beginning.
  const host = await stage.host({ ...options, tokenLifetimeSeconds: 62 })
  const page = await stage.page()
  const tokens = new Set<string>()
  page.on('request', (request) => {
    const token = request.headers()['authorization']
    if (token?.startsWith('Bearer svc_embed_')) tokens.add(token)
  })
  try {
    const { frame, heard } = await show(page, host)
    await frame.getByPlaceholder(/Search/).fill('insurance')
    await frame.getByRole('gridcell', { name: '12,500.50' }).last().waitFor()
    const count = async (type: string): Promise<number> => (await heard()).filter((said) => said.type === type).length
    await until(async () => (await count('ready')) >= 2, 20_000)
    assert.ok((await count('session-expiring')) >= 1)
    assert.equal(await frame.getByPlaceholder(/Search/).inputValue(), 'insurance', 'nothing was lost')
    await frame.getByPlaceholder(/Search/).fill('rent')
    await frame.getByRole('gridcell', { name: '60,000.00' }).last().click()
    await frame.getByText('printed “60,000.00”').waitFor()
    assert.equal(await count('session-ended'), 0)
    assert.ok(tokens.size >= 2, 'the renewed session has a token of its own, and it is used')
  } finally {
    await page.close()
  }
})

test('a session that is revoked ends the surface at its next question, and says so to the host', { skip }, async () => {
  const { stage, loan, options } = fixture!
  const host = await stage.host({ ...options, userId: 'analyst-2' })
  const page = await stage.page()
  try {
    const { frame, heard } = await show(page, host)
    await frame.getByText('Foots to the cent').first().waitFor()
    const { json } = await stage.call('/api/audit-log?limit=5')
    const exchange = json.data.find(({ action }: { action: string }) => action === 'embed_handle.exchanged')
    assert.equal((await stage.call(`/api/embed/sessions/${exchange.actor.id}`, { method: 'DELETE' })).status, 204)
    await frame.getByRole('heading', { name: 'The session has ended' }).waitFor({ timeout: 20_000 })
    assert.equal(await frame.getByText('12,500.50').count(), 0, 'no figure is left on the screen')
    assert.ok((await heard()).some(({ type }) => type === 'session-ended'))
    assert.equal((await stage.call(`/api/loans/${loan.loanId}`)).status, 200, 'the key is as good as before')
  } finally {
    await page.close()
  }
})

test(
  'two companies of a loan are chosen by name, each with its own statement and its own place',
  { skip },
  async () => {
    const { stage } = fixture!
    const group = await stage.loan('Harbor Group')
    const sister = { ...STATEMENT, heads: ['Pioneer Dental, Inc.', ...STATEMENT.heads.slice(1)], rows: SISTER_ROWS }
    await stage.read(group, 'harbor.pdf', statementsPdf([STATEMENT]))
    await stage.read(group, 'pioneer.pdf', statementsPdf([sister]))
    await stage.mapped(group, 2)
    const host = await stage.host({ loanId: group.loanId, surface: 'spreading', userId: 'analyst-3' })
    const company = 'Pioneer Dental, Inc.'
    await stage.within(host, {}, async (surface) => {
      const { frame, page } = surface
      await rowOf(surface, 'Gross profit').getByText('600,000.00').waitFor()
      assert.equal(await frame.getByLabel('Company').locator('option').count(), 2)
      const saved = page.waitForResponse(
        (response) => response.url().endsWith('/api/embed/work') && response.request().method() === 'PUT',
      )
      await frame.getByLabel('Company').selectOption({ label: company })
      await rowOf(surface, 'Operating income').getByText('30,000.00').waitFor()
      assert.equal(await frame.getByText('600,000.00').count(), 0)
      await saved
    })
    await stage.within(host, {}, async (surface) => {
      await rowOf(surface, 'Operating income').getByText('30,000.00').waitFor()
      assert.equal(await surface.frame.getByLabel('Company').locator('option:checked').textContent(), company)
    })
  },
)

const SISTER_ROWS = [
  ['Revenue', 0, '50,000.00', '45,000.00'],
  ['Operating expenses', 0],
  ['Rent', 1, '20,000.00', '18,000.00'],
  ['Total operating expenses', 0, '20,000.00', '18,000.00'],
  ['Net income', 0, '30,000.00', '27,000.00'],
] as const
