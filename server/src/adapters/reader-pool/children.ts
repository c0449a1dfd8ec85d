/** The children of a pool: fresh ones kept warm, those at work, and those that wait for more of their owner's documents. */
import type { ReaderChild } from './child.ts'
import { chooseChild } from './which-child.ts'

export interface ChildrenOptions {
  /** At work and idle, together. */
  readonly size: number
  /** Fresh ones beyond those. */
  readonly warm: number
  /** How long a child waits for another document of its owner. */
  readonly idleMs: number
  readonly start: () => ReaderChild
}

export class Children {
  readonly #options: ChildrenOptions
  readonly #alive = new Set<ReaderChild>()
  readonly #idle = new Map<ReaderChild, NodeJS.Timeout>()
  #warm: ReaderChild[] = []
  #atWork = 0
  #closed = false

  constructor(options: ChildrenOptions) {
    this.#options = options
    this.#warmUp()
  }

  get pids(): readonly number[] {
    return [...this.#alive].flatMap((child) => child.pid ?? [])
  }

  /** One that has read for this owner only, or for nobody yet. */
  take(owner: string): ReaderChild {
    const { take: own, end } = chooseChild([...this.#idle.keys()], {
      owner,
      atWork: this.#atWork,
      size: this.#options.size,
    })
    if (end !== null) this.#dismiss(end)
    if (own !== null) this.#forgetIdle(own)
    const child = own ?? this.#fresh()
    child.owner = owner
    this.#atWork += 1
    this.#warmUp()
    return child
  }

  /** Back from a document after which it may read another. */
  keep(child: ReaderChild): void {
    this.#atWork -= 1
    if (this.#closed || child.isEnding) return
    this.#idle.set(child, setTimeout(() => this.#dismiss(child), this.#options.idleMs).unref())
  }

  /** Back from its last document. */
  letGo(child: ReaderChild): void {
    this.#atWork -= 1
    child.letEnd()
  }

  /** Back from a document that it did not come to the end of. */
  end(child: ReaderChild): void {
    this.#atWork -= 1
    child.kill()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    const ending = [...this.#alive]
    for (const child of ending) child.kill()
    await Promise.all(ending.map((child) => child.ended))
  }

  #dismiss(child: ReaderChild): void {
    this.#forgetIdle(child)
    child.letEnd()
  }

  #forgetIdle(child: ReaderChild): void {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
  }

  #fresh(): ReaderChild {
    const ready = this.#warm.shift()
    return ready === undefined || ready.isEnding ? this.#start() : ready
  }

  #warmUp(): void {
    this.#warm = this.#warm.filter((child) => !child.isEnding)
    while (!this.#closed && this.#warm.length < this.#options.warm) this.#warm.push(this.#start())
  }

  #start(): ReaderChild {
    const child = this.#options.start()
    this.#alive.add(child)
    void child.ended.then(() => {
      this.#alive.delete(child)
      this.#forgetIdle(child)
    })
    return child
  }
}
