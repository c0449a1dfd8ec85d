/** Requests made from a route's own declaration, so that tests can walk every route, also those not yet written. */
import type { IdPrefix } from '../../src/lib/ids.ts'
import type { RouteDeclaration } from '../../src/http/route.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  minProperties?: number
  minimum?: number
  pattern?: string
  format?: string
  examples?: unknown[]
  'x-id-prefix'?: IdPrefix
}

/** Texts for the patterns that the schemas use; a new pattern needs a new line, or an `examples` in its schema. */
const TEXTS: Readonly<Record<string, string>> = {
  '^[A-Z]{2}$': 'US',
  '^[0-9]{4}$': '1234',
  '^[0-9]{2,6}$': '722511',
  '^-?(0|[1-9][0-9]{0,15})\\.[0-9]{2}$': '10.00',
  '^(0|[1-9][0-9]{0,14})\\.[0-9]{2}$': '10.00',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'books@example.com',
  'date-time': '2026-01-31T00:00:00Z',
  date: '2026-01-31',
  uri: 'https://example.com/hook',
}

function text(schema: Schema): string {
  if (schema.pattern !== undefined) {
    const known = TEXTS[schema.pattern]
    if (known === undefined)
      throw new Error(`no example text for the pattern ${schema.pattern}: add one, or examples to the schema`)
    return known
  }
  return schema.format === undefined ? 'x'.repeat(Math.max(1, schema.minLength ?? 1)) : (FORMATS[schema.format] ?? 'x')
}

/** The smallest value that the schema takes. */
export function minimalValue(schema: Schema): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return minimalValue(schema.anyOf[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => minimalValue(schema.items ?? {}))
    case 'object':
      return minimalObject(schema)
    default:
      return null
  }
}

function minimalObject(schema: Schema): Record<string, unknown> {
  const properties = schema.properties ?? {}
  const required = schema.required ?? []
  const padding = Object.keys(properties).filter((name) => !required.includes(name))
  const names = [...required, ...padding.slice(0, Math.max(0, (schema.minProperties ?? 0) - required.length))]
  return Object.fromEntries(names.map((name) => [name, minimalValue(properties[name] ?? {})]))
}

export interface ExampleRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** A well-formed request to the route, its path ids taken from `idOf`. */
export function exampleRequest(route: RouteDeclaration, idOf: (prefix: IdPrefix) => string): ExampleRequest {
  const params = (route.params?.properties ?? {}) as Record<string, Schema>
  const path = route.path.replaceAll(/:([A-Za-z_]+)/g, (_match, name: string) => {
    const schema = params[name] ?? {}
    const prefix = schema['x-id-prefix']
    return encodeURIComponent(prefix === undefined ? String(minimalValue(schema)) : idOf(prefix))
  })
  const query = (route.query ?? {}) as Schema
  const parameters = (query.required ?? []).map((name) => {
    const schema = query.properties?.[name] ?? {}
    const prefix = schema['x-id-prefix']
    return `${name}=${prefix === undefined ? String(minimalValue(schema)) : idOf(prefix)}`
  })
  return {
    method: route.method,
    path: parameters.length === 0 ? path : `${path}?${parameters.join('&')}`,
    body: route.body === undefined ? undefined : minimalValue(route.body),
  }
}
