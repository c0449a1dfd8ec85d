/**
 * A route is a declaration: what it takes, what it answers, and what a caller needs for it. The gates, the OpenAPI
 * document and the tests all read these declarations, so that none of them can be forgotten for a new route.
 */
import type { Static, TObject, TSchema } from 'typebox'
import type { RequestCaller } from '../domain/caller.ts'
import type { ApiDeps } from '../domain/deps.ts'
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

/** What every operation gets, whoever asks. */
export interface OpenRouteContext<Params, Query, Body> {
  readonly deps: ApiDeps
  readonly cursors: Cursors
  readonly requestId: string
  /** Where browsers reach this service. */
  readonly publicUrl: string
  /** The Idempotency-Key of the request; null when it has none. */
  readonly idempotencyKey: string | null
  /** The Last-Event-ID of a request that goes on with a stream; null when it has none. */
  readonly lastEventId: string | null
  /** Calls back once when the answer is complete or nobody takes it any more. */
  readonly whenGone: (then: () => void) => void
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

export interface RouteContext<Params, Query, Body> extends OpenRouteContext<Params, Query, Body> {
  readonly caller: RequestCaller
}

/**
 * What ties a request of an embed session to the one loan that it may reach. `loan`: everything that it names is the
 * loan's, and it names something; a list needs its loanId. `borrower`: it names the loan's borrower. `workspace`: the
 * same for every loan, and the scope alone decides. `session`: it is about the session itself.
 */
export type EmbedReach = 'loan' | 'borrower' | 'workspace' | 'session'

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise

export interface AnswerDeclaration {
  readonly description: string
  readonly body: TSchema | null
  /** Media types in which it may come as text, beside JSON where there is a body. */
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
  /** Whether sessions of embedded surfaces may ask this, and within what; left out: never. */
  readonly embed?: EmbedReach
  /** True where no key is needed, because what is sent speaks for itself; made by `openRoute`. */
  readonly open?: true
  /** Whether the workspace must have an active or trialing subscription. */
  readonly subscription: boolean
  /** Set where the operation exists in test mode only. */
  readonly testModeOnly?: true
  /** The plan feature that the operation belongs to. */
  readonly feature?: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** True where a request without any body is taken as an empty object. */
  readonly bodyMayBeMissing?: boolean
  /** Success statuses with their bodies; null for an empty one. */
  readonly answers: Readonly<Record<number, AnswerDeclaration>>
  /** How long its answer may take, for one that goes on for as long as it is wanted; the usual minute when left out. */
  readonly openForMs?: number
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

/** A route that is asked without a key: its operation gets no caller. */
export function openRoute<Body extends TSchema>(
  declaration: Omit<RouteDeclaration<undefined, undefined, Body>, 'handle' | 'scope' | 'subscription' | 'open'> & {
    readonly handle: (context: OpenRouteContext<undefined, undefined, Static<Body>>) => Promise<Answer>
  },
): RouteDeclaration {
  return { ...declaration, scope: null, subscription: false, open: true } as RouteDeclaration
}

export const ok = (body: unknown): Answer => ({ status: 200, body })
export const created = (body: unknown): Answer => ({ status: 201, body })
export const accepted = (body: unknown): Answer => ({ status: 202, body })
export const noContent: Answer = { status: 204 }
