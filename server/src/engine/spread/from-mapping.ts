/** A mapped profit and loss statement to attributes: rows of its tree, and sums of accounts by what they are. */
import type { Cents } from '../../lib/money.ts'
import { centsOf, formatCents, magnitude, negate } from '../../lib/money.ts'
import type { MappedStatement, SpreadDocumentFacts, SpreadNode } from '../model/spread.ts'
import { addUp, assuranceRank, readingsOf } from './readings.ts'
import type { Input, PeriodReadings, Reading, Readings } from './readings.ts'

type Document = SpreadDocumentFacts & MappedStatement

/** Attributes that are one row of the tree. */
const ROWS: Readonly<Record<string, string>> = {
  revenue: 'pl.revenue',
  cogs: 'pl.cogs',
  gross_profit: 'm:gross_profit',
  operating_expenses: 'pl.opex',
  operating_income: 'm:operating_income',
  other_income: 'pl.other_income',
  other_expenses: 'pl.other_expenses',
  dispositions: 'pl.dispositions',
  pretax_income: 'm:pretax_income',
  net_of_tax_items: 'grp.net_of_tax',
  net_income: 'm:net_income',
  ebit: 'm:ebit',
  ebita: 'm:ebita',
  ebitda: 'm:ebitda',
  adjusted_ebit: 'm:adjusted_ebit',
  adjusted_ebita: 'm:adjusted_ebita',
  adjusted_ebitda: 'm:adjusted_ebitda',
}

/** Attributes that add up every account of a kind, wherever it stands; costs count as costs. */
const BY_ACCOUNT: Readonly<Record<string, (node: SpreadNode) => boolean>> = {
  interest_in_operating_costs: ({ roles, section }) => roles.has('interest') && section !== 'interest',
  depreciation: ({ roles }) => roles.has('depreciation') || roles.has('depreciation_amortization'),
  amortization: ({ roles }) => roles.has('amortization'),
  rent: ({ roles }) => roles.has('rent'),
  equipment_lease: ({ roles }) => roles.has('lease'),
  officer_compensation: ({ roles }) => roles.has('officer_compensation'),
  stock_compensation: ({ roles }) => roles.has('stock_compensation'),
  bad_debt: ({ key }) => key === 'opex.bad_debt',
  replacement_reserves: ({ key }) => key === 'opex.prop_replacement_reserves',
}

const COMBINED = 'holds depreciation and amortization that the statement prints as one'

export function mappingToReadings(document: Document, order: number): PeriodReadings[] {
  return document.periods.map((period, at) => ({
    documentId: document.id,
    kind: 'profit-loss',
    entityKey: document.entityKey,
    basis: 'financial_statement',
    isInstant: false,
    period,
    rank: [document.state === 'mapped' ? 1 : 0, assuranceRank(document.assurance), order],
    readings: document.state === 'mapped' ? fromTree(document, at) : fromPrint(document, at),
    statement: {
      mappingId: document.mappingId,
      mappingState: document.state,
      assurance: document.assurance,
      rows: document.nodes.map(({ key, label, kind, depth, values }) => ({
        key,
        label,
        kind,
        depth,
        value: values[at] ?? null,
      })),
    },
  }))
}

function fromTree(document: Document, at: number): Readings {
  const leaves = document.nodes.filter(({ kind }) => kind === 'leaf')
  const byAccount = (attribute: string) => costs(document, leaves.filter(BY_ACCOUNT[attribute] ?? none), at)
  const row = (key: string) =>
    parts(
      document,
      document.nodes.filter((node) => node.key === key),
      at,
    )
  const combined = leaves.some(
    (node) => node.roles.has('depreciation_amortization') && (node.values[at] ?? null) !== null,
  )
  return readingsOf([
    ...Object.entries(ROWS).map(([key, node]) => [key, addUp(row(node))] as const),
    ...Object.keys(BY_ACCOUNT).map(
      (key) => [key, addUp(byAccount(key), key === 'depreciation' && combined ? COMBINED : null)] as const,
    ),
    ['interest_expense', addUp([...row('pl.interest'), ...byAccount('interest_in_operating_costs')])],
    [
      'income_tax',
      addUp([
        ...row('pl.taxes'),
        ...costs(
          document,
          leaves.filter(({ roles, section }) => roles.has('income_tax') && section !== 'taxes'),
          at,
        ),
      ]),
    ],
    ...propertyReadings(document, leaves, at),
    ['foot_residual', headline(document, 'foot.residual', document.residuals[at] ?? null, at)],
    ['unitemized_amount', unitemized(document, at)],
    ['flagged_amount', headline(document, 'flagged_keys', document.flagged[at] ?? null, at)],
  ])
}

/** Net operating income is stated for a rental property alone, and so is what follows from it. */
function propertyReadings(document: Document, leaves: readonly SpreadNode[], at: number): [string, Reading | null][] {
  const noi = document.measures['noi']?.[at] ?? null
  if (noi === null) return []
  const excluded = leaves.filter(({ roles, section }) => roles.has('noi_exclude') && section === 'revenue')
  const income = parts(
    document,
    document.nodes.filter(({ key }) => key === 'pl.revenue'),
    at,
  )
  const less = parts(document, excluded, at).map(({ value, input }) => ({ value: negate(value), input }))
  return [
    ['noi', headline(document, 'measures.noi', noi, at)],
    ['effective_gross_income', addUp([...income, ...less])],
  ]
}

/** A statement that does not foot feeds the measures that it prints, and nothing else. */
function fromPrint(document: Document, at: number): Readings {
  return readingsOf(
    Object.entries(document.measures).map(([key, values]) => [
      key,
      headline(document, `measures.${key}`, values?.[at] ?? null, at, 'as printed: the statement does not foot'),
    ]),
  )
}

function headline(
  document: Document,
  ref: string,
  value: Cents | null,
  at: number,
  note: string | null = null,
): Reading | null {
  return value === null ? null : { value, inputs: [nodeInput(document, ref, value, at)], note }
}

/** Costs are positive as costs: an account that adds to income, a recovery or one that stands in revenue, counts against them. */
function costs(document: Document, nodes: readonly SpreadNode[], at: number): { value: Cents; input: Input }[] {
  const adding = parts(
    document,
    nodes.filter(({ effect }) => effect === 'adds'),
    at,
  )
  return [
    ...parts(
      document,
      nodes.filter(({ effect }) => effect !== 'adds'),
      at,
    ),
    ...adding.map(({ value, input }) => ({ value: negate(value), input })),
  ]
}

function parts(document: Document, nodes: readonly SpreadNode[], at: number): { value: Cents; input: Input }[] {
  return nodes.flatMap((node) => {
    const value = node.values[at] ?? null
    return value === null ? [] : [{ value, input: nodeInput(document, node.key, value, at) }]
  })
}

/** Of the sections always, so that nothing left open is an answer too; of what stands in them where there is any. */
function unitemized(document: Document, at: number): Reading | null {
  const open = document.nodes.flatMap((node) => {
    const value = node.unitemized[at] ?? null
    if (node.kind === 'measure' || value === null || (value === 0n && node.depth > 0)) return []
    return [{ value: magnitude(value), input: nodeInput(document, `${node.key}.unitemized`, centsOf(value), at) }]
  })
  return addUp(open)
}

function nodeInput(document: Document, ref: string, value: Cents, at: number): Input {
  return {
    kind: 'node',
    ref,
    documentId: document.id,
    mappingId: document.mappingId,
    period: at,
    value: formatCents(value),
  }
}

const none = (): boolean => false
