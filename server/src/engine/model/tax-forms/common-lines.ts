/**
 * Lines that several forms print in the same order, each form under numbers of its own: partnerships and S corporations
 * share out the same things, and the balance sheet of every entity has the same captions.
 */

export const RENTAL = `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3a Other gross rental income (loss)
3b Expenses from other rental activities
3c Other net rental income (loss)`

/** The same on a K-1, which tells the rent as one amount. */
export const SHARED_INCOME = `
1 Ordinary business income (loss)
2 Net rental real estate income (loss)
3 Other net rental income (loss)`

export const GAINS = [
  'Net short-term capital gain (loss)',
  'Net long-term capital gain (loss)',
  'Collectibles (28%) gain (loss)',
  'Unrecaptured section 1250 gain',
  'Net section 1231 gain (loss)',
  'Other income (loss)',
  'Section 179 deduction',
]

export const DEDUCTIONS = ['Investment interest expense', 'Section 59(e)(2) expenditures', 'Other deductions']

export const CREDITS = [
  'Low-income housing credit (section 42(j)(5))',
  'Low-income housing credit (other)',
  'Qualified rehabilitation expenditures',
  'Other rental real estate credits',
  'Other rental credits',
]

/** Items of the alternative minimum tax, and what is free of tax. */
export const MINIMUM_TAX = [
  'Post-1986 depreciation adjustment',
  'Adjusted gain or loss',
  'Depletion (other than oil and gas)',
  'Oil, gas, and geothermal properties-gross income',
  'Oil, gas, and geothermal properties-deductions',
  'Other AMT items',
  'Tax-exempt interest income',
  'Other tax-exempt income',
  'Nondeductible expenses',
]

export const CURRENT_ASSETS = `
1 Cash
2a Trade notes and accounts receivable
2b Less allowance for bad debts
3 Inventories
4 U.S. government obligations
5 Tax-exempt securities
6 Other current assets`

export const OTHER_ASSETS = [
  'Mortgage and real estate loans',
  'Other investments',
  'Buildings and other depreciable assets',
  'Less accumulated depreciation',
  'Depletable assets',
  'Less accumulated depletion',
  'Land',
  'Intangible assets',
  'Less accumulated amortization',
  'Other assets',
  'Total assets',
  'Accounts payable',
  'Mortgages, notes, bonds payable in less than 1 year',
  'Other current liabilities',
]

/** Captions under the numbers of one form, in the shorthand of its description. */
export function numbered(keys: string, captions: readonly string[]): string {
  const numbers = keys.split(' ')
  if (numbers.length !== captions.length) throw new Error(`${numbers.length} numbers for ${captions.length} captions`)
  return numbers.map((number, index) => `${number} ${captions[index] ?? ''}`).join('\n')
}
