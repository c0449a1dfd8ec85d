/** Rows of dots that lead from a caption to its amount. The last one may touch what it leads to, and be one word with it. */
import type { Word } from '../model/page.ts'

const DOTS = /^[.…]+$/
/** Dots before a currency, a bracket or digits. */
const LED = /^[.…]+(?=[$€£¥₹₱(\d])/
/** A single dot before `.50` is no leader. */
const LEAST_DOTS = 2

/** The words of a page in their order, those that a leader touches without its dots. */
export function cutLeaders(words: readonly Word[]): readonly Word[] {
  return words.some(({ text }) => LED.test(text)) ? words.map((word, index) => cutLeader(words, index, word)) : words
}

function cutLeader(words: readonly Word[], index: number, word: Word): Word {
  const dots = LED.exec(word.text)?.[0].length ?? 0
  const before = words.slice(Math.max(0, index - LEAST_DOTS), index)
  if (dots === 0 || before.length < LEAST_DOTS || !before.every(({ text }) => DOTS.test(text))) return word
  const [left, top, right, bottom] = word.box
  // A dot is about half as wide as a digit.
  const letters = word.text.length - dots
  const cut = ((right - left) * dots) / (dots + 2 * letters)
  return { ...word, text: word.text.slice(dots), box: [left + cut, top, right, bottom] }
}
