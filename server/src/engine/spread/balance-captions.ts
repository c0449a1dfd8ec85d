/**
 * Which lines of a balance sheet make which attribute. Totals are told by the captions that the proofs use too
 * (chart/statement-captions.ts); this table tells the lines in between. The first that fits takes the line.
 */
export type Side = 'assets' | 'claims'

export interface BalanceEntry {
  readonly key: string
  readonly side: Side
  /** A printed total that is the attribute as a whole, and then its lines are not added up. */
  readonly total: RegExp | null
  readonly line: RegExp
  /** Only among current liabilities (true), only below them (false), or in either place. */
  readonly current?: boolean
}

const RELATED = '(?:related|affiliate|shareholder|stockholder|member|partner|officer|owner|employee|parent)'

/** Captions are folded: lower case, no punctuation, single spaces. */
export const BALANCE_ENTRIES: readonly BalanceEntry[] = [
  {
    key: 'due_from_related',
    side: 'assets',
    total: null,
    line: new RegExp(`\\b(?:due from|loans? to|advances? to|receivable)\\b.*\\b${RELATED}|^${RELATED}s? (?:loan|note)s? receivable`),
  },
  {
    key: 'due_to_related',
    side: 'claims',
    total: null,
    line: new RegExp(`\\b(?:due to|loans? from|advances? from|payable)\\b.*\\b${RELATED}|^${RELATED}s? (?:loan|note)s?\\b`),
  },
  {
    key: 'cash',
    side: 'assets',
    total: /^total (?:for )?(?:cash|bank accounts?|checking savings|checking and savings)\b/,
    line: /\b(?:cash|checking|savings|money market|bank account|operating account|payroll account)\b/,
  },
  {
    key: 'marketable_securities',
    side: 'assets',
    total: null,
    line: /\bmarketable securit|\bshort term investments?\b|\bcertificates? of deposit\b/,
  },
  {
    key: 'accounts_receivable',
    side: 'assets',
    total: /^(?:total (?:for )?|net )(?:accounts |trade )?receivables?\b|^(?:accounts |trade )?receivables? net$/,
    line: /^(?!.*\b(?:note|tax|loan)s?\b).*\breceivables?\b|\ballowance for (?:doubtful|bad|credit)/,
  },
  {
    key: 'inventory',
    side: 'assets',
    total: /^(?:total (?:for )?|net )inventor(?:y|ies)\b/,
    line: /\binventor(?:y|ies)\b|\bwork in (?:process|progress)\b|\bfinished goods\b|\braw materials\b/,
  },
  {
    key: 'prepaid_and_other_current',
    side: 'assets',
    total: /^total (?:for )?(?:other current assets|prepaids?)\b/,
    line: /\bprepaid|\bother current assets?\b/,
  },
  {
    key: 'intangibles',
    side: 'assets',
    total: /^(?:total (?:for )?|net )(?:intangibles?|intangible assets|goodwill)\b|^(?:goodwill|intangible assets?).* net$/,
    line: /\bgoodwill\b|\bintangibles?\b|\bpatents?\b|\btrademarks?\b|\bcustomer lists?\b|\baccumulated amortization\b/,
  },
  {
    key: 'net_fixed_assets',
    side: 'assets',
    total: /^(?:total (?:for )?(?:net )?|net )(?:fixed assets|property|plant)\b|^(?:fixed assets|property\b.*|plant\b.*) net$/,
    line: /\b(?:property|plant|equipment|furniture|fixtures|vehicles?|trucks?|autos?|buildings?|land|leasehold improvements?|machinery|computers?|accumulated depreciation)\b/,
  },
  {
    key: 'other_assets',
    side: 'assets',
    total: /^total (?:for )?other assets\b/,
    line: /^other assets\b|\b(?:security )?deposits?\b/,
  },
  {
    key: 'line_of_credit',
    side: 'claims',
    total: /^total (?:for )?lines? of credit\b/,
    line: /\blines? of credit\b|\brevolv(?:er|ing)\b/,
  },
  {
    key: 'long_term_debt',
    side: 'claims',
    total: /^total (?:for )?(?:long term (?:debt|notes|loans)|notes payable long term)\b|^long term debt (?:net|less)\b/,
    line: /^less\b.*\bcurrent (?:portion|maturit)/,
  },
  {
    key: 'current_portion_ltd',
    side: 'claims',
    total: null,
    line: /\bcurrent (?:portion|maturit)/,
  },
  {
    key: 'subordinated_debt',
    side: 'claims',
    total: null,
    line: /\bsubordinated\b/,
  },
  {
    key: 'accounts_payable',
    side: 'claims',
    total: /^total (?:for )?(?:accounts|trade) payables?\b/,
    line: /\b(?:accounts|trade) payables?\b/,
  },
  {
    key: 'taxes_payable',
    side: 'claims',
    total: null,
    line: /\btax(?:es)? (?:payable|liabilit)|\baccrued (?:income |sales |payroll )?tax/,
  },
  {
    key: 'accrued_liabilities',
    side: 'claims',
    total: /^total (?:for )?accrued\b/,
    line: /\baccru(?:ed|als?)\b|\bpayroll liabilit|\b(?:wages|salaries|payroll) payable\b/,
  },
  {
    key: 'deferred_revenue',
    side: 'claims',
    total: null,
    line: /\bdeferred (?:revenue|income)\b|\bunearned\b|\bcustomer deposits?\b|\bcontract liabilit|\bbillings in excess\b/,
  },
  {
    key: 'current_portion_ltd',
    side: 'claims',
    total: null,
    line: /\b(?:notes?|loans?|mortgages?|debt)\b/,
    current: true,
  },
  {
    key: 'long_term_debt',
    side: 'claims',
    total: null,
    line: /\b(?:notes?|loans?|mortgages?|debt)\b/,
    current: false,
  },
] // prettier-ignore
