/** A cursor-paginated list: awaited, it is its first page; iterated, it is all items over all pages. */

/** One page. `Name` is the member that holds the items. */
export type Page<Item, Name extends string = 'data'> = Readonly<Record<Name, readonly Item[]>> & {
  /** The page size applied. */
  readonly limit: number
  /** Names the next page; null on the last. */
  readonly next_cursor: string | null
}

/** `More` is what a page of this list holds beyond the usual members. */
export class Listing<Item, More = unknown, Name extends string = 'data'>
  implements PromiseLike<Page<Item, Name> & More>, AsyncIterable<Item>
{
  readonly #items: Name
  readonly #load: (cursor: string | null) => Promise<Page<Item, Name> & More>

  /** `load` gets the page that the cursor names, the first one for null; `items` is the member that holds its items. */
  constructor(items: Name, load: (cursor: string | null) => Promise<Page<Item, Name> & More>) {
    this.#items = items
    this.#load = load
  }

  then<A = Page<Item, Name> & More, B = never>(
    onPage?: ((page: Page<Item, Name> & More) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#load(null).then(onPage, onError)
  }

  /** Page by page, each fetched when it is asked for. */
  async *pages(): AsyncGenerator<Page<Item, Name> & More, void, undefined> {
    let page = await this.#load(null)
    yield page
    while (page.next_cursor !== null) {
      page = await this.#load(page.next_cursor)
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page[this.#items]
  }
}
