/**
 * The embedded surfaces as a browser gets them: one page for each workspace, because the page's policy names the origins
 * that may frame it, and the built files beside it. None of this needs a key: the page is the same for everybody, and
 * what it shows comes with the session that it opens. The handle is in the address's fragment, which is not sent here.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../domain/deps.ts'
import { framersOf } from '../domain/embed/origins.ts'
import { SURFACES } from '../domain/embed/surface.ts'
import { decodeId } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'

export interface SurfaceFile {
  readonly type: string
  readonly bytes: Buffer
}

export interface EmbedPages {
  /** What was built, by its path under /embed/; null when nothing was. */
  readonly files: ReadonlyMap<string, SurfaceFile> | null
  /** Where files are sent to and pictures come from. */
  readonly storeOrigin: string
}

const PAGE = 'index.html'
const ORIGINS_PLACE = '<meta name="tieout-origins" content="" />'
/** Built files carry the hash of their content in their names. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export function addEmbedPages(app: FastifyInstance, deps: Pick<Deps, 'db'>, { files, storeOrigin }: EmbedPages): void {
  app.get<{ Params: { workspaceId: string; surface: string } }>(
    '/embed/:workspaceId/:surface',
    async (request, reply) => {
      const { workspaceId, surface } = request.params
      const isPage = (SURFACES as readonly string[]).includes(surface) && decodeId('ws', workspaceId) !== null
      const origins = isPage ? await framersOf(deps, workspaceId) : null
      if (origins === null) throw new Problem('not_found')
      const page = built(files).get(PAGE)
      if (!page) throw new Error('what was built has no page')
      withPolicy(reply, origins, storeOrigin)
      return reply.type(page.type).send(page.bytes.toString().replace(ORIGINS_PLACE, originsTag(origins)))
    },
  )
  app.get<{ Params: { '*': string } }>('/embed/assets/*', (request, reply) => {
    const file = built(files).get(`assets/${request.params['*']}`)
    if (!file) throw new Problem('not_found')
    reply.header('Cache-Control', FOR_EVER).header('X-Content-Type-Options', 'nosniff')
    return reply.type(file.type).send(file.bytes)
  })
}

function built(files: EmbedPages['files']): ReadonlyMap<string, SurfaceFile> {
  if (files) return files
  throw new Problem('unavailable', {
    message: 'The surfaces have not been built on this server: run npm run build:embed and start it again.',
  })
}

/** Nothing runs, loads or is framed that is not named here; nothing of the address goes on to anybody. */
function withPolicy(reply: FastifyReply, origins: readonly string[], storeOrigin: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${storeOrigin}`,
    `connect-src 'self' ${storeOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ]
  reply
    .header('Content-Security-Policy', policy.join('; '))
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()')
    .header('Cache-Control', 'no-store')
}

function originsTag(origins: readonly string[]): string {
  const text = origins.join(' ').replaceAll(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return ORIGINS_PLACE.replace('content=""', `content="${text}"`)
}
