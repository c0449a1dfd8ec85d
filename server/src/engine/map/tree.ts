/**
 * The chart with the statement's figures on it, from revenue down to net income. Accounts take what was placed on
 * them, groups what stands under them, sections the figure the walk proved; measures stand between.
 */
import type { Cents } from '../../lib/money.ts'
import { ZERO } from '../../lib/money.ts'
import type { Account, Chart, Folder } from '../chart/chart.ts'
import type { ExportMap } from '../chart/export-map.ts'
import { flagOf } from '../chart/flags.ts'
import type { Place } from '../chart/places.ts'
import { folderKeyOf, PLACES } from '../chart/places.ts'
import type { Amounts, Effect, MappingNode, MeasureName, Sources } from '../model/mapping.ts'
import type { Source } from '../model/statement.ts'
import { noAmounts, signed, total } from './amounts.ts'
import type { SectionFigures } from './section-figures.ts'
import type { Detail } from './signs.ts'
import { derivedFrom } from './sources.ts'

export interface TreeInput {
  readonly chart: Chart
  readonly exportMap: ExportMap | null
  /** Lines that a node received. */
  readonly filed: readonly Detail[]
  readonly figures: SectionFigures
  readonly measures: ReadonlyMap<MeasureName, MeasureFigure>
  readonly periods: number
  readonly documentId: string
}

export interface MeasureFigure {
  readonly values: Amounts
  readonly sources: Sources
}

/** A line's figure as the node counts it: positive in the direction of the node's effect. */
export function filedValues(detail: Detail, effect: Effect): Amounts {
  return signed(signed(detail.line.line.values, detail.sign), effect === 'adds' ? 1 : -1)
}

/** Per account, what its lines add up to, positive in the direction of its effect. */
export function accountValues(filed: readonly Detail[], periods: number): Map<string, Amounts> {
  const byAccount = new Map<string, Amounts[]>()
  for (const detail of filed) {
    const { account } = detail.placement
    if (!account) continue
    const list = byAccount.get(account.id) ?? []
    list.push(filedValues(detail, account.effect))
    byAccount.set(account.id, list)
  }
  return new Map([...byAccount].map(([id, list]) => [id, total(list, periods)]))
}

export function buildTree(input: TreeInput): MappingNode[] {
  return new TreeBuilder(input).build()
}

class TreeBuilder {
  readonly #input: TreeInput
  readonly #lines = new Map<string, Detail[]>()
  readonly #accounts = new Map<string, Account[]>()
  readonly #folders = new Map<string, Folder[]>()
  readonly #codes: ReadonlyMap<string, { code: string; label: string | null }>
  readonly #places = new Map<string, Place>(PLACES.map((place) => [folderKeyOf(place), place]))
  readonly #none: Amounts
  readonly #noSources: Sources
  readonly #flagged: ReadonlySet<Detail>

