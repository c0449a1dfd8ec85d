/**
 * Every attribute of a spread, as data: its unit, and either its formula or, where it has none, the fact that it is
 * read from documents. A formula asks only for attributes that stand before it (attributes.test.ts holds it to that).
 */
import type { Unit } from '../../lib/decimal.ts'
import { parseFormula } from './formula.ts'
import type { Formula } from './formula.ts'

export interface Attribute {
  readonly key: string
  readonly unit: Unit
  /** Null: read from documents, or given by a person. */
  readonly formula: { readonly text: string; readonly program: Formula } | null
  /** Compared with what is owed or earned in a year, so that a shorter period has none. */
  readonly ofYear: boolean
}

type Row = readonly [key: string, formula?: string]

const READ_INCOME = [
  'revenue', 'cogs', 'gross_profit', 'operating_expenses', 'operating_income', 'other_income', 'other_expenses',
  'dispositions', 'interest_expense', 'interest_in_operating_costs', 'pretax_income', 'income_tax', 'net_of_tax_items',
  'net_income', 'depreciation', 'amortization', 'rent', 'equipment_lease', 'officer_compensation',
  'stock_compensation', 'bad_debt', 'ebit', 'ebita', 'ebitda', 'adjusted_ebit', 'adjusted_ebita', 'adjusted_ebitda',
  'noi', 'effective_gross_income', 'replacement_reserves', 'foot_residual', 'unitemized_amount', 'flagged_amount',
] as const // prettier-ignore

const READ_BALANCE = [
  'cash', 'marketable_securities', 'accounts_receivable', 'inventory', 'prepaid_and_other_current',
  'total_current_assets', 'net_fixed_assets', 'intangibles', 'due_from_related', 'other_assets', 'total_assets',
  'line_of_credit', 'current_portion_ltd', 'accounts_payable', 'accrued_liabilities', 'taxes_payable',
  'deferred_revenue', 'total_current_liabilities', 'long_term_debt', 'subordinated_debt', 'due_to_related',
  'total_liabilities', 'net_worth',
] as const // prettier-ignore

const READ_CASH = ['distributions', 'contributions', 'capital_expenditures', 'cash_taxes'] as const

/** Of a person's tax return. */
const READ_PERSONAL = [
  'wages', 'taxable_interest', 'dividends', 'rental_income', 'rental_depreciation', 'sole_proprietor_income',
  'sole_proprietor_depreciation', 'k1_distributions', 'personal_taxes',
] as const // prettier-ignore

/** Of a person's financial statement. */
const READ_PERSONAL_WORTH = [
  'personal_assets', 'personal_liabilities', 'personal_contingent_liabilities', 'personal_net_worth',
] as const // prettier-ignore

/** What people say because no document does: the request itself, collateral, how somebody lives. */
const READ_GIVEN = [
  'debt_service_existing', 'debt_service_proposed', 'property_debt_service', 'capex_unfinanced', 'loan_amount',
  'collateral_value', 'living_expenses', 'personal_debt_service',
] as const // prettier-ignore

const INCOME: readonly Row[] = [
  ['operating_profit_rma', 'operating_income + (interest_in_operating_costs or 0)'],
  ['addbacks_total'],
  ['ebitda_normalized', 'ebitda + (addbacks_total or 0)'],
  ['ebitdar', 'ebitda_normalized + (rent or 0) + (equipment_lease or 0)'],
  ['net_cash_flow_property', 'noi - (replacement_reserves or 0)'],
  ['revenue_annualized', 'revenue * 12 / months'],
  ['ebitda_annualized', 'ebitda * 12 / months'],
  ['net_income_annualized', 'net_income * 12 / months'],
  ['revenue_ttm', 'year(revenue) + revenue - prior(revenue)'],
  ['ebitda_ttm', 'year(ebitda) + ebitda - prior(ebitda)'],
  ['net_income_ttm', 'year(net_income) + net_income - prior(net_income)'],
]

const INCOME_PERCENT: readonly Row[] = [
  ['gross_margin', 'gross_profit / revenue * 100'],
  ['operating_margin', 'operating_income / revenue * 100'],
  ['ebitda_margin', 'ebitda / revenue * 100'],
  ['net_margin', 'net_income / revenue * 100'],
  ['opex_to_revenue', 'operating_expenses / revenue * 100'],
  ['unitemized_share', 'unitemized_amount / revenue * 100'],
  ['revenue_growth', '(revenue - prior(revenue)) / prior(revenue) * 100'],
]

const BALANCE: readonly Row[] = [
  ['balance_check', 'total_assets - total_liabilities - net_worth'],
  ['working_capital', 'total_current_assets - total_current_liabilities'],
  ['tangible_net_worth', 'net_worth - (intangibles or 0) - (due_from_related or 0)'],
  ['funded_debt', '(line_of_credit or 0) + (current_portion_ltd or 0) + (long_term_debt or 0) + (subordinated_debt or 0)'],
  ['senior_debt', 'funded_debt - (subordinated_debt or 0)'],
  ['net_worth_reconciliation', 'net_worth - prior(net_worth) - net_income + (distributions or 0) - (contributions or 0)'],
] // prettier-ignore

