/** Which attributes stand in which table of a memo, in which order and under which name. */

export interface RowSpec {
  readonly key: string
  readonly label: string
  readonly style: 'plain' | 'total'
  /** Printed even where no period has it: its absence is news. */
  readonly isAlways: boolean
}

export type TableSpec = readonly (RowSpec | { readonly group: string })[]

const plain = (key: string, label: string): RowSpec => ({ key, label, style: 'plain', isAlways: false })
const total = (key: string, label: string): RowSpec => ({ key, label, style: 'total', isAlways: false })
const always = (key: string, label: string): RowSpec => ({ key, label, style: 'total', isAlways: true })

export const INCOME: TableSpec = [
  always('revenue', 'Revenue'),
  plain('cogs', 'Cost of goods sold'),
  total('gross_profit', 'Gross profit'),
  plain('operating_expenses', 'Operating expenses'),
  total('operating_income', 'Operating income'),
  plain('other_income', 'Other income'),
  plain('other_expenses', 'Other expenses'),
  plain('dispositions', 'Gain or loss on dispositions'),
  plain('interest_expense', 'Interest expense'),
  total('pretax_income', 'Income before income taxes'),
  plain('income_tax', 'Income taxes'),
  plain('net_of_tax_items', 'Items net of tax'),
  always('net_income', 'Net income'),
  { group: 'Of revenue' },
  plain('revenue_growth', 'Growth'),
  plain('gross_margin', 'Gross margin'),
  plain('operating_margin', 'Operating margin'),
  plain('ebitda_margin', 'EBITDA margin'),
  plain('net_margin', 'Net margin'),
  plain('unitemized_share', 'Not itemized'),
]

export const BALANCE: TableSpec = [
  { group: 'Assets' },
  plain('cash', 'Cash'),
  plain('marketable_securities', 'Marketable securities'),
  plain('accounts_receivable', 'Accounts receivable'),
  plain('inventory', 'Inventory'),
  plain('prepaid_and_other_current', 'Prepaid and other current assets'),
  total('total_current_assets', 'Current assets'),
  plain('net_fixed_assets', 'Net fixed assets'),
  plain('intangibles', 'Intangibles'),
  plain('due_from_related', 'Due from related parties'),
  plain('other_assets', 'Other assets'),
  total('total_assets', 'Total assets'),
  { group: 'Liabilities and net worth' },
  plain('line_of_credit', 'Line of credit'),
  plain('current_portion_ltd', 'Current portion of long-term debt'),
  plain('accounts_payable', 'Accounts payable'),
  plain('accrued_liabilities', 'Accrued liabilities'),
  plain('taxes_payable', 'Taxes payable'),
  plain('deferred_revenue', 'Deferred revenue'),
  total('total_current_liabilities', 'Current liabilities'),
  plain('long_term_debt', 'Long-term debt'),
  plain('subordinated_debt', 'Subordinated debt'),
  plain('due_to_related', 'Due to related parties'),
  total('total_liabilities', 'Total liabilities'),
  total('net_worth', 'Net worth'),
  { group: 'Follows from these' },
  plain('balance_check', 'Assets less liabilities and net worth'),
  plain('working_capital', 'Working capital'),
  plain('tangible_net_worth', 'Tangible net worth'),
  plain('funded_debt', 'Funded debt'),
  plain('net_worth_reconciliation', 'Change of net worth left to explain'),
]

export const RATIOS: TableSpec = [
  { group: 'Liquidity' },
  plain('current_ratio', 'Current ratio'),
  plain('quick_ratio', 'Quick ratio'),
  { group: 'Leverage' },
  plain('debt_to_worth', 'Debt to worth'),
  plain('debt_to_tangible_net_worth', 'Debt to tangible net worth'),
  plain('funded_debt_to_ebitda', 'Funded debt to EBITDA'),
  plain('senior_debt_to_ebitda', 'Senior debt to EBITDA'),
  plain('interest_coverage', 'Interest coverage'),
  { group: 'Turnover' },
  plain('dso', 'Receivables'),
  plain('dio', 'Inventory'),
  plain('dpo', 'Payables'),
  plain('cash_conversion_cycle', 'Cash conversion cycle'),
  plain('asset_turnover', 'Asset turnover'),
  { group: 'Returns' },
  plain('return_on_assets', 'Return on assets'),
  plain('return_on_equity', 'Return on equity'),
]

export const CASH_FLOW: TableSpec = [
  { group: 'Cash flow' },
  plain('net_income', 'Net income'),
  plain('interest_expense', 'Interest expense'),
  plain('income_tax', 'Income taxes'),
  plain('depreciation', 'Depreciation'),
  plain('amortization', 'Amortization'),
  always('ebitda', 'EBITDA'),
  plain('addbacks_total', 'Addbacks'),
  always('ebitda_normalized', 'EBITDA, normalized'),
  plain('distributions', 'Distributions to owners'),
  plain('cash_taxes', 'Taxes paid'),
  plain('noi', 'Net operating income'),
  { group: 'Debt service' },
  plain('debt_service_existing', 'Existing debt'),
  plain('debt_service_proposed', 'Proposed loan'),
  total('debt_service_total', 'Debt service'),
  { group: 'Coverage' },
  plain('dscr_existing', 'DSCR, existing debt'),
  always('dscr_ebitda', 'DSCR, with the proposed loan'),
  plain('dscr_after_distributions', 'DSCR after distributions and taxes'),
  plain('dscr_property', 'DSCR of the property'),
  plain('fixed_charge_coverage', 'Fixed charge coverage'),
]

export const COLLATERAL: TableSpec = [
  plain('loan_amount', 'Loan'),
  plain('collateral_value', 'Value of the collateral'),
  plain('loan_to_value', 'Loan to value'),
  plain('debt_yield', 'Debt yield'),
]

export const PERSON: TableSpec = [
  { group: 'Income and cash flow' },
  plain('wages', 'Wages'),
  plain('taxable_interest', 'Interest'),
  plain('dividends', 'Dividends'),
  plain('rental_income', 'Rents'),
  plain('rental_depreciation', 'Depreciation of rentals'),
  plain('sole_proprietor_income', 'Own business'),
  plain('sole_proprietor_depreciation', 'Depreciation of own business'),
  plain('k1_distributions', 'Distributions received'),
  total('personal_income', 'Income'),
  plain('personal_taxes', 'Taxes'),
  plain('living_expenses', 'Living expenses'),
  total('personal_cash_flow', 'Cash flow'),
  plain('personal_debt_service', 'Debt service'),
  { group: 'Worth' },
  plain('personal_assets', 'Assets'),
  plain('personal_liabilities', 'Liabilities'),
  plain('personal_contingent_liabilities', 'Contingent liabilities'),
  total('personal_net_worth', 'Net worth'),
]

export const GLOBAL: TableSpec = [
  plain('business_cash_flow', 'Businesses'),
  plain('addbacks_of_loan', 'Addbacks of the loan'),
  plain('personal_cash_flow', 'Persons'),
  plain('intragroup_payments', 'Less payments within the group'),
  always('global_cash_flow', 'Global cash flow'),
  plain('business_debt_service', 'Debt service of businesses'),
  plain('personal_debt_service', 'Debt service of persons'),
  total('global_debt_service', 'Global debt service'),
  always('global_dscr', 'Global DSCR'),
]
