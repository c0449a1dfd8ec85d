/**
 * The caption rules a workspace writes: 'this caption goes to that account'. They come before everything built in.
 * `*` stands for any text and nothing else is special, so a match is one pass over the caption: no rule, however
 * it is written, can stall a worker.
 */
import type { Section } from '../model/mapping.ts'
import type { Caption } from './caption.ts'
import { normaliseFragment, readCaption } from './caption.ts'

export interface CaptionRule {
  /** `exact`: the captions are the same words. `contains`: the words stand in it. `pattern`: the whole caption, `*` any text. */
  readonly match: 'exact' | 'contains' | 'pattern'
  readonly caption: string
  readonly accountId: string
  /** When given, the rule speaks only of lines that print in this section. */
  readonly section: Section | null
}

export interface CaptionRules {
  readonly exact: ReadonlyMap<string, readonly CaptionRule[]>
  /** Strongest first: the longer caption, then the later rule. */
  readonly patterns: readonly { rule: CaptionRule; pieces: readonly string[] }[]
}

export function prepareRules(rules: readonly CaptionRule[]): CaptionRules {
  const newestFirst = rules.toReversed()
  const exact = new Map<string, CaptionRule[]>()
  for (const rule of newestFirst) {
    if (rule.match !== 'exact') continue
    const { bare } = readCaption(rule.caption)
    exact.set(bare, [...(exact.get(bare) ?? []), rule])
  }
  const patterns = newestFirst
    .filter((rule) => rule.match !== 'exact')
    .map((rule) => ({ rule, pieces: piecesOf(rule) }))
    .sort((a, b) => b.rule.caption.length - a.rule.caption.length)
  return { exact, patterns }
}

/** The rules that speak of this caption, strongest first; the caller takes the first whose account it can use. */
export function* rulesFor(rules: CaptionRules, caption: Caption): Generator<CaptionRule> {
  yield* rules.exact.get(caption.bare) ?? []
  for (const { rule, pieces } of rules.patterns) if (matchesPieces(pieces, caption.bare)) yield rule
}

/** The literal pieces between the stars. A space beside a star is kept: 'project *' is not 'projector'. */
function piecesOf(rule: CaptionRule): string[] {
  if (rule.match === 'contains') return ['', normaliseFragment(rule.caption), '']
  const raw = rule.caption.split('*')
  return raw.map((piece, at) => {
    const words = normaliseFragment(piece)
    if (words === '') return ''
    const before = at > 0 && /^[^\p{Letter}\p{Number}]/u.test(piece) ? ' ' : ''
    const after = at < raw.length - 1 && /[^\p{Letter}\p{Number}]$/u.test(piece) ? ' ' : ''
    return `${before}${words}${after}`
  })
}

/** Whether the pieces stand in the text in order, the first at its start and the last at its end. */
export function matchesPieces(pieces: readonly string[], text: string): boolean {
  const [first = '', ...others] = pieces
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const piece of others) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}
