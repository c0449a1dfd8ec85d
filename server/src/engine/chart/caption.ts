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
const PHRASES: ReadonlyMap<string, string> = new Map(Object.entries(abbreviations.phrases))
/** Any of the phrases as whole words, the longest first: 'r/e taxes' is not 'r/e tax' with an s behind it. */
const ANY_PHRASE = new RegExp(
  `(?<![a-z0-9])(?:${[...PHRASES.keys()]
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/[^a-z0-9 ]/g, '\\$&'))
    .join('|')})(?![a-z0-9])`,
  'g',
)

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
  if (word.length <= 3 || !word.endsWith('s')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /(?:ss|us|is)$/.test(word) ? word : word.slice(0, -1)
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
  const expanded = text
    .replace(/'s\b/g, 's')
    .replaceAll("'", '')
    .replace(ANY_PHRASE, (phrase) => PHRASES.get(phrase) ?? phrase)
  const spaced = expanded.replace(/[&+]/g, ' and ').replace(/[^a-z0-9]+/g, ' ')
  const words: string[] = []
  for (const word of spaced.split(' ')) {
    const meaning = WORDS.get(word)
    if (meaning !== undefined) words.push(...meaning.split(' '))
    else if (word !== '') words.push(word)
  }
  return words
}
