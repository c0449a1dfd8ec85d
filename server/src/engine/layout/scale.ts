/** What one printed unit is worth and in which money, as the page says it. */

export interface ScalePhrase {
  readonly factor: number
  readonly text: string
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:in|of|to(?: the nearest)?|\$|us\$)\s*(?:[a-z.]+\s+)?millions?\b|\bmio\.?\s?(?:eur|€)|\b(?:\$|usd|eur)\s?m(?:n|illion)\b/i,
    1_000_000,
  ],
  [/\b(?:in|of|to(?: the nearest)?)\s*(?:[a-z.$€£]+\s+)?thousands?\b|\bthousands of\b/i, 1000],
  [
    /(?:\$|€|£|₱|₹|\b(?:us|rs|in))\s?['’]?000['’]?s?\b|\(\s*000['’]?s?\b|\b000['’]?s?\s+omitted|\b000s\b|\bTEUR\b|\bT€/i,
    1000,
  ],
  [/\bin\s+lakhs?\b|\brs\.?\s*lakhs?\b|\(\s*lakhs?\s*\)/i, 100_000],
  [/\bin\s+crores?\b|\brs\.?\s*crores?\b|\(\s*crores?\s*\)/i, 10_000_000],
]

/** Null when the text names no scale: then a printed unit is one unit. */
export function readScale(text: string): ScalePhrase | null {
  for (const [pattern, factor] of SCALES) {
    const match = pattern.exec(text)
    if (match) return { factor, text: match[0].trim() }
  }
  return null
}

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/₱|\bphilippine pesos?\b|\bPHP\b|P=|=P/i, 'PHP'],
  [/₹|\bINR\b|\brupees?\b|\bRs\.?\s?\d/i, 'INR'],
  [/€|\bT?EUR\b|\beuros?\b/i, 'EUR'],
  [/£|\bGBP\b|\bpounds? sterling\b/i, 'GBP'],
  [/\bCAD\b|C\$|\bcanadian dollars?\b/i, 'CAD'],
  [/\bAUD\b|A\$|\baustralian dollars?\b/i, 'AUD'],
  [/\$|\bUSD\b|\bU\.?S\.? dollars?\b/i, 'USD'],
]

/** The currency that a text states by sign or name; null when it states none. */
export function readCurrency(text: string): string | null {
  for (const [pattern, currency] of CURRENCIES) if (pattern.test(text)) return currency
  return null
}
