/** `npm run pictures`: every state of the documents surface, on the running service. Looked over by axe, then by people. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { show, withoutBrowser } from '../support/browser.ts'
import { dragFiles, slowUploads } from '../support/drag.ts'
import { PROFIT_AND_LOSS, statementsPdf } from '../support/documents/loan-package.ts'
import { startStage } from '../support/surfaces.ts'
import { shoot } from '../support/shots.ts'
import { startTestPipeline } from '../support/uploads.ts'

if (withoutBrowser) throw new Error(withoutBrowser)

const SAMPLES = resolve(import.meta.dirname, '../../seed/samples')
const sample = (name: string): string => join(SAMPLES, `${name}.pdf`)
const stage = await startStage({ isIdle: true })
const loan = await stage.loan('Pioneer Mechanical Company', 'Equipment line 2026')
const host = await stage.host({ loanId: loan.loanId, surface: 'documents', userId: 'officer-1' })

/** A file as a browser's file field takes it. */
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const choose = (frame: Frame, ...files: ReturnType<typeof file>[]) => frame.getByLabel('Files').setInputFiles(files)

/** Names what the page is brought to, and takes its pictures. */
const statesOf = (t: TestContext, page: Page) => (name: string, reach: () => Promise<unknown>) =>
  t.test(name, async () => {
    await reach()
    await shoot(page, `documents-${name}`)
  })

/** Keeps the list of files as it is at this moment: what passes in a second stays to be looked at. */
async function hold(page: Page, isMoment: (jobs: any[]) => boolean): Promise<() => Promise<void>> {
  let kept: { status: number; text: string } | null = null
  const address = /\/jobs\?/
  const path = `/api/borrowers/${loan.borrowerId}/jobs?loanId=${loan.loanId}&limit=100`
  for (const end = Date.now() + 30_000; kept === null && Date.now() < end;) {
    const reply = await stage.call(path)
    if (isMoment(reply.json.data)) kept = reply
  }
  if (kept === null) throw new Error('the moment was missed')
  const { status, text } = kept
  await page.route(address, (route) => route.fulfill({ status, body: text, contentType: 'application/json' }))
  return () => page.unroute(address)
}

/** A ledger long enough to be seen on its way. */
const LEDGER = statementsPdf(Array.from({ length: 90 }, () => PROFIT_AND_LOSS))

test('from an empty loan to files that are being read', async (t) => {
  const page = await stage.page()
  const { frame } = await show(page, host)
  const state = statesOf(t, page)
  await state('empty', () => frame.getByText('No documents yet').waitFor())

  const folder = mkdtempSync(join(tmpdir(), 'tieout-drag-'))
  const ledger = join(folder, 'General ledger 2024.pdf')
  writeFileSync(ledger, LEDGER)
  const drag = await dragFiles(page, frame.locator('.drop'), [ledger, sample('bank-statement-retail')])
  await state('dragging', () => frame.getByText('Let go to send').waitFor())

  const faster = await slowUploads(page, LEDGER.length / 30)
  await state('uploading', async () => {
    await drag.drop()
    await frame
      .getByText(/^[1-9]\d*(\.\d)? KB of/)
      .first()
      .waitFor({ timeout: 20_000 })
  })
  await faster()
  rmSync(folder, { recursive: true })
  await state('waiting', () => frame.getByText('Waiting for its turn').nth(1).waitFor({ timeout: 60_000 }))

  const released = hold(page, (jobs) =>
    jobs.some(({ status, progress }) => status === 'PROCESSING' && progress.pages_done > 0),
  )
  await startTestPipeline(stage.service)
  const release = await released
  await state('reading', () => frame.getByText('Being read', { exact: true }).first().waitFor())
  await release()
  await page.close()
})

test('from a package that was cut to files that cannot be read', async (t) => {
  const second = await stage.loan('Pioneer Mechanical Company', 'Equipment line 2026')
  await stage.read(second, 'Pioneer year-end package.pdf', readFileSync(sample('package-year-end')))
  await stage.read(second, 'Checking 4471, December.pdf', readFileSync(sample('bank-statement-retail')))
  const shown = await stage.host({ loanId: second.loanId, surface: 'documents', userId: 'officer-1' })
  const page = await stage.page()
  const { frame } = await show(page, shown)
  const state = statesOf(t, page)
  await state('cut', async () => {
    await frame.locator('.thumb img').nth(4).waitFor({ timeout: 60_000 })
  })
  await state('evidence', () => frame.locator('.why summary').first().click())
  await frame.locator('.why summary').first().click()
  await state('page', async () => {
    await frame
      .getByRole('button', { name: /^Page 1 of/ })
      .first()
      .click()
    await frame.getByRole('dialog').locator('img').waitFor()
  })
  await page.keyboard.press('Escape')
  await state('reclassify', async () => {
    await frame.getByRole('button', { name: 'Not this?' }).first().click()
    await frame.getByLabel('Kind').selectOption('Bank Statement')
  })
  await page.keyboard.press('Escape')

  await state('troubles', async () => {
    const long = 'Pioneer Mechanical Company – copy of the signed year-end package sent by the accountant (2).pdf'
    await choose(
      frame,
      file(long, readFileSync(sample('package-year-end'))),
      file('interim statements.pdf', Buffer.from('%PDF-1.7 nothing more')),
      file('cover letter.docx', Buffer.from('a letter')),
    )
    await frame.getByText('The same file is in this loan already').waitFor({ timeout: 30_000 })
    await frame.getByText('The file is damaged.').waitFor({ timeout: 60_000 })
    await frame.getByText('Files of this kind are not read.').waitFor()
    await frame.locator('.thumb img').first().waitFor({ timeout: 60_000 })
  })
  await page.close()
})

test('proofs that hold, fail and had nothing to test, and a long document', async () => {
  const other = await stage.loan('Harbor Mechanical, LLC')
  const wrong = { ...PROFIT_AND_LOSS, rows: PROFIT_AND_LOSS.rows.map(withWrongRent) }
  await stage.read(other, 'Harbor P&L 2024.pdf', statementsPdf([wrong]))
  await stage.read(other, 'Letter.pdf', readFileSync(sample('other-paper')))
  await stage.read(other, 'Tax return 2024.pdf', readFileSync(sample('tax-return-retail')))
  const shown = await stage.host({ loanId: other.loanId, surface: 'documents', userId: 'officer-1' })
  await stage.within(shown, {}, async ({ page, frame }) => {
    await frame.locator('.thumb img').nth(2).waitFor({ timeout: 60_000 })
    await shoot(page, 'documents-proofs')
  })
  const onlyReads = await stage.host({
    loanId: other.loanId,
    surface: 'documents',
    userId: 'auditor-1',
    scopes: ['borrowers:read', 'documents:read', 'extractions:read'],
  })
  await stage.within(onlyReads, {}, async ({ page, frame }) => {
    await frame.locator('.thumb img').nth(2).waitFor({ timeout: 60_000 })
    await shoot(page, 'documents-read-only')
  })
})

/** Rent with two digits the other way round: the statement no longer adds up. */
const withWrongRent = (row: (typeof PROFIT_AND_LOSS.rows)[number]) =>
  row[0] === 'Rent' ? (['Rent', 1, '06,000.00', '60,000.00'] as const) : row
