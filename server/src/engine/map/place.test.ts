import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readCaption } from '../chart/caption.ts'
import { prepareRules } from '../chart/caption-rules.ts'
import { platformChart } from '../chart/chart.ts'
import { flagOf } from '../chart/flags.ts'
import type { HeadingKind } from '../chart/structure-captions.ts'
import { placeLine } from './place.ts'
import type { Position } from './sections.ts'

const FIXTURE = readFileSync(new URL('../../../test/fixtures/caption-cases.txt', import.meta.url), 'utf8')
const ROWS = FIXTURE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((field) => field.trim()))

function printedIn(section: string): Position {
  const isAbove = section === 'revenue' || section === 'cogs' || section === 'opex'
  return {
    zone: isAbove ? section : 'below',
    unenclosed: false,
    block: isAbove ? null : (section as HeadingKind),
    blockFrom: null,
    stage: 'operating',
    parents: [],
  }
}

test('the fixture holds every caption case', () => {
  assert.equal(ROWS.length, 127)
})

for (const [section = '', printed = '', words = '', account = '', flag = ''] of ROWS)
  test(`'${printed}' printed in ${section} goes to ${account}`, () => {
    const caption = readCaption(printed)
    assert.equal(caption.text, words)
    const placement = placeLine({ chart: platformChart(), rules: prepareRules([]) }, caption, printedIn(section))
    assert.equal(placement.account?.id ?? '-', account)
    assert.equal((placement.place && flagOf(caption, placement.place)) ?? '-', flag)
  })

test('a generic caption is read with its parent', () => {
  const placer = { chart: platformChart(), rules: prepareRules([]) }
  const table: [parent: string, own: string, account: string][] = [
    ['Payroll Expenses', 'Taxes', 'opex.payroll_taxes'],
    ['Automobile', 'Repairs', 'opex.vehicle'],
    ['Automobile', 'Insurance', 'opex.vehicle'],
    ['Office', 'Insurance', 'opex.insurance'],
  ]
  for (const [parent, own, account] of table) {
    const position = { ...printedIn('opex'), parents: [readCaption(parent)] }
    assert.equal(placeLine(placer, readCaption(own), position).account?.id, account, `${parent} > ${own}`)
  }
})

test('an unknown caption inherits from the nearest parent that is known', () => {
  const placer = { chart: platformChart(), rules: prepareRules([]) }
  const position = { ...printedIn('opex'), parents: [readCaption('Zylor'), readCaption('Utilities')] }
  assert.equal(placeLine(placer, readCaption('Unit 7'), position).account?.id, 'opex.utilities')
})

test('a rule that speaks of one section says nothing about a line printed in another', () => {
  const rules = prepareRules([{ match: 'exact', caption: 'Zylor', accountId: 'opex.rent', section: 'opex' }])
  const placer = { chart: platformChart(), rules }
  assert.equal(placeLine(placer, readCaption('Zylor'), printedIn('opex')).account?.id, 'opex.rent')
  assert.equal(placeLine(placer, readCaption('Zylor'), printedIn('revenue')).account, null)
})
