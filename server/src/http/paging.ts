/** Lists on the wire: cursors in, cursors out. */
import { decodeCursor, encodeCursor } from '../lib/cursor.ts'
import type { CursorScope, Position } from '../lib/cursor.ts'
import { Problem } from '../lib/problem.ts'

export class Cursors {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  read(scope: CursorScope, text: string | undefined): Position | null {
    if (text === undefined) return null
    const position = decodeCursor(this.#key, scope, text)
    if (!position) throw new Problem('invalid_cursor')
    return position
  }

  write(scope: CursorScope, position: Position | null): string | null {
    return position && encodeCursor(this.#key, scope, position)
  }
}

interface ListRequest {
  readonly cursors: Cursors
  readonly caller: { readonly workspaceId: string }
  readonly query: { readonly limit?: number; readonly cursor?: string }
}

/**
 * Answers one page of a list. `filters` are all that narrows the list, path included: a cursor is good for the same
 * list with the same filters only.
 */
export async function answerPage<Item>(
  request: ListRequest,
  list: { readonly name: string; readonly filters: CursorScope['filters'] },
  fetch: (page: {
    limit: number
    after: Position | null
  }) => Promise<{ items: readonly Item[]; next: Position | null }>,
  toWire: (item: Item) => unknown,
): Promise<{ data: unknown[]; limit: number; next_cursor: string | null }> {
  const scope = { list: list.name, workspaceId: request.caller.workspaceId, filters: list.filters }
  const limit = request.query.limit ?? 25
  const page = await fetch({ limit, after: request.cursors.read(scope, request.query.cursor) })
  return { data: page.items.map(toWire), limit, next_cursor: request.cursors.write(scope, page.next) }
}
