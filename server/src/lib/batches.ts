/**
 * Turns many small requests that come at about the same time into few large ones. What comes while a batch of the same
 * key is under way waits for the next, so a batch is as large as the load makes it: under none, a request waits for
 * nobody; under much, it shares its round trip with all who waited with it.
 */
interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export interface BatchOptions<Item, Result> {
  /** Answers one result for each item, in their order. What it throws, everyone in the batch gets. */
  readonly work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>
  readonly atMost: number
}

export class Batches<Item, Result> {
  readonly #options: BatchOptions<Item, Result>
  /** By key; a key is in here while a batch of it is under way or about to be. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options
  }

  run(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key)
      if (queue) {
        queue.push({ item, resolve, reject })
        return
      }
      this.#waiting.set(key, [{ item, resolve, reject }])
      // The rest of this turn of the event loop may bring more for the first batch.
      setImmediate(() => void this.#drain(key))
    })
  }

  async #drain(key: string): Promise<void> {
    for (let queue = this.#waiting.get(key); queue !== undefined && queue.length > 0;) {
      await this.#runBatch(key, queue.splice(0, this.#options.atMost))
    }
    this.#waiting.delete(key)
  }

  async #runBatch(key: string, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.work(
        key,
        batch.map(({ item }) => item),
      )
      if (results.length !== batch.length) throw new Error(`${results.length} results for ${batch.length} items`)
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
