/** The captions that every balance sheet and cash flow statement turns on, in the words that real ones use. */

export type BalanceRole =
  | 'cash'
  | 'total_assets'
  | 'total_current_assets'
  | 'total_liabilities'
  | 'total_current_liabilities'
  | 'total_equity'
  | 'total_liabilities_and_equity'
export type CashRole =
  | 'operating'
  | 'investing'
  | 'financing'
  | 'investing_and_financing'
  | 'net_change'
  | 'opening_cash'
  | 'closing_cash'
  | 'exchange_effect'
export type IncomeRole = 'revenue' | 'gross_profit' | 'operating_income' | 'pretax_income' | 'net_income'
export type StatementRole = BalanceRole | CashRole | IncomeRole

const EQUITY = `(?:(?:share|stock)holders?['’]?s?['’]?|owners?['’]?s?['’]?|members?['’]?|partners?['’]?|proprietor['’]?s)?\\s*(?:equit(?:y|ies)|capital|deficit|net assets|net worth|fund balances?)`

/** The first that fits decides, so the narrower stand first. Captions are folded: lower case, single spaces. */
const BALANCE: readonly (readonly [RegExp, BalanceRole])[] = [
  [
    new RegExp(
      `^(?:total )?(?:for )?liabilities(?:,)? (?:and|&|\\+|plus) .*(?:equit|capital|deficit|net assets|net worth|fund balance)`,
    ),
    'total_liabilities_and_equity',
  ],
  [/^total (?:for )?(?:equity|capital|net assets) (?:and|&) liabilities/, 'total_liabilities_and_equity'],
  [/^(?:summe|totaal|total) (?:der )?(?:passiva|passif|pasivo y capital)|^balanssom/, 'total_liabilities_and_equity'],
  [
    /^(?:total (?:for )?|summe |totaal )(?:current assets?|umlaufvermögen|vlottende activa|actif circulant|activo circulante)/,
    'total_current_assets',
  ],
  [
    /^(?:total (?:for )?|summe |totaal )(?:(?:short-term|current) liabilit(?:y|ies)|kurzfristige verbindlichkeiten|kortlopende schulden|dettes à court terme|pasivo a corto plazo)/,
    'total_current_liabilities',
  ],
  [
    /^total (?:for )?assets?\b|^assets,? total|^(?:summe|totaal|total) (?:der )?(?:akti[vf]a|activa|actif|activo)$/,
    'total_assets',
  ],
  [/^(?:total (?:for )?|summe |totaal )(?:liabilit(?:y|ies)|fremdkapital|schulden|dettes|pasivo)/, 'total_liabilities'],
  [new RegExp(`^total (?:for )?${EQUITY}`), 'total_equity'],
  [/^(?:summe|totaal|total) (?:eigenkapital|eigen vermogen|capitaux propres|capital contable)/, 'total_equity'],
  [
    /^(?:total )?(?:cash(?:,? (?:and|&) (?:cash |bank )?(?:equivalents|balances?|banks?))?|cash (?:on hand|in banks?)(?: (?:and|&) (?:on hand|in banks?))?|bank accounts|liquide middelen)$/,
    'cash',
  ],
  [new RegExp(`^(?:net assets|total net assets)$`), 'total_equity'],
]
/** Totals of a part, which the patterns above must not take for the whole. */
const PART_OF_BALANCE = /^total (?:for )?(?:other |non-?\s?current|fixed|long)/

