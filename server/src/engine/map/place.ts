/**
 * Which account receives a line: the workspace's rules first, then the lexicon within the section the line prints
 * in. A caption that names nothing known is left unplaced; it is never put into 'other' to have it gone.
 */
import type { Caption } from '../chart/caption.ts'
import type { CaptionHit } from '../chart/caption-index.ts'
import { findByPattern, findUnderParent, findWhole, isGeneric } from '../chart/caption-index.ts'
import type { CaptionRules } from '../chart/caption-rules.ts'
import { rulesFor } from '../chart/caption-rules.ts'
import type { Account, Chart } from '../chart/chart.ts'
import { twinOf } from '../chart/chart.ts'
import type { Place } from '../chart/places.ts'
import { folderKeyOf, PLACES } from '../chart/places.ts'
import { headingKindOf } from '../chart/structure-captions.ts'
import type { HeadingKind } from '../chart/structure-captions.ts'
import { natureOf } from './nature.ts'
import type { Position } from './sections.ts'

export interface Placement {
  /** Where the line counts; null when it prints outside every section and its caption names none. */
  readonly place: Place | null
  /** The account, or the section folder for a caption that names the whole section; null when unplaced. */
  readonly nodeKey: string | null
  readonly account: Account | null
}

const BELOW = PLACES.filter((place) => place !== 'revenue' && place !== 'cogs' && place !== 'opex')

/** Where a caption below the line is looked for, in this order when it fits several. */
const BELOW_ORDER: Readonly<Partial<Record<HeadingKind, readonly Place[]>>> = {
  other_income: ['other_income', 'interest', 'dispositions', 'taxes', 'net_of_tax', 'other_expenses'],
  other_expenses: ['interest', 'other_expenses', 'dispositions', 'taxes', 'other_income', 'net_of_tax'],
  interest: ['interest', 'other_expenses', 'other_income', 'dispositions', 'taxes', 'net_of_tax'],
  dispositions: ['dispositions', 'other_income', 'interest', 'taxes', 'net_of_tax', 'other_expenses'],
  taxes: ['taxes', 'interest', 'other_expenses', 'other_income', 'dispositions', 'net_of_tax'],
}
const BELOW_ORDER_UNDER_NO_HEADING: Readonly<Record<Position['stage'], readonly Place[]>> = {
  operating: ['interest', 'other_income', 'dispositions', 'taxes', 'net_of_tax', 'other_expenses'],
  pretax: ['taxes', 'net_of_tax', 'interest', 'other_income', 'dispositions', 'other_expenses'],
  continuing: ['net_of_tax', 'taxes', 'interest', 'other_income', 'dispositions', 'other_expenses'],
}

/** The account for a caption that names its whole section; the sections not listed keep such a line on the folder. */
const UNSPECIFIED: Readonly<Partial<Record<Place, string>>> = { revenue: 'rev.sales', cogs: 'cogs.product_cost' }

export interface Placer {
  readonly chart: Chart
  readonly rules: CaptionRules
}

export function placeLine(placer: Placer, caption: Caption, position: Position): Placement {
  switch (position.zone) {
    case 'revenue':
    case 'start':
      return placeWithin(placer, caption, position, ['revenue'])
    case 'cogs':
      return placeWithin(placer, caption, position, ['cogs'])
    case 'opex':
    case 'after_revenue':
      return position.unenclosed
        ? placeUnenclosed(placer, caption, position)
        : placeWithin(placer, caption, position, ['opex'])
    case 'mixed_costs':
      return placeAmongCosts(placer, caption, position)
    case 'below': {
      const order = position.block && BELOW_ORDER[position.block]
      return placeWithin(placer, caption, position, order ?? BELOW_ORDER_UNDER_NO_HEADING[position.stage])
    }
    case 'outside':
      return UNPLACED
  }
}

const UNPLACED: Placement = { place: null, nodeKey: null, account: null }

function placeWithin(placer: Placer, caption: Caption, position: Position, places: readonly Place[]): Placement {
  const printedIn = places.length === 1 ? (places[0] ?? null) : placeOfBlock(position.block)
  const account =
    accountByRule(placer, caption, { places, printedIn }) ?? accountByCaption(placer.chart, caption, position, places)
  if (account) return account.inForce ? onAccount(account) : { place: account.place, nodeKey: null, account: null }
  const whole = places.find((place) => headingKindOf(caption) === place)
  if (whole) return onWholeSection(placer.chart, whole)
  return { place: printedIn ?? afterTax(position), nodeKey: null, account: null }
}

