/** What the headings and captions of a personal financial statement mean, whoever printed the form. */
import type { PersonalPart, PersonalRole } from './personal.ts'

/** What a heading may say besides: in which money, that cents are left out, what the word means. */
const REMARK =
  /[\s:.–—-]*(?:\((?:omit cents|[^)]*)\)|\(?\bomit cents\)?|\bin (?:us )?dollars\b|\bamounts?\b(?: \(?\$\)?)?|\bestimated\b|\bcurrent value\b|\bmarket value\b|\bbalance\b|\$)*[\s:.]*$/i
const NUMBERING = /^(?:(?:section|schedule|part)\s+(?:\d{1,2}|[a-z])|\d{1,2}|[ivx]{1,4}|[a-z])[.):\s–—-]+\s*/i
const PARTS: readonly (readonly [RegExp, PersonalPart])[] = [
  [/^contingent (?:liabilities|obligations)\b/i, 'contingent_liabilities'],
  [
    /^(?:(?:annual|personal|monthly|gross|current|yearly) )*(?:sources? of (?:(?:annual|your|other) )*)?income\b(?: (?:information|summary|sources?))?(?: for (?:the )?year.*| \d{4})?$/i,
    'income',
  ],
  [
    /^(?:(?:annual|personal|monthly|living|estimated|current) )*(?:expenses|expenditures)\b(?: (?:information|summary))?$/i,
    'expenses',
  ],
  [/^(?:(?:personal|your|my) )?assets\b(?:,? (?:what )?(?:you|i|we) own)?$/i, 'assets'],
  [
    /^(?:(?:personal|your|my) )?(?:liabilities|debts)\b(?:,? (?:what )?(?:you|i|we) owe)?(?: (?:and|&) (?:net worth|equity))?$/i,
    'liabilities',
  ],
]

/** The part that a heading opens; null for any other text. */
export function partOfHeading(text: string): PersonalPart | null {
  const bare = text.replace(NUMBERING, '').replace(REMARK, '').trim()
  for (const [pattern, part] of PARTS) if (pattern.test(bare)) return part
  return null
}

const SCHEDULE =
  /^(?:section|schedule|sched\.?|sch\.?|exhibit|supporting schedule)\s+(?:\d{1,2}|[a-z])\b(?=[.:)\s–—-]|$)/i
const BARE_SCHEDULE =
  /^(?:schedule of |details? of )?(?:real estate(?: owned| holdings)?|notes? payable(?: to .*)?|(?:marketable )?(?:stocks|securities)(?: (?:and|&) bonds)?|life insurance(?: (?:held|policies|carried))?|(?:cash|bank) accounts?|mortgages?(?: payable)?|retirement accounts?|vehicles|credit cards)$/i

/** `Section 4. Real Estate Owned`. Without a number it is a schedule only behind the face, where nothing else is. */
export function isScheduleHeading(text: string, behindFace: boolean): boolean {
  return SCHEDULE.test(text) || (behindFace && BARE_SCHEDULE.test(text))
}

const NET_WORTH = /^(?:(?:total|combined|estimated|my|your) )?net worth\b/i
const BALANCE = /\bliabilities\b.*(?:\band\b|&|\+|\bplus\b).*\b(?:net worth|equity)\b/i
const TOTAL = /^(?:sub-?\s?|grand )?totals?\b|\btotals?:?$/i
const MEMO = /\b(?:mo(?:nthly|\.)?|annual|per month)\s*\.?\s*(?:payments?|pmts?)\b|^payments?\b/i

/** What a caption makes of its line, given whether the net worth was printed above it. */
export function roleOfCaption(label: string, part: PersonalPart, netWorthSeen: boolean): PersonalRole {
  const text = label.replace(/^[*•·\s]+/, '')
  if (BALANCE.test(text)) return 'balance'
  if (NET_WORTH.test(text)) return 'net_worth'
  if (TOTAL.test(text)) {
    // The form prints a bare `Total` under the net worth: what both sides come to.
    return part === 'liabilities' && netWorthSeen && /^totals?:?$/i.test(text) ? 'balance' : 'total'
  }
  return (part === 'liabilities' || part === 'assets') && MEMO.test(text) ? 'memo' : 'item'
}

/** Whether a total is of the whole part, and not of a group in it. */
export function isGrandTotal(label: string, part: PersonalPart): boolean {
  const word =
    part === 'contingent_liabilities'
      ? 'contingent(?: liabilities)?'
      : part === 'expenses'
        ? '(?:expenses|expenditures)'
        : part
  return new RegExp(
    `^(?:grand )?totals?:?$|^(?:grand )?total (?:(?:annual|gross|personal|monthly|of all) )*${word}\\b(?! (?:and|&))`,
    'i',
  ).test(label)
}

/** What schedules explain of the face: their title, the column or row of money, and the line that it makes up. */
export const SCHEDULE_LINKS: readonly {
  readonly title: RegExp
  readonly money: RegExp
  readonly part: 'assets' | 'liabilities'
  readonly line: RegExp
}[] = [
  {
    title: /\bnotes? payable\b/i,
    money: /\b(?:current|present|outstanding|unpaid)\b.*\bbalance\b|^balance\b/i,
    part: 'liabilities',
    line: /^notes? payable\b/i,
  },
  {
    title: /\b(?:stocks|securities|bonds|investments)\b/i,
    money: /\btotal value\b|\b(?:market|current|present) value\b/i,
    part: 'assets',
    line: /\b(?:stocks|securities|bonds)\b/i,
  },
  {
    title: /\breal estate\b/i,
    money: /\b(?:present|current|fair|estimated)? ?(?:market )?value\b/i,
    part: 'assets',
    line: /^real estate\b/i,
  },
  {
    title: /\breal estate\b/i,
    money: /\bmortgage balance\b|\b(?:mortgage|loan|lien|unpaid) balance\b|\bamount owed\b/i,
    part: 'liabilities',
    line: /\bmortgages?\b/i,
  },
  {
    title: /\blife insurance\b/i,
    money: /\bcash (?:surrender )?value\b/i,
    part: 'assets',
    line: /\b(?:life insurance|cash surrender)\b/i,
  },
  {
    title: /\b(?:cash|bank|deposit|savings)\b.*\baccounts?\b|\bcash (?:in|on)\b/i,
    money: /\bbalance\b|\bamount\b/i,
    part: 'assets',
    line: /^cash\b/i,
  },
]
