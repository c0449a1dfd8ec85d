/**
 * JSON Schemas as TypeScript types, for what the service's own declarations use of JSON Schema. Anything else is
 * refused rather than guessed at. (openapi-typescript would do this, but it asks for TypeScript 5.)
 */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly description?: string
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The type of a value that the schema accepts. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.anyOf) return union(schema.anyOf.map(typeOf))
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === undefined) return 'unknown'
  return union([schema.type].flat().map((name) => typeOfKind(name, schema)))
}

function typeOfKind(name: string, schema: Schema): string {
  if (name === 'object') return objectType(schema)
  if (name === 'array') return `readonly ${parenthesised(typeOf(schema.items ?? {}))}[]`
  const plain = PLAIN[name]
  if (plain === undefined) throw new Error(`no TypeScript type is known for the JSON type ${name}`)
  return plain
}

function objectType(schema: Schema): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `${comment([member.description])}${JSON.stringify(name)}${optional}: ${typeOf(member)}`
  })
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  const values = Object.values(schema.patternProperties ?? {})
  if (typeof schema.additionalProperties === 'object') values.push(schema.additionalProperties)
  if (values.length > 0) return `Readonly<Record<string, ${union(values.map(typeOf))}>>`
  return schema.additionalProperties === false ? 'Record<never, never>' : 'Readonly<Record<string, unknown>>'
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const parenthesised = (type: string): string => (/^[A-Za-z]+$/.test(type) ? type : `(${type})`)

/** A documentation comment of the given paragraphs, on a line of its own; nothing when there is nothing to say. */
export function comment(paragraphs: readonly (string | undefined)[]): string {
  const text = paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '').join('\n\n')
  if (text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `/** ${lines.join('')} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
