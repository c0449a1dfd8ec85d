/**
 * Finds the account a caption names within one section. The captions and patterns are data (data/captions.json);
 * this module only indexes them, so that a look-up costs the words of the caption and not the size of the lexicon.
 */
import type { Caption } from './caption.ts'
import { readCaption } from './caption.ts'
import captionData from './data/captions.json' with { type: 'json' }
import type { Place } from './places.ts'
import { matchesWords, parseWordPattern } from './word-pattern.ts'
import type { WordPattern } from './word-pattern.ts'

/** Everything by which one account is known. */
export interface AccountCaptions {
  readonly id: string
  readonly captions: readonly Caption[]
  readonly patterns: readonly WordPattern[]
}

/** How a caption was recognised; a lower rank is a better hit. */
export interface CaptionHit {
  readonly accountId: string
  /** 0 word for word, 1 by stems, 2 without a trailing 'expense' and the like, 3 by a pattern. */
  readonly rank: 0 | 1 | 2 | 3
  /** Words that a pattern asked for; 0 on a whole-caption hit. */
  readonly words: number
}

interface IndexedPattern {
  readonly accountId: string
  readonly pattern: WordPattern
  /** Position in the chart: ties go to the earlier account. */
  readonly order: number
}

interface PlaceIndex {
  /** Account ids by whole caption: word for word, by stems, and by stems without a trailing 'expense'. */
  readonly words: Map<string, string>
  readonly stems: Map<string, string>
  readonly shortened: Map<string, string>
  /** By each stem that can satisfy a pattern's first word. */
  readonly patterns: Map<string, IndexedPattern[]>
}

export type CaptionIndex = ReadonlyMap<Place, PlaceIndex>

export function prepareCaptions(entry: {
  id: string
  captions: readonly string[]
  patterns: readonly string[]
}): AccountCaptions {
  return { id: entry.id, captions: entry.captions.map(readCaption), patterns: entry.patterns.map(parseWordPattern) }
}

/** Read once: every workspace's chart is laid over the same lexicon. */
export const PLATFORM_CAPTIONS: readonly AccountCaptions[] = Object.entries(captionData.accounts).map(
  ([id, { captions, patterns }]) => prepareCaptions({ id, captions, patterns }),
)

/** Captions that say little by themselves: under 'Automobile', 'Insurance' is not what it is elsewhere. */
const GENERIC = new Set(captionData.generic.map((caption) => readCaption(caption).stem))

export function isGeneric(caption: Caption): boolean {
  return GENERIC.has(caption.stem)
}

export function buildCaptionIndex(
  entries: readonly AccountCaptions[],
  placeOf: (accountId: string) => Place | undefined,
): CaptionIndex {
  const index = new Map<Place, PlaceIndex>()
  entries.forEach((entry, order) => {
    const place = placeOf(entry.id)
    if (place === undefined) throw new Error(`the lexicon names ${entry.id}, which the chart does not know`)
    const at = index.get(place) ?? emptyIndex()
    index.set(place, at)
    for (const caption of entry.captions) {
      setIfNew(at.words, caption.bare, entry.id)
      setIfNew(at.stems, caption.stem, entry.id)
      setIfNew(at.shortened, caption.stem.replace(TRAILING, ''), entry.id)
    }
    for (const pattern of entry.patterns) {
      const [first = []] = pattern.needed
      for (const stem of first) {
        const list = at.patterns.get(stem) ?? []
        list.push({ accountId: entry.id, pattern, order })
        at.patterns.set(stem, list)
      }
    }
  })
  return index
}

/** The account whose caption this is, word for word or nearly; null when none. */
export function findWhole(index: CaptionIndex, place: Place, caption: Caption): CaptionHit | null {
  const at = index.get(place)
  if (!at) return null
  const words = at.words.get(caption.bare)
  if (words !== undefined) return { accountId: words, rank: 0, words: 0 }
  const stems = at.stems.get(caption.stem)
  if (stems !== undefined) return { accountId: stems, rank: 1, words: 0 }
  // Shortened on one side only: 'operating expenses' and 'operating costs' are not the same for both being 'operating'.
  const shortened = at.stems.get(caption.stem.replace(TRAILING, '')) ?? at.shortened.get(caption.stem)
  return shortened === undefined ? null : { accountId: shortened, rank: 2, words: 0 }
}

/** The account with the longest pattern that the caption satisfies; null when none. */
export function findByPattern(index: CaptionIndex, place: Place, caption: Caption): CaptionHit | null {
  return longestMatch(index, place, caption.stems, () => true)
}

/** As findByPattern on both captions together, for patterns that need a word of each. */
export function findUnderParent(
  index: CaptionIndex,
  place: Place,
  captions: { parent: Caption; own: Caption },
): CaptionHit | null {
  const { parent, own } = captions
  const together = new Set([...parent.stems, ...own.stems])
  return longestMatch(index, place, together, ({ needed }) => {
    const heldBy = (stems: ReadonlySet<string>, others: ReadonlySet<string>) =>
      needed.some((alternatives) => alternatives.some((stem) => stems.has(stem) && !others.has(stem)))
    return heldBy(parent.stems, own.stems) && heldBy(own.stems, parent.stems)
  })
}

function longestMatch(
  index: CaptionIndex,
  place: Place,
  stems: ReadonlySet<string>,
  accept: (pattern: WordPattern) => boolean,
): CaptionHit | null {
  const patterns = index.get(place)?.patterns
  if (!patterns) return null
  let best: IndexedPattern | null = null
  for (const stem of stems)
    for (const candidate of patterns.get(stem) ?? [])
      if (isBetter(candidate, best) && matchesWords(candidate.pattern, stems) && accept(candidate.pattern))
        best = candidate
  return best && { accountId: best.accountId, rank: 3, words: best.pattern.strength }
}

function isBetter(candidate: IndexedPattern, best: IndexedPattern | null): boolean {
  if (!best) return true
  const words = candidate.pattern.strength - best.pattern.strength
  return words > 0 || (words === 0 && candidate.order < best.order)
}

const TRAILING = / (?:expense|cost|account|net)$/

function emptyIndex(): PlaceIndex {
  return { words: new Map(), stems: new Map(), shortened: new Map(), patterns: new Map() }
}

/** The first account to claim a caption keeps it: entries come in chart order. */
function setIfNew(known: Map<string, string>, key: string, accountId: string): void {
  if (!known.has(key)) known.set(key, accountId)
}
