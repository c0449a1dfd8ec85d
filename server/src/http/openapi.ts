/**
 * The OpenAPI document, made from the same declarations and schemas that serve the requests. Schemas with a title
 * become named components; everything else stays where it is used.
 */
import { PROBLEMS } from '../lib/problem.ts'
import type { ProblemType } from '../lib/problem.ts'
import { LANE_WINDOW_SECONDS, LANES } from './lanes.ts'
import type { EmbedReach, RouteDeclaration } from './route.ts'
import { ROUTES } from './routes/index.ts'
import { ErrorBody, FlatErrorBody } from './schemas/common.ts'
import { LATEST_VERSION } from './version.ts'

type Json = Record<string, unknown>

/** What each group of operations is about, for the reader of the reference page. */
const TAGS: Readonly<Record<string, string>> = {
  Access: 'Who is calling, the keys of the workspace, and the log of everything that was done in it.',
  Borrowers: 'Businesses that ask for credit. One that came by an intake waits on the intake list until it is named.',
  Loans: 'What a borrower asks for. Documents are uploaded to a loan.',
  Uploads: 'Files go straight to the object store by a short-lived link; confirming the upload starts the work.',
  Jobs: 'An uploaded file on its way through the pipeline, and the documents that were cut from it.',
  'Chart of accounts': 'What statements are placed on: accounts, caption rules, and the codes of another system.',
  Mappings: 'Profit and loss statements on the chart of accounts, footed to the cent, each figure with its source.',
  Webhooks: 'Signed announcements to your own https address, with their deliveries and replays.',
  Embed: "Surfaces for a host's own page: handles, sessions, who may frame them, and what a person left in them.",
  Events: 'What happened in the last 30 days, to reconcile what your receiver has seen.',
}

/** What any operation may be refused with, whatever it does. */
const SHARED_PROBLEMS: readonly ProblemType[] = [
  'validation_failed', 'unknown_version', 'unauthenticated', 'subscription_required', 'missing_scope', 'address_fenced',
  'not_found', 'rate_limited', 'internal_error', 'workspace_moved', 'unavailable',
] // prettier-ignore
const BODY_PROBLEMS: readonly ProblemType[] = ['payload_too_large', 'unsupported_media_type']
const WRITE_PROBLEMS: readonly ProblemType[] = [
  'idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_in_progress', 'idempotency_response_lost',
] // prettier-ignore

const RESPONSE_HEADERS = {
  'X-Request-ID': {
    schema: { type: 'string', pattern: '^req_[0-9a-f]{24}$' },
    description: 'Quote it when you report a fault.',
  },
  'Service-Version': { schema: { type: 'string' }, description: 'The API version that answered.' },
}

export function problemsOf(declaration: RouteDeclaration): ProblemType[] {
  const writes = declaration.method !== 'GET'
  return [
    ...SHARED_PROBLEMS,
    ...(writes ? [...WRITE_PROBLEMS, ...BODY_PROBLEMS] : []),
    ...(declaration.feature !== undefined ? (['feature_not_in_plan'] as const) : []),
    'loan_out_of_reach',
    ...(declaration.problems ?? []),
  ]
}

/** How far a session of an embedded surface gets. */
const EMBED_WORDS: Readonly<Record<EmbedReach, string>> = {
  loan: 'Embed sessions: for their loan.',
  borrower: "Embed sessions: for their loan's borrower.",
  workspace: 'Embed sessions, too.',
  session: 'Embed sessions: for themselves.',
}

/** Replaces titled schemas by references and collects them. */
function hoist(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => hoist(item, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title: own, ...others } = schema as { title?: unknown } & Json
  // A list of properties may have one that is called title.
  const [title, rest] = typeof own === 'string' ? [own, others] : [null, schema as Json]
  const hoisted = Object.fromEntries(
    Object.entries(rest)
      .filter(([name]) => name !== 'x-id-prefix')
      .map(([name, value]) => [name, hoist(value, components)]),
  )
  if (title === null) return hoisted
  components.set(title, hoisted)
  return { $ref: `#/components/schemas/${title}` }
}