  constructor(input: TreeInput) {
    this.#input = input
    this.#none = noAmounts(input.periods)
    this.#noSources = this.#none.map(() => null)
    this.#flagged = new Set(input.filed.filter(isFlagged))
    this.#codes = new Map(input.exportMap?.accounts.map((entry) => [entry.accountId, entry]) ?? [])
    for (const detail of input.filed) append(this.#lines, detail.placement.nodeKey ?? '', detail)
    for (const account of input.chart.accounts) if (account.inForce) append(this.#accounts, account.parent, account)
    for (const folder of input.chart.folders) append(this.#folders, folder.parent ?? '', folder)
  }

  build(): MappingNode[] {
    const rows = (this.#folders.get('') ?? []).map((folder) => this.#folder(folder).node)
    const waiting = [...this.#input.chart.measures]
    while (waiting.length > 0) {
      const next = waiting.findIndex((row) => rows.some((node) => node.key === row.after))
      const [row] = waiting.splice(next, 1)
      if (!row || next < 0) throw new Error('a measure of the chart stands behind a row that is not there')
      rows.splice(rows.findIndex((node) => node.key === row.after) + 1, 0, this.#measure(row.measure, row.label))
    }
    return rows
  }

  #folder(folder: Folder): Built {
    const children = [
      ...(this.#folders.get(folder.key) ?? []).map((child) => this.#folder(child)),
      ...(this.#accounts.get(folder.key) ?? []).map((account) => this.#account(account)),
    ]
    const direct = this.#lines.get(folder.key) ?? []
    const members = [...direct, ...children.flatMap((child) => child.members)].sort(byPrintOrder)
    const place = this.#places.get(folder.key)
    const figure = place && this.#input.figures.get(place)
    const values = figure?.values ?? this.#groupValues(folder.effect, children)
    const node: MappingNode = {
      ...BLANK,
      kind: 'folder',
      key: folder.key,
      label: folder.label,
      values,
      unitemized: figure?.unitemized ?? values.map((amount) => (amount === null ? null : ZERO)),
      sources: figure?.sources ?? this.#sources(members, values),
      memberKeys: members.map(keyOf),
      directMemberKeys: direct.map(keyOf),
      flaggedKeys: members.filter((detail) => this.#flagged.has(detail)).map(keyOf),
      children: children.map((child) => child.node),
      section: folder.section,
      role: folder.role,
      effect: folder.effect,
    }
    return { node, members }
  }

  #groupValues(effect: Effect, children: readonly Built[]): Amounts {
    return total(
      children.map(({ node }) => signed(node.values, node.effect === effect ? 1 : -1)),
      this.#input.periods,
    )
  }

  #account(account: Account): Built {
    const members = this.#lines.get(account.id) ?? []
    const values = total(
      members.map((detail) => filedValues(detail, account.effect)),
      this.#input.periods,
    )
    const keys = members.map(keyOf)
    const external = this.#codes.get(account.id)
    const node: MappingNode = {
      ...BLANK,
      kind: 'leaf',
      key: account.id,
      label: account.label,
      values,
      unitemized: members.length === 0 ? this.#none : values.map((amount) => (amount === null ? null : ZERO)),
      sources: members.length === 0 ? this.#noSources : this.#sources(members, values),
      memberKeys: keys,
      directMemberKeys: keys,
      flaggedKeys: members.filter((detail) => this.#flagged.has(detail)).map(keyOf),
      accountId: account.id,
      section: account.place === 'net_of_tax' ? null : account.place,
      externalCode: external?.code ?? null,
      externalLabel: external?.label ?? null,
      effect: account.effect,
    }
    return { node, members }
  }

  /** Printed where one line alone has the figure, derived from all of them elsewhere. */
  #sources(members: readonly Detail[], values: Amounts): Sources {
    return values.map((amount: Cents | null, period): Source | null => {
      if (amount === null) return null
      const sources: Source[] = []
      for (const { line } of members) {
        const source = line.line.sources[period]
        if (source) sources.push(source)
      }
      const [only] = sources
      return only && sources.length === 1 ? only : derivedFrom(sources, this.#input.documentId)
    })
  }

  #measure(measure: MeasureName, label: string): MappingNode {
    const figure = this.#input.measures.get(measure) ?? { values: this.#none, sources: this.#noSources }
    return {
      ...BLANK,
      kind: 'measure',
      key: `m:${measure}`,
      label,
      values: figure.values,
      unitemized: this.#none,
      sources: figure.sources,
      measure,
    }
  }
}

interface Built {
  readonly node: MappingNode
  readonly members: readonly Detail[]
}

const BLANK = {
  memberKeys: [],
  directMemberKeys: [],
  flaggedKeys: [],
  children: [],
  accountId: null,
  section: null,
  role: null,
  measure: null,
  externalCode: null,
  externalLabel: null,
  effect: null,
} as const satisfies Partial<MappingNode>

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function byPrintOrder(a: Detail, b: Detail): number {
  return a.line.index - b.line.index
}

function keyOf(detail: Detail): string {
  return detail.line.line.key
}

function isFlagged({ line, placement }: Detail): boolean {
  return placement.place !== null && flagOf(line.caption, placement.place) !== null
}
