/**
 * Sums the details of the section being read, so that a nameless total can be known for the section's own the moment
 * it is met, without looking back.
 */
import { agrees, RunningAmounts, roundingOf, signed } from './amounts.ts'
import type { Rounding } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'

export class RunningSum {
  readonly #periods: number
  readonly #rounding: Rounding
  #asPrinted: RunningAmounts
  #lessDeducted: RunningAmounts
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
    this.#asPrinted = new RunningAmounts(this.#periods)
    this.#lessDeducted = new RunningAmounts(this.#periods)
  }

  restart(): void {
    this.#asPrinted = new RunningAmounts(this.#periods)
    this.#lessDeducted = new RunningAmounts(this.#periods)
    this.#addends = 0
  }

  add({ line, caption }: PrintedLine): void {
    this.#asPrinted.add(line.values)
    this.#lessDeducted.add(line.values, caption.marker === 'less' ? -1 : 1)
    this.#addends += 1
  }

  /** Whether the total is the sum of everything since the zone was entered, in either sign presentation. */
  isAllOf({ line }: PrintedLine): boolean {
    const slack = { ...this.#rounding, addends: this.#addends }
    return [this.#asPrinted, this.#lessDeducted].some(
      ({ sums }) => agrees(sums, line.values, slack) || agrees(sums, signed(line.values, -1), slack),
    )
  }
}