function parametersOf(declaration: RouteDeclaration, components: Map<string, unknown>): Json[] {
  const path = Object.entries(declaration.params?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: hoist(schema, components),
  }))
  const query = Object.entries(declaration.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (declaration.query as { required?: string[] } | undefined)?.required?.includes(name) ?? false,
    schema: hoist(schema, components),
  }))
  const version = { $ref: '#/components/parameters/ServiceVersion' }
  const idempotency = declaration.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]
  return [...path, ...query, version, ...idempotency]
}

function responsesOf(declaration: RouteDeclaration, components: Map<string, unknown>): Json {
  const responses: Json = {}
  for (const [status, { description, body, alsoAs = [] }] of Object.entries(declaration.answers)) {
    const content = {
      ...(body && { 'application/json': { schema: hoist(body, components) } }),
      ...Object.fromEntries(alsoAs.map((media) => [media, { schema: { type: 'string' } }])),
    }
    const hasContent = Object.keys(content).length > 0
    responses[status] = { description, headers: RESPONSE_HEADERS, ...(hasContent && { content }) }
  }
  const byStatus = Map.groupBy(problemsOf(declaration), (type) => PROBLEMS[type][0])
  for (const [status, types] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: types.map((type) => `\`${type}\`: ${PROBLEMS[type][1]}`).join('\n\n'),
      headers: RESPONSE_HEADERS,
      content: { 'application/json': { schema: hoist(errorSchemaOf(declaration, types), components) } },
    }
  }
  return responses
}

/** A usage throttle on the upload family has a body of its own. */
function errorSchemaOf(declaration: RouteDeclaration, types: readonly ProblemType[]): unknown {
  const flat = declaration.lane === 'upload' && types.includes('usage_throttled')
  return flat ? { anyOf: [ErrorBody, FlatErrorBody] } : ErrorBody
}

function operationOf(declaration: RouteDeclaration, components: Map<string, unknown>): Json {
  const needs = [
    declaration.open ? 'No key.' : declaration.scope === null ? 'Any key.' : `Scope \`${declaration.scope}\`.`,
    ...(declaration.embed ? [EMBED_WORDS[declaration.embed]] : []),
    `Lane \`${declaration.lane}\` (${LANES[declaration.lane]} requests in ${LANE_WINDOW_SECONDS} s).`,
  ].join(' ')
  return {
    operationId: declaration.operationId,
    tags: [declaration.tag],
    summary: declaration.summary,
    description: [declaration.description, needs].filter(Boolean).join('\n\n'),
    parameters: parametersOf(declaration, components),
    ...(declaration.body && {
      requestBody: {
        required: !declaration.bodyMayBeMissing,
        content: { 'application/json': { schema: hoist(declaration.body, components) } },
      },
    }),
    responses: responsesOf(declaration, components),
    ...(declaration.open && { security: [] }),
    'x-scope': declaration.scope,
    'x-lane': declaration.lane,
    'x-requires-subscription': declaration.subscription,
    ...(declaration.feature !== undefined && { 'x-feature': declaration.feature }),
    ...(declaration.embed !== undefined && { 'x-embed': declaration.embed }),
  }
}

export function openApiDocument(): Json {
  const components = new Map<string, unknown>()
  const paths: Record<string, Json> = {}
  for (const declaration of ROUTES) {
    const path = declaration.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [declaration.method.toLowerCase()]: operationOf(declaration, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tieout',
      version: LATEST_VERSION,
      description: "Reads a lender's financial documents and proves every figure.",
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(ROUTES.map((declaration) => declaration.tag))].map((name) => ({
      name,
      ...(TAGS[name] !== undefined && { description: TAGS[name] }),
    })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that starts with svc_live_ or svc_test_, or the token of an embed session.',
        },
      },
      parameters: {
        ServiceVersion: {
          name: 'Service-Version',
          in: 'header',
          required: false,
          schema: { type: 'string', format: 'date' },
          description: 'Pins the API version; the latest when left out.',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          description: 'Makes a repeat safe: within 24 hours it gets the first answer again and nothing runs twice.',
        },
      },
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
