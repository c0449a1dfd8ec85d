/**
 * Single changes to a mapping payload: a cent, a sign, a key, an effect. Each knows, from what it touches and without
 * asking any verifier, whether a rule of the interface is broken by it.
 */
import type { StatementMappingPayload, WireLine, WireNode } from '../../src/engine/map/payload.ts'
import type { Dice } from './random-statement.ts'

export interface Mutation {
  readonly kind: 'cent' | 'sign' | 'key' | 'effect'
  readonly where: string
  /** Null when a rule is broken; otherwise why no rule of the interface forbids the changed payload. */
  readonly allowed: string | null
  readonly apply: () => void
  readonly undo: () => void
}

type Figures = (string | null)[]

interface Site {
  readonly where: string
  readonly list: Figures
  readonly at: number
  readonly allowed: (kind: 'cent' | 'sign') => string | null
}

const NOBODY_SUMS_IT = 'the payload does not say what this row sums, and no figure cites it'
const NO_SIGN_PROMISED = 'a line prints in the statement’s own sign, which the payload does not promise anything about'
const NOI_IS_BY_ROLE = 'net operating income leaves out accounts by role, and roles are not in the payload'
const SIGN_OF_THE_RESULT = 'without a tree a measure is a printed figure in the sign of the result it states'
const NOTHING_COUNTED = 'the node has no figure, so its effect counts for nothing'
const NO_REFERENCE = 'nothing refers to the key'

/** Everything in the payload that can be changed, so that single changes can be drawn from it. */
export class Mutator {
  readonly #payload: StatementMappingPayload
  readonly #dice: Dice
  readonly #figures: Site[] = []
  readonly #nodes: WireNode[]
  readonly #cited: ReadonlySet<string>

  constructor(payload: StatementMappingPayload, dice: Dice) {
    this.#payload = payload
    this.#dice = dice
    this.#nodes = (payload.tree ?? []).flatMap(withChildren)
    this.#cited = citedAddresses(payload, this.#nodes)
    this.#collectFigures()
  }

  draw(): Mutation {
    const dice = this.#dice
    if (this.#nodes.length > 0 && dice.chance(0.15)) return this.#effect(dice.pick(this.#nodes))
    if (dice.chance(0.3)) return this.#key()
    const site = dice.pick(this.#figures)
    const old = site.list[site.at] ?? '0.00'
    const kind = old === '0.00' || dice.chance(0.5) ? 'cent' : 'sign'
    const changed = kind === 'cent' ? plusCents(old, dice.chance(0.5) ? 1n : -1n) : negated(old)
    return {
      kind,
      where: site.where,
      allowed: site.allowed(kind),
      apply: () => (site.list[site.at] = changed),
      undo: () => (site.list[site.at] = old),
    }
  }

  #collectFigures(): void {
    const { lines, foot, measures } = this.#payload
    const broken = () => null
    for (const line of lines) {
      this.#add(`${line.key}.values`, line.values, (kind, at) => this.#allowedOnLine(line, kind, at))
      if (line.filed_values) this.#add(`${line.key}.filed_values`, line.filed_values, broken)
    }
    for (const node of this.#nodes) {
      this.#add(`${node.key}.values`, node.values, broken)
      this.#add(`${node.key}.unitemized`, node.unitemized, broken)
    }
    foot.forEach((entry, period) => {
      for (const field of ['printed_bottom_line', 'line_sum', 'residual', 'tolerance'] as const)
        this.#addField(`foot[${period}].${field}`, entry, field)
    })
    for (const [name, values] of Object.entries(measures) as [string, Figures | null][])
      if (values) this.#add(`measures.${name}`, values, (kind) => this.#allowedOnMeasure(name, kind))
  }

  #add(where: string, list: Figures, allowed: (kind: 'cent' | 'sign', at: number) => string | null): void {
    list.forEach((figure, at) => {
      if (figure !== null)
        this.#figures.push({ where: `${where}[${at}]`, list, at, allowed: (kind) => allowed(kind, at) })
    })
  }

