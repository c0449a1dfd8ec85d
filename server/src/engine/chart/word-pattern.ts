/**
 * The lexicon's patterns: words that must all stand in a caption, in any order. `a|b` is either, `-word` must be
 * absent. There is nothing to backtrack into: a match is a few look-ups in a set.
 */
import { stemOf } from './caption.ts'

export interface WordPattern {
  /** Each entry is satisfied by any one of its stems. */
  readonly needed: readonly (readonly string[])[]
  readonly absent: readonly string[]
}

export function parseWordPattern(text: string): WordPattern {
  const words = text.split(' ').filter((word) => word !== '')
  return {
    needed: words.filter((word) => !word.startsWith('-')).map((word) => word.split('|').map(stemOf)),
    absent: words.filter((word) => word.startsWith('-')).map((word) => stemOf(word.slice(1))),
  }
}

export function matchesWords(pattern: WordPattern, stems: ReadonlySet<string>): boolean {
  return (
    pattern.needed.every((alternatives) => alternatives.some((stem) => stems.has(stem))) &&
    !pattern.absent.some((stem) => stems.has(stem))
  )
}
