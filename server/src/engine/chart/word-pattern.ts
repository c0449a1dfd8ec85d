/**
 * The lexicon's patterns: words that must all stand in a caption, in any order. `a|b` is either, `-word` must be
 * absent, and a leading `~` makes a pattern the last resort, behind every other. There is nothing to backtrack into: a
 * match is a few look-ups in a set.
 */
import { stemOf } from './caption.ts'

export interface WordPattern {
  /** Each entry is satisfied by any one of its stems. */
  readonly needed: readonly (readonly string[])[]
  readonly absent: readonly string[]
  /** How much a match says: the number of words asked for, 0 for a last resort. */
  readonly strength: number
}

export function parseWordPattern(text: string): WordPattern {
  const isLastResort = text.startsWith('~')
  const words = text
    .replace('~', '')
    .split(' ')
    .filter((word) => word !== '')
  const needed = words.filter((word) => !word.startsWith('-')).map((word) => word.split('|').map(stemOf))
  const absent = words.filter((word) => word.startsWith('-')).map((word) => stemOf(word.slice(1)))
  return { needed, absent, strength: isLastResort ? 0 : needed.length }
}

export function matchesWords(pattern: WordPattern, stems: ReadonlySet<string>): boolean {
  return (
    pattern.needed.every((alternatives) => alternatives.some((stem) => stems.has(stem))) &&
    !pattern.absent.some((stem) => stems.has(stem))
  )
}
