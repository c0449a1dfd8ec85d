/** What may be added back to earnings, or taken off them, to see what a company earns under another owner. */
export type { AddbackList, AddbackRow } from '../../store/addbacks.ts'

export const ADDBACK_CATEGORIES = [
  'owner_compensation_excess',
  'owner_perks_personal',
  'family_payroll',
  'related_party_rent',
  'related_party_fees',
  'one_time_legal_settlement',
  'one_time_casualty',
  'relocation_restructuring',
  'startup_transaction',
  'noncash_stock_comp',
  'noncash_impairment',
  'nonoperating_asset_cost',
  'discretionary_charity',
  'capital_item_expensed',
  'owner_draw_expensed',
  'loan_principal_expensed',
  'other',
  'one_time_income',
  'below_market_owner_pay',
  'below_market_rent',
  'nonrecurring_other_income',
] as const
export type AddbackCategory = (typeof ADDBACK_CATEGORIES)[number]
