/** In which order, and under which titles, a company's measures are shown. What no group names comes last. */
import type { Measure } from './input.ts'

const GROUPS: readonly (readonly [title: string, keys: readonly string[]])[] = [
  ['Income', [
    'revenue', 'cogs', 'gross_profit', 'operating_expenses', 'operating_income', 'operating_profit_rma', 'other_income',
    'other_expenses', 'dispositions', 'interest_expense', 'interest_in_operating_costs', 'pretax_income', 'income_tax',
    'net_of_tax_items', 'net_income', 'depreciation', 'amortization', 'rent', 'equipment_lease', 'officer_compensation',
    'stock_compensation', 'bad_debt',
  ]],
  ['Earnings and cash flow', [
    'ebit', 'adjusted_ebit', 'ebita', 'adjusted_ebita', 'ebitda', 'adjusted_ebitda', 'addbacks_total', 'ebitda_normalized',
    'ebitdar', 'effective_gross_income', 'noi', 'replacement_reserves', 'net_cash_flow_property', 'revenue_annualized',
    'ebitda_annualized', 'net_income_annualized', 'revenue_ttm', 'ebitda_ttm', 'net_income_ttm', 'distributions',
    'contributions', 'capital_expenditures', 'capex_unfinanced', 'cash_taxes',
  ]],
  ['Debt service and coverage', [
    'debt_service_existing', 'debt_service_proposed', 'debt_service_total', 'property_debt_service', 'loan_amount',
    'collateral_value', 'dscr_existing', 'dscr_ebitda', 'dscr_after_distributions', 'dscr_property',
    'fixed_charge_coverage', 'interest_coverage', 'debt_yield', 'loan_to_value',
  ]],
  ['Balance sheet', [
    'cash', 'marketable_securities', 'accounts_receivable', 'inventory', 'prepaid_and_other_current',
    'total_current_assets', 'net_fixed_assets', 'intangibles', 'due_from_related', 'other_assets', 'total_assets',
    'line_of_credit', 'current_portion_ltd', 'accounts_payable', 'accrued_liabilities', 'taxes_payable',
    'deferred_revenue', 'total_current_liabilities', 'long_term_debt', 'subordinated_debt', 'due_to_related',
    'total_liabilities', 'net_worth', 'tangible_net_worth', 'working_capital', 'funded_debt', 'senior_debt',
    'balance_check', 'net_worth_reconciliation',
  ]],
  ['Margins and growth', [
    'gross_margin', 'operating_margin', 'ebitda_margin', 'net_margin', 'opex_to_revenue', 'revenue_growth',
    'return_on_assets', 'return_on_equity',
  ]],
  ['Liquidity, leverage and activity', [
    'current_ratio', 'quick_ratio', 'debt_to_worth', 'debt_to_tangible_net_worth', 'funded_debt_to_ebitda',
    'senior_debt_to_ebitda', 'asset_turnover', 'dso', 'dio', 'dpo', 'cash_conversion_cycle',
  ]],
  ['Quality of the statement', ['foot_residual', 'unitemized_amount', 'unitemized_share', 'flagged_amount']],
] // prettier-ignore

const REST = 'Further measures'

export interface MeasureGroup {
  readonly title: string
  readonly measures: readonly Measure[]
}

/** A figure that is read and that no document states is left out; a measure that lacks something is shown and says what. */
export function groupMeasures(measures: readonly Measure[]): MeasureGroup[] {
  const shown = measures.filter(({ formula, values }) => formula !== null || values.some(({ value }) => value !== null))
  const byKey = new Map(shown.map((measure) => [measure.key, measure]))
  const grouped = GROUPS.map(([title, keys]) => ({
    title,
    measures: keys.flatMap((key) => byKey.get(key) ?? []),
  }))
  const named = new Set(GROUPS.flatMap(([, keys]) => keys))
  const rest = { title: REST, measures: shown.filter(({ key }) => !named.has(key)) }
  return [...grouped, rest].filter((group) => group.measures.length > 0)
}
