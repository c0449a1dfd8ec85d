/** The sdk's typed operations, one method for each operation of the OpenAPI document, under the same name. */
import { format, resolveConfig } from 'prettier'
import type { GeneratedFile } from './generate.ts'
import { comment, typeOf } from './schema-types.ts'
import type { Schema } from './schema-types.ts'

interface Parameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, Answer>>
  readonly 'x-scope': string | null
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const HEAD = '/** Generated from contract/openapi.json by npm run generate; not edited by hand. */\n'
const JSON_TYPE = 'application/json'
/** The members that every page of a list has beside its items. */
const PAGE_MEMBERS = ['limit', 'next_cursor']

/** The named types of the sdk, filled while the methods are written. */
type Types = Map<string, Schema>

export async function clientFiles(document: OpenApi): Promise<GeneratedFile[]> {
  const types: Types = new Map(Object.entries(document.components.schemas))
  const methods = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => methodOf(types, method.toUpperCase(), path, operation)),
  )
  const declared = [...types].map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const used = [...types.keys()].filter((name) => methods.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
  const operations = `${HEAD}import { Client, pathOf } from '../client.ts'
import type { CallOptions } from '../client.ts'
import type { Listing } from '../listing.ts'
import type { ${used.join(', ')} } from './types.ts'

/** The service as typed calls: every operation of the reference is a method of the same name. */
export class Tieout extends Client {
${methods.join('\n')}
}
`
  return [
    { path: 'sdk/src/generated/types.ts', content: await pretty(`${HEAD}\n${declared.join('\n')}`) },
    { path: 'sdk/src/generated/operations.ts', content: await pretty(operations) },
  ]
}

const pretty = async (text: string): Promise<string> =>
  format(text, { ...(await resolveConfig('sdk/src/index.ts')), parser: 'typescript' })

function methodOf(types: Types, method: string, path: string, operation: Operation): string {
  const ids = operation.parameters.flatMap((one) => (one.in === 'path' && one.name !== undefined ? [one.name] : []))
  const query = querySchema(operation)
  const body = operation.requestBody?.content[JSON_TYPE]?.schema
  const bodyDefault = operation.requestBody?.required === true ? '' : ' = {}'
  const parameters = [
    ...ids.map((name) => `${name}: string`),
    ...(body ? [`body: ${named(types, operation, 'Body', body)}${bodyDefault}`] : []),
    ...(query ? [`query: ${named(types, operation, 'Query', query)}${query.required?.length ? '' : ' = {}'}`] : []),
    'options: CallOptions = {}',
  ]
  const request = [
    `method: '${method}'`,
    `path: ${ids.length === 0 ? `'${path}'` : `pathOf\`${path.replaceAll('{', '${')}\``}`,
    ...(body ? ['body'] : []),
    ...(query ? ['query'] : []),
    ...(isRedirect(operation) ? ['redirects: true'] : []),
  ]
  const listing = listingOf(types, operation)
  const signature = `${operation.operationId}(${parameters.join(', ')}): ${listing?.type ?? `Promise<${answerOf(types, operation)}>`}`
  const call = listing
    ? `this.list({ ${request.join(', ')} }, options, '${listing.items}')`
    : `this.call({ ${request.join(', ')} }, options)`
  return `${commentOf(operation)}${signature} { return ${call} }\n`
}

/** A reference as it is; anything else under a name that says which operation it belongs to. */
function named(types: Types, operation: Operation, kind: 'Body' | 'Query' | 'Answer' | 'Page', schema: Schema): string {
  if (schema.$ref !== undefined) return typeOf(schema)
  const name = operation.operationId.charAt(0).toUpperCase() + operation.operationId.slice(1) + kind
  types.set(name, schema)
  return name
}

/** Whether the answer is a link that fetch follows by itself. */
const isRedirect = (operation: Operation): boolean => operation.responses['302'] !== undefined

/** What a call that succeeded gives: the body, nothing, or the response itself where it is no JSON. */
function answerOf(types: Types, operation: Operation): string {
  if (isRedirect(operation)) return 'Response'
  const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const contents = good.flatMap(([, answer]) => Object.entries(answer.content ?? {}))
  if (contents.length === 0) return 'void'
  const schemas = contents.flatMap(([media, { schema }]) => (media === JSON_TYPE ? [schema] : []))
  const [first, ...others] = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  const json = first
    ? [named(types, operation, 'Answer', others.length === 0 ? first : { anyOf: [first, ...others] })]
    : []
  return [...json, ...(schemas.length < contents.length ? ['Response'] : [])].join(' | ')
}

/** The type of a cursor-paginated list and the member that holds its items; null for any other answer. */
function listingOf(types: Types, operation: Operation): { type: string; items: string } | null {
  const schema = operation.responses['200']?.content?.[JSON_TYPE]?.schema
  const members = schema?.properties ?? {}
  if (members['next_cursor'] === undefined) return null
  const [items, item] = Object.entries(members).find(([, member]) => member.items !== undefined) ?? []
  if (items === undefined || item?.items === undefined) return null
  const more = Object.entries(members).filter(([name]) => name !== items && !PAGE_MEMBERS.includes(name))
  const required = more.map(([name]) => name)
  const page: Schema = { type: 'object', properties: Object.fromEntries(more), required }
  const parts = [
    typeOf(item.items),
    ...(more.length > 0 ? [named(types, operation, 'Page', page)] : []),
    ...(items === 'data' ? [] : [...(more.length > 0 ? [] : ['unknown']), `'${items}'`]),
  ]
  return { type: `Listing<${parts.join(', ')}>`, items }
}

function querySchema(operation: Operation): Schema | null {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  if (query.length === 0) return null
  return {
    type: 'object',
    properties: Object.fromEntries(query.map((parameter) => [parameter.name ?? '', parameter.schema ?? {}])),
    required: query.filter((parameter) => parameter.required).map((parameter) => parameter.name ?? ''),
  }
}

/** The description ends with scope and lane, which the reference shows in full. */
function commentOf(operation: Operation): string {
  const [explained = ''] = operation.description.split('\n\n')
  const scope = operation['x-scope']
  return comment([
    `${operation.summary}.`,
    /^(Scope |Any key)/.test(explained) ? undefined : explained,
    scope === null ? undefined : `Scope \`${scope}\`.`,
  ])
}
