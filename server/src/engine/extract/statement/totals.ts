/** Captions that say a line is a sum or a result. Arithmetic has the last word; that is the prover's business. */

const TOTAL =
  /^(?:grand |sub-?)?totals?\b|\btotals?$|^sub-?total|^net (?:cash|income|loss|profit|earnings|operating|sales|revenue|assets|worth|change|increase|decrease|\(?(?:decrease|increase|loss)\)?|ordinary|other|inflow|outflow|result|surplus|deficit)|^nett\b|^gross (?:profit|margin|income|loss)|^operating (?:profit|loss|income)(?! tax)|^(?:income|loss|profit|earnings|surplus)\b.*\bbefore\b|^(?:profit|loss|income|earnings)\b.*\b(?:for the (?:year|period)|after)\b|^ebitda?\b|^ebit\b|^noi\b|^(?:excess|deficiency|increase|decrease) .*\b(?:over|in net assets)|\bend(?:ing)? (?:of|cash)|^cash.*\bend\b|^summe\b|^totaal\b|^jahres(?:überschuss|fehlbetrag)|^change in net assets|^comprehensive income|^total comprehensive/i

export function isTotalCaption(label: string): boolean {
  return label === '' || TOTAL.test(label.replace(/^\s*(?:\d+\.?|[A-Z]\.|[a-z]\))\s+/, ''))
}
