/** Characters with their boxes, in the order of the file, joined to words. */
import type { Box, Word } from '../../engine/model/page.ts'

/** Two characters farther apart than this share of their size are two words, even where the file has no space. */
const WORD_GAP = 0.2
/** A character this much smaller than its neighbour and off its base line is a note reference or an ordinal mark. */
const RAISED_SIZE = 0.85
const RAISED_OFFSET = 0.1
/** Characters of one line overlap by at least this share of the smaller one's height. */
const LINE_OVERLAP = 0.3
/** An underscore shares more than this share of its width with the letter that it underlines. */
const UNDERLINE_OVERLAP = 0.15
/** Leaders are at least this many of the same mark. */
const LEADER_LENGTH = 4
/** Lines that lean by less are level: rounding leans a little. */
const MIN_ANGLE_DEGREES = 1
/** Digits with their separators, and nothing else. */
const FIGURE = /^[\d.,]+$/
/** Past this many the page is no statement, and the search for their figures would be long. */
const MAX_LOOSE_BRACKETS = 200

/** What all characters of one text object share. */
export interface TextStyle {
  readonly font: string | null
  /** Points. */
  readonly size: number
  readonly bold: boolean
  /** Degrees clockwise from the horizontal. */
  readonly angle: number
}

export interface Character {
  /** One letter, or a space for anything that ends a word. */
  readonly text: string
  readonly box: Box
  readonly style: TextStyle
}

/** Given the characters of a page in the order of the file, its words. */
export function charactersToWords(characters: Iterable<Character>): Word[] {
  const joiner = new WordJoiner()
  for (const character of characters) {
    if (character.text === ' ') joiner.finishWord()
    else joiner.add(character)
  }
  joiner.finishWord()
  return joinBrackets(dropDoubles(joiner.finished))
}

/**
 * Joins characters that follow each other on one line without a gap. Underscores that lie beneath letters run in a
 * lane of their own: some programs underline by printing them letter by letter between the letters of the word.
 */
class WordJoiner {
  readonly finished: Word[] = []
  #letters: Character[] = []
  #underline: Character[] = []

  add(character: Character): void {
    let last = this.#letters[this.#letters.length - 1]
    while (last !== undefined && liesBeneath(last, character)) {
      this.#underline.push(last)
      this.#letters.pop()
      last = this.#letters.at(-1)
    }
    if (last !== undefined && liesBeneath(character, last)) {
      this.#underline.push(character)
      return
    }
    if (last !== undefined && !continues(last, character)) this.#finishLetters()
    this.#letters.push(character)
  }

  finishWord(): void {
    this.#finishLetters()
    this.#flush(this.#underline)
    this.#underline = []
  }

  #finishLetters(): void {
    this.#flush(this.#letters)
    this.#letters = []
  }

  #flush(characters: readonly Character[]): void {
    const [first] = characters
    if (first === undefined) return
    if (!hasLeader(characters)) this.finished.push(wordOf(first, characters))
    else for (const part of splitLeaders(characters)) this.finished.push(wordOf(part[0], part))
  }
}

/** An underscore that shares a good part of its width with a letter that is none. */
function liesBeneath(mark: Character, letter: Character): boolean {
  if (mark.text !== '_' || letter.text === '_') return false
  const shared = Math.min(mark.box[2], letter.box[2]) - Math.max(mark.box[0], letter.box[0])
  return shared > UNDERLINE_OVERLAP * (mark.box[2] - mark.box[0])
}

function wordOf(first: Character, characters: readonly Character[]): Word {
  const { font, size, bold, angle } = first.style
  let [x0, y0, x1, y1] = first.box
  let text = ''
  for (const character of characters) {
    text += character.text
    x0 = Math.min(x0, character.box[0])
    y0 = Math.min(y0, character.box[1])
    x1 = Math.max(x1, character.box[2])
    y1 = Math.max(y1, character.box[3])
  }
  const word: Word = { text, box: [x0, y0, x1, y1], font, size, bold }
  return Math.abs(angle) < MIN_ANGLE_DEGREES ? word : { ...word, angle }
}

/** Which edges of a box lie along the line of text and which across it. */
const LEVEL = { start: 0, end: 2, top: 1, bottom: 3 } as const
const SIDEWAYS = { start: 1, end: 3, top: 0, bottom: 2 } as const

