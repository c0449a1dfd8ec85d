/**
 * What the interface says of a statement mapping, sentence by sentence, each held against mappings of uploaded files.
 * A sentence that found nothing to be true of fails like one that found something untrue.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyMapping } from '@tieout/sdk'
import {
  EVERY_SECTION,
  MISSED_BOTTOM_LINE,
  NO_BOTTOM_LINE,
  NO_PERIOD,
  RENTAL_PROPERTY,
  ROUNDED_BOTTOM_LINE,
} from '../support/documents/income-statements.ts'
import { statementsPdf } from '../support/documents/loan-package.ts'
import type { PrintedStatement } from '../support/documents/loan-package.ts'
import { startTestService } from '../support/service.ts'
import { askUntil, newLoan, startTestPipeline, uploadAndRead } from '../support/uploads.ts'

const service = await startTestService()
await startTestPipeline(service)

const tenant = await service.tenant()
const charts = '/api/chart-of-accounts'
const accounts = [{ id: 'opex.rent', label: 'Shop rent' }]
const exported = [
  { account_id: 'rev.product_sales', code: '4000', label: 'Sales' },
  { account_id: 'left.by.another.system', code: '9999', label: 'Gone' },
]
for (const [path, body] of [
  [charts, { accounts }],
  [`${charts}/export-map`, { system: 'core', accounts: exported }],
] as const)
  assert.equal((await service.call(path, { key: tenant.key, method: 'PUT', body })).status, 200)
const chart = (await service.call(charts, { key: tenant.key })).json

async function mappingOf(statement: PrintedStatement, key = tenant.key): Promise<any> {
  const on = await newLoan(service, key)
  const [document] = await uploadAndRead(service, key, on, statementsPdf([statement]))
  assert.equal(document.report_type, 'profit-loss-statements')
  const path = `/api/borrowers/${on.borrowerId}/extractions/${document.id}/mapping`
  return (
    await askUntil(
      () => service.call(path, { key }),
      ({ status, json }) => status === 200 && !json.stale,
    )
  ).json
}

const full = await mappingOf(EVERY_SECTION)
const rental = await mappingOf(RENTAL_PROPERTY)
const rounded = await mappingOf(ROUNDED_BOTTOM_LINE)
const undated = await mappingOf(NO_PERIOD)
const missed = await mappingOf(MISSED_BOTTOM_LINE)
const bottomless = await mappingOf(NO_BOTTOM_LINE)
const plain = await mappingOf(RENTAL_PROPERTY, (await service.tenant()).key)
const unmappable = await mappingOf({ ...NO_BOTTOM_LINE, rows: [['Zylor quantum', 0, '1.00'], ['Brimble flux', 0, '2.00']] }) // prettier-ignore

const mapped: any[] = [full, rental, rounded, undated, plain]
const unfooted: any[] = [missed, bottomless]
const ready: any[] = [...mapped, ...unfooted]

const nodesOf = (mapping: any): any[] => {
  const walk = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...walk(node.children)])
  return walk(mapping.payload.tree)
}
const nodes = mapped.flatMap(nodesOf)
const lines = ready.flatMap((mapping) => mapping.payload.lines as any[])
const line = (mapping: any, label: string): any => mapping.payload.lines.find((one: any) => one.label === label)
const node = (mapping: any, key: string): any => nodesOf(mapping).find((one) => one.key === key)
const cents = (figure: string): bigint => BigInt(figure.replace('.', ''))
const FIGURE = /^-?\d+\.\d\d$/
const SECTIONS = ['revenue', 'cogs', 'other_income', 'opex', 'other_expenses', 'interest', 'dispositions', 'taxes']
const MEASURES = [
  'gross_profit', 'operating_income', 'pretax_income', 'net_income', 'ebit', 'adjusted_ebit', 'ebitda',
  'adjusted_ebitda', 'ebita', 'adjusted_ebita',
] // prettier-ignore

/** Holds the sentence against every one of the things it speaks of. */
function sentence<T>(says: string, things: () => readonly T[], holds: (thing: T) => void): void {
  test(says, () => {
    const seen = things()
    assert.ok(seen.length > 0, 'nothing was seen that the sentence speaks of')
    seen.forEach(holds)
  })
}

