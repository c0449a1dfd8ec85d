/** From anything that was thrown to what the caller is told. The public words come from the problem table alone. */
import type { FastifyError } from 'fastify'
import { ParentGone, Problem } from '../lib/problem.ts'
import type { ProblemType } from '../lib/problem.ts'
import type { Lane } from './lanes.ts'

/** Refusals that the HTTP framework makes by itself, before any of our code sees the request. */
const FRAMEWORK_PROBLEMS: Readonly<Record<string, ProblemType>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'validation_failed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'validation_failed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validation_failed',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'internal_error',
}

interface ValidationFinding {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Record<string, unknown>
  readonly message?: string
}

/** Names the member that is wrong by its path, and what is wrong with it. */
export function explainValidation(part: string, finding: ValidationFinding | undefined): string {
  if (!finding) return `The ${part} does not have the expected form.`
  const at = [
    part,
    ...finding.instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
  ]
  switch (finding.keyword) {
    case 'additionalProperties':
      return `${[...at, String(finding.params['additionalProperty'])].join('.')} is not a known member.`
    case 'required':
      return `${[...at, String(finding.params['missingProperty'])].join('.')} is required.`
    case 'enum':
      return `${at.join('.')} takes one of: ${(finding.params['allowedValues'] as unknown[]).map(String).join(', ')}.`
    default:
      return `${at.join('.')} ${finding.message ?? 'has the wrong form'}.`
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ParentGone) return new Problem('not_found', { cause: error })
  const known = error as Partial<FastifyError> & { validationContext?: string }
  if (known.validation) {
    const part = known.validationContext === 'querystring' ? 'query' : (known.validationContext ?? 'body')
    return new Problem('validation_failed', {
      message: explainValidation(part, known.validation[0]),
    })
  }
  const type = FRAMEWORK_PROBLEMS[known.code ?? '']
  if (type === 'validation_failed') {
    return new Problem(type, { message: 'The body is not valid JSON.', cause: error })
  }
  if (type) return new Problem(type, { cause: error })
  if (error instanceof SyntaxError && known.statusCode === 400) {
    return new Problem('validation_failed', { message: 'The body is not valid JSON.', cause: error })
  }
  return new Problem('internal_error', { cause: error })
}

/** The upload family tells of a usage throttle without the envelope: clients there look at the top level. */
export function isFlat(problem: Problem, lane: Lane | undefined): boolean {
  return problem.type === 'usage_throttled' && lane === 'upload'
}

export function flatErrorBody(problem: Problem, requestId: string): unknown {
  return { type: problem.type, message: problem.message, request_id: requestId }
}

export function errorBody(problem: Problem, requestId: string): unknown {
  return {
    error: { type: problem.type, message: problem.message, request_id: requestId, details: problem.details },
  }
}
