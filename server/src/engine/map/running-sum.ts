/**
 * Sums the details of the section being read, so that a nameless total can be known for the section's own the moment
 * it is met, without looking back.
 */
import type { Amounts } from '../model/mapping.ts'
import { agrees, noAmounts, plus, roundingOf, signed } from './amounts.ts'
import type { Rounding } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'

export class RunningSum {
  readonly #periods: number
  readonly #rounding: Rounding
  #asPrinted: Amounts
  #lessDeducted: Amounts
  #addends = 0
  /** Details since the walk last entered a zone. */
  get isEmpty(): boolean {
    return this.#addends === 0
  }
  get hasAny(): boolean {
    return this.#addends > 0
  }

  constructor(lines: readonly PrintedLine[]) {
    this.#periods = lines[0]?.line.values.length ?? 0
    this.#rounding = roundingOf(
      lines.map(({ line }) => line.values),
      1,
    )
    this.#asPrinted = noAmounts(this.#periods)
    this.#lessDeducted = noAmounts(this.#periods)
  }

  restart(): void {
    this.#asPrinted = noAmounts(this.#periods)
    this.#lessDeducted = noAmounts(this.#periods)
    this.#addends = 0
  }

  add({ line, caption }: PrintedLine): void {
    this.#asPrinted = plus(this.#asPrinted, line.values)
    this.#lessDeducted = plus(this.#lessDeducted, caption.marker === 'less' ? signed(line.values, -1) : line.values)
    this.#addends += 1
  }

  /** Whether the total is the sum of everything since the zone was entered, in either sign presentation. */
  isAllOf({ line }: PrintedLine): boolean {
    const slack = { ...this.#rounding, addends: this.#addends }
    return [this.#asPrinted, this.#lessDeducted].some(
      (sum) => agrees(sum, line.values, slack) || agrees(sum, signed(line.values, -1), slack),
    )
  }
}
