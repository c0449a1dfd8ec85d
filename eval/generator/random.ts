/** Chance that can be repeated: the same seed gives the same documents, so that only seeds need keeping. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
    for (let round = 0; round < 4; round += 1) this.next()
  }

  /** 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T
  }

  /** `count` different ones, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = list.map((item, index) => ({ item, index }))
    const taken: { item: T; index: number }[] = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.between(0, left.length - 1), 1))
    return taken.sort((a, b) => a.index - b.index).map(({ item }) => item)
  }
}