  /** A figure that stands alone in a record is changed through a list of one. */
  #addField<Field extends string>(where: string, record: Record<Field, string | null>, field: Field): void {
    if (record[field] === null) return
    const list = new Proxy<Figures>([], {
      get: (_, property) => (property === '0' ? record[field] : undefined),
      set: (_, property, value: string) => property === '0' && ((record[field] = value), true),
    })
    this.#figures.push({ where, list, at: 0, allowed: () => null })
  }

  #allowedOnLine(line: WireLine, kind: 'cent' | 'sign', at: number): string | null {
    if (line.filed_values) return kind === 'sign' && isOnlyAmount(line) ? NO_SIGN_PROMISED : null
    if (kind === 'sign') return NO_SIGN_PROMISED
    return this.#cited.has(line.sources[at]?.address ?? '') ? null : NOBODY_SUMS_IT
  }

  #allowedOnMeasure(name: string, kind: 'cent' | 'sign'): string | null {
    if (name === 'noi') return NOI_IS_BY_ROLE
    return kind === 'sign' && this.#payload.tree === null && name !== 'net_income' ? SIGN_OF_THE_RESULT : null
  }

  #effect(node: WireNode): Mutation {
    const old = node.effect
    const counts = node.values.some((value) => value !== null && value !== '0.00') || node.key.startsWith('pl.')
    return {
      kind: 'effect',
      where: node.key,
      allowed: counts || old === null ? null : NOTHING_COUNTED,
      apply: () => (node.effect = old === 'adds' ? 'subtracts' : 'adds'),
      undo: () => (node.effect = old),
    }
  }

  #key(): Mutation {
    const { lines, unmapped_lines: unmapped } = this.#payload
    const dice = this.#dice
    const other = dice.chance(0.5) ? 'nowhere' : dice.pick(lines).key
    const filed = lines.filter((line) => line.filed_under !== null)
    const holding = this.#nodes.filter((node) => node.member_keys.length > 0)
    const choice = dice.below(5)
    if (choice === 0 && filed.length > 0) {
      const target = dice.chance(0.5) ? 'nowhere' : dice.pick(this.#nodes).key
      return this.#replace(dice.pick(filed), 'filed_under', target)
    }
    if (choice === 1 && holding.length > 0) return this.#member(dice.pick(holding), other)
    if (choice === 2 && unmapped.length > 0) return this.#replace(dice.pick(unmapped), 'key', other)
    if (choice === 3 && this.#nodes.length > 0) return this.#nodeKey(dice.pick(this.#nodes))
    const line = dice.pick(lines)
    const isReferred = line.filed_under !== null || unmapped.some(({ key }) => key === line.key)
    return this.#replace(line, 'key', other, isReferred || other !== 'nowhere' ? null : NO_REFERENCE)
  }

  #nodeKey(node: WireNode): Mutation {
    const isGroup = node.kind === 'folder' && node.key.startsWith('grp.') && node.direct_member_keys.length === 0
    const isCounted = node.key === 'grp.net_of_tax' && node.values.some((value) => value !== null)
    const to = this.#dice.chance(0.5) ? 'nowhere' : this.#dice.pick(this.#nodes).key
    return this.#replace(node, 'key', to, isGroup && !isCounted && to === 'nowhere' ? NO_REFERENCE : null)
  }

  /** Takes a key out of one of a node's lists, or puts another in its place. */
  #member(node: WireNode, other: string): Mutation {
    const lists = [node.member_keys, node.direct_member_keys, node.flagged_keys].filter((keys) => keys.length > 0)
    const list = this.#dice.pick(lists)
    const at = this.#dice.below(list.length)
    const old = list[at] ?? ''
    const drop = this.#dice.chance(0.5)
    return {
      kind: 'key',
      where: `${node.key} holds ${old}`,
      allowed: !drop && other === old ? 'nothing was changed' : null,
      apply: () => (drop ? list.splice(at, 1) : (list[at] = other)),
      undo: () => (drop ? list.splice(at, 0, old) : (list[at] = old)),
    }
  }

  #replace<Field extends string>(
    record: Record<Field, string | null>,
    field: Field,
    to: string,
    allowed: string | null = null,
  ): Mutation {
    const old = record[field]
    return {
      kind: 'key',
      where: `${field} of ${String(old)} to ${to}`,
      allowed: old === to ? 'nothing was changed' : allowed,
      apply: () => (record[field] = to),
      undo: () => (record[field] = old),
    }
  }
}

/** Turning the only printed figure of a line turns the line: as good a reading of a page that is not at hand. */
function isOnlyAmount(line: WireLine): boolean {
  return line.values.filter((value) => value !== null && value !== '0.00').length === 1
}

function citedAddresses(payload: StatementMappingPayload, nodes: readonly WireNode[]): Set<string> {
  const sources = [
    ...nodes.flatMap((node) => node.sources),
    ...payload.foot.map((foot) => foot.printed_bottom_line_source),
  ]
  return new Set(sources.flatMap((source) => (source?.kind === 'printed' && source.address ? [source.address] : [])))
}

export function withChildren(node: WireNode): WireNode[] {
  return [node, ...node.children.flatMap(withChildren)]
}

function plusCents(figure: string, cents: bigint): string {
  const whole = BigInt(figure.replace('.', '')) + cents
  const digits = (whole < 0n ? -whole : whole).toString().padStart(3, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function negated(figure: string): string {
  return figure.startsWith('-') ? figure.slice(1) : `-${figure}`
}
