/** What makes a page look like an official form, and like a list attached to one, where its marks cannot be read. */
import type { Page } from '../model/page.ts'
import type { Row } from './rows.ts'
import { pageToRows, rowText } from './rows.ts'

/** How forms tell people what to do. */
const ORDERS =
  /\b(?:add|combine) (?:the amounts? (?:in|on) )?(?:lines?|columns?)\b|\bsubtract (?:lines?|column)\b|\bfrom line \d|\benter (?:here|-0-|the (?:smaller|result|total))|\bsee instructions\b|\battach (?:form|schedule|statement)/i
/** A page of any other kind says such things once or twice. */
const MIN_ORDERS = 5
/** `Statement 3`, `Form 1120-S, Page 1, Line 20`: a list of what a single line sums up. */
const ATTACHED =
  /^(?:federal|supporting|supplemental) (?:statements?|information)\b|^statement \d{1,3}\b|\bform (?:1040|1065|1120)(?:-?[a-z]{1,2})?,? .{0,40}\bline \d/i
const ATTACHED_ROWS = 8

export function looksLikeForm(page: Page): boolean {
  return page.kind !== 'sheet' && pageToRows(page).filter((row) => ORDERS.test(rowText(row))).length >= MIN_ORDERS
}

export function looksAttached(page: Page): boolean {
  const top: readonly Row[] = pageToRows(page).slice(0, ATTACHED_ROWS)
  return page.kind !== 'sheet' && top.some((row) => ATTACHED.test(rowText(row)))
}
