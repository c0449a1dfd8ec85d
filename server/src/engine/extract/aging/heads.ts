/** What the heads of an aging's columns mean. Buckets have any boundaries; they are known by their form. */

export type AgingColumn =
  'party' | 'bucket' | 'total' | 'amount' | 'date' | 'dueDate' | 'number' | 'kind' | 'share' | 'other'

const SPAN = String.raw`\d{1,3}\s*(?:-|–|—|to|thru|through)\s*\d{1,3}`
const BUCKET = new RegExp(
  [
    String.raw`^(?:current|not (?:yet )?due|not past due|undue|no due date|future)\b(?! (?:ratio|balance due))`,
    String.raw`^(?:days? )?${SPAN}\b(?! ?%)`,
    String.raw`^(?:>|≥|>=|over|above|more than|older than|beyond|\+)\s*\d{1,3}\b`,
    String.raw`^(?:<|≤|<=|under|less than|up to|within)\s*\d{1,3}\b`,
    String.raw`^\d{1,3}\s*(?:\+|>|and (?:over|above|older|up|more)|& (?:over|above|older|up)|or (?:more|over))`,
    String.raw`^\d{1,3}\s*(?:days?|months?)\b`,
    String.raw`^(?:7|14|15|30|45|60|75|90|120|150|180|360|365)\+?$`,
    String.raw`^(?:older|past due)$`,
    String.raw`^<?\s?\d{1,2} months?$`,
    String.raw`^p(?:eriod)? ?\d$`,
  ].join('|'),
  'i',
)
const ROLES: readonly (readonly [RegExp, AgingColumn])[] = [
  [/\bfcy\b|\bforeign\b|\bcredit limit\b|\bphone\b|\bterms?\b|\bcurrency\b|\blast (?:payment|paid)/i, 'other'],
  [/%|\bpercent/i, 'share'],
  [/^(?:days? )?past due(?: days?)?$|^(?:aging|age|days?|days (?:open|overdue|late|outstanding))$/i, 'other'],
  [/^(?:due|past due) date$|^date due$|^due$/i, 'dueDate'],
  [/^(?:(?:invoice|bill|trans(?:action)?|document|doc\.?|inv\.?) )?date$/i, 'date'],
  [
    /^(?:num(?:ber)?|no\.?|ref(?:erence)?(?: no\.?)?|(?:invoice|bill|inv\.?|doc\.?|document|transaction) ?(?:#|no\.?|num(?:ber)?|id)?|#)$/i,
    'number',
  ],
  [/^(?:transaction |trans\.? )?type$|^kind$/i, 'kind'],
  [
    /^(?:customer|vendor|supplier|client|debtor|creditor|party|payee|tenant|company|account|contact|name)s?(?: (?:full )?name)?$/i,
    'party',
  ],
  [
    /^(?:grand )?totals?\b|^(?:open |outstanding |total )?balance(?: due)?$|^(?:total )?(?:amount )?(?:due|outstanding|owing|owed)$|^amount due$|^open amount$/i,
    'total',
  ],
  [/^(?:original |invoice )?amount$/i, 'amount'],
]

export function isBucketHead(text: string): boolean {
  return BUCKET.test(tidy(text))
}

export function roleOfHead(head: string): AgingColumn {
  const text = tidy(head)
  const first = ROLES[0]
  if (first?.[0].test(text) === true) return first[1]
  if (BUCKET.test(text) && !/^past due$/i.test(text)) return 'bucket'
  for (const [pattern, role] of ROLES) if (pattern.test(text)) return role
  return 'other'
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[*:]+$/, '')
    .trim()
}
