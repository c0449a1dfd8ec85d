/**
 * One way to read a caption, used for everything that compares captions: the lexicon, the headings, the caption rules
 * of a workspace. Two captions that mean the same should come out as the same words here and nowhere else.
 */
import abbreviations from './data/abbreviations.json' with { type: 'json' }

export interface Caption {
  /** Lower-case words with one space between them, the leading 'less' or 'add' kept. */
  readonly text: string
  /** The same without that marker. */
  readonly bare: string
  /** The bare words, each cut to its stem, in order. */
  readonly stem: string
  readonly stems: ReadonlySet<string>
  /** What a leading 'less:' or 'add:' says about how the line counts. */
  readonly marker: 'less' | 'add' | null
}

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(abbreviations.words))
/** Longest first, so that 'r/e taxes' is not read as 'r/e tax' with an s behind it. */
const PHRASES = Object.entries(abbreviations.phrases).sort(([a], [b]) => b.length - a.length)

const MARKERS: ReadonlyMap<string, 'less' | 'add'> = new Map([
  ['less', 'less'],
  ['deduct', 'less'],
  ['minus', 'less'],
  ['add', 'add'],
  ['plus', 'add'],
])

/**
 * `4000 · `, `60100 - `, `510-00 `, `6010.5 `: four digits or more, or three with a separator or a dotted part. A
 * shorter number is part of the name, as in '401(k)' or 'Section 179'.
 */
const ACCOUNT_NUMBER = /^(?:\d{4,}(?:[.-]\d+)*|\d{3}(?:[.-]\d+)+|\d{3}(?=\s*[·:–—-]\s))\s*[·:.–—-]?\s+(?=\S)/
const NOTE_REFERENCE = /\(?\b(?:see\s+)?notes?\s+\d+[a-z]?(?:\s*(?:,|and|&)\s*\d+[a-z]?)*\)?/g

/** A caption is a few words; what a page runs on for beyond this says nothing more about the figure beside it. */
const LONGEST = 300

export function readCaption(printed: string): Caption {
  const words = toWords(stripReferences(simplify(printed.slice(0, LONGEST))))
  const marker = MARKERS.get(words[0] ?? '') ?? null
  const bare = marker && words.length > 1 ? words.slice(1) : words
  const stems = bare.map(stemOf)
  return {
    text: words.join(' '),
    bare: bare.join(' '),
    stem: stems.join(' '),
    stems: new Set(stems),
    marker: words.length > 1 ? marker : null,
  }
}

/** The words of a fragment of a caption, for patterns that are written in pieces. */
export function normaliseFragment(fragment: string): string {
  return toWords(simplify(fragment)).join(' ')
}

/** The stem of one word: enough to make plural and singular meet, and no more. For comparison only. */
export function stemOf(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

function simplify(printed: string): string {
  return printed
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[‘’‛ʼ`]/g, "'")
    .trim()
}

function stripReferences(text: string): string {
  const total = /^total(?:\s+for)?[\s:–—-]+/.exec(text)?.[0] ?? ''
  const rest = text.slice(total.length).replace(ACCOUNT_NUMBER, '')
  return `${total}${rest}`.replace(NOTE_REFERENCE, ' ')
}

function toWords(text: string): string[] {
  const expanded = replacePhrases(text.replace(/'s\b/g, 's').replaceAll("'", ''))
  const spaced = expanded.replace(/[&+]/g, ' and ').replace(/[^a-z0-9]+/g, ' ')
  return spaced
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => (WORDS.get(word) ?? word).split(' '))
}

function replacePhrases(text: string): string {
  let result = text
  for (const [phrase, meaning] of PHRASES) {
    let at = result.indexOf(phrase)
    while (at >= 0) {
      const end = at + phrase.length
      if (!isWordCharacter(result[at - 1]) && !isWordCharacter(result[end])) {
        result = `${result.slice(0, at)}${meaning}${result.slice(end)}`
        at = result.indexOf(phrase, at + meaning.length)
      } else {
        at = result.indexOf(phrase, at + 1)
      }
    }
  }
  return result
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[a-z0-9]/.test(character)
}
