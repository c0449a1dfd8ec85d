/** Numbers by which a statement names its accounts, whole or masked. */

const DIGITS = `[\\dXx*•]{2,}(?:[-. ][\\dXx*•]{3,})*[-.]?\\d*`
const CAPTIONED = new RegExp(
  `\\b(?:account|acct|a\\/c|konto|rekening|cuenta|compte)(?:nummer)?\\s*(?:number|no|nr|num|nummer)?\\s*[.:#]*\\s*(?:ending (?:in|with)\\s*)?(${DIGITS})`,
  'i',
)
const CAPTIONED_LATER = /\b(?:account|acct|a\/c)\s*(?:number|no|nr|#)\b/i
const IBAN = /\b([A-Z]{2}\s?\d{2}(?:\s?[A-Z0-9]{2,6}){3,8})\b/
const PRODUCT = new RegExp(
  `\\b(?:checking|chequing|savings?|current|money market|plus|premium|business|deposit|account)\\b[^\\d*]{0,40}?[-–—:#(\\s](${DIGITS})\\)?\\W*$`,
  'i',
)
const ENDING = /\b(?:ending|ends) (?:in|with)\s*(\d{4})\b|(?:[xX*•]{2,}[- ]?)(\d{4})\b/

/** The last four digits; null when the text names no account. */
export function accountInText(text: string): string | null {
  if (text.length > 200) return null
  const captioned = CAPTIONED.exec(text)?.[1] ?? null
  const ending = /\baccount|\bchecking|\bsavings|\bchequing/i.test(text) ? ENDING.exec(text) : null
  const iban = /\biban\b/i.test(text) ? (IBAN.exec(text.replace(/^.*?iban\W*/i, ''))?.[1] ?? null) : null
  return (
    lastFour(captioned) ??
    lastFour(ending?.[1] ?? ending?.[2] ?? null, 4) ??
    lastFour(iban) ??
    lastFour(productNumber(text))
  )
}

/** A heading such as `CHECKING 009070568735`. */
function productNumber(text: string): string | null {
  if (text.split(' ').length > 8) return null
  return PRODUCT.exec(text)?.[1] ?? null
}

/** A caption whose number stands on the row below it. */
export function announcesAccount(text: string): boolean {
  return CAPTIONED_LATER.test(text)
}

function lastFour(number: string | null, least = 6): string | null {
  if (number === null) return null
  const marks = number.replace(/[^\dXx*•A-Z]/g, '')
  const digits = marks.replace(/\D/g, '')
  if (marks.length < least || digits.length < 4 || !/\d{3,}$/.test(marks)) return null
  return digits.slice(-4)
}

/** An account has a number and, in other words, an IBAN: the second says nothing new. */
export function isIbanText(text: string): boolean {
  return /\biban\b/i.test(text) && CAPTIONED.exec(text) === null
}
