import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCaption } from './caption.ts'
import { findWhole, PLATFORM_CAPTIONS } from './caption-index.ts'
import { EMPTY_OVERLAY, overlayChart, overlayProblems, platformChart, twinOf } from './chart.ts'
import type { ChartOverlay } from './chart.ts'

const OWN = {
  id: 'opex.drone_hire',
  label: 'Drone hire',
  parent: 'grp.opex.selling',
  effect: 'subtracts' as const,
  roles: [],
  captions: ['Drone hire', 'Advertising'],
}

test('the platform chart is whole: every account stands in a section, is known by a caption and has one effect', () => {
  const chart = platformChart()
  assert.equal(chart.accounts.length, 142)
  const known = new Set(PLATFORM_CAPTIONS.map(({ id }) => id))
  for (const account of chart.accounts) {
    assert.ok(known.has(account.id), `${account.id} has no captions`)
    const named = PLATFORM_CAPTIONS.find(({ id }) => id === account.id)?.captions ?? []
    assert.ok(named.length > 0, `${account.id} has no captions`)
  }
  assert.equal(known.size, chart.accounts.length)
})

test('no caption of the lexicon names two accounts of one section', () => {
  const chart = platformChart()
  const clashes = PLATFORM_CAPTIONS.flatMap(({ id, captions }) => {
    const place = chart.accountById.get(id)?.place ?? assert.fail(id)
    return captions.flatMap((caption) => {
      const found = findWhole(chart.captions, place, caption)
      return found?.accountId === id ? [] : [`${caption.bare}: ${id} and ${found?.accountId ?? 'none'}`]
    })
  })
  assert.deepEqual(clashes, [])
})

test('an added account is found by its captions before the platform’s own', () => {
  const chart = overlayChart({ ...EMPTY_OVERLAY, added: [OWN] })
  assert.equal(findWhole(chart.captions, 'opex', readCaption('advertising'))?.accountId, OWN.id)
  assert.equal(chart.accountById.get(OWN.id)?.place, 'opex')
  assert.equal(platformChart().accountById.get(OWN.id), undefined, 'one workspace’s account leaked into the platform')
})

test('a workspace renames, moves and switches off, and the platform chart stays as it was', () => {
  const chart = overlayChart({
    ...EMPTY_OVERLAY,
    labels: { 'opex.rent': 'Premises' },
    moved: { 'opex.rent': 'grp.opex.ga' },
    outOfForce: ['opex.travel'],
  })
  assert.equal(chart.accountById.get('opex.rent')?.label, 'Premises')
  assert.equal(chart.accountById.get('opex.rent')?.parent, 'grp.opex.ga')
  assert.equal(chart.accountById.get('opex.travel')?.inForce, false)
  assert.equal(platformChart().accountById.get('opex.rent')?.label, 'Rent')
})

test('an overlay that would break the chart is refused with the reason', () => {
  const faults: [Partial<ChartOverlay>, RegExp][] = [
    [{ added: [{ ...OWN, id: 'opex.rent' }] }, /taken/],
    [{ added: [OWN, OWN] }, /taken/],
    [{ added: [{ ...OWN, id: 'm:ebit2' }] }, /reserved/],
    [{ added: [{ ...OWN, parent: 'grp.nowhere' }] }, /no folder/],
    [{ outOfForce: ['opex.nothing'] }, /no account/],
    [{ moved: { 'opex.rent': 'pl.revenue' } }, /within its section/],
    [{ moved: { 'opex.nothing': 'pl.opex' } }, /cannot be moved/],
    [{ labels: { 'opex.nothing': 'x' } }, /cannot be renamed/],
  ]
  for (const [fault, reason] of faults) {
    const [problem = ''] = overlayProblems({ ...EMPTY_OVERLAY, ...fault })
    assert.match(problem, reason)
  }
  assert.deepEqual(overlayProblems({ ...EMPTY_OVERLAY, added: [OWN], outOfForce: [OWN.id] }), [])
})

test('an account finds its like in another section by role, and none where there is none', () => {
  const chart = platformChart()
  const table: [id: string, place: 'opex' | 'interest' | 'other_expenses' | 'revenue', twin: string | null][] = [
    ['int.interest_expense', 'opex', 'opex.interest'],
    ['opex.interest', 'interest', 'int.interest_expense'],
    ['opex.depreciation', 'other_expenses', 'oexp.depreciation'],
    ['opex.owner_draws', 'other_expenses', 'oexp.non_expense_items'],
    ['oexp.non_expense_items', 'opex', null],
    ['opex.rent', 'other_expenses', null],
  ]
  for (const [id, place, twin] of table) {
    const account = chart.accountById.get(id) ?? assert.fail(id)
    assert.equal(twinOf(chart, account, place)?.id ?? null, twin, `${id} in ${place}`)
  }
})