/** What nobody knows counts behind tax when it is printed there: pretax income then stays what the page says. */
function afterTax({ zone, stage }: Position): Place | null {
  return zone === 'below' && stage !== 'operating' ? 'net_of_tax' : null
}

function onAccount(account: Account): Placement {
  return { place: account.place, nodeKey: account.id, account }
}

function onWholeSection(chart: Chart, place: Place): Placement {
  const account = chart.accountById.get(UNSPECIFIED[place] ?? '')
  if (!account) return { place, nodeKey: folderKeyOf(place), account: null }
  return account.inForce ? onAccount(account) : { place, nodeKey: null, account: null }
}

function placeOfBlock(block: HeadingKind | null): Place | null {
  return BELOW.find((place) => place === block) ?? null
}

function accountByRule(
  { chart, rules }: Placer,
  caption: Caption,
  where: { places: readonly Place[]; printedIn: Place | null },
): Account | null {
  for (const rule of rulesFor(rules, caption)) {
    if (rule.section && where.printedIn && rule.section !== where.printedIn) continue
    const account = chart.accountById.get(rule.accountId)
    if (!account) continue
    if (where.places.includes(account.place)) return account
    const twin = where.places.map((place) => twinOf(chart, account, place)).find((found) => found !== null)
    if (twin) return twin
  }
  return null
}

/** The lexicon's answer: the whole caption, then with its parent's, then by pattern, then its parent's alone. */
function accountByCaption(
  chart: Chart,
  caption: Caption,
  position: Position,
  places: readonly Place[],
): Account | null {
  const { captions } = chart
  const best = (find: (place: Place) => CaptionHit | null) => bestHit(places.map(find))
  const whole = best((place) => findWhole(captions, place, caption))
  const [parent] = position.parents
  let hit = whole
  if (parent && (!whole || isGeneric(caption)))
    hit = best((place) => findUnderParent(captions, place, { parent, own: caption })) ?? whole
  // A caption that names the section itself must not be caught by one of its words.
  if (!hit && places.some((place) => headingKindOf(caption) === place)) return null
  hit ??= best((place) => (contradicts(caption, position, place) ? null : findByPattern(captions, place, caption)))
  for (const ancestor of position.parents)
    hit ??=
      best((place) => findWhole(captions, place, ancestor)) ?? best((place) => findByPattern(captions, place, ancestor))
  return hit ? (chart.accountById.get(hit.accountId) ?? null) : null
}

/** Under 'Other income' a stray word does not make an expense of a line that names none, nor the other way round. */
function contradicts(caption: Caption, { block }: Position, place: Place): boolean {
  if (block === 'other_income' && place === 'other_expenses') return natureOf(caption) !== 'cost'
  return block === 'other_expenses' && place === 'other_income' && natureOf(caption) !== 'income'
}

/** The best rank, then the most words, then the order the places were asked in. */
function bestHit(hits: readonly (CaptionHit | null)[]): CaptionHit | null {
  let best: CaptionHit | null = null
  for (const hit of hits)
    if (hit && (!best || hit.rank < best.rank || (hit.rank === best.rank && hit.words > best.words))) best = hit
  return best
}

/** What an account of operating expenses is by nature, when it holds something that has a section of its own. */
const NATURAL_PLACE: readonly (readonly [role: string, place: Place])[] = [
  ['interest', 'interest'],
  ['income_tax', 'taxes'],
  ['disposition', 'dispositions'],
]

/** An expense list that nothing encloses: what has a section of its own goes there. */
function placeUnenclosed(placer: Placer, caption: Caption, position: Position): Placement {
  const inOpex = placeWithin(placer, caption, position, ['opex'])
  const natural = NATURAL_PLACE.find(([role]) => inOpex.account?.roles.has(role))
  if (natural) return placeWithin(placer, caption, position, [natural[1]])
  if (inOpex.nodeKey !== null) return inOpex
  const income = placeWithin(placer, caption, position, ['other_income', 'dispositions'])
  return income.nodeKey === null ? inOpex : income
}

/** 'Costs and expenses' in one block: cost of goods, interest and income tax go by caption, the rest is operating. */
function placeAmongCosts(placer: Placer, caption: Caption, position: Position): Placement {
  if (headingKindOf(caption) === 'cogs' || /^(?:costs? of|direct)\b/.test(caption.bare)) {
    const cogs = placeWithin(placer, caption, position, ['cogs'])
    if (cogs.nodeKey !== null) return cogs
  }
  const inOpex = placeWithin(placer, caption, position, ['opex'])
  const natural = NATURAL_PLACE.find(([role]) => role !== 'disposition' && inOpex.account?.roles.has(role))
  return natural ? placeWithin(placer, caption, position, [natural[1]]) : inOpex
}
