/** The kinds of documents whose figures enter a spread. */
const SPREAD_TYPES: ReadonlySet<string> = new Set([
  'profit-loss-statements',
  'balance-sheets',
  'cash-flow-statements',
  'tax-returns',
  'debt-schedules',
  'personal-financial-statements',
])

export function entersSpread(document: { readonly reportType: string }): boolean {
  return SPREAD_TYPES.has(document.reportType)
}
