/** Pieces that the wire schemas are made of. Every documented member is required; without a value it is null. */
import { Type } from 'typebox'
import type { Static, TSchema, TUnsafe } from 'typebox'
import type { IdPrefix } from '../../lib/ids.ts'
import { PROBLEMS } from '../../lib/problem.ts'

/** The schema or null. A list of types, not a union of schemas: the serialiser writes it without trying each. */
export function Nullable<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const plain = schema as unknown as { type?: string; enum?: unknown[] }
  if (plain.type === undefined) throw new Error('only a schema with one type can be made nullable')
  const nullable = { ...schema, type: [plain.type, 'null'], ...(plain.enum && { enum: [...plain.enum, null] }) }
  return Type.Unsafe<Static<T> | null>(nullable)
}

/** One of the given words. */
export function OneOf<const Word extends string>(words: readonly Word[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

export function Closed<P extends Record<string, TSchema>>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

const NAMES: Readonly<Record<IdPrefix, string>> = {
  org: 'an organization', ws: 'a workspace', key: 'an API key', bor: 'a borrower', loan: 'a loan', job: 'an upload job',
  doc: 'a document', map: 'a mapping', exp: 'an export', memo: 'a memo', rnd: 'a memo render', snap: 'a snapshot',
  whe: 'a webhook endpoint', evt: 'an event', whd: 'a delivery', ifh: 'an iframe handle', emb: 'an embed session',
} // prettier-ignore

/** An id in a response. */
export const Id = (prefix: IdPrefix) => Type.String({ description: `Id of ${NAMES[prefix]}: ${prefix}_…` })

/** An id in a path. Any text is taken: one of the wrong form names nothing, which is a 404 and not a 400. */
export const PathId = (prefix: IdPrefix) =>
  Type.String({ description: `Id of ${NAMES[prefix]}.`, 'x-id-prefix': prefix })

export const DateTime = Type.String({ format: 'date-time', description: 'RFC 3339, UTC.' })

/** Money as text: two decimals, never a number. */
export const Money = (options: Record<string, unknown> = {}) =>
  Type.String({ pattern: '^-?(0|[1-9][0-9]{0,15})\\.[0-9]{2}$', ...options })

export const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

export const Metadata = Type.Record(Type.String({ pattern: '^.{1,40}$' }), Type.String({ maxLength: 500 }), {
  maxProperties: 50,
  additionalProperties: false,
  description: "The caller's own names and values, kept and given back unchanged.",
})

export const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** The version that a caller has read of what it replaces; 0 says: only if nobody has saved one yet. */
export const ReadVersion = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'The version this change was decided on.' }),
)

export const PageQuery = (max = 100, standard = 25) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      default: standard,
      description: `Page size, 1 to ${max}, ${standard} when left out.`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before; left out for the first page.' })),
})

export const ListOf = <T extends TSchema>(item: T, more: Record<string, TSchema> = {}) =>
  Closed({
    data: Type.Array(item),
    limit: Type.Integer({ description: 'The page size applied.' }),
    next_cursor: Nullable(
      Type.String({ description: 'Pass it as cursor for the next page; null when this is the last.' }),
    ),
    ...more,
  })

export const ErrorBody = Closed(
  {
    error: Closed({
      type: OneOf(Object.keys(PROBLEMS), { description: 'Stable; match on it.' }),
      message: Type.String({ description: 'For people; its wording may change.' }),
      request_id: Nullable(Type.String()),
      details: Type.Unsafe<Record<string, string> | null>({
        type: ['object', 'null'],
        additionalProperties: { type: 'string' },
      }),
    }),
  },
  { title: 'Error' },
)

/** The one error without an envelope: a usage throttle on the upload family. */
export const FlatErrorBody = Closed(
  {
    type: OneOf(['usage_throttled']),
    message: Type.String({ description: 'For people; its wording may change.' }),
    request_id: Nullable(Type.String()),
  },
  { title: 'UsageThrottled' },
)
