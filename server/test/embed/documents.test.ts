/** The documents surface in a real browser, in a frame on another origin, on the running service. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Frame } from 'playwright-core'
import { seriousFindings } from '../support/accessibility.ts'
import { show, withoutBrowser } from '../support/browser.ts'
import { loanPackage } from '../support/documents/loan-package.ts'
import { dragFiles } from '../support/drag.ts'
import type { Drag } from '../support/drag.ts'
import { startStage } from '../support/surfaces.ts'
import { until } from '../support/until.ts'

const skip = withoutBrowser
if (skip) console.error(skip)
/** An attacker's file name. */
const XSS_NAME = 'package <img src=x onerror=window.pwned=1>.pdf'
const AGING = 'Customer,Current,Over 90,Total\nAcme,100.00,0.00,100.00\nTotal,100.00,0.00,100.00\n'

async function setUp() {
  const stage = await startStage()
  const loan = await stage.loan('Harbor')
  return { stage, loan, host: await stage.host({ loanId: loan.loanId, surface: 'documents', userId: 'officer-1' }) }
}

/** Holds files over the surface, as a hand does, until it asks to let go of them, and a moment longer. */
async function holdUntilSeen(drag: Drag, frame: Frame): Promise<void> {
  await until(async () => {
    await drag.hold()
    return frame.getByText('Let go to send').isVisible()
  })
  await drag.hold()
}

const fixture = skip ? null : await setUp()

test(
  'a file goes straight to the object store, is cut into its documents, and shows them with class, evidence, proof and pages',
  { skip },
  () => {
    const { stage, loan, host } = fixture!
    return stage.within(host, {}, async ({ page, frame, complaints }) => {
      await frame.getByText('No documents yet').waitFor()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'PUT') sent.push(new URL(request.url()).origin)
      })
      const file = { name: XSS_NAME, mimeType: 'application/pdf', buffer: loanPackage() }
      await frame.getByLabel('Files').setInputFiles([file])
      await frame.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 })
      assert.equal(sent.length, 1)
      assert.notEqual(sent[0], stage.service.url, 'the bytes do not pass through the service')
      for (const category of ['Profit Loss Statement', 'Balance Sheet', 'Cash Flow Statement', 'Other']) {
        await frame.getByRole('heading', { name: category }).waitFor()
      }
      assert.ok((await frame.getByText(/Proved: \d+ of \d+ checks hold/).count()) >= 2)
      assert.ok((await frame.getByText(/^Told by “.+” on page \d/).count()) >= 2)
      await frame.locator('.thumb img').nth(3).waitFor({ timeout: 60_000 })
      assert.equal(await frame.evaluate('window.pwned'), undefined)
      assert.deepEqual(await seriousFindings(frame), [])

      // The same bytes again, and a file that is none of ours.
      const copy = { ...file, name: 'copy.pdf' }
      const damaged = { name: 'damaged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing more') }
      const foreign = { name: 'letter.docx', mimeType: 'application/msword', buffer: Buffer.from('x') }
      await frame.getByLabel('Files').setInputFiles([copy, damaged, foreign])
      await frame.getByText(`as ${XSS_NAME}`).waitFor({ timeout: 30_000 })
      await frame.getByText('The file is damaged.').waitFor({ timeout: 60_000 })
      await frame.getByText('Files of this kind are not read.').waitFor()

      await frame
        .getByRole('listitem')
        .filter({ has: frame.getByRole('heading', { name: 'Cash Flow Statement' }) })
        .getByRole('button', { name: 'Not this?' })
        .click()
      await frame.getByLabel('Kind').selectOption('Debt Schedule')
      assert.deepEqual(await seriousFindings(frame), [])
      await frame.getByRole('button', { name: 'Read it as this' }).click()
      await frame.getByRole('heading', { name: 'Debt Schedule' }).waitFor({ timeout: 60_000 })
      const list = await stage.call(`/api/borrowers/${loan.borrowerId}/extractions/debt-schedules`)
      assert.equal(list.json.data.length, 1)
      assert.deepEqual(complaints, [])
    })
  },
)

test(
  'files that are dropped on the surface by hand are sent and read, wherever they are let go',
  { skip },
  async () => {
    const { stage, host } = fixture!
    const folder = mkdtempSync(join(tmpdir(), 'tieout-drop-'))
    try {
      const paths = ['dropped one.pdf', 'dropped two.csv'].map((name) => join(folder, name))
      writeFileSync(paths[0] ?? '', Buffer.concat([loanPackage(), Buffer.from('\n')]))
      writeFileSync(paths[1] ?? '', AGING)
      await stage.within(host, {}, async ({ page, frame }) => {
        await frame.getByText('Drop files here').waitFor()
        const drag = await dragFiles(page, frame.locator('main'), paths)
        await holdUntilSeen(drag, frame)
        await drag.drop()
        await frame.getByText('Drop files here').waitFor()
        for (const name of ['dropped one.pdf', 'dropped two.csv']) {
          const file = frame.getByRole('region', { name })
          await file.getByText('Read', { exact: true }).waitFor({ timeout: 60_000 })
        }
        assert.ok(frame.url().includes('/embed/'), 'the browser did not leave for the file')
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

test('files arrive though what they were held over went away before they were let go', { skip }, async () => {
  const { stage } = fixture!
  const { loanId } = await stage.loan('Ferry')
  const host = await stage.host({ loanId, surface: 'documents', userId: 'officer-2' })
  const folder = mkdtempSync(join(tmpdir(), 'tieout-drop-'))
  const page = await stage.page()
  const list = Promise.withResolvers<undefined>()
  try {
    const path = join(folder, 'held.csv')
    writeFileSync(path, AGING)
    await page.route(/\/jobs\?/, async (route) => {
      await list.promise
      await route.continue()
    })
    const { frame } = await show(page, host)
    const opening = frame.getByText('Opening the documents…')
    const drag = await dragFiles(page, opening, [path])
    await holdUntilSeen(drag, frame)
    list.resolve(undefined)
    await opening.waitFor({ state: 'detached' })
    await drag.drop()
    await frame.getByText('Drop files here').waitFor()
    await frame
      .getByRole('region', { name: 'held.csv' })
      .getByText('Read', { exact: true })
      .waitFor({ timeout: 60_000 })
  } finally {
    list.resolve(undefined)
    await page.unrouteAll({ behavior: 'wait' })
    await page.close()
    rmSync(folder, { recursive: true })
  }
})

test('the surface stands in the dark and on a narrow screen, without serious findings', { skip }, async () => {
  const { stage, host } = fixture!
  for (const look of [
    { width: 768, scheme: 'light' },
    { width: 1280, scheme: 'dark' },
  ] as const) {
    await stage.within(host, look, async ({ frame }) => {
      await frame.locator('.thumb img').first().waitFor({ timeout: 30_000 })
      assert.deepEqual(await seriousFindings(frame), [], `${look.width} ${look.scheme}`)
    })
  }
})
