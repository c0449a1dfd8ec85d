/** What kinds of documents there are: the word the engine uses, the one on the wire, and the slug in the paths. */
import type { DocumentClass } from '../../engine/model/classification.ts'

export interface Category {
  readonly category: string
  readonly reportType: string
}

export const CATEGORIES = {
  'profit-loss': { category: 'Profit Loss Statement', reportType: 'profit-loss-statements' },
  'balance-sheet': { category: 'Balance Sheet', reportType: 'balance-sheets' },
  'cash-flow': { category: 'Cash Flow Statement', reportType: 'cash-flow-statements' },
  'bank-statement': { category: 'Bank Statement', reportType: 'bank-statements' },
  'tax-return': { category: 'Tax Return', reportType: 'tax-returns' },
  'personal-financial-statement': {
    category: 'Personal Financial Statement',
    reportType: 'personal-financial-statements',
  },
  'debt-schedule': { category: 'Debt Schedule', reportType: 'debt-schedules' },
  'ar-aging': { category: 'AR Aging', reportType: 'ar-agings' },
  'ap-aging': { category: 'AP Aging', reportType: 'ap-agings' },
  other: { category: 'Other', reportType: 'others' },
} as const satisfies Readonly<Record<DocumentClass, Category>>

export type CategoryName = (typeof CATEGORIES)[DocumentClass]['category']
export type ReportType = (typeof CATEGORIES)[DocumentClass]['reportType']

export const CATEGORY_NAMES = Object.values(CATEGORIES).map(({ category }) => category)
export const REPORT_TYPES = Object.values(CATEGORIES).map(({ reportType }) => reportType)

const BY_NAME: ReadonlyMap<string, DocumentClass> = new Map(
  Object.entries(CATEGORIES).flatMap(([of, { category, reportType }]) => [
    [category, of as DocumentClass],
    [reportType, of as DocumentClass],
  ]),
)

/** The class of a category or a report type; null for any other word. */
export function classOf(categoryOrReportType: string | null): DocumentClass | null {
  return categoryOrReportType === null ? null : (BY_NAME.get(categoryOrReportType) ?? null)
}
