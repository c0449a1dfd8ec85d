/** The committed contract as the fuzzer sees it: its operations, and what is wrong with an answer by it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { PROBLEMS } from '../../../src/lib/problem.ts'
import type { ProblemType } from '../../../src/lib/problem.ts'
import type { JsonSchema } from '../arbitrary.ts'

interface Described {
  readonly operationId: string
  readonly parameters: readonly { $ref?: string; name: string; in: string; schema: JsonSchema }[]
  readonly requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: JsonSchema }>> }>>
}

export interface Operation extends Described {
  readonly path: string
  readonly method: string
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../contract/openapi.json'), 'utf8'),
) as Contract

export const OPERATIONS: readonly Operation[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, path, method: method.toUpperCase() })),
)

/** The one that a request goes to; a query does not matter. */
export function operationOf(method: string, pathAndQuery: string): Operation {
  const parts = pathAndQuery.replace(/\?.*/, '').split('/')
  const fits = (template: readonly string[]): boolean =>
    template.length === parts.length && template.every((part, at) => part.startsWith('{') || part === parts[at])
  const found = OPERATIONS.filter((operation) => operation.method === method && fits(operation.path.split('/')))
  // Where a fixed part and a parameter both fit, the fixed one is meant.
  const [first] = found.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  if (!first) throw new Error(`the contract has no ${method} ${pathAndQuery}`)
  return first
}

export const resolveSchema = (ref: string): JsonSchema =>
  contract.components.schemas[ref.replace('#/components/schemas/', '')] ?? {}

export interface FuzzAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

const ajv = new Ajv2020({ strict: false, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'contract', components: contract.components })
const compiled = new Map<JsonSchema, ReturnType<typeof ajv.compile>>()

function validatorOf(schema: JsonSchema): ReturnType<typeof ajv.compile> {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/')
  const made = ajv.compile(JSON.parse(text) as object)
  compiled.set(schema, made)
  return made
}

/** What is wrong with an answer to the operation, in words; null when nothing is. */
export function complaintAbout(operation: Operation, answer: FuzzAnswer): string | null {
  const { status, headers, text } = answer
  if (status >= 500) return `${status} ${text}`
  if (!/^req_[0-9a-f]{24}$/.test(String(headers['x-request-id']))) return 'no X-Request-ID'
  if (!/^\d{4}-\d\d-\d\d$/.test(String(headers['service-version']))) return 'no Service-Version'
  const described = operation.responses[status]
  if (described === undefined) return `status ${status} is not documented: ${text}`
  const media = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  if (media !== 'application/json' && described.content !== undefined && media in described.content) return null
  const schema = described.content?.['application/json']?.schema
  if (schema === undefined) return text === '' ? null : `${status} has a body, and none is documented: ${text}`
  const body = parsed(text)
  if (body === undefined) return `${status} is not JSON: ${text}`
  const validate = validatorOf(schema)
  // What does not fit comes first: a long answer is cut when it is shown.
  if (!validate(body)) return `${status} does not fit the contract: ${JSON.stringify(validate.errors)}: ${text}`
  return status >= 400 ? complaintAboutProblem(answer, body as ProblemBody) : null
}

interface ProblemWords {
  /** One of the table: the contract lists them. */
  readonly type: ProblemType
  readonly request_id: string
}

/** A usage throttle of the upload family has no envelope. */
type ProblemBody = ProblemWords & { readonly error?: ProblemWords }

function complaintAboutProblem({ status, headers }: FuzzAnswer, body: ProblemBody): string | null {
  const { type, request_id } = body.error ?? body
  const [stated] = PROBLEMS[type]
  if (stated !== status) return `${type} came with ${status} instead of ${stated}`
  // A kept answer is given again to the letter, with the name of the request that it was first given to.
  const isReplay = headers['idempotency-replay'] === 'true'
  if (request_id !== headers['x-request-id'] && !isReplay) return `${type} names another request than its header`
  if (status === 429 && !/^[1-9]\d*$/.test(String(headers['retry-after']))) return `${type} without Retry-After`
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
