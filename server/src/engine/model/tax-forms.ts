/**
 * Tax forms as data: how a form is known, which lines it has and how its lines make each other. A new form, or a new
 * year of one, is an entry in tax-forms/ and no code.
 */
import { ATTACHED_FORMS } from './tax-forms/attachments.ts'
import { ENTITY_SCHEDULES } from './tax-forms/entity-schedules.ts'
import { ENTITY_FORMS } from './tax-forms/entity.ts'
import { INDIVIDUAL_FORMS } from './tax-forms/individual.ts'
import { SHARE_FORMS } from './tax-forms/shares.ts'
import type { TaxForm } from './tax-forms/tax-form.ts'
import { toForm } from './tax-forms/tax-form.ts'

export type { TaxForm, TaxLine, TaxSum, TaxTable } from './tax-forms/tax-form.ts'
export { amountKeys, editionOf, tableOf } from './tax-forms/tax-form.ts'

export const TAX_FORMS: readonly TaxForm[] = [
  ...INDIVIDUAL_FORMS,
  ...ENTITY_FORMS,
  ...ENTITY_SCHEDULES,
  ...SHARE_FORMS,
  ...ATTACHED_FORMS,
].map(toForm)

export function formNamed(name: string): TaxForm | null {
  return TAX_FORMS.find((form) => form.form === name) ?? null
}