function continues(last: Character, next: Character): boolean {
  if (Math.abs(last.style.angle - next.style.angle) > MIN_ANGLE_DEGREES) return false
  const edge = Math.abs(Math.abs(next.style.angle) - 90) < 45 ? SIDEWAYS : LEVEL
  const size = Math.max(last.style.size, next.style.size)
  const gap = Math.max(next.box[edge.start] - last.box[edge.end], last.box[edge.start] - next.box[edge.end])
  if (gap > WORD_GAP * size) return false
  const lastBottom = last.box[edge.bottom]
  const nextBottom = next.box[edge.bottom]
  const smaller = Math.min(last.style.size, next.style.size)
  if (smaller < RAISED_SIZE * size && Math.abs(lastBottom - nextBottom) > RAISED_OFFSET * size) return false
  const lastTop = last.box[edge.top]
  const nextTop = next.box[edge.top]
  const overlap = Math.min(lastBottom, nextBottom) - Math.max(lastTop, nextTop)
  return overlap >= LINE_OVERLAP * Math.min(lastBottom - lastTop, nextBottom - nextTop)
}

/** Asked of every word, because few have one and cutting every word into its runs takes longer than joining it. */
function hasLeader(characters: readonly Character[]): boolean {
  let run = 0
  let previous = ''
  for (const { text } of characters) {
    run = text === previous ? run + 1 : 1
    previous = text
    if (run >= LEADER_LENGTH && isLeaderMark(text)) return true
  }
  return false
}

function isLeaderMark(text: string | undefined): boolean {
  return text === '.' || text === '_'
}

/** Dot leaders run from a caption to its figure without a space; both ends of them are ends of words. */
function splitLeaders(characters: readonly Character[]): [Character, ...Character[]][] {
  const parts: [Character, ...Character[]][] = []
  let partIsLeader = false
  for (let start = 0; start < characters.length;) {
    const mark = characters[start]?.text
    let end = start + 1
    while (characters[end]?.text === mark && end < characters.length) end += 1
    const isLeader = isLeaderMark(mark) && end - start >= LEADER_LENGTH
    for (const character of characters.slice(start, end)) {
      const part = parts.at(-1)
      if (part === undefined || partIsLeader !== isLeader) parts.push([character])
      else part.push(character)
      partIsLeader = isLeader
    }
    start = end
  }
  return parts
}

/** Bold is sometimes made by printing the same word twice, a hair apart. Once is what the page shows. */
function dropDoubles(words: readonly Word[]): Word[] {
  const seen = new Map<string, Word[]>()
  return words.filter((word) => {
    const same = seen.get(word.text)
    if (same === undefined) {
      seen.set(word.text, [word])
      return true
    }
    const near = 0.15 * word.size
    // The double follows its original closely; looking far back would make this quadratic on a page of one word.
    const isDouble = same
      .slice(-8)
      .some((other) => word.box.every((edge, side) => Math.abs(edge - (other.box[side] ?? 0)) < near))
    if (!isDouble) same.push(word)
    return !isDouble
  })
}

/**
 * Right-to-left files keep the brackets of a negative figure apart from its digits in the order of the file, although
 * they touch on the page. A figure without its brackets is another figure, so they are put back, in pairs only.
 */
function joinBrackets(words: readonly Word[]): Word[] {
  const brackets = words.filter((word) => word.text === '(' || word.text === ')')
  if (brackets.length === 0 || brackets.length > MAX_LOOSE_BRACKETS) return [...words]
  const used = new Set<Word>()
  const joined = new Map<Word, Word>()
  for (const figure of words) {
    if (!FIGURE.test(figure.text)) continue
    const before = brackets.find((bracket) => !used.has(bracket) && bracketTouches(bracket, figure, 'before'))
    const after = brackets.find((bracket) => !used.has(bracket) && bracketTouches(bracket, figure, 'after'))
    if (before === undefined || after === undefined) continue
    used.add(before).add(after)
    joined.set(figure, {
      ...figure,
      text: `(${figure.text})`,
      box: [before.box[0], figure.box[1], after.box[2], figure.box[3]],
    })
  }
  return words.filter((word) => !used.has(word)).map((word) => joined.get(word) ?? word)
}

function bracketTouches(bracket: Word, figure: Word, side: 'before' | 'after'): boolean {
  const gap = side === 'before' ? figure.box[0] - bracket.box[2] : bracket.box[0] - figure.box[2]
  const overlap = Math.min(bracket.box[3], figure.box[3]) - Math.max(bracket.box[1], figure.box[1])
  return Math.abs(gap) <= WORD_GAP * figure.size && overlap >= LINE_OVERLAP * (figure.box[3] - figure.box[1])
}
