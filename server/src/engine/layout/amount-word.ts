/**
 * Whether a word on a page is an amount, and what it says about itself. Cells of a table are read leniently; words
 * are not, because a page is full of numbers that are no money: dates, notes, codes, years.
 */
import type { Cents } from '../../lib/money.ts'
import { parsePrintedNumber } from './printed-number.ts'

export interface AmountWord {
  readonly cents: Cents
  /** Printed as a dash or another mark for nothing: a zero that somebody meant, unlike a blank. */
  readonly nil: boolean
  readonly percent: boolean
  /** Digits behind the decimal mark; what the figure is rounded to. */
  readonly decimals: number
  readonly digits: number
  /** Something marks it as money: a currency sign, brackets, a sign, grouped thousands or decimals. */
  readonly marked: boolean
}

/** Signs and abbreviations beside an amount. A struck P is drawn as P over =, and text layers tell both apart. */
const CURRENCY =
  /(?:US|CA|NZ|HK|[ACSR])\$|(?<![A-Za-z])(?:RM|INR|USD|EUR|GBP|PHP|CAD|AUD|CHF)(?![A-Za-z])|Php|Rs\.?|P\s?=|=\s?P|(?<![A-Za-z])P(?=\s*[\d(=-])|[$€£¥₹₱₪₩]/g
const DASH = /[‐‑‒–—―−]/g
/** One to four dashes, the typewriter's `-0-`, or the word. */
const NIL = /^(?:-{1,4}|-0-|nil)$/i
/** Brackets, one sign before or behind, digits with separators, a credit or debit flag: nothing else is an amount. */
const SHAPE = /^[(<]?\s*[-+=]?\s*[(<]?\s*\d[\d.,'’]*\s*[)>]?\s*(?:%|-|CR|Cr\.?|cr|DR|Dr\.?|dr)?\s*[)>]?$/
/** Longer runs of digits are account numbers and bar codes. */
const MAX_DIGITS = 15
/** Recognition sets two separators where one is printed, and one where the page has none. */
const DOUBLE_SEPARATOR = /[.,'’]+(?=[.,'’])|[.,'’]+(?=[)>\s%-]*$)/g

/** Most words of a page hold neither a digit nor a mark for nothing, and need no closer look. */
const MAY_BE_AMOUNT = /[\d‐‑‒–—―−-]|^nil$/i

/** Null when the word is no amount. */
export function readAmountWord(printed: string): AmountWord | null {
  if (!MAY_BE_AMOUNT.test(printed)) return null
  const text = printed.replace(DASH, '-').replace(/[[{]/g, '(').replace(/[\]}]/g, ')').trim()
  const bare = text.replace(CURRENCY, '').trim()
  const nothing = bare.replace(/^\(\s*(-+)\s*\)$/, '$1')
  if (NIL.test(nothing)) return zero(bare !== text)
  // A closing bracket without its opening one is a misread stroke: `202]` is a year.
  if (!SHAPE.test(bare) || (/[)>]/.test(bare) && !/[(<]/.test(bare))) return null
  const digits = bare.replace(/\D/g, '').length
  if (digits > MAX_DIGITS) return null
  const percent = bare.includes('%')
  const clean = bare
    .replace('%', '')
    .replace(DOUBLE_SEPARATOR, '')
    .replace(/^[(\s]*[+=]\s*/, (lead) => lead.replace(/[+=]/, ''))
  const number = parsePrintedNumber(clean)
  if (number.is !== 'amount') return null
  const separators = clean.match(/[.,'’]\d+/g) ?? []
  const decimals = Math.max(0, (separators.at(-1)?.length ?? 4) - 1)
  const isDecimal = separators.length > 0 && decimals < 3
  return {
    cents: number.cents,
    nil: false,
    percent,
    decimals: isDecimal ? decimals : 0,
    digits,
    marked: separators.length > 0 || text !== bare || !/^\d+$/.test(clean),
  }
}

function zero(marked: boolean): AmountWord {
  return { cents: 0n as Cents, nil: true, percent: false, decimals: 0, digits: 0, marked }
}
