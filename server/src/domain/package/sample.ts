/** Which sample a test upload is answered with: by its slug when one was named, else by words of the file name. */

export interface Category {
  readonly category: string
  readonly reportType: string
}

interface SampleCategory extends Category {
  /** The words that begin the slugs of its samples. */
  readonly slug: string
  /** Words of a file name that point to it. */
  readonly words: RegExp
}

const SAMPLES: readonly SampleCategory[] = [
  { category: 'Profit Loss Statement', reportType: 'profit-loss-statements', slug: 'profit-loss-statement', words: /\b(profit|p ?& ?l|pnl|income statement)\b/ },
  { category: 'Balance Sheet', reportType: 'balance-sheets', slug: 'balance-sheet', words: /\bbalance\b/ },
  { category: 'Cash Flow Statement', reportType: 'cash-flow-statements', slug: 'cash-flow-statement', words: /\bcash ?flow\b/ },
  { category: 'Bank Statement', reportType: 'bank-statements', slug: 'bank-statement', words: /\b(bank|checking|savings)\b/ },
  { category: 'Tax Return', reportType: 'tax-returns', slug: 'tax-return', words: /\b(tax|1040|1065|1120s?|k ?1)\b/ },
  { category: 'Personal Financial Statement', reportType: 'personal-financial-statements', slug: 'personal-financial-statement', words: /\b(personal financial|pfs)\b/ },
  { category: 'Debt Schedule', reportType: 'debt-schedules', slug: 'debt-schedule', words: /\bdebt\b/ },
  { category: 'AR Aging', reportType: 'ar-agings', slug: 'ar-aging', words: /\b(ar|receivables?)\b/ },
  { category: 'AP Aging', reportType: 'ap-agings', slug: 'ap-aging', words: /\b(ap|payables?)\b/ },
] // prettier-ignore

const OTHER: Category = { category: 'Other', reportType: 'others' }

export function sampleCategory(sampleDocument: string | null, fileName: string): Category {
  const words = fileName
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replaceAll(/[_\-.\s]+/g, ' ')
  const found =
    sampleDocument === null
      ? SAMPLES.find((sample) => sample.words.test(words))
      : SAMPLES.find(({ slug }) => sampleDocument === slug || sampleDocument.startsWith(`${slug}-`))
  return found ? { category: found.category, reportType: found.reportType } : OTHER
}
