/** From a JSON schema of the contract to values that fit it, and to values that nearly do. */
import fc from 'fast-check'

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minProperties?: number
  maxProperties?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

export type Resolve = (ref: string) => JsonSchema
/** What stands in a member of this name whatever its schema says of texts in general: an id, for instance. */
export type Named = (name: string) => fc.Arbitrary<unknown> | undefined

const NOT_BY_NAME: Named = () => undefined

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.emailAddress(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
    .map((date) => date.toISOString().slice(0, 10)),
  uri: fc.webUrl(),
}
const SMALL = 20

function strings(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  const format = schema.format === undefined ? undefined : FORMATS[schema.format]
  if (format) return format
  const minLength = schema.minLength ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? SMALL, minLength + SMALL))
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    // All of Unicode, lone surrogates and control characters included.
    fc.string({ minLength, maxLength, unit: 'binary' }),
    fc.constant('x'.repeat(schema.maxLength ?? maxLength)),
  )
}

function objects(schema: JsonSchema, resolve: Resolve, named: Named): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {})
  if (members.length > 0) {
    const required = schema.required ?? []
    const requiredKeys = [...required, ...members.map(([name]) => name).slice(0, schema.minProperties ?? 0)]
    const values = members.map(([name, member]) => [name, named(name) ?? fitting(member, resolve, named)])
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: [...new Set(requiredKeys)],
      noNullPrototype: true,
    })
  }
  const [pattern, value] = Object.entries(schema.patternProperties ?? {})[0] ?? ['^[a-z]{1,9}$', { type: 'string' }]
  return fc.dictionary(fc.stringMatching(new RegExp(pattern)), fitting(value, resolve, named), {
    maxKeys: Math.min(schema.maxProperties ?? 5, 5),
    noNullPrototype: true,
  })
}

export function fitting(schema: JsonSchema, resolve: Resolve, named: Named = NOT_BY_NAME): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(resolve(schema.$ref), resolve, named)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, resolve, named)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, resolve, named)))
  }
  switch (schema.type) {
    case 'string':
      return strings(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const minLength = schema.minItems ?? 0
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? 4, minLength + 4))
      return fc.array(fitting(schema.items ?? {}, resolve, named), { minLength, maxLength })
    }
    case 'object':
      return objects(schema, resolve, named)
    default:
      return fc.jsonValue()
  }
}

/** Values that fit, values with one member changed, added or left out, and values of any shape. */
export function nearlyFitting(
  schema: JsonSchema,
  resolve: Resolve,
  options: { readonly named?: Named; readonly others?: fc.Arbitrary<unknown> } = {},
): fc.Arbitrary<unknown> {
  const { named, others = fc.jsonValue() } = options
  const fit = fitting(schema, resolve, named)
  const changed = fc
    .tuple(fit, fc.nat(), others, fc.constantFrom('change', 'add', 'drop'))
    .map(([value, at, other, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other
      const names = Object.keys(value)
      if (how === 'add' || names.length === 0) return { ...value, unknown_member: other }
      const name = names[at % names.length] ?? ''
      const rest = Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
      return how === 'drop' ? rest : { ...rest, [name]: other }
    })
  return fc.oneof({ arbitrary: fit, weight: 4 }, { arbitrary: changed, weight: 3 }, { arbitrary: others, weight: 1 })
}
