/**
 * The chart of accounts a statement is placed on: the platform's own, with what a workspace changed laid over it. A
 * chart is built once per workspace version and then only read, so everything a look-up needs is prepared here.
 */
import type { Effect, MeasureName, Section } from '../model/mapping.ts'
import { buildCaptionIndex, PLATFORM_CAPTIONS, prepareCaptions } from './caption-index.ts'
import type { CaptionIndex } from './caption-index.ts'
import platformData from './data/platform-chart.json' with { type: 'json' }
import { folderKeyOf, PLACES } from './places.ts'
import type { Place } from './places.ts'

export interface Folder {
  readonly key: string
  readonly label: string
  readonly section: Section | null
  readonly effect: Effect
  readonly parent: string | null
  readonly role: Section | null
}

export interface Account {
  readonly id: string
  readonly label: string
  readonly place: Place
  readonly parent: string
  readonly effect: Effect
  readonly roles: ReadonlySet<string>
  /** Effect opposite to that of its section: returns, vacancy, ending inventory. */
  readonly contra: boolean
  readonly inForce: boolean
}

export interface MeasureRow {
  readonly measure: MeasureName
  readonly label: string
  /** Key of the top-level row it stands behind. */
  readonly after: string
}

export interface Chart {
  /** Version of the platform chart underneath. */
  readonly version: string
  readonly folders: readonly Folder[]
  /** In print order, the ones out of force included: a caption still finds them and is then left unplaced. */
  readonly accounts: readonly Account[]
  readonly accountById: ReadonlyMap<string, Account>
  readonly measures: readonly MeasureRow[]
  readonly captions: CaptionIndex
}

/** What a workspace may change. Platform ids stay; nothing is ever removed, only taken out of force. */
export interface ChartOverlay {
  readonly labels: Readonly<Record<string, string>>
  /** Account id to a folder of the same section. */
  readonly moved: Readonly<Record<string, string>>
  readonly outOfForce: readonly string[]
  readonly added: readonly AddedAccount[]
}

export interface AddedAccount {
  readonly id: string
  readonly label: string
  readonly parent: string
  readonly effect: Effect
  readonly roles: readonly string[]
  readonly captions: readonly string[]
}

export const EMPTY_OVERLAY: ChartOverlay = { labels: {}, moved: {}, outOfForce: [], added: [] }

const FOLDERS = platformData.folders as readonly Folder[]
const MEASURES = platformData.measures as readonly MeasureRow[]
const PLACE_OF_TOP_FOLDER = new Map<string, Place>(PLACES.map((place) => [folderKeyOf(place), place]))
const EFFECT_OF_PLACE = new Map<Place, Effect>(
  FOLDERS.filter((folder) => folder.parent === null).map((folder) => [placeOfFolder(folder.key), folder.effect]),
)

export function effectOfPlace(place: Place): Effect {
  return EFFECT_OF_PLACE.get(place) ?? 'adds'
}

/** The roles by which an account of one section finds its like in another, and how many such there may be. */
const TWIN_ROLES = Object.entries(platformData.twin_roles)

let platform: Chart | undefined

export function platformChart(): Chart {
  platform ??= overlayChart(EMPTY_OVERLAY)
  return platform
}

/** The platform chart as a workspace sees it. The overlay must have no `overlayProblems`. */
export function overlayChart(overlay: ChartOverlay): Chart {
  const outOfForce = new Set(overlay.outOfForce)
  const own = overlay.added.map(({ id, captions }) => prepareCaptions({ id, captions, patterns: [] }))
  const declared = [...platformData.accounts, ...overlay.added]
  const accounts = declared.map((account) => {
    const parent = overlay.moved[account.id] ?? account.parent
    const place = placeOfFolder(parent)
    return {
      id: account.id,
      label: overlay.labels[account.id] ?? account.label,
      place,
      parent,
      effect: account.effect as Effect,
      roles: new Set(account.roles),
      contra: account.effect !== effectOfPlace(place),
      inForce: !outOfForce.has(account.id),
    }
  })
  const accountById = new Map(accounts.map((account) => [account.id, account]))
  return {
    version: platformData.chart_version,
    folders: FOLDERS.map((folder) => ({ ...folder, label: overlay.labels[folder.key] ?? folder.label })),
    accounts,
    accountById,
    measures: MEASURES,
    // A workspace's own captions come first: it added the account because the platform's answer was not its own.
    captions: buildCaptionIndex([...own, ...PLATFORM_CAPTIONS], (id) => accountById.get(id)?.place),
  }
}

/** Why an overlay cannot be used, one sentence per fault; empty when it can. */
export function overlayProblems(overlay: ChartOverlay): string[] {
  const folders = new Set(FOLDERS.map((folder) => folder.key))
  const platformIds = new Set(platformData.accounts.map((account) => account.id))
  const parentOf = new Map(platformData.accounts.map((account) => [account.id, account.parent]))
  const taken = new Set([...platformIds, ...folders])
  const problems: string[] = []
  for (const account of overlay.added) {
    if (taken.has(account.id)) problems.push(`the id ${account.id} is taken`)
    if (account.id.startsWith('m:')) problems.push(`the id ${account.id} is reserved for a measure`)
    if (!folders.has(account.parent)) problems.push(`${account.id} stands in no folder: ${account.parent} is unknown`)
    taken.add(account.id)
  }
  const added = new Set(overlay.added.map((account) => account.id))
  for (const id of overlay.outOfForce)
    if (!platformIds.has(id) && !added.has(id)) problems.push(`${id} is no account, so it cannot be taken out of force`)
  for (const [id, folder] of Object.entries(overlay.moved)) {
    const from = parentOf.get(id)
    if (from === undefined) problems.push(`${id} is no platform account, so it cannot be moved`)
    else if (!folders.has(folder) || placeOfFolder(folder) !== placeOfFolder(from))
      problems.push(`${id} may only move within its section, and ${folder} is not in it`)
  }
  for (const id of Object.keys(overlay.labels))
    if (!taken.has(id)) problems.push(`${id} is unknown, so it cannot be renamed`)
  return problems
}

/** The account of `place` that is to it what `account` is to its own section; null when there is no such account. */
export function twinOf(chart: Chart, account: Account, place: Place): Account | null {
  for (const [role, how] of TWIN_ROLES) {
    if (!account.roles.has(role)) continue
    const twins = chart.accounts.filter((other) => other.place === place && other.roles.has(role))
    const [first] = twins
    if (first && (how === 'first' || twins.length === 1)) return first
  }
  return null
}

function placeOfFolder(key: string): Place {
  let folder = FOLDERS.find((candidate) => candidate.key === key)
  while (folder?.parent) {
    const parent: string = folder.parent
    folder = FOLDERS.find((candidate) => candidate.key === parent)
  }
  const place = folder && PLACE_OF_TOP_FOLDER.get(folder.key)
  if (!place) throw new Error(`the folder ${key} leads to no section of the chart`)
  return place
}
