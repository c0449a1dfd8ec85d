/**
 * Cursors: where a list goes on, sealed so that only the list, the filters and the workspace that gave one out take
 * it back. The content is no secret, but it must not be forged: a made-up position would let a caller probe rows by
 * their time, and a foreign one would silently skip or repeat items.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The last item of a page: lists are ordered by creation, newest first, ties broken by uuid. */
export interface Position {
  readonly createdAt: Date
  readonly uuid: string
}

/** What a cursor is bound to. Filters are those that change which items the list holds. */
export interface CursorScope {
  readonly list: string
  readonly workspaceId: string
  readonly filters: Readonly<Record<string, string | number | boolean | null>>
}

const MAC_BYTES = 16
const TEXT_FORM = /^[A-Za-z0-9_-]{20,200}$/
const UUID_BYTES = 16
const TIME_BYTES = 8

function seal(key: Buffer, scope: CursorScope, position: Buffer): Buffer {
  const filters = Object.entries(scope.filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const context = JSON.stringify([scope.list, scope.workspaceId, filters])
  return createHmac('sha256', key).update(context).update('\n').update(position).digest().subarray(0, MAC_BYTES)
}

export function encodeCursor(key: Buffer, scope: CursorScope, at: Position): string {
  const position = Buffer.alloc(TIME_BYTES + UUID_BYTES)
  position.writeBigInt64BE(BigInt(at.createdAt.getTime()))
  position.write(at.uuid.replaceAll('-', ''), TIME_BYTES, 'hex')
  return Buffer.concat([position, seal(key, scope, position)]).toString('base64url')
}

/** The position inside a cursor; null when it was not made by `encodeCursor` with the same key and scope. */
export function decodeCursor(key: Buffer, scope: CursorScope, text: string): Position | null {
  if (!TEXT_FORM.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== TIME_BYTES + UUID_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return null
  const position = bytes.subarray(0, TIME_BYTES + UUID_BYTES)
  if (!timingSafeEqual(seal(key, scope, position), bytes.subarray(position.length))) return null
  const hex = position.toString('hex', TIME_BYTES)
  return {
    createdAt: new Date(Number(position.readBigInt64BE())),
    uuid: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  }
}
