/** Where things stand on the chart: the eight sections of the interface, and the one folder that is in none of them. */
import type { Section } from '../model/mapping.ts'

/** A section, or the folder of items printed net of tax (discontinued operations and the like). */
export type Place = Section | 'net_of_tax'

export const PLACES = [
  'revenue',
  'cogs',
  'opex',
  'other_income',
  'other_expenses',
  'dispositions',
  'interest',
  'taxes',
  'net_of_tax',
] as const satisfies readonly Place[]

/** Key of the top-level folder that stands for the place. */
export function folderKeyOf(place: Place): string {
  return place === 'net_of_tax' ? 'grp.net_of_tax' : `pl.${place}`
}

export function sectionOf(place: Place): Section | null {
  return place === 'net_of_tax' ? null : place
}
