/** `npm run pictures`: every state of the spreading surface, on the running service. Looked over by axe, then by people. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { ShownSurface } from '../support/browser.ts'
import { withoutBrowser } from '../support/browser.ts'
import { statementsPdf } from '../support/documents/loan-package.ts'
import type { PrintedStatement } from '../support/documents/loan-package.ts'
import { shoot } from '../support/shots.ts'
import { rowOf, SPREADING_SCOPES, startStage } from '../support/surfaces.ts'

if (withoutBrowser) throw new Error(withoutBrowser)

const SAMPLES = resolve(import.meta.dirname, '../../seed/samples')

/** A year with everything that asks for a look: a caption nobody knows, one that says nothing, a total without its lines. */
const statementOf = (company: string): PrintedStatement => ({
  heads: [company, 'Profit and Loss', 'For the years ended December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Revenue', 0],
    ['Service revenue', 1, '880,000.00', '790,000.00'],
    ['Product sales', 1, '120,000.00', '110,000.00'],
    ['Sales discounts', 1, '(14,500.00)', '(12,250.00)'],
    ['Total revenue', 0, '985,500.00', '887,750.00'],
    ['Cost of goods sold', 0],
    ['Materials', 1, '210,000.00', '205,000.00'],
    ['Subcontractors', 1, '120,000.00', '110,000.00'],
    ['Total cost of goods sold', 0, '400,000.00', '380,000.00'],
    ['Gross profit', 0, '585,500.00', '507,750.00'],
    ['Operating expenses', 0],
    ['Salaries and wages', 1, '250,000.00', '240,000.00'],
    ['Officer compensation', 1, '85,000.00', '80,000.00'],
    ['Rent', 1, '60,000.00', '60,000.00'],
    ['Insurance', 1, '12,500.50', '11,000.00'],
    ['Repairs and maintenance', 1, '9,840.25', '7,415.00'],
    ['Depreciation', 1, '18,000.00', '17,000.00'],
    ['Uncategorized expense', 1, '4,200.00', '1,150.00'],
    ['Project Osprey', 1, '7,300.00', '6,850.00'],
    ['Total operating expenses', 0, '446,840.75', '423,415.00'],
    ['Operating income', 0, '138,659.25', '84,335.00'],
    ['Interest expense', 0, '11,250.00', '13,400.00'],
    ['Net income', 0, '127,409.25', '70,935.00'],
  ],
})

const stage = await startStage()
const loan = await stage.loan('Harbor Mechanical, LLC')
await stage.read(loan, 'Harbor P&L 2024.pdf', statementsPdf([statementOf('Harbor Mechanical, LLC')]))
await stage.mapped(loan)
const host = await stage.host({
  loanId: loan.loanId,
  surface: 'spreading',
  userId: 'analyst-1',
  scopes: SPREADING_SCOPES,
})

/** A state of the loan's spread: how to get there from a surface that was just opened. */
function state(name: string, reach: (surface: ShownSurface) => Promise<unknown>): void {
  test(name, async () => {
    await stage.forgetWork()
    await stage.within(host, {}, async (surface) => {
      await reach(surface)
      await shoot(surface.page, `spreading-${name}`)
    })
  })
}

const narrowTo =
  (name: RegExp) =>
  async ({ frame }: ShownSurface) => {
    await frame.getByRole('button', { name }).click()
    await frame.getByRole('row').nth(1).waitFor()
  }
async function shownPage({ frame }: ShownSurface): Promise<void> {
  await frame.locator('.page img').waitFor({ timeout: 30_000 })
  await frame.locator('.lit.main').waitFor()
}

state('tree', ({ frame }) => frame.getByText('Foots to the cent').first().waitFor())
state('unmapped', narrowTo(/^Unmapped/))
state('flagged', narrowTo(/^Flagged/))
state('unitemized', narrowTo(/^Unitemized/))
state('nothing-found', ({ frame }) => frame.getByPlaceholder(/Search/).fill('submarine'))
state('source', async (surface) => {
  await surface.frame.getByPlaceholder(/Search/).fill('insurance')
  await surface.frame.getByRole('gridcell', { name: '12,500.50' }).last().click()
  await shownPage(surface)
})
state('derived', async (surface) => {
  await rowOf(surface, 'Gross profit').getByText('585,500.00').waitFor()
  await rowOf(surface, 'EBITDA').getByRole('gridcell').last().click()
  await surface.frame.getByRole('list', { name: 'Made of' }).getByRole('button').first().waitFor()
  await shownPage(surface)
})

async function placing({ frame }: ShownSurface): Promise<void> {
  await frame.getByRole('button', { name: /^Unmapped/ }).click()
  await frame.getByRole('button', { name: 'Place…' }).first().click()
  await frame.getByRole('dialog').getByRole('list', { name: 'Accounts' }).getByRole('button').first().waitFor()
}
state('place', placing)
state('place-diff', async (surface) => {
  await placing(surface)
  const dialog = surface.frame.getByRole('dialog')
  await dialog.getByPlaceholder('Search accounts').fill('office')
  await dialog.getByRole('list', { name: 'Accounts' }).getByRole('button').first().click()
  await dialog.getByText('→').first().waitFor()
})

