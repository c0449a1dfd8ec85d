/** The documents surface in a real browser, in a frame on another origin, on the running service. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { seriousFindings } from '../support/accessibility.ts'
import { allow, openBrowser, show, startHost, withoutBrowser } from '../support/browser.ts'
import type { ShownSurface } from '../support/browser.ts'
import { loanPackage } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import { newLoan, startTestPipeline } from '../support/uploads.ts'

const skip = withoutBrowser
if (skip) console.error(skip)
const PICTURES = process.env['TIEOUT_PICTURES']
/** An attacker's file name; a plain one in pictures, which are for customers. */
const XSS_NAME = PICTURES === undefined ? 'package <img src=x onerror=window.pwned=1>.pdf' : 'Harbor loan package.pdf'

async function setUp() {
  const service = await startTestService()
  await startTestPipeline(service)
  const tenant = await service.tenant()
  const { borrowerId, loanId } = await newLoan(service, tenant.key)
  const browser = await openBrowser()
  const host = await startHost({
    tieoutUrl: service.url,
    apiKey: tenant.key,
    loanId,
    surface: 'documents',
    userId: 'officer-1',
  })
  await allow(service, tenant, [host.origin])
  service.companions.push(
    () => browser.close(),
    () => host.close(),
  )
  return { service, tenant, browser, host, borrowerId }
}

const fixture = skip ? null : await setUp()

async function picture(surface: ShownSurface, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await surface.page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

test(
  'a file goes straight to the object store, is cut into its documents, and shows them with class, evidence, proof and pages',
  { skip },
  async () => {
    const { browser, host, service, tenant, borrowerId } = fixture!
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const surface = await show(page, host)
    const { frame } = surface
    await frame.getByText('This loan has no documents yet.').waitFor()
    await picture(surface, 'documents-empty-1280-light')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(new URL(request.url()).origin)
    })
    const file = { name: XSS_NAME, mimeType: 'application/pdf', buffer: loanPackage() }
    await frame.getByLabel('Files').setInputFiles([file])
    await frame.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 })
    assert.equal(sent.length, 1)
    assert.notEqual(sent[0], service.url, 'the bytes do not pass through the service')
    for (const category of ['Profit Loss Statement', 'Balance Sheet', 'Cash Flow Statement', 'Other']) {
      await frame.getByRole('heading', { name: category }).waitFor()
    }
    assert.ok((await frame.getByText(/Proved: \d+ of \d+ checks hold/).count()) >= 2)
    assert.ok((await frame.getByText(/told by “.+” on page \d/).count()) >= 2)
    await frame.locator('.thumb img').nth(3).waitFor({ timeout: 60_000 })
    assert.equal(await frame.evaluate('window.pwned'), undefined)
    assert.deepEqual(await seriousFindings(frame), [])
    await picture(surface, 'documents-1280-light')

    // The same bytes again, and a file that is none of ours.
    const copy = { ...file, name: 'copy.pdf' }
    const damaged = { name: 'damaged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing more') }
    const foreign = { name: 'letter.docx', mimeType: 'application/msword', buffer: Buffer.from('x') }
    await frame.getByLabel('Files').setInputFiles([copy, damaged, foreign])
    await frame.getByText(`as ${XSS_NAME}`).waitFor({ timeout: 30_000 })
    await frame.getByText('The file is damaged.').waitFor({ timeout: 60_000 })
    await frame.getByText('Files of this kind are not read.').waitFor()
    await picture(surface, 'documents-troubles-1280-light')

    await frame
      .getByRole('listitem')
      .filter({ has: frame.getByRole('heading', { name: 'Cash Flow Statement' }) })
      .getByRole('button', { name: 'Not this?' })
      .click()
    await frame.getByLabel('Kind').selectOption('Debt Schedule')
    assert.deepEqual(await seriousFindings(frame), [])
    await frame.getByRole('button', { name: 'Read it as this' }).click()
    await frame.getByRole('heading', { name: 'Debt Schedule' }).waitFor({ timeout: 60_000 })
    const list = await service.call(`/api/borrowers/${borrowerId}/extractions/debt-schedules`, { key: tenant.key })
    assert.equal(list.json.data.length, 1)
    assert.deepEqual(surface.complaints, [])
    await page.close()
  },
)

test('the surface stands in the dark and on a narrow screen, without serious findings', { skip }, async () => {
  const { browser, host } = fixture!
  for (const [width, colorScheme] of [
    [768, 'light'],
    [1280, 'dark'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
    const surface = await show(page, host)
    await surface.frame.locator('.thumb img').first().waitFor({ timeout: 30_000 })
    await picture(surface, `documents-${width}-${colorScheme}`)
    assert.deepEqual(await seriousFindings(surface.frame), [], `${width} ${colorScheme}`)
    await page.close()
  }
})