const CASH: readonly (readonly [RegExp, CashRole])[] = [
  [/\b(?:effects?|foreign currency).*\b(?:exchange|currency|cash)\b/, 'exchange_effect'],
  [
    /\b(?:cash|balances?|equivalents)\b.*\b(?:beginning|begin|opening|start|beg\.)|\b(?:beginning|opening|beg\b\.?)\s.*\b(?:cash|balance)\b(?! equity)|anfang der periode|begin boekjaar|ouverture$|inicio del per[ií]odo/,
    'opening_cash',
  ],
  [
    /\b(?:cash|balances?|equivalents)\b.*\b(?:end|ending|closing)\b|\b(?:ending|closing)\b.*\b(?:cash|balance)|ende der periode|einde boekjaar|clôture$|final del per[ií]odo/,
    'closing_cash',
  ],
  [
    /\bnet\b.*\b(?:increase|decrease|change)\b|\bnet cash flows?\b(?! (?:from|provided|used|generated))|veränderung des finanzmittelfonds|mutatie (?:geldmiddelen|liquide middelen)|variation de la trésorerie|aumento neto de efectivo|^(?:increase|decrease|change) in cash\b|^nett? (?:inflow|outflow)/,
    'net_change',
  ],
  [/\bnet\b.*\bcash\b.*\binvesting\b.*\bfinancing\b|\binvesting\s*\/\s*financing/, 'investing_and_financing'],
  [
    /^(?:net|total).*\boperat(?:ing|ions)\b(?! (?:assets|income before))|laufender geschäftstätigkeit|operationele activiteiten|liés à l['’]exploitation|actividades de operación/,
    'operating',
  ],
  [
    /^(?:net|total).*\binvesting\b|investitionstätigkeit|investeringsactiviteiten|liés à l['’]investissement|actividades de inversión/,
    'investing',
  ],
  [
    /^(?:net|total).*\bfinancing\b|finanzierungstätigkeit|financieringsactiviteiten|liés au financement|actividades de financiamiento/,
    'financing',
  ],
]

const INCOME: readonly (readonly [RegExp, IncomeRole])[] = [
  [
    /^gross (?:profit|margin|income)(?! ?%)|^bruto-?(?:marge|omzetresultaat|winst)|^rohergebnis|^marge brute|^utilidad bruta/,
    'gross_profit',
  ],
  [/\b(?:before|b\/f)\b.*\btax|^pre-?tax/, 'pretax_income'],
  [
    /^(?:total )?(?:net )?(?:operating (?:income|profit|loss)|income (?:\(loss\) )?from operations|profit from operations)|^ebit\b|^bedrijfsresultaat|^betriebsergebnis|^résultat d['’]exploitation|^utilidad de operación/,
    'operating_income',
  ],
  [
    /^net (?:income|profit|loss|earnings|surplus)|^(?:profit|loss|income|surplus)\b.*\b(?:for the (?:year|period)|after tax)|^jahres|^resultaat(?: na belastingen)?$|^résultat net|^utilidad neta|^(?:change|increase|decrease).*\bnet assets\b/,
    'net_income',
  ],
  [
    /^total (?:for )?(?:net )?(?:income|revenues?|sales|operating (?:revenues?|income)|support and revenue)|^(?:net )?(?:sales|revenues?)$|^total net sales|^(?:summe |totaal )?(?:umsatzerlöse|netto-?omzet)$|^total (?:chiffre d['’]affaires|ventes|ventas|ingresos)/,
    'revenue',
  ],
]

export function foldCaption(label: string): string {
  return label
    .toLowerCase()
    .replace(/^\s*(?:\d{1,2}\.|[a-z]\)|[ivx]+\.)\s+/, '')
    .replace(/\s+/g, ' ')
    .replace(/\(note[^)]*\)/g, '')
    .trim()
}

export function balanceRoleOf(label: string): BalanceRole | null {
  const caption = foldCaption(label)
  if (PART_OF_BALANCE.test(caption)) return null
  return firstRole(BALANCE, caption)
}

export function cashRoleOf(label: string): CashRole | null {
  return firstRole(CASH, foldCaption(label))
}

export function incomeRoleOf(label: string): IncomeRole | null {
  return firstRole(INCOME, foldCaption(label))
}

function firstRole<Role>(list: readonly (readonly [RegExp, Role])[], caption: string): Role | null {
  for (const [pattern, role] of list) if (pattern.test(caption)) return role
  return null
}
