/**
 * A workspace's chart as a list of accounts, which is how people read and save it, and as the overlay that the mapping
 * works with. Saving explains everything that is wrong with a list, not only the first fault.
 */
import type { Effect } from '../model/mapping.ts'
import { overlayProblems, platformChart } from './chart.ts'
import type { AddedAccount, Chart, ChartOverlay } from './chart.ts'
import { sectionOf } from './places.ts'

/** One account of a saved list; what is left out of a platform account stays as the platform has it. */
export interface DeclaredAccount {
  readonly id: string
  readonly label?: string | undefined
  readonly section?: string | null | undefined
  readonly parent?: string | undefined
  readonly effect?: Effect | undefined
  readonly roles?: readonly string[] | undefined
  readonly captions?: readonly string[] | undefined
  readonly inForce?: boolean | undefined
}

export interface ListedAccount {
  readonly id: string
  readonly label: string
  readonly section: string | null
  readonly parent: string
  readonly effect: Effect
  readonly roles: readonly string[]
  /** Captions the workspace gave an account of its own; what the platform's accounts answer to is not listed. */
  readonly captions: readonly string[]
  readonly inForce: boolean
}

/** Every account of the chart, in print order. */
export function listAccounts(chart: Chart, overlay: ChartOverlay): ListedAccount[] {
  const captions = new Map(overlay.added.map((account) => [account.id, account.captions]))
  return chart.accounts.map((account) => ({
    id: account.id,
    label: account.label,
    section: sectionOf(account.place),
    parent: account.parent,
    effect: account.effect,
    roles: [...account.roles],
    captions: captions.get(account.id) ?? [],
    inForce: account.inForce,
  }))
}

/** The overlay that a list of accounts says, and why it cannot be used; without problems it can. */
export function overlayOf(
  accounts: readonly DeclaredAccount[],
  before: ChartOverlay,
): { overlay: ChartOverlay; problems: string[] } {
  const platform = platformChart().accountById
  const problems = repeated(accounts)
  const overlay = {
    labels: {} as Record<string, string>,
    moved: {} as Record<string, string>,
    outOfForce: [] as string[],
    added: [] as AddedAccount[],
  }
  for (const account of accounts) {
    if (account.inForce === false) overlay.outOfForce.push(account.id)
    const known = platform.get(account.id)
    if (known) {
      if (account.label !== undefined && account.label !== known.label) overlay.labels[account.id] = account.label
      if (account.parent !== undefined && account.parent !== known.parent) overlay.moved[account.id] = account.parent
      problems.push(...platformProblems(account, { effect: known.effect, roles: [...known.roles] }))
    } else if (account.label === undefined || account.parent === undefined || account.effect === undefined)
      problems.push(`${account.id} is not of the platform, so it needs a label, a parent and an effect`)
    else overlay.added.push(addedAccount(account.id, account.label, account.parent, account))
  }
  problems.push(...overlayProblems(overlay), ...roleProblems(overlay), ...retiredProblems(overlay, before))
  if (problems.length === 0) problems.push(...sectionProblems(accounts, overlay))
  return { overlay, problems }
}

function addedAccount(id: string, label: string, parent: string, account: DeclaredAccount): AddedAccount {
  const { effect = 'adds', roles = [], captions = [] } = account
  return { id, label, parent, effect, roles, captions }
}

function repeated(accounts: readonly DeclaredAccount[]): string[] {
  const seen = new Set<string>()
  return accounts.flatMap(({ id }) => (seen.size === seen.add(id).size ? [`${id} is listed twice`] : []))
}

/** What an account is, as opposed to what it is called and where it stands, is the platform's to say. */
function platformProblems(account: DeclaredAccount, platform: { effect: Effect; roles: readonly string[] }): string[] {
  const { id, effect, roles, captions } = account
  const problems: string[] = []
  if (effect !== undefined && effect !== platform.effect)
    problems.push(`${id} is of the platform, and its effect is ${platform.effect}`)
  if (roles !== undefined && [...roles].sort().join() !== [...platform.roles].sort().join())
    problems.push(`${id} is of the platform, and its roles are ${platform.roles.join(', ') || 'none'}`)
  if (captions !== undefined && captions.length > 0)
    problems.push(`${id} is of the platform; a caption rule, not a caption, sends lines to it`)
  return problems
}

function roleProblems({ added }: ChartOverlay): string[] {
  const known = new Set(platformChart().accounts.flatMap((account) => [...account.roles]))
  return added.flatMap(({ id, roles }) =>
    roles.filter((role) => !known.has(role)).map((role) => `${id} has the role ${role}, which no measure knows`),
  )
}

/** An id that mappings have been made with keeps its meaning for ever. */
function retiredProblems(overlay: ChartOverlay, before: ChartOverlay): string[] {
  const now = new Map(overlay.added.map((account) => [account.id, account]))
  return before.added.flatMap(({ id, effect, parent }) => {
    const kept = now.get(id)
    if (!kept) return [`${id} was saved before and cannot be left out; take it out of force`]
    if (kept.effect !== effect) return [`${id} was saved with the effect ${effect}, which cannot change`]
    return sectionOfFolder(kept.parent) === sectionOfFolder(parent)
      ? []
      : [`${id} may only move within its section, and ${kept.parent} is not in it`]
  })
}

function sectionOfFolder(key: string): string | null {
  return platformChart().folders.find((folder) => folder.key === key)?.section ?? null
}

function sectionProblems(accounts: readonly DeclaredAccount[], overlay: ChartOverlay): string[] {
  const parentOf = new Map(platformChart().accounts.map((account) => [account.id, account.parent]))
  return accounts.flatMap(({ id, section, parent }) => {
    const actual = sectionOfFolder(parent ?? overlay.moved[id] ?? parentOf.get(id) ?? '')
    return section === undefined || section === actual
      ? []
      : [`${id} stands in ${actual ?? 'no section'}, not in ${String(section)}`]
  })
}
