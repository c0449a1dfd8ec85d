/** Starts the surface that the address names, in the frame of a host that the workspace allows. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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
const queries = new QueryClient({
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
  | { readonly kind: 'ended'; readonly why: string }

const ENDED = 'The session has ended. Reload the page that shows it to go on; saved work is kept.'

function Frame({ handle }: { readonly handle: string | null }) {
  const [state, setState] = useState<State>({ kind: 'opening' })
  useEffect(() => {
    const end = (why: string): void => {
      setState({ kind: 'ended', why })
      host.say({ type: 'session-ended' })
    }
    const open = async (offered: string): Promise<void> => {
      try {
        const session = await keeper.open(offered, () => end(ENDED))
        setState({ kind: 'open', session })
        host.say({ type: 'ready', surface: session.surface })
      } catch (error) {
        end(wordsOf(error))
      }
    }
    if (handle === null) end('This page is opened by the system that you work in, with an address made for you.')
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
        <h1>Nothing to show</h1>
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
    return 'This address was used already or is too old. Reload the page that shows it.'
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
