/** Embedded surfaces, as a host's server and the surfaces themselves ask for them. */
import { exchangeHandle } from '../../domain/embed/exchange-handle.ts'
import { mintHandle } from '../../domain/embed/mint-handle.ts'
import { mintSession } from '../../domain/embed/mint-session.ts'
import { readOrigins, saveOrigins } from '../../domain/embed/origins.ts'
import { readHandle } from '../../domain/embed/read-handle.ts'
import { revokeHandle, revokeSession } from '../../domain/embed/revoke.ts'
import { readWork, saveWork } from '../../domain/embed/work.ts'
import { namedId } from '../filters.ts'
import { created, noContent, ok, openRoute, route } from '../route.ts'
import { Closed, PathId } from '../schemas/common.ts'
import {
  ExchangeBody,
  ExchangedBody,
  HandleBody,
  handleToWire,
  MintedHandleBody,
  mintedToWire,
  MintHandleBody,
  MintSessionBody,
  OriginsBody,
  SaveOriginsBody,
  SaveWorkBody,
  SessionBody,
  WorkBody,
} from '../schemas/embed.ts'

const tag = 'Embed'
const ofHandle = Closed({ handle_id: PathId('ifh') })
/** Minting is the plan's; taking back what was minted is everybody's. */
const mints = { tag, method: 'POST', scope: 'embed:write', lane: 'api', subscription: true, feature: 'embed' } as const
const manages = { tag, scope: 'embed:write', lane: 'api', subscription: false } as const
const ofSession = { tag, scope: null, lane: 'api', subscription: false, embed: 'session' } as const

/** What a request says of the session to be, whichever way it is made. */
function grantOf(body: {
  loan_id: string
  scopes?: Parameters<typeof mintSession>[2]['scopes']
  external_user_id?: string
  display_name?: string
}) {
  return {
    loanId: namedId('loan', body.loan_id),
    scopes: body.scopes,
    externalUserId: body.external_user_id ?? null,
    displayName: body.display_name ?? null,
  }
}

export const embedRoutes = [
  route({
    ...mints,
    path: '/api/embed/sessions',
    operationId: 'mintEmbedSession',
    summary: 'Make a session that reaches one loan',
    description: 'For surfaces of your own making. For ours make an iframe address: its session is made in the frame.',
    body: MintSessionBody,
    answers: { 201: { description: 'The session with its token, which is shown once.', body: SessionBody } },
    handle: async ({ deps, caller, body }) =>
      created(mintedToWire(await mintSession(deps, caller, { ...grantOf(body), lifetimeSeconds: body.ttl_seconds }))),
  }),
  route({
    ...manages,
    method: 'DELETE',
    path: '/api/embed/sessions/:sessionId',
    operationId: 'revokeEmbedSession',
    summary: 'End a session',
    description: 'By the key that made it or an administrator. It stops at once.',
    params: Closed({ sessionId: PathId('emb') }),
    answers: { 204: { description: 'Ended.', body: null } },
    handle: async ({ deps, caller, params: { sessionId } }) => {
      await revokeSession(deps, caller, sessionId)
      return noContent
    },
  }),
  route({
    ...mints,
    path: '/api/embed/iframe-urls',
    operationId: 'mintIframeUrl',
    summary: 'Make an address for a frame',
    description:
      'The address holds a handle in its fragment, which no server sees. It is good for five minutes and one exchange, which the surface makes when it is loaded.',
    body: MintHandleBody,
    answers: { 201: { description: 'The handle with its address, which is shown once.', body: MintedHandleBody } },
    handle: async ({ deps, caller, body, publicUrl }) => {
      const { handle, secret } = await mintHandle(deps, caller, {
        ...grantOf(body),
        surface: body.surface,
        lifetimeSeconds: body.token_lifetime_seconds,
      })
      const url = `${publicUrl}/embed/${caller.workspaceId}/${handle.surface}#handle=${secret}`
      return created({ ...handleToWire(handle, deps.clock.now()), url })
    },
  }),
  route({
    ...manages,
    method: 'GET',
    path: '/api/embed/iframe-urls/:handle_id',
    operationId: 'getIframeHandle',
    summary: 'Read what became of a handle',
    description: 'By the key that made it; an administrator reads any of the organization.',
    params: ofHandle,
    answers: { 200: { description: 'The handle.', body: HandleBody } },
    handle: async ({ deps, caller, params }) =>
      ok(handleToWire(await readHandle(deps, caller, params.handle_id), deps.clock.now())),
  }),
  route({
    ...manages,
    method: 'DELETE',
    path: '/api/embed/iframe-urls/:handle_id',
    operationId: 'revokeIframeHandle',
    summary: 'Take a handle back',
    description: 'By the key that made it or an administrator. A session that it gave already ends with it.',
    params: ofHandle,
    answers: { 204: { description: 'Revoked.', body: null } },
    handle: async ({ deps, caller, params }) => {
      await revokeHandle(deps, caller, params.handle_id)
      return noContent
    },
  }),
  openRoute({
    tag,
    method: 'POST',
    path: '/api/embed/exchange',
    operationId: 'exchangeIframeHandle',
    summary: 'Exchange a handle for its session',
    description: 'Once. An unknown, used, expired or revoked handle: 401, without saying which.',
    lane: 'api',
    body: ExchangeBody,
    answers: { 200: { description: 'The session with its token.', body: ExchangedBody } },
    handle: async ({ deps, body, requestId }) => {
      const session = await exchangeHandle(deps, body.handle, requestId)
      return ok({ ...mintedToWire(session), surface: session.surface })
    },
  }),
  route({
    ...manages,
    method: 'GET',
    path: '/api/embed/origins',
    operationId: 'getEmbedOrigins',
    summary: 'Read which origins may frame the surfaces',
    answers: { 200: { description: 'The origins.', body: OriginsBody } },
    handle: async ({ deps, caller }) => ok(await readOrigins(deps, caller)),
  }),
  route({
    ...manages,
    method: 'PUT',
    path: '/api/embed/origins',
    operationId: 'saveEmbedOrigins',
    summary: 'Say which origins may frame the surfaces',
    description:
      'By an administrator key. Origins as browsers write them, https only but for a page on your own machine. Browsers refuse to show a surface in any other page.',
    body: SaveOriginsBody,
    answers: { 200: { description: 'The origins as they are now.', body: OriginsBody } },
    problems: ['version_conflict'],
    handle: async ({ deps, caller, body }) => ok(await saveOrigins(deps, caller, body)),
  }),
  route({
    ...ofSession,
    method: 'GET',
    path: '/api/embed/work',
    operationId: 'getEmbedWork',
    summary: 'Read what the person in the surface left there',
    description: "The session's own, or its external user's on this loan. A key has none: 404.",
    answers: { 200: { description: 'The work; null when there is none.', body: WorkBody } },
    handle: async ({ deps, caller }) => ok(await readWork(deps, caller)),
  }),
  route({
    ...ofSession,
    method: 'PUT',
    path: '/api/embed/work',
    operationId: 'saveEmbedWork',
    summary: 'Keep what the person in the surface is doing',
    description: 'Up to 64 KiB; the last to save wins.',
    body: SaveWorkBody,
    answers: { 200: { description: 'The work as it is now.', body: WorkBody } },
    handle: async ({ deps, caller, body }) => ok(await saveWork(deps, caller, body.work)),
  }),
]