const addbacks = ({ frame }: ShownSurface) => frame.getByRole('tab', { name: 'Addbacks' }).click()
state('addbacks-empty', async (surface) => {
  await addbacks(surface)
  await surface.frame.getByText('Nothing is added back').waitFor()
})
state('addbacks', async (surface) => {
  const { frame } = surface
  await addbacks(surface)
  for (const [index, [name, kind, now, before, note]] of [
    ['Officer pay above market', 'owner_compensation_excess', '35,000', '30,000', 'W-2 against the industry survey'],
    ['Settlement with a supplier', 'one_time_legal_settlement', '8,250', '', 'Agreement of March 2024'],
  ].entries()) {
    await frame.getByRole('button', { name: 'Add a row' }).click()
    await frame
      .getByLabel('Name')
      .nth(index)
      .fill(name ?? '')
    await frame
      .getByLabel('Kind')
      .nth(index)
      .selectOption(kind ?? '')
    await frame
      .getByLabel('Amount, FY 2024')
      .nth(index)
      .fill(now ?? '')
    await frame
      .getByLabel('Amount, FY 2023')
      .nth(index)
      .fill(before ?? '')
    await frame
      .getByLabel('What shows it')
      .nth(index)
      .fill(note ?? '')
  }
  await shoot(surface.page, 'spreading-addbacks-unsaved')
  await frame.getByRole('button', { name: 'Save', exact: true }).click()
  await frame.getByText('Saved').waitFor()
})
state('trends', async ({ frame }) => {
  await frame.getByRole('tab', { name: 'Trends' }).click()
  await frame.getByRole('img', { name: /^EBITDA with addbacks: .*/ }).waitFor({ timeout: 20_000 })
})

async function freezing({ frame }: ShownSurface): Promise<void> {
  await frame.getByRole('button', { name: 'Finalize…' }).click()
  await frame.getByRole('dialog').getByText('Net income').first().waitFor({ timeout: 20_000 })
}
state('finalize', freezing)
state('final', async (surface) => {
  await freezing(surface)
  await surface.frame.getByRole('button', { name: 'Freeze these figures' }).click()
  await surface.frame.getByText('Final', { exact: true }).waitFor()
  await surface.frame.getByText('Foots to the cent').first().waitFor()
})
state('final-addbacks', addbacks)
state('reopen', ({ frame }) => frame.getByRole('button', { name: 'Reopen…' }).click())
state('reopened', async ({ frame }) => {
  await frame.getByRole('button', { name: 'Reopen…' }).click()
  await frame.getByRole('button', { name: 'Reopen', exact: true }).click()
  await frame.getByText('Open', { exact: true }).waitFor()
})

test('two companies, and a statement that does not foot', async () => {
  const group = await stage.loan('Harbor Group')
  await stage.read(group, 'Harbor Mechanical P&L.pdf', statementsPdf([statementOf('Harbor Mechanical, LLC')]))
  await stage.read(group, 'Pioneer P&L.pdf', readFileSync(join(SAMPLES, 'profit-loss-statement-unfooted.pdf')))
  await stage.mapped(group, 2)
  const shown = await stage.host({ loanId: group.loanId, surface: 'spreading', userId: 'analyst-1' })
  await stage.within(shown, {}, async ({ page, frame }) => {
    await frame.getByText('Foots to the cent').first().waitFor()
    await shoot(page, 'spreading-companies')
    await frame.getByLabel('Company').selectOption({ label: 'Pioneer Mechanical Company' })
    await frame.getByText('Misses by').first().waitFor()
    await shoot(page, 'spreading-unfooted')
    await frame.getByLabel('Company').selectOption({ index: 0 })
    await placing({ frame } as ShownSurface)
    await shoot(page, 'spreading-place-refused')
  })
})

test('nothing to spread yet, and a statement on its way', async () => {
  const empty = await stage.loan('Pioneer Mechanical Company', 'Equipment line 2026')
  const shown = await stage.host({ loanId: empty.loanId, surface: 'spreading', userId: 'analyst-1' })
  await stage.within(shown, {}, async ({ page, frame }) => {
    await frame.getByText('No statement yet').waitFor()
    await shoot(page, 'spreading-empty')
  })
})

test('an address that was used already, and a session that was ended', async () => {
  const page = await stage.page()
  const body = { loan_id: loan.loanId, surface: 'spreading' }
  const minted = await stage.call('/api/embed/iframe-urls', { method: 'POST', body })
  const { url, handle_id: handleId } = minted.json
  await page.goto(url)
  await page.getByText('Foots to the cent').first().waitFor()
  const second = await stage.page()
  await second.goto(url)
  await second.getByText('used already').waitFor()
  await shoot(second, 'surface-refused')
  await second.close()
  await stage.call(`/api/embed/iframe-urls/${handleId}`, { method: 'DELETE' })
  await page.getByRole('heading', { name: 'The session has ended' }).waitFor({ timeout: 20_000 })
  await shoot(page, 'surface-ended')
  await page.close()
})