sentence(
  'the record names its document, its status and what it was made from',
  () => [...ready, unmappable],
  (mapping) => {
    assert.match(mapping.mapping_id, /^map_/)
    assert.match(mapping.document_id, /^doc_/)
    assert.equal(mapping.status, mapping === unmappable ? 'unmappable' : 'ready')
    assert.deepEqual([mapping.extraction_version, mapping.stale], [1, false])
    assert.match(mapping.engine_version, /^\d+\.\d+\.\d+$/)
    assert.ok(!Number.isNaN(Date.parse(mapping.created_at)))
  },
)
sentence(
  'chart and rules versions are those of the chart of accounts, 0 where the workspace saved none',
  () => [...ready, unmappable],
  (mapping) => {
    const expected = mapping === plain ? [0, 0] : [chart.version, chart.rules_version]
    assert.deepEqual([mapping.chart_document_version, mapping.chart_rules_version], expected)
  },
)
sentence(
  'an unmappable statement has no payload, its code and no platform chart; a ready one has no code',
  () => [...ready, unmappable],
  (mapping) => {
    const expected = mapping === unmappable ? [true, 'unmappable', null] : [false, null, chart.chart_version]
    assert.deepEqual([mapping.payload === null, mapping.error_code, mapping.chart_version], expected)
  },
)
sentence(
  'the payload says its schema, statement and document, and that no override was applied',
  () => ready,
  ({ payload, document_id }) => {
    const { schema_version, statement, overrides_applied } = payload
    assert.deepEqual([schema_version, statement, overrides_applied], [1, 'profit_and_loss', false])
    assert.equal(payload.document_id, document_id)
  },
)
sentence(
  'a statement is mapped with a tree or unfooted without one',
  () => ready,
  (mapping) => {
    const expected = mapped.includes(mapping) ? ['mapped', false] : ['unfooted', true]
    assert.deepEqual([mapping.payload.mapping_state, mapping.payload.tree === null], expected)
  },
)
sentence(
  'everything per period is in the order and number of the periods',
  () => ready,
  ({ payload }) => {
    const count = payload.periods.length
    const measures = Object.values<any>(payload.measures).filter((figures) => figures !== null)
    const filed = payload.lines.filter((one: any) => one.filed_values !== null).map((one: any) => one.filed_values)
    const perLine = payload.lines.flatMap((one: any) => [one.values, one.sources])
    const tree = payload.tree === null ? [] : nodesOf({ payload })
    const perNode = tree.flatMap((one) => [one.values, one.unitemized, one.sources])
    for (const list of [payload.foot, ...measures, ...filed, ...perLine, ...perNode]) assert.equal(list.length, count)
  },
)
sentence(
  'every figure is a decimal string with two places',
  () => [
    ...lines.flatMap((one) => [...one.values, ...(one.filed_values ?? [])]),
    ...nodes.flatMap((one) => [...one.values, ...one.unitemized]),
    ...ready.flatMap(({ payload }) => Object.values<any>(payload.measures).flat()),
    ...ready.flatMap(({ payload }) =>
      payload.foot.flatMap((foot: any) => [foot.printed_bottom_line, foot.line_sum, foot.residual, foot.tolerance]),
    ),
  ],
  (figure) => {
    if (figure !== null) assert.match(figure, FIGURE)
  },
)
sentence(
  'a period states its end, label and months, and null where the page states none',
  () => [
    [full, { fiscal_year: 2024, period_end: '2024-12-31', label: '2024', months_covered: 12 }],
    [undated, { fiscal_year: undated.payload.periods[0].fiscal_year, period_end: null, label: null, months_covered: null }],
  ] as const, // prettier-ignore
  ([mapping, period]) => {
    assert.ok(Number.isInteger(period.fiscal_year))
    assert.deepEqual(mapping.payload.periods[0], period)
  },
)
sentence(
  'the foot has the bottom line as printed, with its source, and null where none is printed',
  () => [
    [full, '254400.00'],
    [missed, '900.00'],
    [bottomless, null],
  ],
  ([mapping, figure]) => {
    const [foot] = mapping.payload.foot
    assert.equal(foot.printed_bottom_line, figure)
    if (figure === null) {
      assert.equal(foot.printed_bottom_line_source, null)
      return
    }
    const { kind, pages, document_id, address } = foot.printed_bottom_line_source
    assert.deepEqual([kind, pages, document_id], ['printed', [1], mapping.document_id])
    assert.equal(mapping.payload.lines[Number(address.split('.')[1])].label, 'Net income')
  },
)
sentence(
  'on a mapped statement the top-level nodes, each by its effect, sum to the line sum',
  () => mapped.flatMap(({ payload }) => payload.foot.map((foot: any, period: number) => [payload.tree, foot, period])),
  ([tree, foot, period]) => {
    const counted = tree.filter((one: any) => one.kind !== 'measure' && one.values[period] !== null)
    const sum = counted.reduce(
      (total: bigint, one: any) => total + (one.effect === 'adds' ? 1n : -1n) * cents(one.values[period]),
      0n,
    )
    assert.equal(sum, cents(foot.line_sum))
  },
)
sentence(
  'the residual is the printed bottom line less the line sum, within tolerance where mapped, and null where one is missing',
  () => ready.flatMap((mapping) => mapping.payload.foot.map((foot: any) => [mapping, foot])),
  ([mapping, foot]) => {
    if (foot.printed_bottom_line === null || foot.line_sum === null) {
      assert.equal(foot.residual, null)
      return
    }
    const residual = cents(foot.printed_bottom_line) - cents(foot.line_sum)
    assert.equal(cents(foot.residual), residual)
    const within = (residual < 0n ? -residual : residual) <= cents(foot.tolerance)
    assert.equal(within, mapped.includes(mapping))
  },
)
test('a difference of rounding is a residual of a mapped statement, a larger one leaves it unfooted', () => {
  assert.deepEqual([rounded, missed].map(({ payload }) => [payload.mapping_state, payload.foot[0].residual]), [
    ['mapped', '1.00'],
    ['unfooted', '200.00'],
  ]) // prettier-ignore
})
test('the tolerance is one dollar and half a dollar for each figure below operating income that the walk counts', () => {
  assert.equal(rounded.payload.foot[0].tolerance, '1.00')
  assert.equal(rental.payload.foot[0].tolerance, '2.00', 'interest and depreciation stand below')
})
sentence(
  'every printed line is there in print order, under a key of its own, with its depth and whether it is a total',
  () => [
    [full, EVERY_SECTION],
    [rental, RENTAL_PROPERTY],
    [missed, MISSED_BOTTOM_LINE],
  ],
  ([mapping, statement]) => {
    const printed = mapping.payload.lines
    assert.deepEqual(printed.map((one: any) => [one.label, one.depth]), statement.rows.map(([label, depth]: any) => [label, depth])) // prettier-ignore
    assert.equal(new Set(printed.map((one: any) => one.key)).size, printed.length)
    assert.deepEqual(
      printed.filter((one: any) => one.is_total).map((one: any) => one.label),
      printed.filter((one: any) => /^(Total |Gross profit|(Net )?[Oo]perating income|Income before|Net income)/.test(one.label)).map((one: any) => one.label),
    ) // prettier-ignore
  },
)
sentence(
  'a line has its figures in the statement’s own signs, each with page and address, and null with null where none is printed',
  () => lines.flatMap((one, index) => one.values.map((value: any, period: number) => ({ one, index, value, period }))),
  ({ one, value, period }) => {
    if (value === null) {
      assert.equal(one.sources[period], null)
      return
    }
    assert.equal(one.sources[period].kind, 'printed')
    assert.match(one.sources[period].address, new RegExp(`^lines\\.\\d+\\.${period}$`))
    assert.deepEqual(one.sources[period].pages, [1])
  },
)
test('what is printed in brackets is negative on its line and positive in the direction of its account', () => {
  const interest = line(full, 'Interest expense')
  assert.deepEqual([interest.values, interest.filed_values], [['-21000.00', '-22000.00'], ['21000.00', '22000.00']]) // prettier-ignore
  const gain = line(full, 'Gain on sale of equipment')
  assert.deepEqual([gain.values, gain.sources[1]], [['3000.00', null], null])
})
sentence(
  'an address leads to the same figure in the report data',
  () => lines.filter((one) => one.sources[0] !== null && full.payload.lines.includes(one)),
  (one) => {
    const index = Number(one.sources[0].address.split('.')[1])
    assert.equal(full.payload.lines[index], one)
  },
)
sentence(
  'a line and the node that holds it name each other; a line that no node received and those of an unfooted statement name none',
  () => lines,
  (one) => {
    if (one.filed_under === null) {
      assert.equal(one.filed_values, null)
      return
    }
    assert.ok(nodes.some((holder) => holder.key === one.filed_under && holder.direct_member_keys.includes(one.key)))
    assert.ok(!unfooted.some(({ payload }) => payload.lines.includes(one)))
  },
)
sentence(
  'the headline figures of a mapped statement are the tree’s own',
  () => mapped,
  (mapping) => {
    const { measures } = mapping.payload
    assert.deepEqual(measures.revenue, node(mapping, 'pl.revenue').values)
    assert.deepEqual(measures.operating_expenses, node(mapping, 'pl.opex').values)
    for (const name of ['gross_profit', 'operating_income', 'pretax_income', 'net_income', 'ebitda'])
      assert.deepEqual(measures[name], node(mapping, `m:${name}`).values, name)
  },
)
test('the headline figures of an unfooted statement are the printed ones, and null where it states none', () => {
  const { revenue, operating_expenses, net_income, gross_profit, ebitda } = missed.payload.measures
  assert.deepEqual([revenue, operating_expenses, net_income], [['1000.00'], ['300.00'], ['900.00']])
  assert.deepEqual([gross_profit, ebitda], [null, null])
})
sentence(
  'net operating income is stated for a rental property and for nothing else',
  () => ready,
  (mapping) => {
    const expected = [rental, plain].includes(mapping) ? ['178000.00'] : null
    assert.deepEqual(mapping.payload.measures.noi, expected)
  },
)
test('EBITDA is earnings with interest, taxes and depreciation taken out again', () => {
  assert.deepEqual(full.payload.measures.ebitda, ['379000.00', '309900.00'])
})
sentence(
  'a line with a figure that no account received is listed with the section it prints in, without a suggestion',
  () => full.payload.unmapped_lines as any[],
  (one) => {
    assert.deepEqual(one, { key: line(full, 'Zylor quantum').key, section: 'opex', suggested_account_id: null })
  },
)
test('nothing is listed as unmapped where all lines were placed', () => {
  assert.deepEqual(rental.payload.unmapped_lines, [])
})
test('export codes and names stand on their accounts, the system is named, and codes of accounts that are not there are listed', () => {
  const { export_system, unmapped_export_account_ids } = full.payload
  assert.deepEqual([export_system, unmapped_export_account_ids], ['core', ['left.by.another.system']])
  const { external_code, external_label } = node(full, 'rev.product_sales')
  assert.deepEqual([external_code, external_label], ['4000', 'Sales'])
  assert.ok(nodesOf(full).every((one) => one.key === 'rev.product_sales' || one.external_code === null))
  assert.deepEqual([plain.payload.export_system, plain.payload.unmapped_export_account_ids], [null, []])
})
sentence(
  'every account in force is listed, under its label in the workspace’s chart',
  () => chart.accounts.filter((account: any) => account.enabled !== false && account.active !== false) as any[],
  (account) => {
    assert.equal(node(full, account.id)?.label, account.label, account.id)
  },
)
sentence(
  'a node is a folder, an account or a measure, under a key of that kind, unique in its tree',
  () => mapped.map(nodesOf),
  (tree) => {
    assert.equal(new Set(tree.map((one) => one.key)).size, tree.length)
    for (const one of tree) {
      assert.ok(['folder', 'leaf', 'measure'].includes(one.kind))
      assert.equal(one.account_id, one.kind === 'leaf' ? one.key : null)
      assert.equal(one.measure, one.kind === 'measure' ? one.key.replace('m:', '') : null)
      assert.equal(one.role, SECTIONS.find((section) => one.key === `pl.${section}`) ?? null)
      if (one.kind === 'measure')
        assert.ok(MEASURES.includes(one.measure) && one.section === null && one.effect === null)
      else assert.ok(['adds', 'subtracts'].includes(one.effect))
      if (one.section !== null) assert.ok(SECTIONS.includes(one.section))
    }
  },
)
test('all sections and all measures have a row', () => {
  assert.deepEqual(SECTIONS.filter((section) => node(full, `pl.${section}`) === undefined), []) // prettier-ignore
  assert.deepEqual(MEASURES.filter((measure) => node(full, `m:${measure}`) === undefined), []) // prettier-ignore
})
sentence(
  'a source is printed with its address, or derived with the pages of what it comes from; a figure that is not there has none',
  () => nodes.flatMap((one) => one.values.map((value: any, period: number) => [one, value, one.sources[period]])),
  ([one, value, source]) => {
    if (value === null) {
      assert.equal(source, null, one.key)
      return
    }
    assert.equal(source.address === null, source.kind === 'derived')
    assert.deepEqual(
      source.pages,
      [...source.pages].sort((a, b) => a - b),
    )
  },
)
test('a figure that is printed once is printed, a measure that nobody printed is derived', () => {
  assert.equal(node(full, 'opex.salaries_wages').sources[0].kind, 'printed')
  const { kind, pages, address } = node(full, 'm:ebitda').sources[0]
  assert.deepEqual([kind, pages, address], ['derived', [1], null])
})
sentence(
  'unitemized is null where there is no figure and on every measure',
  () => nodes.flatMap((one) => one.values.map((value: any, period: number) => [one, value, one.unitemized[period]])),
  ([one, value, unitemized]) => {
    assert.equal(unitemized === null, one.kind === 'measure' || value === null, one.key)
  },
)
test('what no line itemises is counted as unitemized, and 0.00 where all is accounted for', () => {
  assert.deepEqual(node(full, 'pl.opex').unitemized, ['1000.00', '500.00'])
  assert.deepEqual(node(full, 'pl.revenue').unitemized, ['0.00', '0.00'])
})
sentence(
  'a node’s members are its own and those of the nodes under it; nothing is ever reclassified',
  () => nodes,
  (one) => {
    const under = one.children.flatMap((child: any) => child.member_keys)
    assert.deepEqual([...one.member_keys].sort(), [...new Set([...one.direct_member_keys, ...under])].sort(), one.key)
    assert.deepEqual(one.reclassified_keys, [])
  },
)
test('captions that name no expense, a non-expense or nothing are marked and stay where they were placed', () => {
  const marked = ['Miscellaneous', 'Uncategorized expense', "Owner's draw"].map((label) => line(full, label))
  assert.deepEqual([...node(full, 'pl.opex').flagged_keys].sort(), marked.map((one) => one.key).sort())
  for (const one of marked) assert.ok(node(full, one.filed_under).direct_member_keys.includes(one.key))
  assert.deepEqual(node(full, 'pl.revenue').flagged_keys, [])
})
sentence(
  'the arithmetic of the tree holds to the cent',
  () => mapped,
  ({ payload }) => {
    const { holds, checks } = verifyMapping(payload)
    assert.ok(holds, JSON.stringify(checks))
    assert.ok(checks.every(({ tested }) => tested > 0))
  },
)
sentence(
  'gross profit, operating income and income before taxes follow from their sections, and net income is the printed bottom line',
  () => full.payload.periods.map((_: unknown, period: number) => period) as number[],
  (period) => {
    const value = (key: string): bigint => cents(node(full, key).values[period] ?? '0.00')
    assert.equal(value('m:gross_profit'), value('pl.revenue') - value('pl.cogs'))
    assert.equal(value('m:operating_income'), value('m:gross_profit') - value('pl.opex'))
    assert.equal(
      value('m:pretax_income'),
      value('m:operating_income') + value('pl.other_income') - value('pl.other_expenses') - value('pl.interest') + value('pl.dispositions'),
    ) // prettier-ignore
    assert.equal(value('m:net_income'), cents(full.payload.foot[period].printed_bottom_line))
  },
)
