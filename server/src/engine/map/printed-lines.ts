/**
 * What each printed line is, read from its caption and its place on the page: a heading, a figure of its own, or a
 * row that sums others. Nothing here knows sections yet; the only arithmetic is the kind that tells a sum from a line.
 */
import type { Caption } from '../chart/caption.ts'
import { readCaption } from '../chart/caption.ts'
import { headingKindOf, isSubtotalOnlyIfItSums, subtotalKindOf } from '../chart/structure-captions.ts'
import type { HeadingKind, SubtotalKind } from '../chart/structure-captions.ts'
import type { Statement, StatementLine } from '../model/statement.ts'
import { agrees, hasFigure, RunningAmounts, roundingOf } from './amounts.ts'
import type { Rounding } from './amounts.ts'

export type RunningSubtotal = Exclude<SubtotalKind, 'memo' | 'outside' | 'carry'>

export type LineKind =
  /** No figure. `opens` is the section it names, null for any other heading. */
  | { readonly is: 'heading'; readonly opens: HeadingKind | null }
  | { readonly is: 'detail' }
  /** A row of the walk from revenue to net income. */
  | { readonly is: 'subtotal'; readonly of: RunningSubtotal }
  /** Sums lines above it. `name` is what it says it totals, null for a bare 'Total' or no caption at all. */
  | { readonly is: 'total'; readonly name: Caption | null }
  /** Sums the deeper lines below it. `opens` is the section it totals, null for a group. */
  | { readonly is: 'leading_total'; readonly opens: HeadingKind | null }
  /** A running subtotal of no known meaning, a repeated page total, or a memo row such as EBITDA: never counted. */
  | { readonly is: 'aside'; readonly why: 'checkpoint' | 'carry' | 'memo' }
  /** Belongs to another statement: retained earnings, net assets at the end of the year. */
  | { readonly is: 'outside' }

export interface PrintedLine {
  readonly index: number
  readonly line: StatementLine
  readonly caption: Caption
  readonly kind: LineKind
}

export function readLines(statement: Statement): PrintedLine[] {
  const rounding = roundingOf(
    statement.lines.map((line) => line.values),
    statement.scale,
  )
  const read = statement.lines.map((line, index) => {
    const caption = readCaption(line.label)
    return { index, line, caption, kind: kindByCaption(caption, hasFigure(line.values)) }
  })
  const leading = leadingTotals(read, rounding)
  const marked = read.map((line) => (leading.has(line.index) ? { ...line, kind: leadingTotal(line) } : line))
  return demoteFalseSubtotals(marked, rounding)
}

/** The stem of what a total names, also where its words make it a row of the walk: 'Total other', 'Total sales'. */
export function nameOfTotal({ kind, caption }: PrintedLine): string | null {
  if (kind.is === 'total') return kind.name?.stem ?? null
  const [first, ...rest] = withoutFor(caption).stem.split(' ')
  return kind.is === 'subtotal' && first === 'total' && rest.length > 0 ? rest.join(' ') : null
}

/** Every line that sums others is a total in the payload; a row that only repeats or remarks is one as well. */
export function isTotal(kind: LineKind): boolean {
  return kind.is !== 'heading' && kind.is !== 'detail' && kind.is !== 'outside'
}

function kindByCaption(caption: Caption, figure: boolean): LineKind {
  if (!figure) return { is: 'heading', opens: headingKindOf(caption) }
  if (caption.bare === '') return { is: 'total', name: null }
  const spoken = withoutFor(caption)
  const subtotal = subtotalKindOf(spoken)
  if (subtotal === 'carry' || subtotal === 'memo') return { is: 'aside', why: subtotal }
  if (subtotal === 'outside') return { is: 'outside' }
  if (subtotal !== null) return { is: 'subtotal', of: subtotal }
  if (caption.stems.has('ebitda') || caption.stems.has('ebit')) return { is: 'aside', why: 'memo' }
  if (caption.stems.has('comprehensive')) return { is: 'outside' }
  const result = resultBefore(spoken)
  if (result) return result
  const name = totalName(spoken)
  return name === undefined ? { is: 'detail' } : { is: 'total', name }
}

/** 'Total for Income' says what 'Total Income' says. */
function withoutFor(caption: Caption): Caption {
  return caption.bare.startsWith('total for ') ? readCaption(`total ${caption.bare.slice(10)}`) : caption
}

const RESULT_WORD = /^(?:net |total |operating |adjusted |ordinary )*(?:income|profit|earning|loss|surplus|deficit)\b/
const NOT_PRETAX = /\b(?:interest|depreciation|amortization|discontinued|extraordinary|minority|noncontrolling)\b/

