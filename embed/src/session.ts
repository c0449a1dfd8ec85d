/**
 * The session of the person in the frame. The handle comes in the fragment of the address and is exchanged at once; the
 * token lives in this module's memory and nowhere else: no cookie, no storage, no address. A reload needs a new handle.
 */
import { ApiError, Tieout } from '@tieout/sdk'
import type { Me } from '@tieout/sdk'
import type { Host } from './host.ts'

export interface Session {
  readonly api: Tieout
  readonly surface: string
  readonly loanId: string
  readonly borrowerId: string
  readonly displayName: string | null
  readonly may: (scope: string) => boolean
}

/** How long before its end the host is told, so that it can bring a new handle. */
const WARNING_MS = 60_000
const HANDLE = /^#handle=(svc_handle_[0-9A-Za-z]+)$/

/** Takes the handle out of the address, so that it is not there to be copied. */
export function takeHandle(frame: Window): string | null {
  const handle = HANDLE.exec(frame.location.hash)?.[1] ?? null
  frame.history.replaceState(null, '', frame.location.pathname)
  return handle
}

export class SessionEnded extends Error {}

/** Keeps the one session in force, renewed by the host where it likes. */
export class SessionKeeper {
  readonly #baseUrl: string
  readonly #host: Host
  #timers: ReturnType<typeof setTimeout>[] = []

  constructor(baseUrl: string, host: Host) {
    this.#baseUrl = baseUrl
    this.#host = host
  }

  async open(handle: string, onEnd: () => void): Promise<Session> {
    // The handle is all that speaks for the frame until it has its token.
    const exchanged = await new Tieout({ baseUrl: this.#baseUrl, apiKey: handle, maxRetries: 0 })
      .exchangeIframeHandle({ handle })
      .catch((error: unknown) => {
        throw error instanceof ApiError && error.status === 401 ? new SessionEnded() : error
      })
    const api = new Tieout({ baseUrl: this.#baseUrl, apiKey: exchanged.token })
    const me = await api.getMe()
    this.#watch(exchanged.expires_at, onEnd)
    return sessionOf(api, exchanged.surface, me)
  }

  #watch(expiresAt: string, onEnd: () => void): void {
    for (const timer of this.#timers) clearTimeout(timer)
    const left = Date.parse(expiresAt) - Date.now()
    this.#timers = [
      setTimeout(
        () => this.#host.say({ type: 'session-expiring', expires_at: expiresAt }),
        Math.max(0, left - WARNING_MS),
      ),
      setTimeout(onEnd, left),
    ]
  }
}

function sessionOf(api: Tieout, surface: string, me: Me): Session {
  if (!me.session) throw new SessionEnded()
  const scopes = new Set(me.scopes)
  return {
    api,
    surface,
    loanId: me.session.loan_id,
    borrowerId: me.session.borrower_id,
    displayName: me.session.display_name,
    may: (scope) => scopes.has(scope),
  }
}
