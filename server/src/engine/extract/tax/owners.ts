/** Whose K-1 it is: the name printed under the box that asks for it, and the share of the profit. */
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Page } from '../../model/page.ts'
import type { Owner } from '../../model/tax.ts'

const NAME_BOX = /\b(?:partner|shareholder)['’]?s name\b/i
const SHARE_ROW = /\bprofit\b|\ballocation percentage\b|\bpercentage of (?:stock|ownership)\b/i
const SHARE = /(\d{1,3}(?:\.\d{1,6})?)\s*%/

export function readK1Owner(pages: readonly Page[], form: string): Owner | null {
  const rows = pages.flatMap((page) => pageToRows(page))
  const at = rows.findIndex((row) => NAME_BOX.test(rowText(row)))
  const box = rows[at]
  const below = rows.slice(at + 1, at + 3).find((row) => /\p{L}{2,}/u.test(rowText(row)))
  if (box === undefined || below === undefined) return null
  // The other half of the page stands beside it: only words under the box are the name.
  const words = below.words.filter((word) => word.box[0] < box.box[0] + 260 && !/^\d+[a-z]?$/.test(word.text))
  const name = words.map((word) => word.text).join(' ')
  if (name === '') return null
  const shareRow = rows.find((row) => SHARE_ROW.test(rowText(row)) && SHARE.test(rowText(row)))
  const percents = shareRow === undefined ? [] : [...rowText(shareRow).matchAll(new RegExp(SHARE, 'g'))]
  // Beginning and ending stand side by side; what an owner has now is the last.
  const percent = percents.at(-1)?.[1]
  return {
    name,
    source: { page: below.page, box: below.box, text: name },
    share: percent === undefined ? null : Math.round(Number(percent) * 100),
    k1Form: form,
  }
}
