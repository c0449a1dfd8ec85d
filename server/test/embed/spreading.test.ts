/** The spreading surface in a real browser, in a frame on another origin, on the running service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { ShownSurface } from '../support/browser.ts'
import { seriousFindings } from '../support/accessibility.ts'
import { harborStage, XSS } from '../support/harbor.ts'
import { PICTURES, picture, rowOf } from '../support/surfaces.ts'
import type { Look } from '../support/surfaces.ts'
import { until } from '../support/until.ts'

const skip = withoutBrowser
if (skip) console.error(skip)
const fixture = skip ? null : await harborStage()

/** Each test finds the surface as new, unless it is about what returns. */
async function within(look: Look & { fresh?: boolean }, work: (surface: ShownSurface) => Promise<void>): Promise<void> {
  const { stage, host } = fixture!
  if (look.fresh !== false) await stage.forgetWork()
  await stage.within(host, look, work)
}

const call = (path: string) => fixture!.stage.call(path)

test(
  'the surface opens in a frame on another origin and shows the statement, each period with its foot',
  { skip },
  () =>
    within({}, async (surface) => {
      await surface.frame.getByText('Foots to the cent').first().waitFor()
      assert.equal(await surface.frame.getByText('Foots to the cent').count(), 2)
      await rowOf(surface, 'Gross profit').getByText('600,000.00').waitFor()
      await picture(surface.page, 'spreading-1280-light')
      assert.deepEqual(await seriousFindings(surface.frame), [])
      assert.deepEqual(surface.complaints, [])
    }),
)

test('a click on a printed figure shows its page with the figure lit where it is printed', { skip }, () =>
  within({}, async (surface) => {
    const { frame } = surface
    await frame.getByPlaceholder(/Search/).fill('insurance')
    await frame.getByRole('gridcell', { name: '12,500.50' }).last().click()
    await frame.getByText('printed “12,500.50”').waitFor()
    const lit = frame.locator('.lit.main')
    await lit.waitFor()
    const picture_ = frame.locator('.page img')
    await picture_.waitFor({ timeout: 30_000 })
    await until(() => picture_.evaluate((image: any) => image.complete && image.naturalWidth > 0), 30_000)
    const words = await wordsAt('12,500.50')
    const [page, box] = [await frame.locator('.page').boundingBox(), await lit.boundingBox()]
    assert.ok(page && box && words)
    const [left, top, right, bottom] = words
    const scale = page.width / 612
    const middle = { x: box.x - page.x + box.width / 2, y: box.y - page.y + box.height / 2 }
    assert.ok(Math.abs(middle.x - ((left + right) / 2) * scale) < 4, JSON.stringify({ middle, words, scale }))
    assert.ok(Math.abs(middle.y - ((top + bottom) / 2) * scale) < 4, JSON.stringify({ middle, words, scale }))
    await picture(surface.page, 'source-1280-light')
    assert.deepEqual(await seriousFindings(frame), [])
  }),
)

/** Where the service says that a text is printed on the page that is shown. */
async function wordsAt(text: string): Promise<[number, number, number, number] | undefined> {
  const list = await call(`/api/borrowers/${fixture!.loan.borrowerId}/extractions/profit-loss-statements`)
  const page = await call(`/api/borrowers/${fixture!.loan.borrowerId}/extractions/${list.json.data[0].id}/pages/1`)
  return page.json.words.find((word: any) => word.text === text)?.box
}

test('a derived figure shows its terms, and each of them its place', { skip }, () =>
  within({}, async (surface) => {
    const { frame } = surface
    await rowOf(surface, 'Operating income').getByText('247,999.50').click()
    const terms = frame.getByRole('list', { name: 'Made of' }).getByRole('button')
    await terms.first().waitFor()
    assert.ok((await terms.count()) >= 3, (await terms.allTextContents()).join('; '))
    await terms.filter({ hasText: 'Rent' }).click()
    await frame.getByText('printed “60,000.00”').waitFor()
    await frame.locator('.page img').waitFor({ timeout: 30_000 })
    await frame.locator('.lit').nth(5).waitFor()
    await picture(surface.page, 'derived-1280-light')
  }),
)

