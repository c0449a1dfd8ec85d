/**
 * A route is a declaration: what it takes, what it answers, and what a caller needs for it. The gates, the OpenAPI
 * document and the tests all read these declarations, so that none of them can be forgotten for a new route.
 */
import type { Static, TObject, TSchema } from 'typebox'
import type { RequestCaller } from '../domain/caller.ts'
import type { Deps } from '../domain/deps.ts'
import type { Scope } from '../domain/scopes.ts'
import type { ProblemType } from '../lib/problem.ts'
import type { Lane } from './lanes.ts'
import type { Cursors } from './paging.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface RouteContext<Params, Query, Body> {
  readonly deps: Deps
  readonly caller: RequestCaller
  readonly cursors: Cursors
  /** The Idempotency-Key of the request; null when it has none. */
  readonly idempotencyKey: string | null
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise

export interface AnswerDeclaration {
  readonly description: string
  readonly body: TSchema | null
  /** Media types beside JSON in which it may come, as text. */
  readonly alsoAs?: readonly string[]
}

export interface RouteDeclaration<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
> {
  readonly method: Method
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** The scope that the key must have; null when any key will do. */
  readonly scope: Scope | null
  readonly lane: Lane
  /** Whether the workspace must have an active or trialing subscription. */
  readonly subscription: boolean
  /** The plan feature that the operation belongs to. */
  readonly feature?: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** True where a request without any body is taken as an empty object. */
  readonly bodyMayBeMissing?: boolean
  /** Success statuses with their bodies; null for an empty one. */
  readonly answers: Readonly<Record<number, AnswerDeclaration>>
  /** Refusals of the operation itself, beyond those that every route shares. */
  readonly problems?: readonly ProblemType[]
  readonly handle: (
    context: RouteContext<StaticOr<Params, undefined>, StaticOr<Query, undefined>, StaticOr<Body, undefined>>,
  ) => Promise<Answer>
}

/** Checks a declaration's types and forgets them: a list of routes holds routes of every shape. */
export function route<
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(declaration: RouteDeclaration<Params, Query, Body>): RouteDeclaration {
  return declaration
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const accepted = (body: unknown): Answer => ({ status: 202, body })
export const noContent: Answer = { status: 204 }
