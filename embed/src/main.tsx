/** Starts the surface that the address names, in the frame of a host that the workspace allows. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from '@tieout/sdk'
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { allowedOrigins, hostOf } from './host.ts'
import { Failsafe } from './shared/Failsafe.tsx'
import { SessionEnded, SessionKeeper, takeHandle } from './session.ts'
import type { Session } from './session.ts'
import { HostContext, SessionContext } from './shared/context.ts'
import './style.css'

const surfaces = {
  spreading: lazy(() => import('./spreading/Spreading.tsx')),
  documents: lazy(() => import('./documents/Documents.tsx')),
}

const host = hostOf(window, allowedOrigins(document))
const keeper = new SessionKeeper(window.location.origin, host)
/** Set by the frame: what a refused token means to it. */
let onRefused = (): void => undefined
/** A token that is refused will be refused again: the session is over, whatever was asked with it. */
const noticeEnd = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) onRefused()
}
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
  defaultOptions: {
    queries: {
      // The sdk repeats what is worth repeating.
      retry: false,
      refetchOnWindowFocus: false,
    },
  },
})

type State =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'ended'; readonly head: string; readonly why: string }

const OVER = { head: 'The session has ended', why: 'Saved work is kept. Reload the page that shows this to go on.' }
const UNASKED = {
  head: 'Nothing to show',
  why: 'This page is opened by the system that you work in, with an address made for you.',
}

function Frame({ handle }: { readonly handle: string | null }) {
  const [state, setState] = useState<State>({ kind: 'opening' })
  useEffect(() => {
    const end = (words: { head: string; why: string }): void => {
      setState({ kind: 'ended', ...words })
      host.say({ type: 'session-ended' })
    }
    onRefused = () => end(OVER)
    const open = async (offered: string): Promise<void> => {
      try {
        const session = await keeper.open(offered, () => end(OVER))
        setState({ kind: 'open', session })
        host.say({ type: 'ready', surface: session.surface })
      } catch (error) {
        end({ head: 'This could not be opened', why: wordsOf(error) })
      }
    }
    if (handle === null) end(UNASKED)
    else void open(handle)
    return host.listen((message) => {
      if (message.type === 'renew') void open(message.handle)
      else document.documentElement.dataset['theme'] = message.theme
    })
  }, [handle])
  useHeight()
  if (state.kind === 'opening') return <p className="waiting">Opening…</p>
  if (state.kind === 'ended') {
    return (
      <main className="ended">
        <h1>{state.head}</h1>
        <p>{state.why}</p>
      </main>
    )
  }
  const Surface = surfaces[state.session.surface === 'documents' ? 'documents' : 'spreading']
  return (
    <SessionContext value={state.session}>
      <Failsafe>
        <Suspense fallback={<p className="waiting">Opening…</p>}>
          <Surface />
        </Suspense>
      </Failsafe>
    </SessionContext>
  )
}

function wordsOf(error: unknown): string {
  if (error instanceof SessionEnded)
    return 'Its address was used already or is too old. Reload the page that shows it to get a new one.'
  if (error instanceof ApiError) return `The service refused the session: ${error.message}`
  return 'The service could not be reached.'
}

/** Tells the host how tall the content is, for hosts that fit the frame to it. */
function useHeight(): void {
  useEffect(() => {
    const observer = new ResizeObserver(() =>
      host.say({ type: 'resize', height: Math.ceil(document.documentElement.scrollHeight) }),
    )
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
}

const root = document.querySelector('#root')
if (!root) throw new Error('the page has no place for the surface')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <HostContext value={host}>
        <Frame handle={takeHandle(window)} />
      </HostContext>
    </QueryClientProvider>
  </StrictMode>,
)
