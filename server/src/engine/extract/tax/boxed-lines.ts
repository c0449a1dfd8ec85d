/** A Schedule K-1 has boxes instead of rows: number and caption at the top of each, the amount below or beside them. */
import { pageToRows } from '../../layout/rows.ts'
import type { Figure, Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { TaxForm } from '../../model/tax-forms.ts'
import { toFormRow } from './row-values.ts'

/** How far above its amount a box's caption stands, in letter heights, and how far left of it its number. */
const CAPTION_ABOVE = 3.5
const NUMBER_LEFT = 22

interface Label {
  readonly key: string
  readonly x: number
  readonly y: number
}

export function boxedLines(
  page: Page,
  form: TaxForm,
): { found: { form: string; key: string; figure: Figure }[]; leftovers: Leftover[] } {
  const keys = new Set(form.lines.map((line) => line.key))
  const rows = pageToRows(page).map((row) => toFormRow(row, keys, true))
  const labels: Label[] = rows.flatMap((row) =>
    row.atoms.flatMap((atom, index) => {
      const next = row.atoms[index + 1]
      const isLabel =
        keys.has(atom.text.toLowerCase()) && next !== undefined && next.number === null && /\p{L}{3}/u.test(next.text)
      return isLabel ? [{ key: atom.text.toLowerCase(), x: atom.box[0], y: atom.box[1] }] : []
    }),
  )
  const found: { form: string; key: string; figure: Figure }[] = []
  for (const row of rows)
    for (const position of row.values) {
      const atom = row.atoms[position]
      if (atom === undefined || atom.number === null) continue
      const label = labels
        .filter((one) => {
          const [up, left] = [atom.box[1] - one.y, atom.box[0] - one.x]
          return up >= -atom.size && up < CAPTION_ABOVE * atom.size && left > 0 && left < NUMBER_LEFT * atom.size
        })
        .sort((a, b) => b.y - a.y || b.x - a.x)[0]
      if (label === undefined) continue
      const { cents: value, decimals } = atom.number
      found.push({
        form: form.form,
        key: label.key,
        figure: { value, decimals, page: page.number, box: atom.box, text: atom.text },
      })
    }
  return { found, leftovers: [] }
}