test('the keyboard goes everywhere: arrows, Enter to the source, / to the search', { skip }, () =>
  within({}, async ({ page, frame }) => {
    await frame.getByRole('treegrid').focus()
    const active = (): Promise<string | null> =>
      frame.evaluate(
        "document.getElementById(document.querySelector('[role=treegrid]').getAttribute('aria-activedescendant'))?.textContent ?? null",
      )
    await page.keyboard.press('ArrowDown')
    assert.match((await active()) ?? '', /Revenue/)
    await page.keyboard.press('ArrowLeft')
    assert.equal(await rowOf({ frame }, 'Revenue').getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowRight')
    assert.equal(await rowOf({ frame }, 'Revenue').getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await active(), '1,000,000.00')
    await page.keyboard.press('Enter')
    await frame.getByRole('complementary', { name: 'Source of the figure' }).waitFor()
    await page.keyboard.press('/')
    assert.equal(await frame.evaluate('document.activeElement.type'), 'search')
  }),
)

test(
  'captions and names are text: what they hold is shown and never run',
  { skip: skip || PICTURES !== undefined },
  () =>
    within({}, async ({ frame }) => {
      await frame.getByRole('heading', { name: `Harbor Mechanical${XSS}` }).waitFor()
      await frame.getByText('Zorblat', { exact: false }).first().waitFor()
      assert.equal(await frame.evaluate('window.pwned'), undefined)
      assert.equal(await frame.locator('img[src="x"]').count(), 0)
    }),
)

test(
  'addbacks are saved for the company, and unsaved ones return to the same person and to nobody else',
  { skip },
  () =>
    within({}, async (surface) => {
      const { frame } = surface
      await frame.getByRole('tab', { name: 'Addbacks' }).click()
      await frame.getByRole('button', { name: 'Add a row' }).click()
      await frame.getByLabel('Name').fill('Owner salary above market')
      await frame.getByLabel('Amount, FY 2024').fill('35,000')
      const saved = surface.page.waitForResponse(
        (response) => response.url().endsWith('/api/embed/work') && response.request().method() === 'PUT',
      )
      await frame.getByLabel('What shows it').fill('W-2 against the survey')
      await saved
      await within({ fresh: false }, async (again) => {
        await again.frame.getByRole('tab', { name: 'Addbacks', selected: true }).waitFor()
        assert.equal(await again.frame.getByLabel('Name').inputValue(), 'Owner salary above market')
        assert.equal(await again.frame.getByLabel('Amount, FY 2024').inputValue(), '35,000.00')
        await again.frame.getByRole('button', { name: 'Save', exact: true }).click()
        await until(async () => again.frame.getByRole('button', { name: 'Save', exact: true }).isDisabled())
        await picture(again.page, 'addbacks-1280-light')
        assert.deepEqual(await seriousFindings(again.frame), [])
        await again.frame.getByRole('tab', { name: 'Trends' }).click()
        await again.frame
          .getByRole('img', { name: /^EBITDA with addbacks: .*300,999\.50/ })
          .waitFor({ timeout: 20_000 })
        await picture(again.page, 'trends-1280-light')
        assert.deepEqual(await seriousFindings(again.frame), [])
      })
      const path = `/api/borrowers/${fixture!.loan.borrowerId}/extractions/fin-ebitda-addbacks?loanId=${fixture!.loan.loanId}`
      const { json } = await call(path)
      assert.deepEqual(json.rows[0].amounts, [{ fiscal_year: 2024, period_end: null, amount: '35000.00' }])
    }),
)

test(
  'an unmapped caption is placed: the change is shown first, then the rule is saved and the line has its account',
  { skip },
  () =>
    within({}, async (surface) => {
      const { frame } = surface
      await frame.getByRole('button', { name: /^Unmapped/ }).click()
      await frame.getByRole('button', { name: 'Place…' }).click()
      const dialog = frame.getByRole('dialog')
      await dialog.getByPlaceholder('Search accounts').fill('office')
      await dialog.getByRole('list', { name: 'Accounts' }).getByRole('button').first().click()
      await dialog.getByText('→').first().waitFor()
      assert.equal((await call('/api/chart-of-accounts')).json.rules.length, 0, 'nothing is saved by looking')
      await picture(surface.page, 'place-1280-light')
      assert.deepEqual(await seriousFindings(frame), [])
      await dialog.getByRole('button', { name: 'Save the rule' }).click()
      await dialog.waitFor({ state: 'detached' })
      await frame.getByRole('button', { name: 'Unmapped 0' }).waitFor({ timeout: 30_000 })
      const { json } = await call('/api/chart-of-accounts')
      assert.equal(json.rules[0].caption, `Zorblat${XSS}`)
    }),
)

test('finalize shows what will freeze, freezes it, and tells the host; reopen lets the work go on', { skip }, () =>
  within({}, async (surface) => {
    const { frame } = surface
    await frame.getByRole('button', { name: 'Finalize…' }).click()
    const freeze = frame.getByRole('button', { name: 'Freeze these figures' })
    await until(() => freeze.isEnabled(), 20_000)
    await frame.getByRole('dialog').getByText('265,999.50').first().waitFor()
    await picture(surface.page, 'finalize-1280-light')
    assert.deepEqual(await seriousFindings(frame), [])
    await freeze.click()
    await frame.getByText('Final', { exact: true }).waitFor()
    const { json: final } = await call(`/api/loans/${fixture!.loan.loanId}/attributes?status=final`)
    assert.equal(final.finalized_by_external_user_id, 'analyst-1')
    const said = (await surface.heard()).find(({ type }) => type === 'finalized')
    assert.deepEqual(said, { tieout: 1, type: 'finalized', snapshot_id: final.snapshot_id, version: final.version })
    await frame.getByRole('button', { name: 'Reopen…' }).click()
    await frame.getByRole('button', { name: 'Reopen', exact: true }).click()
    await frame.getByText('Open', { exact: true }).waitFor()
    assert.ok((await surface.heard()).some(({ type }) => type === 'reopened'))
  }),
)

test('every state stands in the dark and on a narrow screen, without serious findings', { skip }, async () => {
  for (const [width, scheme] of [
    [1280, 'dark'],
    [768, 'light'],
    [768, 'dark'],
  ] as const) {
    await within({ width, scheme }, async (surface) => {
      const { frame } = surface
      await rowOf(surface, 'Operating income').getByText('247,999.50').click()
      await frame.locator('.page img').waitFor({ timeout: 30_000 })
      await frame.locator('.lit.main').waitFor()
      await picture(surface.page, `source-${width}-${scheme}`)
      assert.deepEqual(await seriousFindings(frame), [], `${width} ${scheme}`)
      await frame.getByRole('tab', { name: 'Trends' }).click()
      await picture(surface.page, `trends-${width}-${scheme}`)
      assert.deepEqual(await seriousFindings(frame), [], `trends ${width} ${scheme}`)
    })
  }
})
