/** At most so many at once, first come, first served; waiting ends early when the caller gives up. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Resolves to true with a place taken, or to false when the signal came first. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    if (this.#free > 0) {
      this.#free -= 1
      return true
    }
    return new Promise((resolve) => {
      const take = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        resolve(false)
      }
      this.#waiting.push(take)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}
