/** From net income to normalized EBITDA, step by step, and two further views of cash flow that lenders use. */
import { figure, text } from './draft.ts'
import type { DraftCell } from './draft.ts'
import { cell, minusTerm, plusTerm, stateExpression, sum } from './expression.ts'
import type { Term } from './expression.ts'
import type { Company, MeasureValue } from './input.ts'
import { captionOf } from './sheet-parts.ts'

type Row = readonly (DraftCell | null)[]

const ADDED_BACK = ['interest_expense', 'income_tax', 'depreciation', 'amortization'] as const

export function bridgeRows({ measures, periods }: Company): Row[] {
  const byKey = new Map(measures.map((measure) => [measure.key, measure.values]))
  const valueOf = (key: string, at: number): MeasureValue | null => {
    const one = byKey.get(key)?.[at]
    return one && one.value !== null ? one : null
  }
  const has = (key: string, at: number): boolean => valueOf(key, at) !== null
  const columns = periods.map((_, at) => at)
  const isBridged = (at: number): boolean => has('ebitda', at) && has('net_income', at)
  if (!columns.some(isBridged)) return []

  const link = (key: string, strong = false): Row => [
    text(strong ? captionOf(key) : `+ ${captionOf(key)}`, { indent: strong ? 0 : 1, bold: strong }),
    ...columns.map((at) => {
      const one = isBridged(at) ? valueOf(key, at) : null
      if (!one || one.value === null) return null
      return figure({ value: one.value, unit: 'usd', expression: cell(one.name) }, { bold: strong, ruled: strong })
    }),
  ]
  const computed = (label: string, how: string, termsAt: (at: number) => Term[] | null): Row => [
    text(label, { indent: 1 }),
    ...columns.map((at) => {
      const terms = termsAt(at)
      return terms && computedCell(terms, measures)
    }),
    text(how, { role: 'quiet' }),
  ]
  const term = (key: string, at: number, sign: 1 | -1): Term[] => {
    const one = valueOf(key, at)
    return one ? [sign === 1 ? plusTerm(cell(one.name)) : minusTerm(cell(one.name))] : []
  }
  const all = (keys: readonly string[], at: number): boolean => keys.every((key) => has(key, at))
  const used = ADDED_BACK.filter((key) => columns.some((at) => has(key, at)))
  return [
    link('net_income', true),
    ...used.map((key) => link(key)),
    computed('+ Other items that EBITDA leaves out', 'what is left between the rows above and EBITDA', (at) =>
      isBridged(at)
        ? [...term('ebitda', at, 1), ...term('net_income', at, -1), ...ADDED_BACK.flatMap((key) => term(key, at, -1))]
        : null,
    ),
    link('ebitda', true),
    ...(columns.some((at) => has('addbacks_total', at)) ? [link('addbacks_total')] : []),
    link('ebitda_normalized', true),
    computed('Traditional cash flow', 'net income + interest + depreciation + amortization - distributions', (at) =>
      has('net_income', at)
        ? [
            ...['net_income', 'interest_expense', 'depreciation', 'amortization'].flatMap((key) => term(key, at, 1)),
            ...term('distributions', at, -1),
          ]
        : null,
    ),
    computed('Free cash flow', 'normalized EBITDA - cash taxes - distributions - unfinanced capex', (at) =>
      all(['ebitda_normalized', 'cash_taxes', 'distributions', 'capex_unfinanced'], at)
        ? [
            ...term('ebitda_normalized', at, 1),
            ...['cash_taxes', 'distributions', 'capex_unfinanced'].flatMap((key) => term(key, at, -1)),
          ]
        : null,
    ),
  ].filter((row) => row.some((one) => one?.content.kind === 'figure'))
}

function computedCell(terms: readonly Term[], measures: Company['measures']): DraftCell | null {
  const known = new Map(measures.flatMap(({ values }) => values.map(({ name, value }) => [name, value] as const)))
  const expression = sum(terms)
  const value = stateExpression(expression, 'usd', (name) => known.get(name) ?? null)
  return value === null ? null : figure({ value, unit: 'usd', expression })
}
