/** One company or person of a spread, with its periods in the order of time. */
import type { Column } from './columns.ts'
import type { StatedColumn } from './evaluate-column.ts'

export interface SpreadEntity {
  readonly key: string
  readonly name: string
  readonly kind: 'business' | 'person'
  readonly isBorrower: boolean
  readonly isObligated: boolean
  readonly columns: readonly (Column & { readonly stated: StatedColumn })[]
}
