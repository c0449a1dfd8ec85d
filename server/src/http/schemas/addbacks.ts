import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ADDBACK_CATEGORIES } from '../../domain/addbacks/addback.ts'
import type { AddbackList, AddbackRow } from '../../domain/addbacks/addback.ts'
import { Closed, Money, Nullable, OneOf, ReadVersion, Text } from './common.ts'

export const MAX_ADDBACKS = 500
const MAX_AMOUNTS = 60

/** A company or person of a loan: its kind and its folded name. */
export const EntityKey = (description: string) =>
  Type.String({ maxLength: 300, pattern: '^(business|person):.', examples: ['business:harbor'], description })

export const FiscalYear = Type.Integer({ minimum: 1900, maximum: 2200 })

const RowFields = {
  id: Text(100, { description: 'Your own name of the row, unique within the loan.' }),
  label: Text(300),
  category: OneOf(ADDBACK_CATEGORIES),
  amounts: Type.Array(
    Closed({
      fiscal_year: FiscalYear,
      period_end: Nullable(
        Type.String({
          format: 'date',
          description: 'The last day of the period; null: the full year of that number.',
        }),
      ),
      amount: Money({ description: 'Signed toward EBITDA: a cost that would fall away is positive.' }),
    }),
    { maxItems: MAX_AMOUNTS },
  ),
  note: Nullable(Text(2000, { description: 'What shows it.' })),
  entity_key: Nullable(EntityKey('The company it is of; null: of the loan as a whole.')),
}

export const AddbacksBody = Closed(
  {
    version: Type.Integer({ description: "Goes up with every save of the loan's addbacks; 0 when none was." }),
    rows: Type.Array(Closed(RowFields)),
  },
  { title: 'EbitdaAddbacks' },
)

export const SaveAddbacksBody = Closed({
  version: ReadVersion,
  rows: Type.Array(
    Closed({
      ...RowFields,
      note: Type.Optional(RowFields.note),
      entity_key: Type.Optional(RowFields.entity_key),
    }),
    { maxItems: MAX_ADDBACKS, description: 'Takes the place of all rows of the scope.' },
  ),
})

export function toAddbacks(rows: Static<typeof SaveAddbacksBody>['rows']): AddbackRow[] {
  return rows.map(({ id, label, category, amounts, note, entity_key }) => ({
    id,
    label,
    category,
    amounts,
    note: note ?? null,
    entity_key: entity_key ?? null,
  }))
}

export const addbacksToWire = ({ version, rows }: AddbackList): unknown => ({ version, rows })
