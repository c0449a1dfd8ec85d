/**
 * A clock that goes by what another one says, so that processes agree whose machines' clocks differ or jump: leases,
 * deadlines and due times are written by one process and judged by another. Between two words of the other clock it
 * goes by the time since the process began, which nobody can set.
 */

/** Both clocks are read to the millisecond, each cut off. */
const ROUNDED_MS = 1

export class FollowedClock {
  readonly #monotonic: () => number
  #told: number
  #at: number

  /** Goes by the machine's own clock until it is told another time. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic
    this.#told = Date.now()
    this.#at = monotonic()
  }

  now(): Date {
    return new Date(this.#told + this.#monotonic() - this.#at)
  }

  /**
   * The other clock's word, and for how long it was asked: it was true at some moment of that, the middle at best. What
   * the word does not show to be wrong goes on evenly; else every slow answer would set the clock a little to and fro.
   */
  follow(told: Date, tookMs: number): void {
    const middle = told.getTime() + tookMs / 2
    if (Math.abs(this.now().getTime() - middle) <= tookMs / 2 + ROUNDED_MS) return
    this.#told = middle
    this.#at = this.#monotonic()
  }
}
