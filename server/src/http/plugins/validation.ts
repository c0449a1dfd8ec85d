/**
 * Validation by the schemas of the declarations. Bodies are taken literally: no coercion, no unknown member, no
 * silent repair. Query parameters arrive as text, so they are coerced; unknown ones are ignored.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeId } from '../../lib/ids.ts'
import type { IdPrefix } from '../../lib/ids.ts'
import { nestsDeeperThan } from '../../lib/nesting.ts'
import { Problem } from '../../lib/problem.ts'
import type { RouteDeclaration } from '../route.ts'

function validator(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    coerceTypes,
    // Ajv takes the text `Infinity` or `1e400` for a number and then, when strict, holds no bound against it.
    strictNumbers: !coerceTypes,
    removeAdditional: false,
    useDefaults: false,
    allErrors: false,
    strict: true,
    allowUnionTypes: true,
  })
  addFormats.default(ajv, ['date', 'date-time', 'email', 'uri'])
  ajv.addKeyword('x-id-prefix')
  return ajv
}

export function addValidation(app: FastifyInstance): void {
  const bodies = validator(false)
  const parameters = validator(true)
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? bodies : parameters).compile(schema as object),
  )
}

/** More than any body of the interface has; what walks a body calls itself once a level. */
const MAX_LEVELS = 64

/** The three media types of JSON that the interface takes; an empty body is no body. */
export function addBodyParsing(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    /^(application\/json|text\/json|application\/[a-z0-9!#$&^_.+-]+\+json)\s*(;|$)/i,
    { parseAs: 'string' },
    (request, body, done) => {
      const text = body as string
      if (text === '') done(null, undefined)
      else if (nestsDeeperThan(MAX_LEVELS, text)) done(tooDeep())
      else void parse(request, text, done)
    },
  )
}

function tooDeep(): Problem {
  return new Problem('validation_failed', { message: `The body is nested deeper than ${MAX_LEVELS} levels.` })
}

/** Ids of the wrong form name nothing. */
export function assertPathIds(declaration: RouteDeclaration, request: FastifyRequest): void {
  const params = request.params as Record<string, string>
  for (const [name, schema] of Object.entries(declaration.params?.properties ?? {})) {
    const prefix = (schema as { 'x-id-prefix'?: IdPrefix })['x-id-prefix']
    if (prefix !== undefined && decodeId(prefix, params[name] ?? '') === null) throw new Problem('not_found')
  }
}

/** PostgreSQL has no place for NUL in text: refuse it at the door, naming the member. */
export function assertNoNul(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) {
      throw new Problem('validation_failed', { message: `${path} must not contain the character U+0000.` })
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      assertNoNul(name, path)
      assertNoNul(member, `${path}.${name}`)
    }
  }
}
