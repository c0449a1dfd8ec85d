/**
 * The frame and its host, in words (docs/guide/embedding.md states the protocol). The frame speaks to the origins that
 * the workspace allows and to no other: the browser delivers a message only when the parent has that very origin. It
 * listens to its parent alone, and only when that has one of these origins.
 */

export const PROTOCOL = 1

export type ToHost =
  | { readonly type: 'ready'; readonly surface: string }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'finalized'; readonly snapshot_id: string; readonly version: number }
  | { readonly type: 'reopened'; readonly snapshot_id: string }
  | { readonly type: 'session-expiring'; readonly expires_at: string }
  | { readonly type: 'session-ended' }

export type FromHost =
  | { readonly type: 'renew'; readonly handle: string }
  | { readonly type: 'theme'; readonly theme: 'light' | 'dark' | 'system' }

export interface Host {
  say(message: ToHost): void
  /** Calls back on every message of the host; answers how to stop that. */
  listen(onMessage: (message: FromHost) => void): () => void
}

/** The origins that the service wrote into the page. */
export function allowedOrigins(page: Document): readonly string[] {
  const text = page.querySelector('meta[name="tieout-origins"]')?.getAttribute('content') ?? ''
  return text.split(' ').filter((origin) => origin !== '')
}

export function hostOf(frame: Window, origins: readonly string[]): Host {
  return {
    say(message) {
      if (frame.parent === frame) return
      for (const origin of origins) frame.parent.postMessage({ tieout: PROTOCOL, ...message }, origin)
    },
    listen(onMessage) {
      const receive = (event: MessageEvent<unknown>): void => {
        if (event.source !== frame.parent || !origins.includes(event.origin)) return
        const message = toMessage(event.data)
        if (message) onMessage(message)
      }
      frame.addEventListener('message', receive)
      return () => frame.removeEventListener('message', receive)
    },
  }
}

/** What a host may say; anything else is not for us. */
export function toMessage(data: unknown): FromHost | null {
  if (typeof data !== 'object' || data === null) return null
  const { tieout, type, handle, theme } = data as Record<string, unknown>
  if (tieout !== PROTOCOL) return null
  if (type === 'renew' && typeof handle === 'string') return { type, handle }
  if (type === 'theme' && (theme === 'light' || theme === 'dark' || theme === 'system')) return { type, theme }
  return null
}