const RATIOS: readonly Row[] = [
  ['current_ratio', 'total_current_assets / total_current_liabilities'],
  ['quick_ratio', '((cash or 0) + (marketable_securities or 0) + (accounts_receivable or 0)) / total_current_liabilities'],
  ['debt_to_worth', 'total_liabilities / net_worth'],
  ['debt_to_tangible_net_worth', 'total_liabilities / tangible_net_worth'],
  ['interest_coverage', 'ebit / interest_expense'],
] // prettier-ignore

const YEAR_RATIOS: readonly Row[] = [
  ['funded_debt_to_ebitda', 'funded_debt / ebitda_normalized'],
  ['senior_debt_to_ebitda', 'senior_debt / ebitda_normalized'],
  ['asset_turnover', 'revenue / total_assets'],
]

const YEAR_PERCENT: readonly Row[] = [
  ['return_on_assets', 'net_income / total_assets * 100'],
  ['return_on_equity', 'net_income / net_worth * 100'],
]

const DAYS: readonly Row[] = [
  ['dso', 'accounts_receivable / revenue * days'],
  ['dio', 'inventory / cogs * days'],
  ['dpo', 'accounts_payable / cogs * days'],
  ['cash_conversion_cycle', 'dso + dio - dpo'],
]

const DEBT_SERVICE: readonly Row[] = [['debt_service_total', 'debt_service_existing + debt_service_proposed']]

const COVERAGE: readonly Row[] = [
  ['dscr_existing', 'ebitda_normalized / debt_service_existing'],
  ['dscr_ebitda', 'ebitda_normalized / debt_service_total'],
  ['dscr_after_distributions', '(ebitda_normalized - distributions - cash_taxes) / debt_service_total'],
  ['dscr_property', 'net_cash_flow_property / property_debt_service'],
  [
    'fixed_charge_coverage',
    '(ebitda_normalized + (rent or 0) - cash_taxes - distributions - capex_unfinanced) / (debt_service_total + (rent or 0))',
  ],
]

const LENDING_PERCENT: readonly Row[] = [
  ['debt_yield', 'noi / loan_amount * 100'],
  ['loan_to_value', 'loan_amount / collateral_value * 100'],
]

const PERSONAL: readonly Row[] = [
  [
    'personal_income',
    '(wages or 0) + (taxable_interest or 0) + (dividends or 0) + (rental_income or 0) + (rental_depreciation or 0) + ' +
      '(sole_proprietor_income or 0) + (sole_proprietor_depreciation or 0) + (k1_distributions or 0)',
  ],
  ['personal_cash_flow', 'personal_income - personal_taxes - living_expenses'],
  ['personal_worth_check', 'personal_assets - personal_liabilities - personal_net_worth'],
]

/** What a statement that does not foot cannot say. */
export const INCOME_KEYS: ReadonlySet<string> = new Set(READ_INCOME)

export const BUSINESS_ATTRIBUTES: readonly Attribute[] = [
  ...declare(
    'usd',
    [...READ_INCOME, ...READ_BALANCE, ...READ_CASH].map((key): Row => [key]),
  ),
  ...declare(
    'usd',
    READ_GIVEN.filter((key) => key !== 'living_expenses' && key !== 'personal_debt_service').map((key): Row => [key]),
  ),
  ...declare('usd', INCOME),
  ...declare('percent', INCOME_PERCENT),
  ...declare('usd', BALANCE),
  ...declare('ratio', RATIOS),
  ...declare('ratio', YEAR_RATIOS, true),
  ...declare('percent', YEAR_PERCENT, true),
  ...declare('days', DAYS),
  ...declare('usd', DEBT_SERVICE),
  ...declare('ratio', COVERAGE, true),
  ...declare('percent', LENDING_PERCENT, true),
]

export const PERSON_ATTRIBUTES: readonly Attribute[] = [
  ...declare(
    'usd',
    [...READ_PERSONAL, ...READ_PERSONAL_WORTH, 'living_expenses', 'personal_debt_service'].map((key): Row => [key]),
  ),
  ...declare('usd', PERSONAL),
]

/** Of the whole loan, year by year: sums over its members, and what follows from them. */
export const LOAN_ATTRIBUTES: readonly Attribute[] = [
  ...declare('usd', [
    ['business_cash_flow'],
    ['personal_cash_flow'],
    ['intragroup_payments'],
    ['business_debt_service'],
    ['personal_debt_service'],
    ['addbacks_of_loan'],
    ['global_cash_flow', 'business_cash_flow + (addbacks_of_loan or 0) + personal_cash_flow - intragroup_payments'],
    ['global_debt_service', 'business_debt_service + personal_debt_service'],
  ]),
  ...declare('ratio', [['global_dscr', 'global_cash_flow / global_debt_service']]),
]

/** What people may give: all of it is otherwise read from a document, or from none. */
export const GIVEN_KEYS = [
  ...READ_GIVEN.filter((key) => key !== 'loan_amount'),
  'distributions',
  'contributions',
  'cash_taxes',
  'k1_distributions',
  'personal_taxes',
  'intragroup_payments',
] as const
export type GivenKey = (typeof GIVEN_KEYS)[number]

function declare(unit: Unit, rows: readonly Row[], ofYear = false): Attribute[] {
  return rows.map(([key, text]) => ({
    key,
    unit,
    formula: text === undefined ? null : { text, program: parseFormula(text) },
    ofYear,
  }))
}
