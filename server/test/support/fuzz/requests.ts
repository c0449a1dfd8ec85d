/** Hostile requests to an operation of the contract: well-formed ones, edges, and what no client would ever send. */
import fc from 'fast-check'
import { ROUTES } from '../../../src/http/routes/index.ts'
import { ID_PREFIXES, newId } from '../../../src/lib/ids.ts'
import type { IdPrefix } from '../../../src/lib/ids.ts'
import { fitting, nearlyFitting } from '../arbitrary.ts'
import type { Named } from '../arbitrary.ts'
import type { Seeds } from '../seed.ts'
import { resolveSchema } from './contract.ts'
import type { Operation } from './contract.ts'

export interface FuzzRequest {
  readonly method: string
  /** With its query, as it goes over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** Who asks, and whose ids there are to name. */
export interface Cast {
  readonly own: Seeds
  readonly foreign: Seeds
  /** Values of Authorization; the first is the one with every right. */
  readonly credentials: readonly [string, ...string[]]
  /** Nothing but what is one's own is named. */
  readonly isHonest?: boolean
}

/** Members and parameters that name something, by the end of their names. */
const PREFIX_OF_NAME: Readonly<Record<string, IdPrefix>> = {
  borrower_id: 'bor', loan_id: 'loan', job_id: 'job', document_id: 'doc', snapshot_id: 'snap', mapping_id: 'map',
} // prettier-ignore

const JSON_TYPE = 'application/json'
/** The limit of a body is 1 MiB: one just below, one just above. */
const NEARLY_TOO_LARGE = 1024 * 1024 - 100
const TOO_LARGE = 1024 * 1024 + 1
const DEPTHS = [50, 2_000, 100_000] as const

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Texts that have broken parsers, databases and logs before. */
const hostileTexts = fc.oneof(
  fc.constantFrom(
    '', '\0', 'a\0b', '\ud800', '\u202e\u2066', '\ufeff', '\r\nSet-Cookie: a=b', '../../etc/passwd', '%00', '${7*7}', '{{7*7}}',
    "' OR 1=1 --", '=cmd|calc', '<script>alert(1)</script>', '__proto__', 'constructor', 'NaN', '1e999', '-0', '9'.repeat(400),
    '٣٤٥', 'İ', 'ß'.repeat(300), '👩‍👩‍👧‍👦'.repeat(50), 'x'.repeat(70_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
) // prettier-ignore

const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileTexts, weight: 4 },
  { arbitrary: fc.jsonValue(), weight: 3 },
  { arbitrary: fc.constantFrom(null, true, 0, -1, 1e21, Number.MAX_SAFE_INTEGER + 2, 0.1 + 0.2, [], {}, [[]]), weight: 3 },
  { arbitrary: fc.constantFrom(...DEPTHS.slice(0, 2)).map((depth) => JSON.parse(nested(depth, '[', ']')) as unknown), weight: 1 },
) // prettier-ignore

/** Bodies that are no JSON, or none that anybody meant. */
const rawBodies: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '{', '[]', 'null', '"x"', '0', '{"a":1,"a":2}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}',
      '{"a":1e99999}', '\ufeff{}', '{}{}', '{"a":"\\ud800"}', '{"a":"\\u0000"}', '<?xml version="1.0"?><a/>', 'a=1&b=2',
    )
    .map((text) => Buffer.from(text)),
  fc
    .tuple(fc.constantFrom(...DEPTHS), fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const))
    .map(([depth, [open, close]]) => Buffer.from(nested(depth, open, close).replace(':}', ':0}'))),
  fc.constantFrom(NEARLY_TOO_LARGE, TOO_LARGE).map((length) => Buffer.from(`{"a":"${'x'.repeat(length - 8)}"}`)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
) // prettier-ignore

/** A header's value takes bytes, not all of Unicode; line breaks the client itself would refuse. */
const headerTexts = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{1,60}$/),
  fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,60}$/),
  fc.constantFrom('', 'k'.repeat(255), 'k'.repeat(256), 'x'.repeat(8_000), '"', ',,,', 'again'),
)