/** 'Income before …', 'Profit after …': with tax alone it is a row of the walk, otherwise one that can only be checked. */
function resultBefore(caption: Caption): LineKind | null {
  if (!RESULT_WORD.test(caption.stem) || caption.stem.startsWith('income tax')) return null
  const [, when, what = ''] = /\b(before|after)\b(.*)$/.exec(caption.stem) ?? []
  if (when === undefined) return null
  if (!/\btax(?:ation)?\b/.test(what) || NOT_PRETAX.test(what)) return { is: 'aside', why: 'checkpoint' }
  return { is: 'subtotal', of: when === 'before' ? 'pretax_income' : 'net_income' }
}

/** What a total says it totals; null for a bare one; undefined when the caption is no total. */
function totalName(caption: Caption): Caption | null | undefined {
  const words = caption.bare.split(' ')
  const isTotalWord = (word: string | undefined) => word === 'total' || word === 'totals' || word === 'subtotal'
  const name = isTotalWord(words[0]) ? words.slice(1) : isTotalWord(words.at(-1)) ? words.slice(0, -1) : undefined
  if (name === undefined) return undefined
  return name.length === 0 ? null : readCaption(name.join(' '))
}

function leadingTotal({ kind, caption }: PrintedLine): LineKind {
  if (kind.is === 'subtotal') return { is: 'leading_total', opens: 'revenue' }
  const named = kind.is === 'total' ? kind.name : caption
  return { is: 'leading_total', opens: named && headingKindOf(named) }
}

/** Rows that may stand above what they sum. The rows of the walk below revenue never do. */
function mayLead({ kind }: PrintedLine): boolean {
  return kind.is === 'detail' || kind.is === 'total' || (kind.is === 'subtotal' && kind.of === 'total_revenue')
}

interface OpenParent {
  readonly line: PrintedLine
  readonly below: RunningAmounts
  addends: number
  hasTotal: boolean
}

/** Rows that are printed above the deeper lines they sum, and have no 'Total …' of their own below. */
function leadingTotals(lines: readonly PrintedLine[], rounding: Rounding): Set<number> {
  const found = new Set<number>()
  const open: OpenParent[] = []
  const close = (): void => {
    const parent = open.pop()
    if (!parent) return
    const { values } = parent.line.line
    const candidate = mayLead(parent.line) && parent.addends > 0 && !parent.hasTotal
    if (candidate && agrees(parent.below.sums, values, { ...rounding, addends: parent.addends }))
      found.add(parent.line.index)
    const own = parent.line.kind.is === 'detail' && !found.has(parent.line.index)
    const above = open.at(-1)
    if (!above) return
    if (own) above.below.add(values)
    if (parent.addends > 0) above.below.add(parent.below.sums)
    above.addends += parent.addends + (own ? 1 : 0)
  }
  for (const line of lines) {
    if (line.kind.is === 'total' && line.kind.name) {
      const { stem } = line.kind.name
      const named = open.findLast((parent) => parent.line.caption.stem === stem)
      if (named) named.hasTotal = true
    }
    while ((open.at(-1)?.line.line.depth ?? -1) >= line.line.depth) close()
    if (line.kind.is === 'heading' || mayLead(line))
      open.push({ line, below: new RunningAmounts(line.line.values.length), addends: 0, hasTotal: false })
  }
  while (open.length > 0) close()
  return found
}

/** 'Net sales' that does not sum the lines above it is a line like any other. */
function demoteFalseSubtotals(lines: readonly PrintedLine[], rounding: Rounding): PrintedLine[] {
  const isDoubtful = (line: PrintedLine) => line.kind.is === 'subtotal' && isSubtotalOnlyIfItSums(line.caption)
  const last = lines.findLastIndex(isDoubtful)
  const periods = lines[0]?.line.values.length ?? 0
  const asPrinted = new RunningAmounts(periods)
  const lessDeducted = new RunningAmounts(periods)
  let addends = 0
  return lines.map((line) => {
    if (line.index > last) return line
    const { values } = line.line
    if (isDoubtful(line)) {
      const slack = { ...rounding, addends }
      const sums = agrees(asPrinted.sums, values, slack) || agrees(lessDeducted.sums, values, slack)
      if (addends > 0 && sums) return line
      line = { ...line, kind: { is: 'detail' } }
    }
    if (line.kind.is !== 'detail') return line
    asPrinted.add(values)
    lessDeducted.add(values, isDeduction(line.caption) ? -1 : 1)
    addends += 1
    return line
  })
}

/** A line that is taken off the sales above it although it is printed without a sign. */
function isDeduction(caption: Caption): boolean {
  return (
    caption.marker === 'less' || ['return', 'discount', 'allowance', 'refund'].some((word) => caption.stems.has(word))
  )
}
