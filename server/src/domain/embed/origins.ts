/** Which origins may put a workspace's surfaces into a frame. */
import { uuidOf } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { tagOf } from '../../lib/workspace-tag.ts'
import { frameOrigins, readOrigins as read, replaceOrigins } from '../../store/embed.ts'
import type { Origins } from '../../store/embed.ts'
import { refuseIfMoved } from '../access/moved.ts'
import { recordAudit } from '../audit-trail.ts'
import type { Caller, RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { assertCurrentVersion } from '../versions.ts'

export const MAX_ORIGINS = 20
/** Where a developer's own page comes from: nobody else can serve these to a person's browser. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the text is an origin just as browsers write it: scheme, host, port, nothing more, and not in the clear. */
export function isFrameOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.origin !== text || url.origin === 'null') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

export async function readOrigins(deps: Pick<Deps, 'db'>, caller: Caller): Promise<Origins> {
  return deps.db.readAtOnce(caller, read)
}

export async function saveOrigins(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { readonly version?: number | undefined; readonly origins: readonly string[] },
): Promise<Origins> {
  if (caller.role !== 'admin')
    throw new Problem('missing_scope', { message: 'Only an administrator key may set the origins.' })
  const wrong = input.origins.find((origin) => !isFrameOrigin(origin))
  if (wrong !== undefined) {
    throw new Problem('validation_failed', {
      message: `body.origins takes origins such as https://app.example.com, not ${JSON.stringify(wrong)}.`,
    })
  }
  return deps.db.inTenant(caller, async (tx) => {
    const before = await read(tx)
    assertCurrentVersion(before, input.version)
    const saved = await replaceOrigins(tx, input.origins, input.version ?? null)
    // Somebody saved between the two statements; this one sees what they did.
    if (!saved)
      throw new Problem('version_conflict', { details: { current_version: String((await read(tx)).version) } })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'embed_origins.saved', target: caller.workspaceId })
    return saved
  })
}

/** For the page itself, which a browser asks for before it has any token; null when there is no such workspace. */
export async function framersOf(deps: Pick<Deps, 'db'>, workspaceId: string): Promise<readonly string[] | null> {
  const origins = await frameOrigins(deps.db, workspaceId)
  if (origins === null) await refuseIfMoved(deps.db, tagOf(uuidOf('ws', workspaceId)))
  return origins
}