const hostileHeaders = fc.record(
  {
    'service-version': fc.oneof(
      { arbitrary: fc.constantFrom('2026-07-19', '2026-05-03'), weight: 9 },
      { arbitrary: headerTexts, weight: 1 },
    ),
    'idempotency-key': fc.oneof({ arbitrary: fc.uuid(), weight: 6 }, { arbitrary: headerTexts, weight: 2 }),
    'last-event-id': headerTexts,
    accept: fc.oneof(fc.constantFrom('*/*', 'text/csv', 'text/markdown', 'application/xml'), headerTexts),
    'accept-encoding': headerTexts,
    'x-forwarded-for': fc.constantFrom('127.0.0.1', '::1', 'unknown', 'a,b,c', '1.2.3.4, 5.6.7.8'),
    'x-forwarded-host': fc.constant('elsewhere.example'),
    'x-http-method-override': fc.constant('DELETE'),
    'x-request-id': headerTexts,
    cookie: headerTexts,
    origin: fc.constantFrom('null', 'https://elsewhere.example'),
    range: fc.constantFrom('bytes=0-', 'bytes=99999999999-'),
    'if-none-match': fc.constant('*'),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'br'),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** What may stand where an id belongs: mostly the right one of one's own, so that requests get somewhere. */
function ids(cast: Cast, prefix: IdPrefix | undefined): fc.Arbitrary<string> {
  const right = (seeds: Seeds): fc.Arbitrary<string> =>
    prefix === undefined ? fc.constantFrom(...seeds.values()) : fc.constant(seeds.get(prefix) ?? newId(prefix))
  if (cast.isHonest) return right(cast.own)
  return fc.oneof(
    { arbitrary: right(cast.own), weight: 14 },
    { arbitrary: right(cast.foreign), weight: 3 },
    { arbitrary: fc.constantFrom(...cast.own.values()), weight: 1 },
    { arbitrary: fc.constantFrom(...ID_PREFIXES).map(newId), weight: 1 },
    { arbitrary: right(cast.own).map((id) => id.toUpperCase()), weight: 1 },
    { arbitrary: hostileTexts.filter((text) => text.isWellFormed() && text.length < 5_000), weight: 1 },
  )
}

function namedIn(cast: Cast): Named {
  return (name) => {
    const isList = name.endsWith('_ids')
    const prefix = PREFIX_OF_NAME[isList ? name.slice(0, -1) : name]
    if (prefix === undefined) return undefined
    return isList ? fc.array(ids(cast, prefix), { minLength: 1, maxLength: 4 }) : ids(cast, prefix)
  }
}

function paths(operation: Operation, cast: Cast): fc.Arbitrary<string> {
  const declared = ROUTES.find(({ operationId }) => operationId === operation.operationId)?.params?.properties ?? {}
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
  const texts = names.map((name) => {
    const schema = (declared[name] ?? {}) as { 'x-id-prefix'?: IdPrefix; examples?: string[] }
    const example = schema.examples?.[0]
    const own = ids(cast, schema['x-id-prefix'])
    return example === undefined ? own : fc.oneof(fc.constant(example), own)
  })
  return fc.tuple(...texts).map((values) => {
    let at = 0
    return operation.path.replaceAll(/\{[^}]+\}/g, () => {
      const text = values[at++] ?? ''
      // A client resolves dots itself: they would name another operation.
      return /^\.{1,2}$/.test(text) ? '%2e' : encodeURIComponent(text)
    })
  })
}

function queries(operation: Operation, cast: Cast): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query')
  const named = namedIn(cast)
  const byName = (name: string) => named(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const values = parameters.map(({ name, schema }) => [
    name,
    fc.oneof(
      { arbitrary: (byName(name) ?? fitting(schema, resolveSchema)).map(String), weight: 4 },
      { arbitrary: hostileTexts.map((text) => text.slice(0, 2_000)), weight: 1 },
    ),
  ])
  const odd = fc.constantFrom('', '', '', '', '%', '%zz', '%00=1', 'limit=1&limit=2', 'limit[]=1', '__proto__=1', '&&&==')
  return fc
    .tuple(fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] }), odd)
    .map(([record, extra]) => {
      const text = new URLSearchParams()
      for (const [name, value = ''] of Object.entries(record)) text.append(name, value.toWellFormed())
      return [text.toString(), extra].filter((part) => part !== '').join('&')
    })
} // prettier-ignore

function bodies(operation: Operation, cast: Cast): fc.Arbitrary<{ type: string; bytes: Buffer } | null> {
  const schema = operation.requestBody?.content[JSON_TYPE].schema
  const types = fc.oneof(
    { arbitrary: fc.constant(JSON_TYPE), weight: 9 },
    { arbitrary: fc.constantFrom('text/json', 'application/vnd.x+json; charset=utf-8', 'text/plain', 'multipart/form-data; boundary=a', ''), weight: 1 },
  ) // prettier-ignore
  const texts =
    schema === undefined
      ? fc.jsonValue()
      : nearlyFitting(schema, resolveSchema, { named: namedIn(cast), others: hostileValues })
  const bytes = fc.oneof(
    { arbitrary: texts.map((value) => Buffer.from(JSON.stringify(value))), weight: 9 },
    { arbitrary: rawBodies, weight: 1 },
  )
  const some = fc.record({ type: types, bytes })
  const absent = fc.constant(null)
  return schema === undefined
    ? fc.oneof({ arbitrary: absent, weight: 9 }, { arbitrary: some, weight: 1 })
    : fc.oneof({ arbitrary: some, weight: 30 }, { arbitrary: absent, weight: 1 })
}

/** What a client sends that has read the contract: without these most operations would never be seen at work. */
export function honestRequestsTo(operation: Operation, cast: Cast): fc.Arbitrary<FuzzRequest> {
  const honest = { ...cast, isHonest: true }
  const schema = operation.requestBody?.content[JSON_TYPE].schema
  return fc
    .record({
      path: paths(operation, honest),
      body: schema === undefined ? fc.constant(null) : fitting(schema, resolveSchema, namedIn(honest)),
    })
    .map(({ path, body }) => ({
      method: operation.method,
      path,
      headers: { authorization: cast.credentials[0], ...(body !== null && { 'content-type': JSON_TYPE }) },
      body: body === null ? null : Buffer.from(JSON.stringify(body)),
    }))
}

export function requestsTo(operation: Operation, cast: Cast): fc.Arbitrary<FuzzRequest> {
  const [first, ...others] = cast.credentials
  return fc
    .record({
      path: paths(operation, cast),
      query: queries(operation, cast),
      body: bodies(operation, cast),
      authorization: fc.oneof(
        { arbitrary: fc.constant(first), weight: 12 },
        { arbitrary: fc.constantFrom(...others), weight: 3 },
        { arbitrary: headerTexts, weight: 1 },
      ),
      headers: fc.oneof(
        { arbitrary: fc.constant<Record<string, string>>({}), weight: 2 },
        { arbitrary: hostileHeaders, weight: 1 },
      ),
    })
    .map(({ path, query, body, authorization, headers }) => ({
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, authorization, ...(body && body.type !== '' && { 'content-type': body.type }) },
      body: body?.bytes ?? null,
    }))
}
