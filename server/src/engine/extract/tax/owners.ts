/** Whose K-1 it is: the name in the box that asks for it, and the share of the profit. */
import { writtenUnder } from '../../layout/captioned-box.ts'
import type { Row } from '../../layout/rows.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Page } from '../../model/page.ts'
import type { Owner } from '../../model/tax.ts'

const NAME_BOXES: readonly RegExp[] = [
  /\b(?:partner|shareholder)['’]?s name\b/i,
  /^(?:[A-Z]\d? )?name, address, city.*\b(?:partner|shareholder)\b/i,
  /^(?:[E-G]\d? )name, address, city/i,
]
/** The share of the profit; where an S corporation prints one share only, that of the stock. */
const SHARE_ROWS: readonly RegExp[] = [
  /^(?:[A-Z]\d? )?profit\b/i,
  /\bprofit\b.*%/i,
  /\ballocation percentage\b/i,
  /\bpercentage of (?:stock|ownership)\b/i,
]
const SHARE = /(\d{1,3}(?:\.\d{1,6})?)\s*%/g
/** Rows below its caption in which a share may stand. */
const SHARE_BELOW = 2

export function readK1Owner(pages: readonly Page[], form: string): Owner | null {
  for (const page of pages)
    for (const box of NAME_BOXES) {
      const name = writtenUnder(page, box)
      if (name === null) continue
      return { name: name.text, source: name, share: readShare(pageToRows(page)), k1Form: form }
    }
  return null
}

/** In hundredths of a percent. Beginning and ending stand side by side; what an owner has now is the last. */
function readShare(rows: readonly Row[]): number | null {
  for (const caption of SHARE_ROWS) {
    const at = rows.findIndex((row) => caption.test(rowText(row)))
    if (at < 0) continue
    for (const row of rows.slice(at, at + 1 + SHARE_BELOW)) {
      const percent = [...rowText(row).matchAll(SHARE)].at(-1)?.[1]
      if (percent !== undefined) return Math.round(Number(percent) * 100)
    }
  }
  return null
}

/** One owner may stand on several K-1s; the name as first printed stands for all of them. */
export function resolveOwners(owners: readonly Owner[]): Owner[] {
  const known = new Map<string, Owner>()
  for (const owner of owners) {
    const key = owner.name.toLowerCase().replace(/[^a-z]+/g, '')
    if (!known.has(key)) known.set(key, owner)
  }
  return [...known.values()]
}
