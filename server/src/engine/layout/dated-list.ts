/**
 * Whether a sheet is a plain list of dated amounts, as banks export them: no title says so, and often no head does,
 * so its cells must.
 */
import type { Page } from '../model/page.ts'
import { readAmountWord } from './amount-word.ts'
import { readPrintedDay } from './printed-day.ts'
import { pageToRows } from './rows.ts'

/** Rows that are looked at: a list has shown what it is by then. */
const SAMPLE_ROWS = 60
/** Of the rows with two cells or more, this share are a day and an amount. */
const LIST_SHARE = 0.4
/** Days after the first two columns are those of invoices and due dates in lists of another kind. */
const FIRST_DAY_COLUMNS = 6
/** Lists of cards, ledgers and open items look the same and name what only they have. */
const OTHER_LIST =
  /\bpayment received\b.*\bthank you\b|\bcard ?(?:holder|member|number|no)\b|kreditkarte|umrechnungskurs|abrechnungskennzeichen|\bmerchant\b|\bjournal\b|\bgeneral ledger\b|\bledger (?:account|entries)\b|\bsplit\b|\binvoice (?:no|number|date)\b|\bdue date\b|\bpast due\b|\bcreditor\b|\bmaturity\b|\bshares\b|\bcusip\b|\bticker\b|\btenant\b|\blease (?:start|end|expir)|\bnet pay\b|\bdate acquired\b/i

export function isDatedList(page: Page): boolean {
  if (page.kind !== 'sheet') return false
  const rows = pageToRows(page).slice(0, SAMPLE_ROWS)
  let [lines, fits] = [0, 0]
  for (const { words } of rows) {
    if (words.some((word) => OTHER_LIST.test(word.text))) return false
    if (words.length < 2) continue
    lines += 1
    const day = words.findIndex((word) => readPrintedDay(word.text) !== null)
    const hasAmount = words.some((word, index) => index !== day && isAmount(word.text))
    const hasText = words.some((word) => /\p{L}{3,}/u.test(word.text))
    if (day >= 0 && day < FIRST_DAY_COLUMNS && hasAmount && hasText) fits += 1
  }
  return fits > 0 && fits >= LIST_SHARE * lines
}

function isAmount(text: string): boolean {
  const amount = readAmountWord(text)
  return amount !== null && amount.decimals > 0 && !amount.percent && readPrintedDay(text) === null
}
