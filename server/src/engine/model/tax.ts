/** What reading a tax return gives: forms with their lines, keyed as the form numbers them, and the owners it names. */
import type { Figure, Leftover, Spot } from './extraction.ts'
import type { PageKind } from './page.ts'

export interface ReadForm {
  /** `Form 1040`, `Schedule C (Form 1040)`, `Schedule K-1 (Form 1120-S)`. */
  readonly form: string
  /** Null where no year could be read. */
  readonly taxYear: number | null
  readonly pages: readonly number[]
  /** The mark by which the form was known. */
  readonly source: Spot
  readonly lines: ReadonlyMap<string, Figure>
  /** On a Schedule K-1: whose it is. */
  readonly owner: Owner | null
}

export interface Owner {
  readonly name: string
  readonly source: Spot
  /** In hundredths of a percent; null where no share is printed. */
  readonly share: number | null
  /** The form of the K-1 that names the owner; null where another paper does. */
  readonly k1Form: string | null
}

export interface TaxReading {
  readonly kind: PageKind
  readonly pages: readonly number[]
  readonly forms: readonly ReadForm[]
  readonly owners: readonly Owner[]
  readonly leftovers: readonly Leftover[]
}
