/** Lines with several amounts: which column an amount stands in, by the letters that head them. */
import type { Atom } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import type { TaxForm } from '../../model/tax-forms.ts'

/** Middles of the columns, in the order in which the form names them; null where a head was not found. */
export function columnMiddles(form: TaxForm, rows: readonly Row[]): (number | null)[] {
  const names = form.columns ?? []
  let best: (number | null)[] = names.map(() => null)
  for (const row of rows) {
    const found = names.map((name) => {
      const word = row.words.find((one) => one.text === name || one.text === name.replace(/[()]/g, ''))
      return word === undefined ? null : (word.box[0] + word.box[2]) / 2
    })
    const count = (list: readonly (number | null)[]): number => list.filter((one) => one !== null).length
    if (count(found) > count(best) || (count(found) === names.length && count(found) > 0)) best = found
  }
  return best
}

/** The name of the column whose head is nearest; null when no head was found. */
export function columnOf(form: TaxForm, middles: readonly (number | null)[], atom: Atom): string | null {
  let [best, least]: [string | null, number] = [null, Infinity]
  for (const [index, middle] of middles.entries()) {
    if (middle === null) continue
    // Amounts end at the right of their column, heads stand in its middle: measured from the amount's own middle.
    const distance = Math.abs((atom.box[0] + atom.box[2]) / 2 - middle)
    if (distance < least) [best, least] = [form.columns?.[index] ?? null, distance]
  }
  return best
}
