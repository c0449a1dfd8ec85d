/**
 * Chooses between readings of one page at several resolutions. They err at different places: what two of them share is
 * nearly always right. Where they differ, the form of the figure decides, then how many read the same, then the order of
 * the readings. Tesseract's confidence decides nothing: wrong figures reach 97 of 100. Every word that comes out
 * stands in one of the readings as it is.
 */
import { FORM, formOf, styleOf, type FigureStyle } from './figure-form.ts'
import { groupByPlace } from './same-place.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

export type Reading = readonly RecognisedWord[]

export interface Choice {
  readonly words: Reading
  /** In how many places nothing tells which of several figures is right. */
  readonly open: number
}

/** One digit alone is as often a letter, or dust. */
const TWO_DIGITS = /\d\D?\d/

/** The first reading is the one that words are taken from. */
export function choose(readings: readonly Reading[]): Choice {
  const style = styleOf(readings.flat().map((word) => word.text))
  const chosen = groupByPlace(readings).map((place) => chooseAt(place, style))
  return { words: chosen.flatMap(({ words }) => words), open: chosen.filter(({ isOpen }) => isOpen).length }
}

/** Whether a reading has anything that another one could correct. */
export function hasFigures(words: Reading): boolean {
  return words.some((word) => TWO_DIGITS.test(word.text))
}

function chooseAt(place: readonly Reading[], style: FigureStyle): { words: Reading; isOpen: boolean } {
  const [first = [], second] = place
  const texts = place.map(textOf)
  if (second === undefined || texts[0] === texts[1]) return { words: first, isOpen: false }
  const options = place
    .map((words, index) => ({
      words,
      text: texts[index] ?? '',
      form: formOfWords(words, style),
      votes: texts.filter((text) => unsigned(text) === unsigned(texts[index] ?? '')).length,
    }))
    .filter(({ words }) => words.length > 0)
    // Sorting keeps the order of the readings where nothing else tells them apart.
    .sort((a, b) => b.form - a.form || b.votes - a.votes)
  const [best] = options
  const isFigure = best !== undefined && TWO_DIGITS.test(best.text)
  // Letters give way to figures only.
  if (best === undefined || (formOfWords(first, style) === FORM.none && !isFigure))
    return { words: first, isOpen: false }
  // What the first reading has not seen is dust, or a piece of a figure, unless two others agree on it.
  if (first.length === 0 && (best.form === FORM.spoiled || best.votes < 2))
    return { words: [], isOpen: best.form !== FORM.spoiled }
  const same = options.filter(({ text, form }) => unsigned(text) === unsigned(best.text) && form === best.form)
  const rivals = options.filter(({ text }) => unsigned(text) !== unsigned(best.text))
  const isTie = rivals.some(({ form, votes }) => form === best.form && votes === best.votes)
  const isOpen = best.form === FORM.spoiled ? rivals.length > 0 && isFigure : isTie
  return { words: same.reduce((most, one) => (one.text.length > most.text.length ? one : most)).words, isOpen }
}

/** Signs and brackets are small ink that readings lose and do not invent: with or without them, a figure is the same. */
function unsigned(text: string): string {
  return text.replace(/[-+–−()]/g, '')
}

/** What readings are compared by: the figures if there are any. A currency sign stands apart or not by a hair. */
function textOf(words: Reading): string {
  const figures = words.filter((word) => /\d/.test(word.text))
  return (figures.length > 0 ? figures : words)
    .map((word) => word.text)
    .join(' ')
    .replace(/[$€£]/g, '')
    .trim()
}

/** The poorest form among the words with digits. */
function formOfWords(words: Reading, style: FigureStyle): number {
  const forms = words.map((word) => formOf(word.text, style)).filter((form) => form !== FORM.none)
  return forms.length === 0 ? FORM.none : Math.min(...forms)
}
