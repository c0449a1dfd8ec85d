/**
 * How far back a look into a queue goes. While any transaction stays open, PostgreSQL can clear away no row that was
 * taken since it began, and a look from the queue's old end reads all of them. So most looks begin a little before the
 * moment at which the queue was last found empty. What may still stand behind that point, because its own transaction
 * was open for longer or a relay died with it in hand, is found by a look at the whole queue, twice a minute.
 */

/** A row is due at the start of its transaction, by the database's clock: this much of either may be missed before. */
const MARGIN_MS = 60_000
const WHOLE_EVERY_MS = 30_000

export interface Look {
  /** Nothing that was due before is looked at; null for the whole queue. */
  readonly since: Date | null
}

export class Looks {
  #emptyAt: number | null = null
  #wholeAt = -Infinity

  /** The look to take now. */
  next(now: Date): Look {
    const isWhole = this.#emptyAt === null || now.getTime() - this.#wholeAt >= WHOLE_EVERY_MS
    return { since: isWhole ? null : new Date((this.#emptyAt ?? 0) - MARGIN_MS) }
  }

  /** A look that began at `at` left nothing behind. */
  foundEmpty(look: Look, at: Date): void {
    this.#emptyAt = at.getTime()
    if (look.since === null) this.#wholeAt = at.getTime()
  }
}
